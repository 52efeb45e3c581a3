#pragma once

#include "tests/fuzz/seeds.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ricochet::fuzz {

struct FuzzOptions {
    std::uint32_t first = 0;  ///< number of the first case; a case depends on its number alone
    std::uint32_t count = 1000;
    bool mutates = true;                       ///< false: the seeds as they are
    std::string kind;                          ///< beginning of the seeds' names; empty: all
    std::string labelledFolder;                ///< of more seeds; empty: none
    double minutes = 0;                        ///< no case begins later; 0: no limit
    double seconds = 2;                        ///< of processor time per file
    std::size_t bytes = std::size_t{1} << 28;  ///< memory that files may take, beside the program's; 0: any
    bool keepsFailures = false;                ///< in the folder of temporary files
};

struct Failure {
    std::uint32_t number;
    std::string seed;  ///< name
    std::string what;
};

struct FuzzResult {
    std::uint32_t read = 0, rejected = 0;
    std::vector<Failure> failures;
};

/// Has mutated files read, case by case, in child processes. The program must finish in time, with exit code
/// 0 or with one line on standard error that does not speak of memory: the files are small.
FuzzResult fuzz(const FuzzOptions& options);

}  // namespace ricochet::fuzz
