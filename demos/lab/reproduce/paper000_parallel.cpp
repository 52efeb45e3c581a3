// Chapter 4 of paper 000: the swept-space test and how threads share its work.

#include "algorithms/face_octree/collision_pass.h"
#include "demos/baselines/machine.h"
#include "demos/lab/reproduce/experiment.h"
#include "demos/lab/reproduce/paper000_claims.h"
#include "demos/lab/reproduce/paper000_timing.h"

#include <algorithm>
#include <array>
#include <map>
#include <mutex>
#include <thread>

namespace ricochet::lab::paper000 {
namespace {

constexpr std::array<const char*, 3> kDivisions = {"dynamic", "SPMD", "producer-consumer"};
constexpr std::size_t kSpmd = 1, kProducer = 2;
constexpr std::array<Index, 4> kThreads = {1, 2, 4, 8};
constexpr const char *kFirstContact = "3968, first contact", *kLargest = "3968, 1.8 radii apart";

/// The last step of a run.
struct Work {
    std::string name;
    std::vector<std::shared_ptr<const CollisionModel>> models;
    std::vector<MeshInstance> standing;
    std::vector<MovingBody> moving;

    Work(std::string title, const Run& run) : name(std::move(title)) {
        models = modelsOf(run, FaceOctree());
        standing = placed(models, run.posesAt(run.cycles));
        const auto steps = run.stepsTo(run.cycles);
        for (std::size_t i = 0; i < steps.size(); ++i) moving.push_back(movingBody(*models[i], steps[i]));
    }
};

/// Distance of centres in radii, and a large last step.
Run overlapping(int triangles, Real apart) {
    Run run = twoSpheres(triangles, 1);
    const Vec3 centre = 0.5 * apart * Vec3::UnitX(), step(0.1, 0, 0);
    for (std::size_t i = 0; i < 2; ++i) {
        const Real side = i == 0 ? -1 : 1;
        run.motions[i].poseAt0.translation = run.motions[i].centre = side * (centre + step);
        run.motions[i].translation = -side * step;
        run.motions[i].angle = 0.1;
    }
    return run;
}

/// Microseconds of each of the four steps, one thread.
struct Shares {
    std::array<double, 4> steps;
    std::size_t pairsTested, pairsFound;

    double sum() const { return steps[0] + steps[1] + steps[2] + steps[3]; }
};

Shares sharesOf(const Work& work, bool isSwept, int repeats) {
    const auto executor = makeSerialExecutor();
    const FaceOctreeSettings settings;
    CollisionPass pass;
    std::array<baselines::Stopwatch, 4> watches;
    for (int i = 0; i < repeats; ++i) {
        watches[0].time([&] {
            isSwept ? pass.place(work.moving) : pass.place(work.standing, 0);
            pass.findRegions(settings, *executor);
        });
        watches[1].time([&] { pass.listFaces(settings, *executor); });
        watches[2].time([&] { pass.listPairs(settings, *executor); });
        watches[3].time([&] { pass.testPairs(settings, *executor); });
    }
    Shares shares = {{}, pass.triangleTests(), 0};
    for (std::size_t i = 0; i < 4; ++i) shares.steps[i] = watches[i].median();
    pass.forEachPair([&](Index, Index, Index, Index) { ++shares.pairsFound; });
    return shares;
}

/// Estimates the time of a call with one processor per thread: the calling thread's own work, and for each
/// `run` the processor time of the busiest thread. Other programs do not affect it as long as all threads get
/// processor time.
class MeteredExecutor final : public Executor {
public:
    explicit MeteredExecutor(std::shared_ptr<const Executor> inner) : inner_(std::move(inner)) {}

    Index threadCount() const override { return inner_->threadCount(); }
    void run(Index count, const std::function<void(Index)>& task) const override {
        std::map<std::thread::id, double> spent;
        std::mutex mutex;
        inner_->run(count, [&](Index i) {
            const double begin = baselines::threadClock().now();
            task(i);
            const double time = baselines::threadClock().now() - begin;
            const std::lock_guard lock(mutex);
            spent[std::this_thread::get_id()] += time;
        });
        double maximum = 0;
        for (const auto& [thread, time] : spent) maximum = std::max(maximum, time);
        waited_ += maximum - spent[std::this_thread::get_id()];
    }

