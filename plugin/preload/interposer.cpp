// Comes before Bullet's libBulletCollision in symbol resolution, so that each btCollisionDispatcher of a
// program, also of a derived class, is constructed and destroyed through this library, and each
// btSequentialImpulseConstraintSolver solves and is destroyed through it; algorithms that the program
// registers later come second. It does not depend on Bullet's
// precision; the registrar that it opens does.

#include "plugin/at_exit.h"
#include "plugin/preload/registrar_library.h"
#include "plugin/preload/static_bullet.h"

#include <cstdlib>
#include <dlfcn.h>
#include <sys/resource.h>
#include <unistd.h>

namespace ricochet::preload {
namespace {

constexpr const char* kConstructor = "_ZN21btCollisionDispatcherC2EP24btCollisionConfiguration";
constexpr const char* kDestructor = "_ZN21btCollisionDispatcherD2Ev";
constexpr const char* kRegister =
    "_ZN21btCollisionDispatcher27registerCollisionCreateFuncEiiP30btCollisionAlgorithmCreateFunc";
constexpr const char* kRegisterClosest =
    "_ZN21btCollisionDispatcher31registerClosestPointsCreateFuncEiiP30btCollisionAlgorithmCreateFunc";
constexpr const char* kSolve =
    "_ZN35btSequentialImpulseConstraintSolver10solveGroupEPP17btCollisionObjectiPP20btPersistentManifoldi"
    "PP17btTypedConstraintiRK19btContactSolverInfoP12btIDebugDrawP12btDispatcher";
constexpr const char* kSolverDestructor = "_ZN35btSequentialImpulseConstraintSolverD2Ev";

/// The object of the call that came to us first in this thread: under it, Ricochet's own calls come here,
/// too.
thread_local const void* outerObject = nullptr;

/// Notes the object until the result is destroyed, if its call is the first one.
auto noteCall(const void* object) {
    const bool isOuter = outerObject == nullptr;
    if (isOuter) outerObject = object;
    return AtExit([isOuter] {
        if (isOuter) outerObject = nullptr;
    });
}

/// Null if no library that the library at that address needs has that symbol.
void* symbolFor(const void* address, const char* symbol) {
    Dl_info info;
    void* library = dladdr(address, &info) != 0 ? dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD) : nullptr;
    return library != nullptr ? dlsym(library, symbol) : nullptr;
}

/// Its table of virtual functions is in the library of its class: Bullet's or a plugin's.
const void* tableOf(const void* object) {
    return object != nullptr ? *static_cast<const void* const*>(object) : nullptr;
}

/// Bullet's own function, to which the program would be linked without this library: the next one in the
/// program's scope; for a plugin that loaded Bullet only for itself, the one in the plugin's scope. A
/// caller's address is not always the plugin's: it may have jumped here.
void* bulletsOwn(const char* symbol, const void* object, const void* caller) {
    if (void* next = dlsym(RTLD_NEXT, symbol)) return next;
    for (const void* address : {tableOf(object), caller, tableOf(outerObject)}) {
        if (void* own = symbolFor(address, symbol)) return own;
    }
    say(std::string("Bullet's own ") + symbol + " cannot be found.");
    std::abort();
}

/// By which a caller's copy of Bullet is known.
const void* copyFor(const void* object, void* caller) { return bulletsOwn(kConstructor, object, caller); }

/// Never destroyed, so that dispatchers may be destroyed at any time while the program ends.
Dispatchers& dispatchers() {
    static Dispatchers* const all = new Dispatchers("preloaded");
    return *all;
}

/// Bullet's function returns a btScalar; a double passes on a float's bits, and its zero is a float's.
double solve(const RicochetSolverCall& call, void* caller) {
    const auto outer = noteCall(call.solver);
    const auto registrar = dispatchers().registrars(copyFor(call.solver, caller), &Registrar::solve);
    if (registrar && registrar(&call)) return 0;
    using Own = double (*)(void*, void*, int, void*, int, void*, int, const void*, void*, void*);
    return reinterpret_cast<Own>(bulletsOwn(kSolve, call.solver, caller))(
        call.solver, call.bodies, call.bodyCount, call.manifolds, call.manifoldCount, call.constraints,
        call.constraintCount, call.info, call.debugDrawer, call.dispatcher);
}

void registerFunction(const char* symbol, void* dispatcher, int type0, int type1, void* function,
                      void* caller) {
    reinterpret_cast<void (*)(void*, int, int, void*)>(bulletsOwn(symbol, dispatcher, caller))(
        dispatcher, type0, type1, function);
    dispatchers().restore(dispatcher);
}

void destroySolver(void* solver, void* caller) {
    const auto outer = noteCall(solver);
    const auto forget = dispatchers().registrars(copyFor(solver, caller), &Registrar::forgetSolver);
    if (forget) forget(solver);
    reinterpret_cast<void (*)(void*)>(bulletsOwn(kSolverDestructor, solver, caller))(solver);
}

void construct(void* dispatcher, void* configuration, void* caller) {
    void* const own = bulletsOwn(kConstructor, nullptr, caller);
    reinterpret_cast<void (*)(void*, void*)>(own)(dispatcher, configuration);
    dispatchers().serve(dispatcher, own, [&] { return openRegistrar(libraryOf(own)); });
}

void destroy(void* dispatcher, void* caller) {
    dispatchers().dismiss(dispatcher);
    reinterpret_cast<void (*)(void*)>(bulletsOwn(kDestructor, dispatcher, caller))(dispatcher);
}

/// The reason why a program ended without an intercepted dispatcher.
std::string reasonForNone() {
    const std::string withBullet = findStaticBullet();
    if (!withBullet.empty()) return "Bullet is linked statically into " + withBullet + ".";
    if (!loadedBulletCollision().empty()) {
        return "the program made no btCollisionDispatcher, or found Bullet's own by dlsym or RTLD_DEEPBIND.";
    }
    return "the program does not use Bullet's shared libraries.";
}

/// Child processes are preloaded too, but may not use Bullet: of those that do not, none says so.
bool isTheProgram() {
    const char* process = std::getenv("RICOCHET_PRELOAD_PROCESS");
    return process != nullptr && std::to_string(getpid()) == process;
}

/// Whether the process has waited for one.
bool hadChildren() {
    rusage usage{};
    return getrusage(RUSAGE_CHILDREN, &usage) == 0 && usage.ru_maxrss > 0;
}

__attribute__((destructor)) void summarize() {
    if (dispatchers().summarize() || !isTheProgram()) return;
    std::string reason = reasonForNone();
    if (hadChildren()) reason += " Those of its child processes that do print lines of their own.";
    say("not preloaded: " + reason);
}

}  // namespace
}  // namespace ricochet::preload

