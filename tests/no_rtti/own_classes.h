#pragma once

#include <BulletCollision/CollisionDispatch/btEmptyCollisionAlgorithm.h>
#include <BulletCollision/NarrowPhaseCollision/btRaycastCallback.h>
#include <btBulletDynamicsCommon.h>
#include <ricochet/ricochet.h>

#if defined(__GXX_RTTI) || defined(_CPPRTTI)
#error "This program is to be compiled without run-time type information."
#endif

/// Classes of a program without run-time type information, derived from Bullet's and from ours.
namespace ricochet::test::own {

struct Dispatcher final : btCollisionDispatcher {
    using btCollisionDispatcher::btCollisionDispatcher;
    bool needsCollision(const btCollisionObject* a, const btCollisionObject* b) override {
        ++questions;
        return btCollisionDispatcher::needsCollision(a, b);
    }
    int questions = 0;
};

/// Not of Bullet's class, and much smaller.
struct Forwarder final : btDispatcher {
    explicit Forwarder(btDispatcher& to) : inner(to) {}
    btCollisionAlgorithm* findAlgorithm(const btCollisionObjectWrapper* a, const btCollisionObjectWrapper* b,
                                        btPersistentManifold* shared, ebtDispatcherQueryType type) override {
        return inner.findAlgorithm(a, b, shared, type);
    }
    btPersistentManifold* getNewManifold(const btCollisionObject* a, const btCollisionObject* b) override {
        return inner.getNewManifold(a, b);
    }
    void releaseManifold(btPersistentManifold* manifold) override { inner.releaseManifold(manifold); }
    void clearManifold(btPersistentManifold* manifold) override { inner.clearManifold(manifold); }
    bool needsCollision(const btCollisionObject* a, const btCollisionObject* b) override {
        return inner.needsCollision(a, b);
    }
    bool needsResponse(const btCollisionObject* a, const btCollisionObject* b) override {
        return inner.needsResponse(a, b);
    }
    void dispatchAllCollisionPairs(btOverlappingPairCache* pairs, const btDispatcherInfo& info,
                                   btDispatcher*) override {
        inner.dispatchAllCollisionPairs(pairs, info, &inner);
    }
    int getNumManifolds() const override { return inner.getNumManifolds(); }
    btPersistentManifold* getManifoldByIndexInternal(int i) override {
        return inner.getManifoldByIndexInternal(i);
    }
    btPersistentManifold** getInternalManifoldPointer() override {
        return inner.getInternalManifoldPointer();
    }
    btPoolAllocator* getInternalManifoldPool() override { return inner.getInternalManifoldPool(); }
    const btPoolAllocator* getInternalManifoldPool() const override {
        return inner.getInternalManifoldPool();
    }
    void* allocateCollisionAlgorithm(int size) override { return inner.allocateCollisionAlgorithm(size); }
    void freeCollisionAlgorithm(void* memory) override { inner.freeCollisionAlgorithm(memory); }

    btDispatcher& inner;
};

/// Solvers derived from Bullet's and from ours.
template <class Base>
struct DerivedSolver final : Base {
    btScalar solveGroup(btCollisionObject** bodies, int bodyCount, btPersistentManifold** manifolds,
                        int manifoldCount, btTypedConstraint** constraints, int constraintCount,
                        const btContactSolverInfo& info, btIDebugDraw* drawer,
                        btDispatcher* dispatcher) override {
        ++calls;
        return Base::solveGroup(bodies, bodyCount, manifolds, manifoldCount, constraints, constraintCount,
                                info, drawer, dispatcher);
    }
    int calls = 0;
};
using SequentialSolver = DerivedSolver<btSequentialImpulseConstraintSolver>;
using SmallSteps = DerivedSolver<SmallStepsSolver>;

/// Returns the type of Bullet's solver, and is not derived from it.
struct ForwardingSolver final : btConstraintSolver {
    btScalar solveGroup(btCollisionObject** bodies, int bodyCount, btPersistentManifold** manifolds,
                        int manifoldCount, btTypedConstraint** constraints, int constraintCount,
                        const btContactSolverInfo& info, btIDebugDraw* drawer,
                        btDispatcher* dispatcher) override {
        return inner.solveGroup(bodies, bodyCount, manifolds, manifoldCount, constraints, constraintCount,
                                info, drawer, dispatcher);
    }
    void reset() override { inner.reset(); }
    btConstraintSolverType getSolverType() const override { return inner.getSolverType(); }

