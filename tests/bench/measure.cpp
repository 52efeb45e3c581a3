#include "tests/bench/measure.h"

#include <cstdio>
#include <cstdlib>
#include <exception>

namespace ricochet::bench {

int exitCodeOf(const std::function<void()>& program) {
    try {
        program();
        return EXIT_SUCCESS;
    } catch (const std::exception& failure) {
        std::fprintf(stderr, "%s\n", failure.what());
        return EXIT_FAILURE;
    }
}

}  // namespace ricochet::bench