#define RICOCHET_INTERPOSES extern "C" __attribute__((visibility("default")))

// The complete-object and the base-object versions, which are equivalent for a class without virtual bases.
RICOCHET_INTERPOSES void _ZN21btCollisionDispatcherC1EP24btCollisionConfiguration(void* self,
                                                                                  void* configuration) {
    ricochet::preload::construct(self, configuration, __builtin_return_address(0));
}
RICOCHET_INTERPOSES void _ZN21btCollisionDispatcherC2EP24btCollisionConfiguration(void* self,
                                                                                  void* configuration) {
    ricochet::preload::construct(self, configuration, __builtin_return_address(0));
}
RICOCHET_INTERPOSES void _ZN21btCollisionDispatcherD1Ev(void* self) {
    ricochet::preload::destroy(self, __builtin_return_address(0));
}
RICOCHET_INTERPOSES void _ZN21btCollisionDispatcherD2Ev(void* self) {
    ricochet::preload::destroy(self, __builtin_return_address(0));
}
RICOCHET_INTERPOSES void
_ZN21btCollisionDispatcher27registerCollisionCreateFuncEiiP30btCollisionAlgorithmCreateFunc(void* self,
                                                                                            int type0,
                                                                                            int type1,
                                                                                            void* function) {
    ricochet::preload::registerFunction(ricochet::preload::kRegister, self, type0, type1, function,
                                        __builtin_return_address(0));
}
RICOCHET_INTERPOSES void
_ZN21btCollisionDispatcher31registerClosestPointsCreateFuncEiiP30btCollisionAlgorithmCreateFunc(
    void* self, int type0, int type1, void* function) {
    ricochet::preload::registerFunction(ricochet::preload::kRegisterClosest, self, type0, type1, function,
                                        __builtin_return_address(0));
}
RICOCHET_INTERPOSES double
_ZN35btSequentialImpulseConstraintSolver10solveGroupEPP17btCollisionObjectiPP20btPersistentManifoldiPP17btTypedConstraintiRK19btContactSolverInfoP12btIDebugDrawP12btDispatcher(
    void* self, void* bodies, int bodyCount, void* manifolds, int manifoldCount, void* constraints,
    int constraintCount, const void* info, void* debugDrawer, void* dispatcher) {
    const RicochetSolverCall call{.solver = self,
                                  .isDerived = false,
                                  .bodies = bodies,
                                  .bodyCount = bodyCount,
                                  .manifolds = manifolds,
                                  .manifoldCount = manifoldCount,
                                  .constraints = constraints,
                                  .constraintCount = constraintCount,
                                  .info = info,
                                  .debugDrawer = debugDrawer,
                                  .dispatcher = dispatcher};
    return ricochet::preload::solve(call, __builtin_return_address(0));
}
RICOCHET_INTERPOSES void _ZN35btSequentialImpulseConstraintSolverD1Ev(void* self) {
    ricochet::preload::destroySolver(self, __builtin_return_address(0));
}
RICOCHET_INTERPOSES void _ZN35btSequentialImpulseConstraintSolverD2Ev(void* self) {
    ricochet::preload::destroySolver(self, __builtin_return_address(0));
}
