// Boxes, hulls, round shapes and the links of robots on a static triangle mesh: Bullet alone beside Ricochet.
// A motion is recorded once and replayed in worlds of both in turn, so that both see the same poses and
// velocities.

#include "tests/bench/ground_motion.h"
#include "tests/bench/ground_shapes.h"
#include "tests/bench/measure.h"
#include "tests/support/command_line.h"

#include <algorithm>
#include <cstdio>

namespace ricochet::bench {
namespace {

struct Options {
    std::vector<std::string> shapes, grounds;
    int rounds = 5;
    int steps = 160;
    bool withoutStock = false;
};

/// Microseconds of each step, the shortest of all rounds.
class StepTimes {
public:
    void add(const std::vector<double>& round) {
        if (shortest_.empty()) shortest_ = round;
        for (std::size_t i = 0; i < round.size(); ++i) shortest_[i] = std::min(shortest_[i], round[i]);
    }
    double median() const { return shortest_.empty() ? 0 : Stopwatch(shortest_).median(); }

private:
    std::vector<double> shortest_;
};

std::vector<double> timesOf(const Motion& motion, Backend backend, ReplayCounts& counts) {
    GroundReplay replay(motion, backend);
    Stopwatch watch;
    for (std::size_t step = 0; step < motion.steps.size(); ++step) {
        replay.move(step);
        watch.time([&] { replay.detect(); });
        replay.count();
    }
    counts = replay.counts();
    return watch.microseconds();
}

void measure(const GroundCase& what, const Options& options) {
    const Motion motion = record(what, options.steps);
    StepTimes stock, ours;
    ReplayCounts ofStock, ofOurs;
    for (int round = 0; round < options.rounds; ++round) {
        if (!options.withoutStock) stock.add(timesOf(motion, Backend::stock, ofStock));
        ours.add(timesOf(motion, Backend::ricochet, ofOurs));
    }
    const double pairs = ofOurs.pairs;
    std::printf("%s,%s,%.1f,%.2f,%.2f,%.2f,%.1f,%.1f,%016llx\n", what.shape.c_str(), what.ground.c_str(),
                pairs, stock.median() / pairs, ours.median() / pairs,
                options.withoutStock ? 0 : ours.median() / stock.median(), ofStock.contacts / pairs,
                ofOurs.contacts / pairs, static_cast<unsigned long long>(ofOurs.hash));
    std::fflush(stdout);
}

bool isChosen(const std::vector<std::string>& names, const std::string& name) {
    return names.empty() || std::ranges::find(names, name) != names.end();
}

void measureAll(const Options& options) {
    std::printf("# %s\n", machine().c_str());
    std::puts(
        "shape,ground,pairs_a_step,stock_us_a_pair,ours_us_a_pair,ratio,stock_contacts_a_pair,"
        "our_contacts_a_pair,contacts_hash");
    for (const std::string& shape : groundShapes()) {
        for (const std::string& ground : grounds()) {
            if (isChosen(options.shapes, shape) && isChosen(options.grounds, ground))
                measure({shape, ground}, options);
        }
    }
}

}  // namespace
}  // namespace ricochet::bench

int main(int argc, char** argv) {
    using namespace ricochet;
    test::CommandLine commandLine("What shapes on a mesh ground cost, beside Bullet alone");
    bench::Options options;
    commandLine.option("--shape", options.shapes, "only these", test::oneOf(bench::groundShapes()));
    commandLine.option("--ground", options.grounds, "only these", test::oneOf(bench::grounds()));
    commandLine.option("--rounds", options.rounds, "in turn; of each step the shortest counts",
                       test::positive());
    commandLine.option("--steps", options.steps, "of each round", test::positive());
    commandLine.flag("--without-stock", options.withoutStock, "for profiles");
    commandLine.parseOrExit(argc, argv);
    return bench::exitCodeOf([&] { bench::measureAll(options); });
}
