#include "plugin/preload/registrar.h"

#include "adapters/function_table.h"
#include "plugin/locked.h"
#include "plugin/preload/environment.h"

#include <BulletCollision/CollisionDispatch/btCollisionDispatcher.h>
#include <ricochet/registration.h>
#include <ricochet/small_steps_solver.h>

#include <atomic>
#include <exception>
#include <memory>
#include <unordered_map>

namespace ricochet::preload {
namespace {

/// The result of the last call; dispatchers are created by one thread at a time. Never destroyed, so that
/// they may be while the program ends; nor is the next text.
std::string& answer() {
    static std::string& text = *new std::string;
    return text;
}

std::string& description() {
    static std::string& text = *new std::string;
    return text;
}

/// Whether the environment asks for small steps.
std::atomic<bool> takesSmallSteps = false;

/// What solves for the program's sequential solvers, by these. Never destroyed, so that solvers may be
/// destroyed at any time while the program ends.
auto& smallStepsSolvers() {
    using Solvers = std::unordered_map<const void*, std::unique_ptr<SmallStepsSolver>>;
    static auto* const solvers = new Locked<Solvers>;
    return *solvers;
}

SmallStepsSolver& smallStepsSolver(const void* programs) {
    return smallStepsSolvers().with([&](auto& made) -> SmallStepsSolver& {
        std::unique_ptr<SmallStepsSolver>& ours = made[programs];
        if (!ours) ours = std::make_unique<SmallStepsSolver>();
        return *ours;
    });
}

std::string registerAsAsked(btCollisionDispatcher* dispatcher) {
    const Request request = readEnvironment();
    if (!request.error.empty()) return request.error;
    description() = "narrow phase " + request.narrowPhase + (request.smallSteps ? ", small steps" : "") +
                    (sizeof(btScalar) == sizeof(float) ? ", float Bullet" : ", double Bullet");
    const std::string error = registerAlgorithms(dispatcher, request);
    if (error.empty()) takesSmallSteps = request.smallSteps;
    return error;
}

std::string number(long long count, const std::string& noun) {
    return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

/// "30 pairs are left to Bullet: 28 without a mesh, 2 by a setting"; empty if there are none.
std::string pairsLeft(const Statistics& all) {
    std::string text;
    long long sum = 0;
    for (const auto& [count, why] :
         {std::pair(all.leftWithoutMesh, " without a mesh"), std::pair(all.leftBySetting, " by a setting"),
          std::pair(all.leftUnserved, " of a mesh and a shape that it does not know")}) {
        if (count == 0) continue;
        text += (text.empty() ? ": " : ", ") + std::to_string(count) + why;
        sum += count;
    }
    return sum == 0 ? "" : number(sum, "pair") + " left to Bullet" + text;
}

std::string summarize(const Statistics& all) {
    const std::string left = pairsLeft(all);
    std::string text = all.begunPairs == 0
                           ? "served none: " + (left.empty() ? "no two shapes came close" : left)
                           : "served " + number(all.begunPairs, "pair") + " of shapes, " +
                                 number(all.pairs, "time") + ", with " + number(all.contacts, "contact") +
                                 (left.empty() ? "" : "; " + left);
    if (all.tookBack > 0) text += "; took back " + std::to_string(all.tookBack) + " entries of its tables";
    return text + ".";
}

bool isDerived(const btSequentialImpulseConstraintSolver& solver) {
    static const FunctionTable bullets = functionTable(btSequentialImpulseConstraintSolver());
    return functionTable(solver) != bullets;
}

}  // namespace
}  // namespace ricochet::preload

RICOCHET_API const char* ricochetPreloadRegister(void* dispatcher) {
    std::string& answer = ricochet::preload::answer();
    try {
        answer = ricochet::preload::registerAsAsked(static_cast<btCollisionDispatcher*>(dispatcher));
    } catch (const std::exception& error) {
        answer = error.what();
    }
    return answer.empty() ? nullptr : answer.c_str();
}

RICOCHET_API bool ricochetPreloadSolve(const RicochetSolverCall* call) {
    if (!ricochet::preload::takesSmallSteps) return false;
    auto* const program = static_cast<btSequentialImpulseConstraintSolver*>(call->solver);
    if (!call->isDerived && ricochet::preload::isDerived(*program)) return false;
    ricochet::preload::smallStepsSolver(program).solveGroup(
        static_cast<btCollisionObject**>(call->bodies), call->bodyCount,
        static_cast<btPersistentManifold**>(call->manifolds), call->manifoldCount,
        static_cast<btTypedConstraint**>(call->constraints), call->constraintCount,
        *static_cast<const btContactSolverInfo*>(call->info), static_cast<btIDebugDraw*>(call->debugDrawer),
        static_cast<btDispatcher*>(call->dispatcher));
    return true;
}

RICOCHET_API void ricochetPreloadForgetSolver(void* solver) {
    // Its destructor is Bullet's in the end, which is intercepted like the program's: outside the lock.
    const auto ours =
        ricochet::preload::smallStepsSolvers().with([&](auto& made) { return made.extract(solver); });
}

RICOCHET_API int ricochetPreloadRestore(void* dispatcher) {
    return ricochet::restoreRegistration(*static_cast<btCollisionDispatcher*>(dispatcher));
}

RICOCHET_API void ricochetPreloadUnregister(void* dispatcher) {
    ricochet::unregisterAlgorithms(static_cast<btCollisionDispatcher*>(dispatcher));
}

RICOCHET_API const char* ricochetPreloadDescription() { return ricochet::preload::description().c_str(); }

RICOCHET_API const char* ricochetPreloadSummary() {
    std::string& answer = ricochet::preload::answer();
    answer = ricochet::preload::summarize(ricochet::statistics());
    return answer.c_str();
}
