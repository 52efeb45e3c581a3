#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace ricochet::fuzz {

/// One random world and its operations. By seed, every object and every operation draws from its own numbers,
/// so that leaving one out changes no other.
struct WorldCase {
    std::uint32_t seed = 0;
    std::optional<std::string> bytes;  ///< decide instead of the seed; the world ends when they are used up
    int steps = 60;
    std::set<int> withoutObjects, withoutOperations;  ///< numbers
    std::string mktree;                               ///< path of a valid file; empty: no world in a file
    std::optional<int> world;                         ///< an index in `worldNames()`; nothing: of any kind
    /// What must not change any result: threads of the library, and the instruction set.
    int threads = 1;
    bool isScalar = false;
};

inline constexpr int kMostOperations = 32;  ///< kinds

/// What one run has done; written while it runs, so that it outlives a crash if it is in shared memory.
struct WorldProgress {
    int step = 0;
    int operation = -1;  ///< its number, or -1 outside operations
    char doing[100] = "";
    std::uint64_t hash = 0;
    double slowestStep = 0;  ///< seconds of processor time
    std::array<std::uint32_t, kMostOperations> operations{};
    std::array<std::uint32_t, kMostOperations> worlds{};
    std::uint32_t contacts = 0, sampledPairs = 0, intersectingPairs = 0;
    char complaint[400] = "";  ///< empty, or what an invariant says
};

/// Runs it until its end or the first complaint. `secondsPerStep` limits processor time: a step that needs
/// more is a complaint, one that needs ten times more ends the process by SIGPROF.
void run(const WorldCase& which, WorldProgress& progress, double secondsPerStep);

const std::vector<std::string>& operationNames();
const std::vector<std::string>& worldNames();

/// How many objects and operations a case has.
int objectCount(std::uint32_t seed);
int operationCount(int steps);
/// What the operation with this number does, unless it cannot.
std::string operationName(std::uint32_t seed, int number);

}  // namespace ricochet::fuzz
