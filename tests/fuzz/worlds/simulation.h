#pragma once

#include "tests/fuzz/choices.h"
#include "tests/threads/thread_scheduler.h"

#include <BulletSoftBody/btSoftBody.h>
#include <btBulletDynamicsCommon.h>
#include <ricochet/ricochet.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

class btMultiBody;
class btMultiBodyLinkCollider;
class btDeformableBodySolver;
class btDeformableLagrangianForce;
class btDeformableMultiBodyDynamicsWorld;
class btSoftRigidDynamicsWorld;

namespace ricochet::fuzz {

extern const std::vector<std::string> kWorlds;

/// A world of one of several kinds, with our algorithms registered, and what it is made of.
class Simulation {
public:
    /// Of the kind `kind`; nothing: of any kind. `threads` of the library, and of Bullet where it has them.
    Simulation(Choices& random, btScalar scale, int threads, std::optional<int> kind = {});
    ~Simulation();
    Simulation(const Simulation&) = delete;
    Simulation& operator=(const Simulation&) = delete;

    btDiscreteDynamicsWorld& world() { return *world_; }
    btCollisionDispatcher& dispatcher() { return *dispatcher_; }
    int kind() const { return kind_; }
    /// Whether Bullet's threads, where it has them, serve its pairs, each at any time within a step.
    bool isThreaded() const;
    bool isOfSoftBodies() const;
    /// Whether its cloth is one of Bullet's deformable bodies. Bullet's own contacts of these with what is
    /// far away or not finite read beyond its field of distances.
    bool isDeformable() const { return isDeformable_; }
    /// Whether Bullet's own contact of a deformable node with a convex body has no normal, in the last step:
    /// its table of distances has none where the node is. It makes bodies not finite, for which the table is
    /// read out of its bounds in the next step.
    bool hasContactWithoutNormal() const;
    bool isRegistered() const { return isRegistered_; }
    /// Whether all pairs with polyhedra are ours, so that a shape may be exchanged while its pairs exist.
    bool servesConvexPairs() const { return isRegistered_ && servesConvexPairs_; }

    void add(btCollisionObject& object);
    void remove(btCollisionObject& object);
    void cleanPairs(btCollisionObject& object);
    /// Pairs are cleaned first.
    void setRegistered(Choices& random, bool isRegistered);
    bool migrateToAnotherBroadphase(Choices& random);
    /// A chain of links, or a patch of cloth. Whether this kind of world has them.
    bool addOrRemoveLinks(Choices& random, const std::vector<btCollisionShape*>& shapes);
    bool addOrRemoveCloth(Choices& random);
    /// Bullet keeps distances of soft bodies to a convex shape by its address, until the program says that
    /// the shape has changed or is gone.
    void forgetDistances();

    const btSoftBody* cloth() const { return cloth_.get(); }
    const btMultiBody* links() const { return links_.get(); }

private:
    Settings randomSettings(Choices& random);
    std::unique_ptr<btBroadphaseInterface> randomBroadphase(Choices& random) const;

    void makeDispatcher();
    void removeLinks();
    void removeCloth();
    void makeCloth(btSoftBodyWorldInfo& info, Choices& random);
    btSoftRigidDynamicsWorld& softWorld();
    btDeformableMultiBodyDynamicsWorld& deformableWorld();

    int kind_;
    btScalar scale_;
    int threads_;
    bool isDeformable_ = false;  ///< the cloth of a world with soft bodies
    bool isRegistered_ = false, servesConvexPairs_ = false;
#if BT_THREADSAFE
    std::unique_ptr<test::ThreadScheduler> scheduler_;
#endif
    std::unique_ptr<btDefaultCollisionConfiguration> configuration_;
    std::unique_ptr<btCollisionDispatcher> dispatcher_;
    std::unique_ptr<btOverlappingPairCallback> ghostCallback_;
    std::unique_ptr<btBroadphaseInterface> broadphase_;
    std::unique_ptr<btDeformableBodySolver> deformableSolver_;
    std::unique_ptr<btConstraintSolver> solver_;
    std::unique_ptr<SoftBodySolver> softSolver_;  ///< of worlds with soft bodies; null: Bullet's own
    std::unique_ptr<btDiscreteDynamicsWorld> world_;
    std::unique_ptr<btSoftBody> cloth_;
    std::vector<std::unique_ptr<btDeformableLagrangianForce>> forces_;  ///< on a deformable cloth
    std::unique_ptr<btMultiBody> links_;
    std::vector<std::unique_ptr<btMultiBodyLinkCollider>> colliders_;
};

}  // namespace ricochet::fuzz
