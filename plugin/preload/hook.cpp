// What `ricochet_hook` links into a program whose Bullet is static: the linker's --wrap sends the program's
// calls of the functions below here, and the names that begin with __real_ are Bullet's own. Calls in the
// file that defines a function, and calls through a table of virtual functions, are not sent here: a
// dispatcher of a derived class that is deleted stays registered until another one is made at its address.

#include "plugin/preload/dispatchers.h"
#include "plugin/preload/hooked_dispatcher.h"

namespace ricochet::preload {
namespace {

/// Never destroyed, so that dispatchers may be destroyed at any time while the program ends.
Dispatchers& hooked() {
    static Dispatchers* const all = new Dispatchers("hooked");
    return *all;
}

/// The registrar is linked into the program.
Registrar linkedRegistrar() {
    Registrar registrar;
    registrar.registerDispatcher = ricochetPreloadRegister;
    registrar.restore = ricochetPreloadRestore;
    registrar.unregisterDispatcher = ricochetPreloadUnregister;
    registrar.solve = ricochetPreloadSolve;
    registrar.forgetSolver = ricochetPreloadForgetSolver;
    registrar.description = ricochetPreloadDescription;
    registrar.summary = ricochetPreloadSummary;
    return registrar;
}

__attribute__((destructor)) void sayWhatWasServed() { hooked().summarize(); }

}  // namespace
}  // namespace ricochet::preload

using ricochet::preload::hooked;
using ricochet::preload::linkedRegistrar;

#define RICOCHET_BULLETS(name) __real_##name
#define RICOCHET_OURS(name) __wrap_##name

#define RICOCHET_HOOK_CONSTRUCTOR(name)                                      \
    extern "C" void RICOCHET_BULLETS(name)(void* self, void* configuration); \
    extern "C" void RICOCHET_OURS(name)(void* self, void* configuration) {   \
        RICOCHET_BULLETS(name)(self, configuration);                         \
        hooked().serve(self, nullptr, linkedRegistrar);                      \
    }
#define RICOCHET_HOOK_DESTRUCTOR(name)                   \
    extern "C" void RICOCHET_BULLETS(name)(void* self);  \
    extern "C" void RICOCHET_OURS(name)(void* self) {    \
        ricochet::preload::forgetHookedDispatcher(self); \
        hooked().dismiss(self);                          \
        RICOCHET_BULLETS(name)(self);                    \
    }
#define RICOCHET_HOOK_REGISTRATION(name)                                                      \
    extern "C" void RICOCHET_BULLETS(name)(void* self, int type0, int type1, void* function); \
    extern "C" void RICOCHET_OURS(name)(void* self, int type0, int type1, void* function) {   \
        RICOCHET_BULLETS(name)(self, type0, type1, function);                                 \
        hooked().restore(self);                                                               \
    }

// The complete-object version, and the base-object one, which the constructors of derived classes call.
extern "C" void RICOCHET_OURS(_ZN21btCollisionDispatcherC1EP24btCollisionConfiguration)(
    void* self, btCollisionConfiguration* configuration) {
    ricochet::preload::makeHookedDispatcher(self, configuration);
}
RICOCHET_HOOK_CONSTRUCTOR(_ZN21btCollisionDispatcherC2EP24btCollisionConfiguration)
RICOCHET_HOOK_DESTRUCTOR(_ZN21btCollisionDispatcherD1Ev)
RICOCHET_HOOK_DESTRUCTOR(_ZN21btCollisionDispatcherD2Ev)
RICOCHET_HOOK_REGISTRATION(
    _ZN21btCollisionDispatcher27registerCollisionCreateFuncEiiP30btCollisionAlgorithmCreateFunc)
RICOCHET_HOOK_REGISTRATION(
    _ZN21btCollisionDispatcher31registerClosestPointsCreateFuncEiiP30btCollisionAlgorithmCreateFunc)
