// Random worlds, by seed or by the bytes of files: each runs in two processes. Prints what fails, shrunk, and
// which operations ran.

#include "tests/fuzz/worlds/mktree_file.h"
#include "tests/fuzz/worlds/world_runner.h"
#include "tests/support/command_line.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <limits>

namespace {

using namespace ricochet::fuzz;

void print(const WorldCase& which) {
    std::cout << "  --first " << which.seed << " --count 1 --steps " << which.steps;
    const auto list = [](const char* name, const std::set<int>& numbers, int count) {
        std::cout << name;
        for (int i = 0; i < count; ++i) {
            if (!numbers.contains(i)) std::cout << ' ' << i;
        }
    };
    list(" --operations", which.withoutOperations, operationCount(which.steps));
    list(" --objects", which.withoutObjects, objectCount(which.seed));
    std::cout << std::endl;
    for (int i = 0; i < operationCount(which.steps); ++i) {
        if (!which.withoutOperations.contains(i)) {
            std::cout << "  " << i << ": " << operationName(which.seed, i) << std::endl;
        }
    }
}

std::set<int> allBut(const std::vector<int>& numbers, int count) {
    std::set<int> others;
    for (int i = 0; i < count; ++i) others.insert(others.end(), i);
    for (const int number : numbers) others.erase(number);
    return others;
}

void printCounts(const char* what, const std::vector<std::string>& names,
                 const std::vector<std::uint64_t>& counts) {
    std::uint64_t total = 0;
    for (const std::uint64_t count : counts) total += count;
    std::cout << what << ": " << total << '\n';
    for (std::size_t i = 0; i < names.size(); ++i) {
        std::printf("  %10llu  %5.2f %%  %s\n", static_cast<unsigned long long>(counts[i]),
                    total == 0 ? 0 : 100.0 * double(counts[i]) / double(total), names[i].c_str());
    }
}

/// A file, or every file of a folder in the order of their names.
std::vector<std::filesystem::path> filesOf(const std::string& path) {
    if (!std::filesystem::is_directory(path)) return {path};
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(path)) files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    return files;
}

/// Worlds whose decisions are the bytes of files. The exit code.
int runBytes(const std::string& path, WorldCase which, const RunLimits& limits) {
    std::uint64_t ran = 0, contacts = 0, failures = 0;
    for (const auto& file : filesOf(path)) {
        std::ifstream in(file, std::ios::binary);
        if (!in) {
            std::cerr << file.string() << " cannot be read\n";
            return 1;
        }
        which.bytes.emplace(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
        const RunResult result = runTwice(which, limits);
        ++ran;
        contacts += result.progress.contacts;
        if (result.failure.empty()) continue;
        ++failures;
        std::cout << file.string() << ": " << result.failure << std::endl;
    }
    std::cout << ran << " worlds of bytes, " << contacts << " contacts; " << failures << " failed\n";
    return failures == 0 && ran > 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
    unsigned first = 0, count = 1000;
    int steps = 60;
    double minutes = 0;
    bool isShrinking = false, isHere = false;
    std::vector<int> operations, objects;
    std::string input, world;
    RunLimits limits;
    ricochet::test::CommandLine commandLine(
        "Runs random worlds; no run may fail, nor differ from its repetition.");
    commandLine.option("--first", first, "the first seed");
    commandLine.option("--count", count, "of seeds");
    commandLine.option("--steps", steps, "of each world");
    commandLine.option("--minutes", minutes,
                       "ends after the seed during which this time has passed; 0: no limit");
    commandLine.option("--seconds", limits.secondsPerStep, "processor time of a step");
    commandLine.option("--bytes", limits.bytes, "address space of a process; 0: no limit");
    commandLine.option("--threads", limits.threads, "of the second of the two processes",
                       ricochet::test::positive());
    commandLine.option("--world", world, "only worlds of this kind", ricochet::test::oneOf(worldNames()));
    commandLine.option("--operations", operations, "only these numbers");
    commandLine.option("--objects", objects, "only these numbers");
    commandLine.option("--input", input,
                       "a file, or a folder of files, whose bytes decide instead of a seed");
    commandLine.flag("--shrink", isShrinking, "looks for fewer steps, operations and objects that fail");
    commandLine.flag("--memory", limits.checksMemory,
                     "runs each world thrice more and compares the memory in use");
    commandLine.flag("--here", isHere, "runs in this process, for a debugger");
    commandLine.parseOrExit(argc, argv);

    const MkTreeOnDisk file;
    std::optional<int> kind;
    if (!world.empty())
        kind = static_cast<int>(std::ranges::find(worldNames(), world) - worldNames().begin());
    if (!input.empty()) {
        WorldCase which;
        which.steps = steps;
        which.mktree = file.path();
        which.world = kind;
        return runBytes(input, which, limits);
    }
    std::vector<std::uint64_t> operationCounts(operationNames().size()), worldCounts(worldNames().size());
    std::uint64_t ran = 0, stepCount = 0, contacts = 0, sampled = 0, intersecting = 0, failures = 0;
    double slowest = 0;
    unsigned slowestSeed = 0;
    const auto began = std::chrono::steady_clock::now();
    for (unsigned seed = first; seed - first < count; ++seed) {
        const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - began;
        if (minutes > 0 && passed.count() > 60 * minutes) break;
        WorldCase which;
        which.seed = seed;
        which.steps = steps;
        which.mktree = file.path();
        which.world = kind;
        if (!operations.empty()) which.withoutOperations = allBut(operations, operationCount(steps));
        if (!objects.empty()) which.withoutObjects = allBut(objects, objectCount(seed));
        if (isHere) {
            WorldProgress progress;
            run(which, progress, limits.secondsPerStep);
            std::cout << progress.hash << ' ' << progress.complaint << std::endl;
            continue;
        }
        const RunResult result = runTwice(which, limits);
        const WorldProgress& progress = result.progress;
        ++ran;
        stepCount += static_cast<std::uint64_t>(progress.step) + 1;
        contacts += progress.contacts;
        sampled += progress.sampledPairs;
        intersecting += progress.intersectingPairs;
        for (std::size_t i = 0; i < operationCounts.size(); ++i) operationCounts[i] += progress.operations[i];
        for (std::size_t i = 0; i < worldCounts.size(); ++i) worldCounts[i] += progress.worlds[i];
        if (progress.slowestStep > slowest) {
            slowest = progress.slowestStep;
            slowestSeed = seed;
        }
        if (result.failure.empty()) continue;
        ++failures;
        std::cout << "seed " << seed << ": " << result.failure << std::endl;
        if (isShrinking) print(shrunk(which, limits));
    }
    if (isHere) return 0;
    printCounts("operations", operationNames(), operationCounts);
    printCounts("worlds", worldNames(), worldCounts);
    std::cout << ran << " seeds, " << stepCount << " steps, " << contacts << " contacts, " << sampled
              << " pairs compared with all pairs of faces, of which " << intersecting
              << " intersect; the slowest step took " << slowest << " s (seed " << slowestSeed << "); "
              << failures << " failed\n";
    return failures == 0 ? 0 : 1;
}
