// Times of the stencil detector: ratios of one run. stencil_bench [POSES]
#include "algorithms/stencil/detector.h"
#include "tests/stencil/scenes.h"
#include "tests/support/bullet_mesh.h"

#include <BulletCollision/Gimpact/btGImpactCollisionAlgorithm.h>
#include <BulletCollision/Gimpact/btGImpactShape.h>
#include <btBulletCollisionCommon.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
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

double millisecondsOf(const std::function<void()>& work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

double medianOf(std::vector<double> times) {
    std::nth_element(times.begin(), times.begin() + times.size() / 2, times.end());
    return times[times.size() / 2];
}

Pose randomPose(Random& random, const BenchScene& scene) {
    const Matrix3 rotation = randomRotation(random);
    return {rotation, scene.apart * randomPoint(random).normalized()};
}

/// B turns and moves, A and the view stay. The median over poses.
double median(Detector& detector, const BenchScene& scene, int pixels, int poses) {
    const auto a = detector.upload(scene.a), b = detector.upload(scene.b);
    Random random(17);
    std::vector<double> times;
    for (int i = 0; i <= poses; ++i) {
        const Pose pose = randomPose(random, scene);
        View view;
        view.min = Vec3::Constant(-4);
        view.size = Vec3::Constant(8);
        view.min.head<2>().setConstant(-1.5);
        view.size.head<2>().setConstant(3);
        view.pixels = pixels;
        const double time = millisecondsOf([&] { (void)detector.detect(**a, {}, **b, pose, view); });
        if (i > 0) times.push_back(time);  // the first also uploads and compiles
    }
    return medianOf(times);
}

double median(const DetectorSettings& settings, const BenchScene& scene, int pixels, int poses) {
    return median(**Detector::create(settings), scene, pixels, poses);
}

void printGrowth(int poses) {
    std::printf(
        "faces, both passes and whole map, ms: 128 px, 512 px, depths cached at 128 px (times as fast)\n");
    for (const auto make : {convexScene, concaveScene}) {
        for (const Real faces : {10e3, 40e3, 160e3, 640e3}) {
            if (poses == 1 && faces > 10e3) break;  // only whether it runs
            const BenchScene scene = make(faces);
            const double plain = median({.cacheDepths = false}, scene, 128, poses);
            const double cached = median({.cacheDepths = true}, scene, 128, poses);
            const double large = median({.cacheDepths = false}, scene, 512, poses);
            std::printf("%-20s %7u  %8.2f  %8.2f  %8.2f (%.2f)\n", scene.name,
                        scene.a->faceCount() + scene.b->faceCount(), plain, large, cached, plain / cached);
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

/// Bullet's GImpact at the same poses: contacts of the surfaces.
double gimpactMedian(const BenchScene& scene, int poses) {
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher(&configuration);
    btGImpactCollisionAlgorithm::registerAlgorithm(&dispatcher);
    BulletMesh meshA = bulletMeshOf(*scene.a), meshB = bulletMeshOf(*scene.b);
    btGImpactMeshShape shapeA(&meshA.interface), shapeB(&meshB.interface);
    btCollisionObject a, b;
    a.setCollisionShape(&shapeA);
    b.setCollisionShape(&shapeB);
    for (btGImpactMeshShape* shape : {&shapeA, &shapeB}) {
        shape->setMargin(0);
        shape->updateBound();
    }
    Random random(17);
    std::vector<double> times;
    for (int i = 0; i <= poses; ++i) {
        const Pose pose = randomPose(random, scene);
        const Matrix3& r = pose.rotation;
        const Vec3& t = pose.translation;
        b.setWorldTransform(btTransform(btMatrix3x3(btScalar(r(0, 0)), btScalar(r(0, 1)), btScalar(r(0, 2)),
                                                    btScalar(r(1, 0)), btScalar(r(1, 1)), btScalar(r(1, 2)),
                                                    btScalar(r(2, 0)), btScalar(r(2, 1)), btScalar(r(2, 2))),
                                        btVector3(btScalar(t.x()), btScalar(t.y()), btScalar(t.z()))));
        const btCollisionObjectWrapper wrapA(nullptr, &shapeA, &a, a.getWorldTransform(), -1, -1);
        const btCollisionObjectWrapper wrapB(nullptr, &shapeB, &b, b.getWorldTransform(), -1, -1);
        btCollisionAlgorithm* algorithm =
            dispatcher.findAlgorithm(&wrapA, &wrapB, nullptr, BT_CONTACT_POINT_ALGORITHMS);
        btManifoldResult result(&wrapA, &wrapB);
        const double time =
            millisecondsOf([&] { algorithm->processCollision(&wrapA, &wrapB, btDispatcherInfo(), &result); });
        algorithm->~btCollisionAlgorithm();
        dispatcher.freeCollisionAlgorithm(algorithm);
        if (i > 0) times.push_back(time);
    }
    return medianOf(times);
}

void printBesideGImpact(int poses) {
    std::printf(
        "160k faces, cached depths, whole map, ms: 128 px, 512 px; GImpact (ratio to 128 "
        "px)\n");
    for (const auto make : {convexScene, concaveScene}) {
        BenchScene scene = make(poses == 1 ? 10e3 : 160e3);
        for (const Real apart : {scene.apart, 0.1}) {
            scene.apart = apart;
            const double small = median(DetectorSettings{}, scene, 128, poses);
            const double large = median(DetectorSettings{}, scene, 512, poses);
            const double gimpact = gimpactMedian(scene, poses);
            std::printf("%-20s %.1f m apart %8.2f %8.2f  %8.2f (%.2f)\n", scene.name, apart, small, large,
                        gimpact, gimpact / small);
        }
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
                            median({.examiner = examiner, .wholeMap = whole}, scene, pixels, poses));
            }
        }
        std::printf("\n");
    }
}

}  // namespace
}  // namespace ricochet::test

int main(int argc, char** argv) {
    const int poses = argc > 1 ? std::atoi(argv[1]) : 20;
    std::printf("%s\n", (*ricochet::stencil::Detector::create())->thread().description().c_str());
    ricochet::test::printBesideGImpact(poses);
    ricochet::test::printGrowth(poses);
    ricochet::test::printExaminers(poses);
}
