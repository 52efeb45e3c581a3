// Comes before Bullet's libBulletCollision in symbol resolution, so that each btCollisionDispatcher of a
// program, also of a derived class, is constructed and destroyed through this library, and each
// btSequentialImpulseConstraintSolver solves and is destroyed through it; algorithms that the program
// registers later come second. It does not depend on Bullet's
// precision; the registrar that it opens does.

#include "plugin/preload/registrar_library.h"
#include "plugin/preload/static_bullet.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <mutex>
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

void say(const std::string& line) { dprintf(STDERR_FILENO, "ricochet: %s\n", line.c_str()); }

/// Bullet's own function, to which the caller would be linked without this library: the next one in the
/// program's scope; for a plugin that loaded Bullet only for itself, the one in the plugin's scope.
void* bulletsOwn(const char* symbol, void* caller) {
    if (void* next = dlsym(RTLD_NEXT, symbol)) return next;
    Dl_info info;
    void* plugin = dladdr(caller, &info) != 0 ? dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD) : nullptr;
    if (void* own = plugin != nullptr ? dlsym(plugin, symbol) : nullptr) return own;
    say(std::string("Bullet's own ") + symbol + " cannot be found.");
    std::abort();
}

/// The dispatchers of the process.
struct Preloaded {
    std::mutex mutex;
    pid_t process = 0;       ///< that made the last dispatcher; 0: none
    bool hasServed = false;  ///< a dispatcher
    std::atomic<bool> saidRestored = false;
    RegistrarLibrary registrar;
};

/// Never destroyed, so that dispatchers may be destroyed at any time while the program ends.
Preloaded& preloaded() {
    static Preloaded* const state = new Preloaded;
    return *state;
}

/// Whether this thread's calls that register algorithms are ours.
thread_local bool registersOurs = false;

/// The first dispatcher opens the registrar and prints the result.
void serve(void* dispatcher, const void* constructor) {
    Preloaded& state = preloaded();
    const std::lock_guard lock(state.mutex);
    const bool isFirst = state.process == 0;
    state.process = getpid();
    if (isFirst) state.registrar = openRegistrar(libraryOf(constructor));
    std::string error = state.registrar.error;
    if (error.empty()) {
        registersOurs = true;
        const char* answer = state.registrar.registerDispatcher(dispatcher);
        registersOurs = false;
        error = answer != nullptr ? answer : "";
    }
    state.hasServed |= error.empty();
    if (isFirst && error.empty()) say(std::string("preloaded: ") + state.registrar.description());
    if (isFirst && !error.empty()) say("not preloaded: " + error);
}

void dismiss(void* dispatcher) {
    Preloaded& state = preloaded();
    const std::lock_guard lock(state.mutex);
    registersOurs = true;
    if (state.registrar.unregisterDispatcher) state.registrar.unregisterDispatcher(dispatcher);
    registersOurs = false;
}

/// One of the registrar's functions, or null as long as there is no registrar.
template <class Function>
Function registrars(Function RegistrarLibrary::*function) {
    Preloaded& state = preloaded();
    const std::lock_guard lock(state.mutex);
    return state.registrar.*function;
}

/// Bullet's function returns a btScalar; a double passes on a float's bits, and its zero is a float's.
double solve(const RicochetSolverCall& call, void* caller) {
    const auto registrar = registrars(&RegistrarLibrary::solve);
    if (registrar && registrar(&call)) return 0;
    using Own = double (*)(void*, void*, int, void*, int, void*, int, const void*, void*, void*);
    return reinterpret_cast<Own>(bulletsOwn(kSolve, caller))(
        call.solver, call.bodies, call.bodyCount, call.manifolds, call.manifoldCount, call.constraints,
        call.constraintCount, call.info, call.debugDrawer, call.dispatcher);
}

/// A program that registers algorithms after its dispatcher is made would replace ours, for example by those
/// of GImpact: they serve what is left to Bullet.
void registerFunction(const char* symbol, void* dispatcher, int type0, int type1, void* function,
                      void* caller) {
    reinterpret_cast<void (*)(void*, int, int, void*)>(bulletsOwn(symbol, caller))(dispatcher, type0, type1,
                                                                                   function);
    if (registersOurs) return;
    const auto restore = registrars(&RegistrarLibrary::restore);
    if (!restore) return;
    registersOurs = true;
    const int count = restore(dispatcher);
    registersOurs = false;
    if (count > 0 && !preloaded().saidRestored.exchange(true)) {
        say("the program registers algorithms of its own: they serve the pairs that Ricochet does not.");
    }
}

void destroySolver(void* solver, void* caller) {
    if (const auto forget = registrars(&RegistrarLibrary::forgetSolver)) forget(solver);
    reinterpret_cast<void (*)(void*)>(bulletsOwn(kSolverDestructor, caller))(solver);
}

void construct(void* dispatcher, void* configuration, void* caller) {
    void* const own = bulletsOwn(kConstructor, caller);
    reinterpret_cast<void (*)(void*, void*)>(own)(dispatcher, configuration);
    serve(dispatcher, own);
}

void destroy(void* dispatcher, void* caller) {
    dismiss(dispatcher);
    reinterpret_cast<void (*)(void*)>(bulletsOwn(kDestructor, caller))(dispatcher);
}

/// The reason why a program ended without an intercepted dispatcher.
std::string reasonForNone() {
    const std::string withBullet = findStaticBullet();
    if (!withBullet.empty()) return "Bullet is linked statically into " + withBullet + ".";
    if (!loadedBulletCollision().empty()) return "the program made no btCollisionDispatcher.";
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
    Preloaded& state = preloaded();
    if (state.process == getpid()) {
        if (state.hasServed) say(state.registrar.summary());
    } else if (state.process == 0 && isTheProgram()) {
        std::string reason = reasonForNone();
        if (hadChildren()) reason += " Those of its child processes that do print lines of their own.";
        say("not preloaded: " + reason);
    }
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
