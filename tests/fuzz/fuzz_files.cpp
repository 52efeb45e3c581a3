// Fuzzes the readers of all formats with any number of mutated files; a test runs the first of them.

#include "tests/fuzz/fuzzer.h"

#include <CLI/CLI.hpp>

#include <iostream>

int main(int argc, char** argv) {
    ricochet::fuzz::FuzzOptions options;
    CLI::App app("Reads mutated files with the program; each must give a result or a one-line error.");
    app.add_option("--first", options.first, "number of the first case");
    app.add_option("--count", options.count, "number of cases")->default_val(100'000);
    app.add_option("--only", options.only, "prefix of the names of the seeds to use, such as ply");
    app.add_option("--seconds", options.seconds, "time limit per file, in seconds")->capture_default_str();
    app.add_flag("--keep", options.keepsFailures, "write the failing files to the folder of temporary files");
    CLI11_PARSE(app, argc, argv);

    const auto result = ricochet::fuzz::fuzz(options);
    for (const auto& failure : result.failures) {
        std::cout << "case " << failure.number << ", " << failure.seed << ": " << failure.what << '\n';
    }
    std::cout << options.count << " files: " << result.meshes << " read, " << result.sentences << " refused, "
              << result.failures.size() << " failed\n";
    return result.failures.empty() ? 0 : 1;
}