    btSequentialImpulseConstraintSolver inner;
};

struct Broadphase final : SweepAndPruneBroadphase {
    void calculateOverlappingPairs(btDispatcher* dispatcher) override {
        ++calls;
        SweepAndPruneBroadphase::calculateOverlappingPairs(dispatcher);
    }
    int calls = 0;
};

/// A concave shape of the type that ours has.
struct Mesh final : btConcaveShape {
    explicit Mesh(const btConcaveShape& faces) : inner(faces) { m_shapeType = FAST_CONCAVE_MESH_PROXYTYPE; }
    void processAllTriangles(btTriangleCallback* callback, const btVector3& aabbMin,
                             const btVector3& aabbMax) const override {
        inner.processAllTriangles(callback, aabbMin, aabbMax);
    }
    void getAabb(const btTransform& at, btVector3& aabbMin, btVector3& aabbMax) const override {
        inner.getAabb(at, aabbMin, aabbMax);
    }
    void setLocalScaling(const btVector3&) override {}
    const btVector3& getLocalScaling() const override { return inner.getLocalScaling(); }
    void calculateLocalInertia(btScalar, btVector3& inertia) const override { inertia.setZero(); }
    const char* getName() const override { return "OWN MESH"; }
    const btConcaveShape& inner;
};

/// A polyhedron of the type of a program's own.
struct Polyhedron final : btConvexHullShape {
    using btConvexHullShape::btConvexHullShape;
    void asOwn() { m_shapeType = CUSTOM_POLYHEDRAL_SHAPE_TYPE; }
    const char* getName() const override { return "OWN POLYHEDRON"; }
};

struct ContactCounter final : btCollisionWorld::ContactResultCallback {
    btScalar addSingleResult(btManifoldPoint&, const btCollisionObjectWrapper*, int, int,
                             const btCollisionObjectWrapper*, int, int) override {
        ++points;
        return 0;
    }
    int points = 0;
};

struct Result final : btManifoldResult {
    using btManifoldResult::btManifoldResult;
    void addContactPoint(const btVector3&, const btVector3&, btScalar) override { ++points; }
    int points = 0;
};

struct Ray final : btTriangleRaycastCallback {
    using btTriangleRaycastCallback::btTriangleRaycastCallback;
    btScalar reportHit(const btVector3&, btScalar fraction, int, int) override {
        ++hits;
        return m_hitFraction = fraction;
    }
    int hits = 0;
};

struct TriangleCounter final : btTriangleCallback {
    void processTriangle(btVector3*, int, int) override { ++triangles; }
    int triangles = 0;
};

/// Makes algorithms without contacts.
struct CreateFunction final : btCollisionAlgorithmCreateFunc {
    btCollisionAlgorithm* CreateCollisionAlgorithm(btCollisionAlgorithmConstructionInfo& info,
                                                   const btCollisionObjectWrapper*,
                                                   const btCollisionObjectWrapper*) override {
        return new (info.m_dispatcher1->allocateCollisionAlgorithm(sizeof(btEmptyAlgorithm)))
            btEmptyAlgorithm(info);
    }
};

struct Drawer final : btIDebugDraw {
    void drawLine(const btVector3&, const btVector3&, const btVector3&) override { ++lines; }
    void drawContactPoint(const btVector3&, const btVector3&, btScalar, int, const btVector3&) override {}
    void reportErrorWarning(const char*) override {}
    void draw3dText(const btVector3&, const char*) override {}
    void setDebugMode(int) override {}
    int getDebugMode() const override { return 0; }
    int lines = 0;
};

}  // namespace ricochet::test::own
