// Opens a library for itself alone and calls its int runPlugin(int, char**): Bullet's symbols are not in the
// program's scope.

#include <cstdio>
#include <dlfcn.h>

int main(int argc, char** argv) {
    void* plugin = argc > 1 ? dlopen(argv[1], RTLD_NOW | RTLD_LOCAL) : nullptr;
    auto* const run = plugin != nullptr
                          ? reinterpret_cast<int (*)(int, char**)>(dlsym(plugin, "_Z9runPluginiPPc"))
                          : nullptr;
    return run != nullptr ? run(1, argv) : (std::puts("no plugin"), 1);
}
