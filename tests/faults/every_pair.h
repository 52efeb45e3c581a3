#pragma once

#include "tests/support/bullet_mesh.h"

#include <BulletSoftBody/btSoftBodyRigidBodyCollisionConfiguration.h>
#include <BulletSoftBody/btSoftRigidDynamicsWorld.h>
#include <btBulletDynamicsCommon.h>
#include <ricochet/ricochet.h>

#include <memory>
#include <vector>

namespace ricochet::faults {

struct EveryPairOptions {
    int threads = 1;
    bool hasSmallSteps = true;  ///< the solver, and SoftBodySolver; else they are Bullet's
};

/// A world with a pair of each kind that Ricochet serves, near one another at the start: meshes, round
/// shapes, hulls, compounds, cloth and a plane with meshes, and hulls with one another.
class EveryPair {
public:
    explicit EveryPair(const EveryPairOptions& options);
    ~EveryPair();
    EveryPair(const EveryPair&) = delete;
    EveryPair& operator=(const EveryPair&) = delete;

    void step() { world_.stepSimulation(btScalar(1) / 60, 0); }
    /// Whether all states are finite and all bodies above the ground.
    bool isWhole() const;
    /// Pairs that Ricochet has served up to now.
    long long pairsServed() const { return statistics(dispatcher_).pairs; }
    int reports() const { return reports_; }  ///< that there was no memory

private:
    btRigidBody& add(btCollisionShape& shape, btScalar mass, const btVector3& at);

    test::BulletMesh plate_ = test::boxMesh(4, 1, 4), ring_ = test::torusMesh(btScalar(0.3), 12, 8),
                     block_ = test::boxMesh(btScalar(0.2), btScalar(0.2), btScalar(0.2));
    btBvhTriangleMeshShape floor_{&plate_.interface, true}, torus_{&ring_.interface, true},
        cube_{&block_.interface, true};
    btStaticPlaneShape plane_{btVector3(0, 1, 0), -2};
    btSphereShape sphere_{btScalar(0.2)};
    btCapsuleShape capsule_{btScalar(0.1), btScalar(0.3)};
    btBoxShape box_{btVector3(btScalar(0.2), btScalar(0.2), btScalar(0.2))};
    btConvexHullShape hull_;
    btCompoundShape compound_;
    btSoftBodyRigidBodyCollisionConfiguration configuration_;
    btCollisionDispatcher dispatcher_{&configuration_};
    SweepAndPruneBroadphase broadphase_;
    std::unique_ptr<btConstraintSolver> solver_;
    std::unique_ptr<btSoftBodySolver> softSolver_;
    btSoftRigidDynamicsWorld world_;
    std::vector<std::unique_ptr<btRigidBody>> bodies_;
    std::unique_ptr<btTypedConstraint> joint_;
    btSoftBody* cloth_ = nullptr;
    int reports_ = 0;
};

}  // namespace ricochet::faults
