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
    std::string only;                          ///< the seeds whose names begin so; empty: all
    double seconds = 2;                        ///< that a file may take
    std::size_t bytes = std::size_t{1} << 30;  ///< of memory that it may take; 0: any
    bool keepsFailures = false;                ///< in the folder of temporary files, to look at
};

struct Failure {
    std::uint32_t number;
    std::string seed;  ///< name
    std::string what;
};

struct FuzzResult {
    std::uint32_t meshes = 0, sentences = 0;  ///< files that were good after all, and files that were refused
    std::vector<Failure> failures;
};

/// Has the program read mutated files, case by case, in child processes. A file must answer in time, with
/// exit code 0 or with one line on standard error.
FuzzResult fuzz(const FuzzOptions& options);

}  // namespace ricochet::fuzz
