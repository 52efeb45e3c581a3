#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

/// What POSIX and Windows call differently about processes and the machine.
namespace ricochet::app {

/// Differs from that of any other process that runs now.
int processNumber();
/// The file of the program that runs.
std::filesystem::path programFile();
/// Runs another program in the place of this one, with its arguments; returns if it cannot be started.
void becomeProgram(const std::filesystem::path& program, char** arguments);
/// Whether somebody reads standard error while it is written.
bool isErrorOnTerminal();
/// Bytes of memory that the machine has.
double machineMemory();
/// Creates an empty file in the folder of temporary files, whose name begins so; empty if it cannot.
std::string createTemporaryFile(const std::string& begin);

}  // namespace ricochet::app
