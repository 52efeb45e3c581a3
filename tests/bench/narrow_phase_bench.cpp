// Intersecting faces of two meshes: our narrow phases compared with those of other libraries, by the
// protocols of README.md.

#include "tests/bench/all_pairs.h"
#include "tests/bench/bars.h"
#include "tests/bench/case_table.h"
#include "tests/bench/file_case.h"
#include "tests/bench/measure.h"
#include "tests/bench/protocols.h"
#include "tests/bench/sections.h"
#include "tests/support/command_line.h"

#include <algorithm>
#include <cstdio>
#include <stdexcept>

namespace ricochet::bench {
namespace {

struct Options {
    std::vector<std::string> cases;     ///< parts of names; none: all
    std::vector<std::string> backends;  ///< names; none: all
    std::vector<std::string> meshes;    ///< two files to measure instead of the cases
    std::string poses;                  ///< their file
    bool isQuick = false;
};

bool isSelected(const std::string& name, const std::vector<std::string>& parts) {
    const auto contains = [&](const std::string& part) { return name.find(part) != std::string::npos; };
    return parts.empty() || std::any_of(parts.begin(), parts.end(), contains);
}

std::vector<BaselineKind> requestedBaselines(const Options& options) {
    std::vector<BaselineKind> kinds;
    for (const BaselineKind& kind : baselineKinds()) {
        const bool isFirst = kinds.empty();
        if (isFirst || isSelected(kind.name, options.backends)) kinds.push_back(kind);
    }
    return kinds;
}

/// Number of poses of each case of a protocol.
struct Protocol {
    std::vector<CaseMaker> cases;
    int poses;
};

class Program {
public:
    explicit Program(Options options) : options_(std::move(options)) {}

    void run() {
        print("# " + machine());
        print(kColumns);
        if (!options_.meshes.empty()) {
            if (options_.meshes.size() != 2 || options_.poses.empty())
                throw std::runtime_error("--meshes takes two files, and --poses that of their poses");
            measure("files", caseOfFiles(options_.meshes[0], options_.meshes[1], options_.poses));
            return;
        }
        for (const Protocol& protocol : {Protocol{protocolA(), 60}, Protocol{protocolB(), 200}}) {
            for (const CaseMaker& maker : protocol.cases) {
                if (isSelected(maker.name, options_.cases)) measure(maker, protocol.poses);
            }
        }
        std::printf("\n%s\n%s", caseTable(results_).c_str(), summary(results_).c_str());
    }

private:
    void measure(const CaseMaker& maker, int poses) {
        const auto scene = maker.make(options_.isQuick ? 3 : poses);
        if (!scene) return print("# " + maker.name + ": no labelled data (RICOCHET_DATA_DIR)");
        measure(maker.name, *scene);
    }
    void measure(const std::string& name, const Case& scene) {
        const Effort effort = options_.isQuick ? Effort{.rounds = 0} : Effort{};
        measureAllPairs(name, scene, requestedBaselines(options_), effort, results_);
        measureSections(name, scene);
        printNewRows();
    }
    void measureSections(const std::string& name, const Case& scene) {
        for (const Section& section : sections()) {
            const bool isIn =
                std::find(section.cases.begin(), section.cases.end(), name) != section.cases.end();
            if (isIn) section.measure(name, scene, results_);
        }
    }
    static void print(const std::string& line) {
        std::printf("%s\n", line.c_str());
        std::fflush(stdout);
    }
    void printNewRows() {
        for (; printed_ < results_.rows().size(); ++printed_) print(csvLine(results_.rows()[printed_]));
    }

    Options options_;
    Results results_;
    std::size_t printed_ = 0;
};

}  // namespace
}  // namespace ricochet::bench

int main(int argc, char** argv) {
    ricochet::bench::Options options;
    ricochet::test::CommandLine commandLine("Comparison of narrow phases");
    commandLine.option("--case", options.cases, "only cases whose name contains one of these");
    commandLine.option("--backend", options.backends, "only these backends, and the first");
    commandLine.option("--meshes", options.meshes, "two mesh files to measure instead of the cases");
    commandLine.option("--poses", options.poses, "the file of their poses, as `ricochet query` takes it");
    commandLine.flag("--quick", options.isQuick, "few poses, only to see that it runs");
    commandLine.parseOrExit(argc, argv);
    return ricochet::bench::exitCodeOf([&] { ricochet::bench::Program(options).run(); });
}
