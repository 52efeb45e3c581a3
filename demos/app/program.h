#pragma once

namespace ricochet::app {

/// The whole `ricochet` program: its exit code is 0 where all went well, and 1 where a sentence on standard
/// error says what did not, or where `check` found wrong answers.
int runProgram(int argc, char** argv);

}  // namespace ricochet::app
