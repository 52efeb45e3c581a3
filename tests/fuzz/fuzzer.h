#pragma once

#include "tests/fuzz/seeds.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ricochet::fuzz {

struct FuzzOptions {
    std::uint32_t first = 0;  ///< number of the first case; a case depends on its number alone
    std::uint32_t count = 500;
    bool mutates = true;                       ///< false: the seeds as they are
    std::string only;                          ///< prefix of the seeds' names; empty: all
    double seconds = 2;                        ///< time limit per file
    std::size_t bytes = std::size_t{1} << 30;  ///< memory limit per file; 0: none
    bool keepsFailures = false;                ///< in the folder of temporary files
};

struct Failure {
    std::uint32_t number;
    std::string seed;  ///< name
    std::string what;
};

struct FuzzResult {
    std::uint32_t meshes = 0, sentences = 0;  ///< files that were read, and files that were rejected
    std::vector<Failure> failures;
};

/// Runs the program on mutated files, case by case, in child processes. It must finish in time, with exit
/// code 0 or with one line on standard error.
FuzzResult fuzz(const FuzzOptions& options);

}  // namespace ricochet::fuzz
