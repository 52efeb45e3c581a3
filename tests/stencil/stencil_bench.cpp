// Times of the stencil detector: ratios of one run. stencil_bench [POSES [NAME]]
#include "algorithms/stencil/detector.h"
#include "algorithms/stencil/hybrid.h"
#include "tests/stencil/scenes.h"
#include "tests/support/bullet_mesh.h"

#include <BulletCollision/Gimpact/btGImpactCollisionAlgorithm.h>
#include <BulletCollision/Gimpact/btGImpactShape.h>
#include <btBulletCollisionCommon.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <functional>

namespace ricochet::test {
namespace {

using namespace stencil;

struct BenchScene {
    const char* name;
    SharedMesh a, b;
    Real apart;  ///< metres between the centres: deep contact
};

/// About `faces` triangles in all.
BenchScene convexScene(Real faces) {
    const auto m = static_cast<Index>(std::sqrt(faces / 2));
    const SharedMesh sphere = sphereMesh(m, m / 2 + 1);
    return {"convex (figure 3b)", sphere, sphere, 1.2};
}
BenchScene concaveScene(Real faces) {
    const auto across = static_cast<Index>(std::sqrt(faces / 40));
    const SharedMesh knot = knotMesh(10 * across, across);
    return {"concave (figure 3c)", knot, knot, 0.8};
}

/// Milliseconds. On a busy machine only the second is worth comparing: it counts all of the process's
/// threads, and does not count what others take.
struct Time {
    double wall = 0, cpu = 0;
};

double processMilliseconds() {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
}

Time timeOf(const std::function<void()>& work) {
    const auto start = std::chrono::steady_clock::now();
    const double before = processMilliseconds();
    work();
    const std::chrono::duration<double, std::milli> wall = std::chrono::steady_clock::now() - start;
    return {wall.count(), processMilliseconds() - before};
}

Time medianOf(const std::vector<Time>& times) {
    Time result;
    for (double Time::*const part : {&Time::wall, &Time::cpu}) {
        std::vector<double> values;
        for (const Time& each : times) values.push_back(each.*part);
        std::nth_element(values.begin(), values.begin() + values.size() / 2, values.end());
        result.*part = values[values.size() / 2];
    }
    return result;
}

Pose randomPose(Random& random, const BenchScene& scene) {
    const Matrix3 rotation = randomRotation(random);
    return {rotation, scene.apart * randomPoint(random).normalized()};
}

/// A detector that sees B turn and move; A and the view stay.
class Ours {
public:
    Ours(const DetectorSettings& settings, const BenchScene& scene, int pixels)
        : detector_(*Detector::create(settings)),
          a_(*detector_->upload(scene.a)),
          b_(*detector_->upload(scene.b)) {
        view_.min = Vec3::Constant(-4);
        view_.size = Vec3::Constant(8);
        view_.min.head<2>().setConstant(-1.5);
        view_.size.head<2>().setConstant(3);
        view_.pixels = pixels;
    }
    Time time(const Pose& pose) const {
        return timeOf([&] { (void)detector_->detect(*a_, {}, *b_, pose, view_); });
    }

private:
    std::shared_ptr<Detector> detector_;
    std::shared_ptr<const DrawnMesh> a_, b_;
    View view_;
};

/// Medians over poses; at each pose one after the other, so that what else the machine does falls upon all.
std::vector<Time> medians(const BenchScene& scene, int poses,
                          const std::vector<std::function<Time(const Pose&)>>& contestants) {
    Random random(17);
    std::vector<std::vector<Time>> times(contestants.size());
    for (int i = 0; i <= poses; ++i) {
        const Pose pose = randomPose(random, scene);
        for (std::size_t k = 0; k < contestants.size(); ++k) {
            const Time time = contestants[k](pose);
            if (i > 0) times[k].push_back(time);  // the first also fills buffers and caches
        }
    }
    std::vector<Time> result;
    for (const auto& each : times) result.push_back(medianOf(each));
    return result;
}

auto asContestant(const Ours& ours) {
    return [&ours](const Pose& pose) { return ours.time(pose); };
}

Time median(const DetectorSettings& settings, const BenchScene& scene, int pixels, int poses) {
    const Ours ours(settings, scene, pixels);
    return medians(scene, poses, {asContestant(ours)}).front();
}

void printGrowth(int poses) {
    std::printf(
        "faces, both passes and whole map, ms: 128 px, 512 px, depths cached at 128 px (times as fast; by "
        "CPU "
        "time)\n");
    for (const auto make : {convexScene, concaveScene}) {
        for (const Real faces : {10e3, 40e3, 160e3, 640e3}) {
            if (poses == 1 && faces > 10e3) break;  // only whether it runs
            const BenchScene scene = make(faces);
            const Ours plain({.cacheDepths = false}, scene, 128), cached({.cacheDepths = true}, scene, 128),
                large({.cacheDepths = false}, scene, 512);
            const auto times =
                medians(scene, poses, {asContestant(plain), asContestant(cached), asContestant(large)});
            std::printf("%-20s %7u  %8.2f  %8.2f  %8.2f (%.2f; %.2f)\n", scene.name,
                        scene.a->faceCount() + scene.b->faceCount(), times[0].wall, times[2].wall,
                        times[1].wall, times[0].wall / times[1].wall, times[0].cpu / times[1].cpu);
        }
    }
}

BulletMesh bulletMeshOf(const Mesh& mesh) {
    std::vector<std::array<btScalar, 3>> vertices;
    std::vector<std::array<int, 3>> faces;
    for (const Vec3& v : mesh.vertices())
        vertices.push_back({btScalar(v.x()), btScalar(v.y()), btScalar(v.z())});
    for (const Face& f : mesh.faces()) faces.push_back({int(f[0]), int(f[1]), int(f[2])});
    return BulletMesh(vertices, faces);
}

/// Bullet's GImpact: contacts of the surfaces.
class GImpact {
public:
    explicit GImpact(const BenchScene& scene)
        : meshA_(bulletMeshOf(*scene.a)),
          meshB_(bulletMeshOf(*scene.b)),
          shapeA_(&meshA_.interface),
          shapeB_(&meshB_.interface) {
        btGImpactCollisionAlgorithm::registerAlgorithm(&dispatcher_);
        a_.setCollisionShape(&shapeA_);
        b_.setCollisionShape(&shapeB_);
        for (btGImpactMeshShape* shape : {&shapeA_, &shapeB_}) {
            shape->setMargin(0);
            shape->updateBound();
        }
    }
    Time time(const Pose& pose) {
        const Matrix3& r = pose.rotation;
        const Vec3& t = pose.translation;
        b_.setWorldTransform(btTransform(btMatrix3x3(btScalar(r(0, 0)), btScalar(r(0, 1)), btScalar(r(0, 2)),
                                                     btScalar(r(1, 0)), btScalar(r(1, 1)), btScalar(r(1, 2)),
                                                     btScalar(r(2, 0)), btScalar(r(2, 1)), btScalar(r(2, 2))),
                                         btVector3(btScalar(t.x()), btScalar(t.y()), btScalar(t.z()))));
        const btCollisionObjectWrapper wrapA(nullptr, &shapeA_, &a_, a_.getWorldTransform(), -1, -1);
        const btCollisionObjectWrapper wrapB(nullptr, &shapeB_, &b_, b_.getWorldTransform(), -1, -1);
        btCollisionAlgorithm* algorithm =
            dispatcher_.findAlgorithm(&wrapA, &wrapB, nullptr, BT_CONTACT_POINT_ALGORITHMS);
        btManifoldResult result(&wrapA, &wrapB);
        const Time time =
            timeOf([&] { algorithm->processCollision(&wrapA, &wrapB, btDispatcherInfo(), &result); });
        algorithm->~btCollisionAlgorithm();
        dispatcher_.freeCollisionAlgorithm(algorithm);
        return time;
    }

private:
    btDefaultCollisionConfiguration configuration_;
    btCollisionDispatcher dispatcher_{&configuration_};
    BulletMesh meshA_, meshB_;
    btGImpactMeshShape shapeA_, shapeB_;
    btCollisionObject a_, b_;
};

void printBesideGImpact(int poses) {
    std::printf(
        "160k faces, cached depths, whole map, ms: 128 px with all faces, 128 px, 512 px; GImpact (ratio to "
        "128 px, to 512 px; by CPU time)\n");
    for (const auto make : {convexScene, concaveScene}) {
        BenchScene scene = make(poses == 1 ? 10e3 : 160e3);
        for (const Real apart : {scene.apart, 0.1}) {
            scene.apart = apart;
            const Ours all({.hiddenFaces = HiddenFaces::drawn}, scene, 128), small({}, scene, 128),
                large({}, scene, 512);
            GImpact gimpact(scene);
            const auto times = medians(scene, poses,
                                       {asContestant(all), asContestant(small), asContestant(large),
                                        [&](const Pose& pose) { return gimpact.time(pose); }});
            std::printf("%-20s %.1f m apart %8.2f %8.2f %8.2f  %8.2f (%.2f, %.2f; %.2f, %.2f)\n", scene.name,
                        apart, times[0].wall, times[1].wall, times[2].wall, times[3].wall,
                        times[3].wall / times[1].wall, times[3].wall / times[2].wall,
                        times[3].cpu / times[1].cpu, times[3].cpu / times[2].cpu);
            std::fflush(stdout);
        }
    }
}

/// 64 pairs of a step, drawn pair by pair and at once.
void printBatch(int rounds) {
    std::printf(
        "face pairs of 64 pairs of bodies, ms: pair by pair, in one batch (times as fast; by CPU time)\n");
    const auto hybrid = *StencilHybrid::create({.drawFrom = 0});
    for (const Index across : {12u, 24u, 48u}) {
        const auto model = hybrid->build(sphereMesh(across, across / 2 + 1));
        Random random(18);
        std::vector<FacePairQuery> queries;
        std::vector<PairMemory> memories(64);
        for (PairMemory& memory : memories) {
            const Pose pose{randomRotation(random), 1.8 * randomPoint(random).normalized()};
            queries.push_back({{model.get(), {}}, {model.get(), pose}, 0.02, &memory});
        }
        std::vector<Time> single, batch;
        FacePairs found;
        const auto askAll = [&] {
            for (const FacePairQuery& q : queries)
                hybrid->findFacePairs(q.a, q.b, q.queryDistance, *q.memory, found);
        };
        for (int round = 0; round <= rounds; ++round) {
            const Time one = timeOf(askAll);
            const Time all = timeOf([&] {
                hybrid->prepare(queries);
                askAll();
            });
            if (round == 0) continue;
            single.push_back(one);
            batch.push_back(all);
        }
        const Time one = medianOf(single), all = medianOf(batch);
        std::printf("%5u + %u faces  %8.2f  %8.2f (%.2f; %.2f)\n", model->mesh().faceCount(),
                    model->mesh().faceCount(), one.wall, all.wall, one.wall / all.wall, one.cpu / all.cpu);
        std::fflush(stdout);
    }
}

void printExaminers(int poses) {
    std::printf("examiner, 160k faces, 128 and 512 px, ms: whole map; yes or no\n");
    const BenchScene scene = concaveScene(poses == 1 ? 10e3 : 160e3);
    const std::pair<const char*, Examiner> examiners[] = {{"read-back", Examiner::readBack},
                                                          {"compute", Examiner::compute},
                                                          {"occlusion", Examiner::occlusion}};
    for (const auto& [name, examiner] : examiners) {
        std::printf("%-10s", name);
        for (const int pixels : {128, 512}) {
            for (const bool whole : {true, false}) {
                std::printf(" %8.2f",
                            median({.examiner = examiner, .wholeMap = whole}, scene, pixels, poses).wall);
            }
        }
        std::printf("\n");
    }
}

}  // namespace
}  // namespace ricochet::test

int main(int argc, char** argv) {
    using namespace ricochet::test;
    const int poses = argc > 1 ? std::atoi(argv[1]) : 20;
    const std::string only = argc > 2 ? argv[2] : "";
    std::printf("%s\n", (*ricochet::stencil::Detector::create())->thread().description().c_str());
    const std::pair<const char*, void (*)(int)> tables[] = {{"gimpact", printBesideGImpact},
                                                            {"growth", printGrowth},
                                                            {"examiners", printExaminers},
                                                            {"batch", printBatch}};
    for (const auto& [name, print] : tables) {
        if (only.empty() || only == name) print(poses);
    }
}
