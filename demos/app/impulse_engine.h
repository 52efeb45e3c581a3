// The engine of Lin, Manocha, Cohen, Gottschalk, 1996, section 5: "At each time step, the contact polygons
// were found by the collision detection algorithm, an impulse was applied to the object at each contact
// before advancing the clock." Impulses act only after polygons have met, so bodies meet again and again.
#pragma once

#include "algorithms/geometry/narrow_phase.h"
#include "demos/scenes/scene.h"

#include <memory>

namespace ricochet::app {

/// Moves the one mesh of a scene that moves, among one that stands, by impulses alone: gravity, start and
/// restitution are the scene's, contacts are pairs of faces that intersect. The body's transform and
/// velocities in the Bullet world are those of each step, so that it is drawn and measured as usual.
class ImpulseEngine {
public:
    /// Fails with an error message if the scene does not consist of one static and one moving mesh.
    static Result<std::unique_ptr<ImpulseEngine>> create(scenes::Scene& scene,
                                                         std::shared_ptr<const NarrowPhase> detection);

    /// Finds the contacts, applies an impulse at each, and moves the body.
    void step(Real seconds);

    /// Counters of the detection, summed over all steps.
    const Counters& counters() const { return memory_.counters; }
    std::size_t contacts() const { return contacts_.size(); }  ///< in the last step
    // Thread CPU time of the detection: of the last step, and of all.
    double milliseconds() const { return milliseconds_; }
    double totalMilliseconds() const { return totalMilliseconds_; }

private:
    ImpulseEngine(btRigidBody& standing, btRigidBody& moving, std::shared_ptr<const NarrowPhase> detection,
                  std::shared_ptr<const CollisionModel> standingModel,
                  std::shared_ptr<const CollisionModel> movingModel);

    void findContacts();
    void bounce(const Vec3& point, const Vec3& normal);
    void move(Real seconds);
    void show() const;
    Matrix3 worldInverseInertia() const;

    std::shared_ptr<const NarrowPhase> detection_;
    std::shared_ptr<const CollisionModel> standingModel_, movingModel_;
    btRigidBody& body_;
    MeshInstance ground_;
    Pose pose_;
    Vec3 velocity_, spin_;  ///< metres and radians per second
    Real restitution_;
    PairMemory memory_;
    FacePairs contacts_;  ///< the moving body is A
    double milliseconds_ = 0, totalMilliseconds_ = 0;
};

}  // namespace ricochet::app
