#include "demos/app/this_process.h"

#include <cstdlib>
#include <fstream>

#ifdef _WIN32
#include <io.h>
#include <process.h>
#include <windows.h>
#else
#include <unistd.h>
#endif

namespace ricochet::app {

#ifdef _WIN32

int processNumber() { return static_cast<int>(::GetCurrentProcessId()); }

std::filesystem::path programFile() {
    constexpr DWORD kLongestPath = 32768;  // characters, with the end
    std::wstring path(kLongestPath, L'\0');
    path.resize(::GetModuleFileNameW(nullptr, path.data(), kLongestPath));
    return path;
}

/// Windows' own would return to the shell at once: this process waits for the other one.
void becomeProgram(const std::filesystem::path& program, char** arguments) {
    const std::intptr_t code = ::_spawnv(_P_WAIT, program.string().c_str(), arguments);
    if (code >= 0) std::exit(static_cast<int>(code));
}

bool isErrorOnTerminal() { return ::_isatty(::_fileno(stderr)) != 0; }

double machineMemory() {
    MEMORYSTATUSEX state = {};
    state.dwLength = sizeof state;
    return ::GlobalMemoryStatusEx(&state) ? static_cast<double>(state.ullTotalPhys) : 0;
}

std::string createTemporaryFile(const std::string& begin) {
    std::string name = (std::filesystem::temp_directory_path() / (begin + "XXXXXX")).string();
    if (::_mktemp_s(name.data(), name.size() + 1) != 0) return "";
    return std::ofstream(name, std::ios::binary) ? name : "";
}

#else

int processNumber() { return ::getpid(); }

std::filesystem::path programFile() {
    std::error_code error;
    return std::filesystem::read_symlink("/proc/self/exe", error);
}

void becomeProgram(const std::filesystem::path& program, char** arguments) {
    ::execv(program.c_str(), arguments);
}

bool isErrorOnTerminal() { return ::isatty(STDERR_FILENO) == 1; }

double machineMemory() {
    return static_cast<double>(::sysconf(_SC_PHYS_PAGES)) * static_cast<double>(::sysconf(_SC_PAGESIZE));
}

std::string createTemporaryFile(const std::string& begin) {
    std::string name = (std::filesystem::temp_directory_path() / (begin + "XXXXXX")).string();
    const int descriptor = ::mkstemp(name.data());
    if (descriptor < 0) return "";
    ::close(descriptor);
    return name;
}

#endif

}  // namespace ricochet::app
