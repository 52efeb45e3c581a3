#include "plugin/preload/registrar_library.h"

#include <LinearMath/btScalar.h>

#include <dlfcn.h>

namespace ricochet::preload {
namespace {

Registrar failed(const std::string& message) {
    Registrar none;
    none.error = message;
    return none;
}

/// The folder of this library.
std::string ownFolder() {
    Dl_info info;
    if (dladdr(reinterpret_cast<const void*>(&ownFolder), &info) == 0) return ".";
    const std::string path = info.dli_fname;
    return path.substr(0, path.rfind('/'));
}

template <class Function>
void find(void* library, const char* name, Function& function) {
    function = reinterpret_cast<Function>(dlsym(library, name));
}

Registrar registrarFunctions(void* library) {
    Registrar registrar;
    find(library, "ricochetPreloadRegister", registrar.registerDispatcher);
    find(library, "ricochetPreloadRestore", registrar.restore);
    find(library, "ricochetPreloadUnregister", registrar.unregisterDispatcher);
    find(library, "ricochetPreloadSolve", registrar.solve);
    find(library, "ricochetPreloadForgetSolver", registrar.forgetSolver);
    find(library, "ricochetPreloadDescription", registrar.description);
    find(library, "ricochetPreloadSummary", registrar.summary);
    if (!registrar.registerDispatcher || !registrar.restore || !registrar.unregisterDispatcher ||
        !registrar.solve || !registrar.forgetSolver || !registrar.description || !registrar.summary) {
        return failed("the registrar in " + ownFolder() + " is of another version of Ricochet.");
    }
    return registrar;
}

}  // namespace

Registrar openRegistrar(const BulletLibrary& bullet) {
    if (bullet.version.empty()) return failed("Bullet is linked statically into " + bullet.path + ".");
    const std::string version =
        std::to_string(BT_BULLET_VERSION / 100) + "." + std::to_string(BT_BULLET_VERSION % 100);
    if (bullet.version != version) {
        return failed("the program's Bullet is " + bullet.path + ", and Ricochet was built with " + version +
                      ".");
    }
    const std::string missing = openBulletLibraries(bullet);
    if (!missing.empty()) return failed(missing);
    const std::string precision = bullet.isDouble ? "double" : "float";
    const std::string path = ownFolder() + "/libricochet-preload-" + precision + ".so";
    void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) {
        return failed("the program has " + precision +
                      " Bullet, and Ricochet for it cannot be loaded: " + dlerror() + ".");
    }
    return registrarFunctions(library);
}

}  // namespace ricochet::preload
