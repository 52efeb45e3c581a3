#include "plugin/preload/dispatchers.h"

#include <cstdio>

namespace ricochet::preload {
namespace {

/// Whether this thread's calls that register algorithms are ours.
thread_local bool registersOurs = false;

}  // namespace

void say(const std::string& line) { dprintf(STDERR_FILENO, "ricochet: %s\n", line.c_str()); }

void Dispatchers::serveLocked(void* dispatcher, Registrar& registrar, bool isFirst) {
    process_ = getpid();
    std::string error = registrar.error;
    if (error.empty()) {
        registersOurs = true;
        const char* answer = registrar.registerDispatcher(dispatcher);
        registersOurs = false;
        error = answer != nullptr ? answer : "";
    }
    if (error.empty()) {
        registrar.hasServed = true;
        served_[dispatcher] = &registrar;
    }
    if (isFirst && error.empty()) say(std::string(word_) + ": " + registrar.description());
    if (isFirst && !error.empty()) say(std::string("not ") + word_ + ": " + error);
}

void Dispatchers::dismiss(void* dispatcher) {
    const std::lock_guard lock(mutex_);
    const auto served = served_.extract(dispatcher);
    if (!served) return;
    registersOurs = true;
    served.mapped()->unregisterDispatcher(dispatcher);
    registersOurs = false;
}

void Dispatchers::restore(void* dispatcher) {
    if (registersOurs) return;
    const Registrar* const registrar = servedBy(dispatcher);
    if (!registrar) return;
    registersOurs = true;
    const int count = registrar->restore(dispatcher);
    registersOurs = false;
    if (count > 0 && !saidRestored_.exchange(true)) {
        say("the program registers algorithms of its own: they serve the pairs that Ricochet does not.");
    }
}

bool Dispatchers::summarize() {
    for (const auto& [bullet, registrar] : registrars_) {
        if (process_ == getpid() && registrar.hasServed) say(registrar.summary());
    }
    return process_ != 0;
}

const Registrar* Dispatchers::servedBy(const void* dispatcher) {
    const std::lock_guard lock(mutex_);
    const auto found = served_.find(dispatcher);
    return found != served_.end() ? found->second : nullptr;
}

}  // namespace ricochet::preload
