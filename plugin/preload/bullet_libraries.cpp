#include "plugin/preload/bullet_libraries.h"

#include <cstdlib>
#include <dlfcn.h>
#include <link.h>

namespace ricochet::preload {
namespace {

constexpr const char* kCollision = "libBulletCollision";
/// btManifoldResult::addContactPoint(const btVector3&, const btVector3&, double): its mangled name depends on
/// btScalar.
constexpr const char* kOnlyInDouble = "_ZN16btManifoldResult15addContactPointERK9btVector3S2_d";

std::string fileName(const std::string& path) { return path.substr(path.rfind('/') + 1); }

/// "3.24" for "….so.3.24"; empty for "….so", as which dlopen may have found it.
std::string ending(const std::string& path) {
    const std::string::size_type at = fileName(path).find(".so.");
    return at == std::string::npos ? "" : fileName(path).substr(at + 4);
}

bool isBulletCollision(const std::string& path) { return fileName(path).rfind(kCollision, 0) == 0; }

/// Whether a loaded library has a symbol.
bool hasSymbol(const std::string& path, const char* symbol) {
    void* library = dlopen(path.c_str(), RTLD_LAZY | RTLD_NOLOAD);
    return library != nullptr && dlsym(library, symbol) != nullptr;
}

/// For example "…/libBulletDynamics-float64.so.3.24" for "…/libBulletCollision-float64.so.3.24".
std::string sibling(const std::string& collision, const std::string& name) {
    std::string path = collision;
    const std::string::size_type at = path.rfind(kCollision);
    return path.replace(at, std::string(kCollision).size(), name);
}

}  // namespace

BulletLibrary libraryOf(const void* function) {
    BulletLibrary library;
    Dl_info info;
    if (dladdr(function, &info) == 0 || info.dli_fname == nullptr) return library;
    library.path = info.dli_fname;
    if (!isBulletCollision(library.path)) return library;
    library.isDouble = hasSymbol(library.path, kOnlyInDouble);
    library.version = ending(library.path);
    if (char* const file = library.version.empty() ? realpath(info.dli_fname, nullptr) : nullptr) {
        library.version = ending(file);
        std::free(file);
    }
    return library;
}

std::string openBulletLibraries(const BulletLibrary& collision) {
    for (const char* name : {"libLinearMath", kCollision, "libBulletDynamics", "libBulletSoftBody"}) {
        const std::string path = sibling(collision.path, name);
        if (dlopen(path.c_str(), RTLD_LAZY | RTLD_LOCAL) == nullptr) {
            return "Bullet's " + path + " cannot be loaded.";
        }
    }
    return {};
}

std::string loadedBulletCollision() {
    std::string found;
    dl_iterate_phdr(
        [](dl_phdr_info* object, std::size_t, void* result) {
            if (!isBulletCollision(object->dlpi_name)) return 0;
            *static_cast<std::string*>(result) = object->dlpi_name;
            return 1;
        },
        &found);
    return found;
}

}  // namespace ricochet::preload
