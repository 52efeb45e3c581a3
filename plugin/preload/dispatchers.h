#pragma once

#include "plugin/preload/registrar.h"

#include <atomic>
#include <mutex>
#include <string>
#include <unistd.h>
#include <unordered_map>

namespace ricochet::preload {

/// The functions of `registrar.h`, for the program's precision; or an error message.
struct Registrar {
    const char* (*registerDispatcher)(void* dispatcher) = nullptr;
    int (*restore)(void* dispatcher) = nullptr;
    void (*unregisterDispatcher)(void* dispatcher) = nullptr;
    bool (*solve)(const RicochetSolverCall* call) = nullptr;
    void (*forgetSolver)(void* solver) = nullptr;
    const char* (*description)() = nullptr;
    const char* (*summary)() = nullptr;
    std::string error;
    bool hasServed = false;  ///< a dispatcher
};

/// The dispatchers of a program that does not know of us; plugins may each have a copy of Bullet.
/// Thread-safe.
class Dispatchers {
public:
    /// `word`: how they came to us, "preloaded" or "hooked".
    explicit Dispatchers(const char* word) : word_(word) {}

    /// Registers our algorithms after a dispatcher is constructed. The first one of a copy of Bullet, which
    /// is known by the constructor's address, makes the registrar by `open()` and prints the result.
    template <class Open>
    void serve(void* dispatcher, const void* bullet, Open&& open) {
        const std::lock_guard lock(mutex_);
        const auto [at, isFirst] = registrars_.try_emplace(bullet);
        if (isFirst) at->second = open();
        serveLocked(dispatcher, at->second, isFirst);
    }
    /// Call it before one is destroyed.
    void dismiss(void* dispatcher);
    /// Call it after algorithms were registered: if it was not we who did, ours come first again. A program
    /// that registers algorithms after its dispatcher is made would replace ours, for example by those of
    /// GImpact: they serve what is left to Bullet.
    void restore(void* dispatcher);
    /// Prints what was done; false if this process, or the one that it was forked from, made none.
    bool summarize();

    /// One of a registrar's functions, or null as long as there is no registrar for that copy of Bullet.
    template <class Function>
    Function registrars(const void* bullet, Function Registrar::*function) {
        const std::lock_guard lock(mutex_);
        const auto found = registrars_.find(bullet);
        return found != registrars_.end() ? found->second.*function : nullptr;
    }

private:
    void serveLocked(void* dispatcher, Registrar& registrar, bool isFirst);
    /// Null if it is not served.
    const Registrar* servedBy(const void* dispatcher);

    const char* const word_;
    std::mutex mutex_;
    pid_t process_ = 0;  ///< that made the last dispatcher; 0: none
    std::atomic<bool> saidRestored_ = false;
    std::unordered_map<const void*, Registrar> registrars_;     ///< by their copy of Bullet
    std::unordered_map<const void*, const Registrar*> served_;  ///< by dispatcher
};

/// Prints a line of ours.
void say(const std::string& line);

}  // namespace ricochet::preload
