#include "plugin/preload/dispatchers.h"

#include <cstdio>

namespace ricochet::preload {
namespace {

/// Whether this thread's calls that register algorithms are ours.
thread_local bool registersOurs = false;

}  // namespace

void say(const std::string& line) { dprintf(STDERR_FILENO, "ricochet: %s\n", line.c_str()); }

void Dispatchers::serveLocked(void* dispatcher) {
    const bool isFirst = process_ == 0;
    process_ = getpid();
    std::string error = registrar_.error;
    if (error.empty()) {
        registersOurs = true;
        const char* answer = registrar_.registerDispatcher(dispatcher);
        registersOurs = false;
        error = answer != nullptr ? answer : "";
    }
    hasServed_ |= error.empty();
    if (isFirst && error.empty()) say(std::string(word_) + ": " + registrar_.description());
    if (isFirst && !error.empty()) say(std::string("not ") + word_ + ": " + error);
}

void Dispatchers::dismiss(void* dispatcher) {
    const std::lock_guard lock(mutex_);
    registersOurs = true;
    if (registrar_.unregisterDispatcher) registrar_.unregisterDispatcher(dispatcher);
    registersOurs = false;
}

void Dispatchers::restore(void* dispatcher) {
    if (registersOurs) return;
    const auto restore = registrars(&Registrar::restore);
    if (!restore) return;
    registersOurs = true;
    const int count = restore(dispatcher);
    registersOurs = false;
    if (count > 0 && !saidRestored_.exchange(true)) {
        say("the program registers algorithms of its own: they serve the pairs that Ricochet does not.");
    }
}

bool Dispatchers::summarize() {
    if (process_ == getpid() && hasServed_) say(registrar_.summary());
    return process_ != 0;
}

}  // namespace ricochet::preload
