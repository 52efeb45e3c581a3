#include "algorithms/geometry/processor_binding.h"

#ifdef __linux__
#include <pthread.h>
#include <sched.h>
#include <unistd.h>
#endif

namespace ricochet {

#ifdef __linux__

std::vector<int> allowedProcessors() {
    std::vector<int> allowed;
    cpu_set_t set;
    CPU_ZERO(&set);
    if (pthread_getaffinity_np(pthread_self(), sizeof set, &set) != 0) return allowed;
    for (int i = 0; i < CPU_SETSIZE; ++i) {
        if (CPU_ISSET(i, &set)) allowed.push_back(i);
    }
    return allowed;
}

int processNumber() { return getpid(); }

bool bindThisThread(int processor) {
    if (processor < 0 || processor >= CPU_SETSIZE) return false;
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(processor, &set);
    return pthread_setaffinity_np(pthread_self(), sizeof set, &set) == 0;
}

std::string whyThreadsCannotBeBound() {
    // Also machines with more processors than a set holds.
    return allowedProcessors().empty() ? "The system does not say on which processors threads may run." : "";
}

#else

std::vector<int> allowedProcessors() { return {}; }

int processNumber() { return 0; }

bool bindThisThread(int) { return false; }

std::string whyThreadsCannotBeBound() { return "Threads can be bound to processors on Linux only."; }

#endif

}  // namespace ricochet
