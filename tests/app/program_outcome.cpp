#include "tests/app/program_outcome.h"

#include "demos/app/program.h"

#include <gtest/gtest.h>

namespace ricochet::app {

Outcome outcomeOf(const Program& program, const std::vector<std::string>& arguments) {
    std::vector<std::string> words = {program.name};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);

    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
    const int exitCode = runProgram(program, static_cast<int>(words.size()), argv.data());
    return {exitCode, testing::internal::GetCapturedStdout(), testing::internal::GetCapturedStderr()};
}

Outcome runWith(const std::vector<std::string>& arguments) { return outcomeOf(ricochetProgram(), arguments); }

}  // namespace ricochet::app
