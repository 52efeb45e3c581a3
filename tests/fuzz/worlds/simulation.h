#pragma once

#include "tests/support/random_geometry.h"

#include <BulletSoftBody/btSoftBody.h>
#include <btBulletDynamicsCommon.h>
#include <ricochet/ricochet.h>

#include <memory>
#include <string>
#include <vector>

class btMultiBody;
class btMultiBodyLinkCollider;

namespace ricochet::fuzz {

extern const std::vector<std::string> kWorlds;

/// A world of one of several kinds, with our algorithms registered, and what it is made of.
class Simulation {
public:
    Simulation(Random& random, btScalar scale, int threads);
    ~Simulation();
    Simulation(const Simulation&) = delete;
    Simulation& operator=(const Simulation&) = delete;

    btDiscreteDynamicsWorld& world() { return *world_; }
    btCollisionDispatcher& dispatcher() { return *dispatcher_; }
    int kind() const { return kind_; }
    bool isRegistered() const { return isRegistered_; }
    /// Whether all pairs with polyhedra are ours, so that a shape may be exchanged while its pairs exist.
    bool servesConvexPairs() const { return isRegistered_ && servesConvexPairs_; }

    void add(btCollisionObject& object);
    void remove(btCollisionObject& object);
    void cleanPairs(btCollisionObject& object);
    /// Pairs are cleaned first.
    void setRegistered(Random& random, bool isRegistered);
    bool migrateToAnotherBroadphase(Random& random);
    /// A chain of links, or a patch of cloth. Whether this kind of world has them, and has none yet.
    bool addLinks(Random& random, const std::vector<btCollisionShape*>& shapes);
    bool addCloth(Random& random);

    const btSoftBody* cloth() const { return cloth_.get(); }
    const btMultiBody* links() const { return links_.get(); }

private:
    Settings randomSettings(Random& random);
    std::unique_ptr<btBroadphaseInterface> randomBroadphase(Random& random) const;

    int kind_;
    btScalar scale_;
    int threads_;
    bool isRegistered_ = false, servesConvexPairs_ = false;
    std::unique_ptr<btDefaultCollisionConfiguration> configuration_;
    std::unique_ptr<btCollisionDispatcher> dispatcher_;
    std::unique_ptr<btOverlappingPairCallback> ghostCallback_;
    std::unique_ptr<btBroadphaseInterface> broadphase_;
    std::unique_ptr<btConstraintSolver> solver_;
    std::unique_ptr<btDiscreteDynamicsWorld> world_;
    std::unique_ptr<btSoftBody> cloth_;
    std::unique_ptr<btMultiBody> links_;
    std::vector<std::unique_ptr<btMultiBodyLinkCollider>> colliders_;
};

}  // namespace ricochet::fuzz
