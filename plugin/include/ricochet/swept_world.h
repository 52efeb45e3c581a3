#pragma once

#include <BulletDynamics/Dynamics/btDiscreteDynamicsWorld.h>
#include <ricochet/precision.h>

#include <memory>
#include <utility>
#include <vector>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

struct PairContext;

/// Counted since the world was made.
struct SweptStatistics {
    long long pairs = 0;           ///< pairs of bodies that were swept
    long long shortenedSteps = 0;  ///< steps of single bodies that ended early
    long long coarsePairs = 0;     ///< of `pairs`, those of too many faces near one another: the bodies stop
                                   ///< where the search ended, before they touch
};

/// What a SweptWorld does around one integration: compares the poses before and after it, and moves bodies
/// that hit something back to their first impact. For one world.
class RICOCHET_API SweptStep {
public:
    SweptStep();
    ~SweptStep();
    SweptStep(const SweptStep&) = delete;
    SweptStep& operator=(const SweptStep&) = delete;

    /// Before the integration.
    void begin(btCollisionWorld& world);
    /// After the integration, of the same world.
    void end(btCollisionWorld& world);
    /// Extends the boxes of soft bodies by the positions of their nodes before the step: Bullet's boxes are
    /// those after it.
    static void includePaths(btCollisionWorld& world);
    /// Since it was made.
    SweptStatistics statistics() const { return statistics_; }

private:
    std::shared_ptr<PairContext> context_;
    std::vector<std::pair<btRigidBody*, btTransform>> starts_;  ///< with their poses at the beginning
    SweptStatistics statistics_;
};

/// A world in which no mesh body tunnels through another one, however thin and fast. A body that would is
/// stopped just before the impact and loses the rest of its motion in that step; the next step's contacts
/// take over. Rotation and moving obstacles are included. `Base` is btDiscreteDynamicsWorld or derived from
/// it, and constructed as usual.
///
/// Bodies that move less than an eighth of the smaller one's radius in the step, relative to one another, are
/// left to contacts. Pairs are those of `registerAlgorithms` except planes, which nothing passes. Without
/// registered algorithms the world behaves like `Base`. Kinematic bodies and links of multi-bodies count as
/// standing at their poses at the end of the step. With a base for soft bodies, nodes of these stay on their
/// side of a mesh at any speed; elsewhere Bullet's boxes miss some that pass a thin mesh within one step.
template <class Base = btDiscreteDynamicsWorld>
class RICOCHET_API SweptWorld : public Base {
public:
    using Base::Base;
    /// Since the world was made. Call it between steps.
    SweptStatistics sweptStatistics() const { return swept_.statistics(); }

    /// As in `Base`, and boxes of soft bodies include their paths.
    void updateAabbs() override {
        SweptStep::includePaths(*this);
        Base::updateAabbs();
    }

protected:
    /// As in `Base`, and bodies that hit something are moved back.
    void integrateTransforms(btScalar timeStep) override {
        swept_.begin(*this);
        Base::integrateTransforms(timeStep);
        swept_.end(*this);
    }

private:
    SweptStep swept_;
};

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
