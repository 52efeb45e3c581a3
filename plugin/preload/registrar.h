#pragma once

// The interface of the registrar of one precision, libricochet-preload-float.so or -double.so, for the
// preloaded library, which has no precision and finds these functions by name.

extern "C" {

/// Registers our algorithms for this btCollisionDispatcher, with the environment's settings. Null, or the
/// reason why Bullet's own stay; valid until the next call.
const char* ricochetPreloadRegister(void* dispatcher);

/// What btConstraintSolver::solveGroup gets. `solver`: a btSequentialImpulseConstraintSolver.
struct RicochetSolverCall {
    void* solver;
    bool isDerived;  ///< from that class by us
    void* bodies;
    int bodyCount;
    void* manifolds;
    int manifoldCount;
    void* constraints;
    int constraintCount;
    const void* info;
    void* debugDrawer;
    void* dispatcher;
};

/// Solves a group in small steps. False, and nothing has happened, if the environment does not ask for them
/// or the solver is of a class that the program derived. Any number of threads may call it, each with another
/// solver.
bool ricochetPreloadSolve(const RicochetSolverCall* call);

/// Call it before a btSequentialImpulseConstraintSolver is destroyed.
void ricochetPreloadForgetSolver(void* solver);

/// Call it after the program has registered algorithms of its own: ours serve the pairs with a mesh again,
/// and theirs the others. Returns how many entries of the dispatcher's tables were theirs.
int ricochetPreloadRestore(void* dispatcher);

/// Call it before the dispatcher is destroyed.
void ricochetPreloadUnregister(void* dispatcher);

/// "narrow phase wide-tree, float Bullet": the last registration.
const char* ricochetPreloadDescription();

/// "served 12 pairs of shapes …": what has happened to the pairs of all dispatchers so far. Valid until the
/// next call.
const char* ricochetPreloadSummary();
}
