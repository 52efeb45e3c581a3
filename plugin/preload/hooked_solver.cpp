// Where a hooked program makes a btSequentialImpulseConstraintSolver, the linker's --wrap has it made here:
// of a class that differs in its virtual functions alone, which lead to the registrar. Solvers of derived
// classes call the base-object constructor, which is Bullet's.

#include "plugin/preload/registrar.h"

#include <BulletDynamics/ConstraintSolver/btSequentialImpulseConstraintSolver.h>

#include <new>

namespace {

struct HookedSolver final : btSequentialImpulseConstraintSolver {
    ~HookedSolver() override { ricochetPreloadForgetSolver(this); }

    btScalar solveGroup(btCollisionObject** bodies, int bodyCount, btPersistentManifold** manifolds,
                        int manifoldCount, btTypedConstraint** constraints, int constraintCount,
                        const btContactSolverInfo& info, btIDebugDraw* debugDrawer,
                        btDispatcher* dispatcher) override {
        const RicochetSolverCall call{.solver = this,
                                      .isDerived = true,
                                      .bodies = bodies,
                                      .bodyCount = bodyCount,
                                      .manifolds = manifolds,
                                      .manifoldCount = manifoldCount,
                                      .constraints = constraints,
                                      .constraintCount = constraintCount,
                                      .info = &info,
                                      .debugDrawer = debugDrawer,
                                      .dispatcher = dispatcher};
        if (ricochetPreloadSolve(&call)) return 0;
        return btSequentialImpulseConstraintSolver::solveGroup(bodies, bodyCount, manifolds, manifoldCount,
                                                               constraints, constraintCount, info,
                                                               debugDrawer, dispatcher);
    }
};
static_assert(sizeof(HookedSolver) == sizeof(btSequentialImpulseConstraintSolver));

}  // namespace

extern "C" void __wrap__ZN35btSequentialImpulseConstraintSolverC1Ev(void* self) { new (self) HookedSolver; }

// A solver on the stack is destroyed by its own class's destructor.
extern "C" void __real__ZN35btSequentialImpulseConstraintSolverD1Ev(void* self);
extern "C" void __wrap__ZN35btSequentialImpulseConstraintSolverD1Ev(void* self) {
    ricochetPreloadForgetSolver(self);
    __real__ZN35btSequentialImpulseConstraintSolverD1Ev(self);
}
