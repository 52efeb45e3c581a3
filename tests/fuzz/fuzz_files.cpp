// Fuzzes the readers of all formats with any number of mutated files; a test runs the first of them.

#include "tests/fuzz/fuzzer.h"
#include "tests/support/command_line.h"

#include <iostream>

int main(int argc, char** argv) {
    ricochet::fuzz::FuzzOptions options;
    options.count = 100'000;
    ricochet::test::CommandLine commandLine(
        "Has mutated files read; each must give a result or a one-line error.");
    commandLine.option("--first", options.first, "number of the first case");
    commandLine.option("--count", options.count, "number of cases");
    commandLine.option("--kind", options.kind, "beginning of the names of the seeds to use, such as ply");
    commandLine.option("--minutes", options.minutes, "no case begins later; 0: no limit");
    commandLine.option("--seconds", options.seconds, "of processor time per file");
    commandLine.option("--bytes", options.bytes, "memory that files may take; 0: any");
    commandLine.option("--labelled", options.labelledFolder,
                       "folder of labelled data: its small files are seeds too");
    commandLine.flag("--keep", options.keepsFailures,
                     "write the failing files to the folder of temporary files");
    commandLine.parseOrExit(argc, argv);

    const auto result = ricochet::fuzz::fuzz(options);
    for (const auto& failure : result.failures) {
        std::cout << "case " << failure.number << ", " << failure.seed << ": " << failure.what << '\n';
    }
    std::cout << result.read + result.rejected << " files: " << result.read << " read, " << result.rejected
              << " rejected, " << result.failures.size() << " failed\n";
    return result.failures.empty() ? 0 : 1;
}
