// Mutated files of every format, as many as one likes; the first of them are a test.

#include "tests/fuzz/fuzzer.h"

#include <CLI/CLI.hpp>

#include <iostream>

int main(int argc, char** argv) {
    ricochet::fuzz::FuzzOptions options;
    CLI::App app("Has the program read mutated files; each must answer with a result or one sentence.");
    app.add_option("--first", options.first, "number of the first case");
    app.add_option("--count", options.count, "how many")->default_val(100'000);
    app.add_option("--only", options.only, "seeds whose names begin so, such as ply");
    app.add_option("--seconds", options.seconds, "that a file may take")->capture_default_str();
    app.add_flag("--keep", options.keepsFailures, "leave the files that failed with the temporary files");
    CLI11_PARSE(app, argc, argv);

    const auto result = ricochet::fuzz::fuzz(options);
    for (const auto& failure : result.failures) {
        std::cout << "case " << failure.number << ", " << failure.seed << ": " << failure.what << '\n';
    }
    std::cout << options.count << " files: " << result.meshes << " read, " << result.sentences << " refused, "
              << result.failures.size() << " failed\n";
    return result.failures.empty() ? 0 : 1;
}
