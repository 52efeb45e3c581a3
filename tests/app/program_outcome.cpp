#include "tests/app/program_outcome.h"

#include "demos/app/program.h"

#include <gtest/gtest.h>

namespace ricochet::app {

Outcome runWith(const std::vector<std::string>& arguments) {
    std::vector<std::string> words = {"ricochet"};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);

    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
    const int exitCode = runProgram(static_cast<int>(words.size()), argv.data());
    return {exitCode, testing::internal::GetCapturedStdout(), testing::internal::GetCapturedStderr()};
}

}  // namespace ricochet::app
