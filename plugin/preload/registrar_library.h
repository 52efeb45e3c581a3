#pragma once

#include "plugin/preload/bullet_libraries.h"
#include "plugin/preload/registrar.h"

namespace ricochet::preload {

/// The functions of `registrar.h`, from the library of the program's precision; or an error message.
struct RegistrarLibrary {
    const char* (*registerDispatcher)(void* dispatcher) = nullptr;
    int (*restore)(void* dispatcher) = nullptr;
    void (*unregisterDispatcher)(void* dispatcher) = nullptr;
    bool (*solve)(const RicochetSolverCall* call) = nullptr;
    void (*forgetSolver)(void* solver) = nullptr;
    const char* (*description)() = nullptr;
    const char* (*summary)() = nullptr;
    std::string error;
};

RegistrarLibrary openRegistrar(const BulletLibrary& bullet);

}  // namespace ricochet::preload
