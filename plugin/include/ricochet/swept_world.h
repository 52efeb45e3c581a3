#pragma once

#include <BulletDynamics/Dynamics/btDiscreteDynamicsWorld.h>
#include <ricochet/precision.h>

#include <memory>

namespace ricochet {
inline namespace RICOCHET_PUBLIC_NAMESPACE {

/// Counted since the world was made.
struct SweptStatistics {
    long long pairs = 0;           ///< pairs of bodies that were swept
    long long shortenedSteps = 0;  ///< steps of single bodies that ended early
};

/// What a SweptWorld does about one integration: looks at where bodies were before and are after it, and
/// takes those that hit something back to where they hit it. For one world.
class SweptStep {
public:
    SweptStep();
    ~SweptStep();
    SweptStep(const SweptStep&) = delete;
    SweptStep& operator=(const SweptStep&) = delete;

    void begin(btCollisionWorld& world);
    void end(btCollisionWorld& world);
    SweptStatistics statistics() const;

private:
    class Implementation;
    std::unique_ptr<Implementation> implementation_;
};

/// A world in which no mesh body goes through another one, however thin and fast: a body that would is
/// stopped just before, turning and moving others included, and loses the rest of the step; the next step's
/// contacts do the rest. `Base` is btDiscreteDynamicsWorld or derived from it, and constructed as usual.
///
/// Bodies that move less than an eighth of the smaller one's radius within the step, relative to one another,
/// are left alone: contacts hold these. Pairs as in `registerAlgorithms`, without planes, which nothing gets
/// behind; a world whose dispatcher has no algorithms of ours is its base. Kinematic bodies and links of
/// multi-bodies count as standing where they are at the end of the step.
template <class Base = btDiscreteDynamicsWorld>
class SweptWorld : public Base {
public:
    using Base::Base;
    SweptStatistics sweptStatistics() const { return swept_.statistics(); }

protected:
    void integrateTransforms(btScalar timeStep) override {
        swept_.begin(*this);
        Base::integrateTransforms(timeStep);
        swept_.end(*this);
    }

private:
    SweptStep swept_;
};

}  // namespace RICOCHET_PUBLIC_NAMESPACE
}  // namespace ricochet
