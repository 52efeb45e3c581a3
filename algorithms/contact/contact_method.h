#pragma once

#include "algorithms/contact/contact.h"
#include "algorithms/geometry/rigid_motion.h"
#include "algorithms/geometry/round_shape.h"
#include "algorithms/geometry/swept_contact.h"

#include <memory>
#include <optional>
#include <span>

namespace ricochet {

/// What a contact method prepared of a convex body, once for a shape; read-only, and of that method's kind.
class ConvexModel {
public:
    virtual ~ConvexModel() = default;
    /// Metres: no point of the body is farther from the origin of its frame.
    virtual Real radius() const = 0;
};

/// One body of a pair, with what is known of its shape: a mesh, a round shape or a convex body. Refers to
/// these, owns none.
struct ContactBody {
    const Model* model = nullptr;             ///< null: it has no mesh
    const ContactSurface* surface = nullptr;  ///< of the mesh
    const RoundShape* round = nullptr;        ///< null: it is not round
    const ConvexModel* convex = nullptr;      ///< null: it is no convex body, or is taken for a mesh
    Pose pose;
    BodyMotion motion;

    Placed placed() const { return {model, pose}; }
};

/// A pair of bodies in a step or in a query.
struct ContactTask {
    ContactBody a, b;
    Real timeStep = 0;  ///< seconds; 0 for a query outside a simulation
    Real restGap = 0;   ///< metres between the surfaces at which bodies rest
    Real minimumQueryDistance =
        0;                     ///< metres: report contacts at least up to this distance beyond the rest gap
    bool isCompliant = false;  ///< contacts are springs: bodies may rest deep in one another
    bool looksAhead = true;  ///< whether what is met within the step becomes a contact, however far it is now
};

/// A pair of bodies in the course of a motion.
struct SweptTask {
    ContactBody a, b;  ///< their poses and motions are not looked at
    RigidMotion motionA, motionB;
};

/// The seam for pairs that yield contacts without face pairs, beside NarrowPhase. One of a pair may still be
/// a mesh, whose model is of the narrow phase that is handed in. Thread-safe: one method serves many pairs at
/// once; all that lives from step to step for a pair is in its memories.
class ContactMethod {
public:
    virtual ~ContactMethod() = default;

    /// The hull of points, in metres, in the body's frame; one sentence where there is none, or where the
    /// method does not serve convex bodies.
    virtual Result<std::shared_ptr<const ConvexModel>> buildConvex(std::span<const Vec3>) const {
        return tl::unexpected(std::string("this method does not serve convex bodies"));
    }

    /// Whether the bodies have moved too little since they were last seen apart to have contacts by now, or
    /// within the step where the task looks ahead; false where nothing is known of it. Cheap enough to be
    /// taken before all else in a step.
    virtual bool areStillApart(const ContactTask&, const PairMemory&) const { return false; }

    /// The contacts are in `memory.points` and `memory.patches`, as those of ricochet::findContacts. In a
    /// query (`timeStep` is 0), too, the deepest or nearest contact is among them.
    virtual void findContacts(const NarrowPhase& narrowPhase, const ContactTask& task,
                              const ContactSettings& settings, PairMemory& pairMemory,
                              ContactMemory& memory) const = 0;

    /// The first contact in the course of the motions: at time 0 where the bodies cross from the start. May
    /// be early, never late.
    virtual std::optional<SweptContact> firstContact(const NarrowPhase& narrowPhase, const SweptTask& task,
                                                     const SweptSettings& settings,
                                                     PairMemory& memory) const = 0;
};

}  // namespace ricochet
