// Opens libraries, each for itself alone, and calls int runPlugin(int, char**) of each: Bullet's symbols are
// not in the program's scope.
//   plugin_host PLUGIN...
//   plugin_host deep PLUGIN...  a plugin's own Bullet comes before a preloaded library (RTLD_DEEPBIND)

#include <cstdio>
#include <cstring>
#include <dlfcn.h>

int main(int argc, char** argv) {
    const bool isDeep = argc > 1 && std::strcmp(argv[1], "deep") == 0;
    int failures = 0;
    for (int i = isDeep ? 2 : 1; i < argc; ++i) {
        void* plugin = dlopen(argv[i], RTLD_NOW | RTLD_LOCAL | (isDeep ? RTLD_DEEPBIND : 0));
        auto* const run = plugin != nullptr
                              ? reinterpret_cast<int (*)(int, char**)>(dlsym(plugin, "_Z9runPluginiPPc"))
                              : nullptr;
        failures += run != nullptr ? run(1, argv) : (std::puts("no plugin"), 1);
    }
    return failures;
}