    /// Microseconds.
    template <class Action>
    double time(const Action& action) const {
        waited_ = 0;
        const double begin = baselines::threadClock().now();
        action();
        return baselines::threadClock().now() - begin + waited_;
    }

private:
    std::shared_ptr<const Executor> inner_;
    mutable double waited_ = 0;  ///< for tasks of busier threads
};

/// One division with a number of threads.
struct Contender {
    std::size_t division;
    Index threads;
    std::shared_ptr<const MeteredExecutor> executor;
    FaceOctree octree;
    baselines::Stopwatch watch{baselines::wallClock()};
    std::vector<double> busiest = {};  ///< as in MeteredExecutor, per call

    Contender(std::size_t kind, Index count)
        : division(kind),
          threads(count),
          executor(std::make_shared<MeteredExecutor>(makeThreadExecutor(count))),
          octree({.division = static_cast<PairDivision>(kind)}, executor) {}

    double leastBusiest() const { return *std::min_element(busiest.begin(), busiest.end()); }
};

/// All by turns, so that background load affects all alike.
std::vector<std::unique_ptr<Contender>> race(const Work& work, bool isSwept, int repeats) {
    std::vector<std::unique_ptr<Contender>> all;
    for (std::size_t division = 0; division < kDivisions.size(); ++division) {
        for (const Index threads : kThreads) all.push_back(std::make_unique<Contender>(division, threads));
    }
    std::vector<CollidingFaces> pairs;
    for (int i = 0; i < repeats; ++i) {
        for (const auto& contender : all) {
            const auto detect = [&] {
                isSwept ? contender->octree.findSweptCollidingFaces(work.moving, pairs)
                        : contender->octree.findCollidingFaces(work.standing, pairs);
            };
            contender->watch.time([&] { contender->busiest.push_back(contender->executor->time(detect)); });
        }
    }
    return all;
}

const Contender& find(const std::vector<std::unique_ptr<Contender>>& all, std::size_t division,
                      Index threads) {
    return **std::find_if(all.begin(), all.end(), [&](const auto& contender) {
        return contender->division == division && contender->threads == threads;
    });
}

double best(const std::vector<std::unique_ptr<Contender>>& all, std::size_t division, Index threads) {
    return find(all, division, threads).watch.minimum();
}

double busiest(const std::vector<std::unique_ptr<Contender>>& all, std::size_t division, Index threads) {
    return find(all, division, threads).leastBusiest();
}

std::vector<Work> works() {
    std::vector<Work> all;
    all.emplace_back("960, first contact", twoSpheres(960, 45));
    all.emplace_back(kFirstContact, twoSpheres(3968, 45));
    all.emplace_back(kLargest, overlapping(3968, 1.8));
    return all;
}

}  // namespace

Result<void> runSwept(Effort effort, Report& report) {
    const int cycles = effort == Effort::trial ? 5 : 45;
    std::vector<Series> figure;
    for (const int triangles : {960, 3968}) {
        const Run run = twoSpheres(triangles, cycles);
        const FaceOctree octree;
        const auto models = modelsOf(run, octree);
        std::vector<CollidingFaces> pairs;
        figure.push_back(timed(std::to_string(triangles) + " triangles", run,
                               effort == Effort::trial ? 1 : 21, [&]() -> Detect {
                                   return [&, cycle = 0](const std::vector<Pose>&) mutable {
                                       std::vector<MovingBody> moving;
                                       const auto steps = run.stepsTo(++cycle);
                                       for (std::size_t i = 0; i < steps.size(); ++i) {
                                           moving.push_back(movingBody(*models[i], steps[i]));
                                       }
                                       octree.findSweptCollidingFaces(moving, pairs);
                                   };
                               }));
    }
    TextTable shares = {{"spheres", "test", "step 1, us", "step 2, us", "step 3, us", "step 4, us", "1 %",
                         "2 %", "3 %", "4 %", "pairs tested", "pairs found"}};
    for (const Work& work : works()) {
        for (const bool isSwept : {false, true}) {
            const Shares s = sharesOf(work, isSwept, effort == Effort::trial ? 1 : 51);
            shares.push_back({work.name, isSwept ? "swept space" : "simple"});
            for (const double step : s.steps) shares.back().push_back(text(step));
            for (const double step : s.steps) shares.back().push_back(text(100 * step / s.sum()));
            if (isSwept && work.name == kFirstContact) {
                std::array<double, 4> percent = s.steps;
                for (double& step : percent) step *= 100 / s.sum();
                report.add(stepsClaim(percent));
            }
            shares.back().push_back(std::to_string(s.pairsTested));
            shares.back().push_back(std::to_string(s.pairsFound));
        }
    }
    report.say(
        "section 4.3: what each step takes, one thread. The paper, 3,968 triangles, swept space: 2, 10, 58 "
        "and 364 ms; 0.5, 2.4, 13.2 and 83.9 %. With 960 triangles: 21 of 186 pairs, 126 ms",
        shares);
    report.add(chartOf("Figure 4.2: swept-space test, two spheres", "one thread", figure));
    return report.write("figure-4.2", tableOf(figure)).and_then([&] {
        return report.write("shares", shares);
    });
}

Result<void> runThreads(Effort effort, Report& report) {
    const int repeats = effort == Effort::trial ? 2 : effort == Effort::full ? 400 : 120;
    report.say("figure 4.3: wall time at the last cycle on " +
               std::to_string(std::thread::hardware_concurrency()) + " processors, best of " +
               std::to_string(repeats) + " by turns\n" + baselines::machine());
    TextTable table = {{"spheres", "test", "division", "threads", "best wall us", "median wall us",
                        "times one thread", "busiest thread us", "times one thread"}};
    PageChart chart = {
        "Figure 4.3: threads", "swept-space test, best wall time", {"threads"}, {"microseconds", true}};
    for (const Work& work : works()) {
        for (const bool isSwept : {false, true}) {
            const auto all = race(work, isSwept, repeats);
            const std::string test = isSwept ? "swept space" : "simple";
            const double serial = best(all, 0, 1);
            for (const auto& contender : all) {
                table.push_back({work.name, test, kDivisions[contender->division],
                                 std::to_string(contender->threads), text(contender->watch.minimum()),
                                 text(contender->watch.median()), text(serial / contender->watch.minimum()),
                                 text(contender->leastBusiest()),
                                 text(busiest(all, 0, 1) / contender->leastBusiest())});
            }
            for (std::size_t division = 0; isSwept && division < kDivisions.size(); ++division) {
                PageChart::Curve curve{work.name + ", " + kDivisions[division]};
                for (const Index threads : kThreads) {
                    curve.points.push_back({static_cast<double>(threads), best(all, division, threads)});
                }
                chart.curves.push_back(std::move(curve));
            }
            if (!isSwept || work.name != kLargest) continue;
            const auto speedUp = [&](std::size_t division) { return serial / best(all, division, 2); };
            const auto byBusiest = [&](std::size_t division) {
                return busiest(all, 0, 1) / busiest(all, division, 2);
            };
            double worst = 0;
            for (std::size_t division = 0; division < kDivisions.size(); ++division) {
                worst = std::max(worst, best(all, division, 8) / best(all, division, 2));
            }
            report.add(claimsOf(ThreadResults{.work = work.name,
                                              .serial = serial,
                                              .producer = speedUp(kProducer),
                                              .spmd = speedUp(kSpmd),
                                              .producerBusiest = byBusiest(kProducer),
                                              .spmdBusiest = byBusiest(kSpmd),
                                              .eightByTwo = worst,
                                              .processors = std::thread::hardware_concurrency()}));
        }
    }
    report.say("figure 4.3", table);
    report.add(chart);
    return report.write("figure-4.3", table);
}

}  // namespace ricochet::lab::paper000
