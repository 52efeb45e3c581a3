// Times of the stencil detector: ratios of one run. stencil_bench [POSES [NAME]]
#include "algorithms/stencil/detector.h"
#include "algorithms/stencil/hybrid.h"
#include "tests/stencil/bench_support.h"
#include "tests/stencil/gimpact_pair.h"

#include <cstdio>

namespace ricochet::test {
namespace {

using namespace stencil;

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
            GImpact gimpact(*scene.a, *scene.b);
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
    if (only == "renderer") return 0;
    const std::pair<const char*, void (*)(int)> tables[] = {{"gimpact", printBesideGImpact},
                                                            {"growth", printGrowth},
                                                            {"examiners", printExaminers},
                                                            {"batch", printBatch}};
    for (const auto& [name, print] : tables) {
        if (only.empty() || only == name) print(poses);
    }
}
