#pragma once

namespace ricochet::app {

/// The whole `ricochet` program. Its exit code is 0 on success, and 1 if it printed an error message on
/// standard error, or if `check` found wrong answers.
int runProgram(int argc, char** argv);

}  // namespace ricochet::app
