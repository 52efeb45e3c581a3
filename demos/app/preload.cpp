// Starts a program that was compiled without Ricochet with the library that registers it there
// (plugin/preload).

#include "demos/app/commands.h"
#include "demos/app/names.h"
#include "demos/app/own_library.h"
#include "plugin/backends.h"

#include <CLI/CLI.hpp>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <elf.h>
#include <fstream>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>
#include <vector>

namespace ricochet::app {
namespace {

namespace fs = std::filesystem;

constexpr const char* kLibrary = "libricochet-preload.so";
constexpr const char* kVariables =
    R"(It prints a line on standard error: that it is active, or why not. Bullet must be a shared library of the
version that Ricochet was built with, in either precision. The program's calls of Bullet remain unchanged.

Environment variables; ricochet/settings.h describes the members of Settings that they set:
  RICOCHET_NARROW          narrow phase; as --narrow
  RICOCHET_SOLVER          small-steps: SmallStepsSolver in place of the program's sequential solver; or sequential
  RICOCHET_ROUND           how round shapes collide with meshes, or stock
  RICOCHET_HULL            how boxes and hulls collide with meshes: ricochet or stock
  RICOCHET_SOFT            how soft bodies collide with meshes: ricochet or stock
  RICOCHET_CONVEX          how convex bodies collide, or stock
  RICOCHET_MARGINS         shape: bodies rest at the shapes' margins; zero: meshes touch
  RICOCHET_THREADS         threads for the pairs of a step
  RICOCHET_BIND_THREADS    on or off: each of these stays on one processor
  RICOCHET_CONTINUOUS      how swept worlds and queries find faces that may touch in a step
  RICOCHET_CLEARANCE       metres: clearance of a hole in which a body must not jam
  RICOCHET_MAX_PATCHES     manifolds for one pair of bodies
  RICOCHET_PAIR_BUDGET     face pairs of two bodies in a step: above it fast or deep bodies get coarser contacts
  RICOCHET_SWEPT_CONTACTS  on or off: contacts with what bodies hit within a step
  RICOCHET_MESH_INERTIA    on or off: dynamic meshes with an inertia of zero get that of their solid
  RICOCHET_COLLISION       on or off: Bullet's own algorithms stay)";

Result<fs::path> findLibrary() {
    Result<fs::path> library = findOwnLibrary(kLibrary);
    if (library && library->parent_path().string().find_first_of(" :") != std::string::npos) {
        return tl::unexpected("LD_PRELOAD cannot name a folder with a space or a colon: " +
                              library->parent_path().string());
    }
    return library;
}

/// The file that execvp starts; empty if there is none.
fs::path findProgram(const std::string& word) {
    if (word.find('/') != std::string::npos) return word;
    const char* path = std::getenv("PATH");
    std::istringstream folders(path != nullptr ? path : "");
    for (std::string folder; std::getline(folders, folder, ':');) {
        const fs::path file = fs::path(folder) / word;
        if (access(file.c_str(), X_OK) == 0) return file;
    }
    return {};
}

/// Whether it has no loader.
bool isStatic(const fs::path& program) {
    std::ifstream in(program, std::ios::binary);
    Elf64_Ehdr head{};
    in.read(reinterpret_cast<char*>(&head), sizeof head);
    if (!in || std::memcmp(head.e_ident, ELFMAG, SELFMAG) != 0 || head.e_ident[EI_CLASS] != ELFCLASS64) {
        return false;
    }
    for (int i = 0; i < head.e_phnum; ++i) {
        Elf64_Phdr segment{};
        in.seekg(static_cast<std::streamoff>(head.e_phoff) + i * head.e_phentsize);
        in.read(reinterpret_cast<char*>(&segment), sizeof segment);
        if (!in || segment.p_type == PT_INTERP) return false;
    }
    return true;
}

/// Why the program will start without our library; empty if it will not.
std::string whyNotPreloaded(const fs::path& program) {
    struct stat file {};
    if (program.empty() || stat(program.c_str(), &file) != 0) return {};
    const bool isAnothers = ((file.st_mode & S_ISUID) != 0 && file.st_uid != getuid()) ||
                            ((file.st_mode & S_ISGID) != 0 && file.st_gid != getgid());
    const bool isCapable = getuid() != 0 && getxattr(program.c_str(), "security.capability", nullptr, 0) > 0;
    if (isAnothers || isCapable) {
        return program.string() + " runs with other rights than yours: the system ignores LD_PRELOAD for it.";
    }
    return isStatic(program) ? program.string() + " is linked statically." : "";
}

/// Prepends to the libraries that are preloaded already.
void preload(const fs::path& library) {
    const char* others = std::getenv("LD_PRELOAD");
    const bool hasOthers = others != nullptr && *others != '\0';
    setenv("LD_PRELOAD", (library.string() + (hasOthers ? ":" + std::string(others) : "")).c_str(), 1);
    setenv("RICOCHET_PRELOAD_PROCESS", std::to_string(getpid()).c_str(), 1);
}

/// Returns only if the program cannot be started.
Result<int> execute(std::vector<std::string> words) {
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    execvp(arguments.front(), arguments.data());
    return tl::unexpected("the program '" + words.front() + "' cannot be started: " + std::strerror(errno));
}

Result<int> runPreloaded(const std::string& narrow, const std::string& solver,
                         const std::vector<std::string>& words) {
    if (!narrow.empty()) {
        if (const std::string fault = validateBackend(narrow); !fault.empty()) return tl::unexpected(fault);
    }
    if (words.empty())
        return tl::unexpected(
            std::string("preload: the program is missing: ricochet preload [--narrow NAME] [--solver NAME] "
                        "PROGRAM ARGS..."));
    const Result<fs::path> library = findLibrary();
    if (!library) return tl::unexpected(library.error());
    if (!narrow.empty()) setenv("RICOCHET_NARROW", narrow.c_str(), 1);
    if (!solver.empty()) setenv("RICOCHET_SOLVER", solver.c_str(), 1);
    if (const std::string why = whyNotPreloaded(findProgram(words.front())); !why.empty()) {
        std::cerr << "ricochet: not preloaded: " << why << std::endl;
    }
    preload(*library);
    return execute(words);
}

}  // namespace

Subcommand addPreload(CLI::App& program) {
    CLI::App* app = program.add_subcommand(
        "preload",
        "preload [--narrow NAME] [--solver NAME] PROGRAM ARGS...: runs a program that was "
        "compiled without Ricochet with Ricochet's collision");
    app->footer(kVariables);
    app->prefix_command();
    auto narrow = std::make_shared<std::string>(), solver = std::make_shared<std::string>();
    app->add_option("--narrow", *narrow, "narrow phase, one of " + backendNames() + "; " + kParameterHelp);
    app->add_option("--solver", *solver,
                    "what solves where the program has btSequentialImpulseConstraintSolver")
        ->check(CLI::IsMember({"sequential", "small-steps"}));
    return {app, [app, narrow, solver](char**) { return runPreloaded(*narrow, *solver, app->remaining()); }};
}

}  // namespace ricochet::app
