#pragma once

#include "algorithms/contact/pair_input.h"
#include "algorithms/geometry/rigid_motion.h"
#include "algorithms/geometry/round_shape.h"
#include "algorithms/geometry/swept_contact.h"

#include <memory>
#include <optional>
#include <span>

namespace ricochet {

/// A convex body, prepared once per shape by a contact method. Read-only; its type depends on the method.
class ConvexModel {
public:
    virtual ~ConvexModel() = default;
    /// Metres: upper bound of the distance of the body's points from the origin of its frame.
    virtual Real radius() const = 0;
};

/// One body of a pair with its shape: a mesh, a round shape or a convex body. Does not own them.
struct ContactBody {
    const CollisionModel* model = nullptr;    ///< null: it has no mesh
    const ContactSurface* surface = nullptr;  ///< of the mesh
    const RoundShape* round = nullptr;        ///< null: it is not round
    const ConvexModel* convex = nullptr;      ///< null: it is not convex, or is handled as a mesh
    Pose pose;
    BodyMotion motion;

    MeshInstance placed() const { return {model, pose}; }
};

/// A pair of bodies in a step or in a query.
struct ContactTask {
    ContactBody a, b;
    Real timeStep = 0;  ///< seconds; 0 for a query outside a simulation
    Real restGap = 0;   ///< metres between the surfaces at which bodies rest
    /// Metres: contacts are reported at least up to this distance beyond the rest gap.
    Real minimumQueryDistance = 0;
    bool isCompliant = false;  ///< contacts are springs: bodies may rest deep in one another
    bool looksAhead = true;    ///< impacts within the step become contacts, however distant they are now
    std::span<const Neighbour> besideA = {}, besideB = {};  ///< as in ContactInput; likewise the next one
    bool removesInternalEdges = true;
};

/// The pair as meshes. Of a body that has none the model and surface are null.
inline ContactInput contactInputOf(const ContactTask& task) {
    ContactInput input{task.a.placed(), task.b.placed(), task.a.surface,
                       task.b.surface,  task.a.motion,   task.b.motion};
    input.timeStep = task.timeStep;
    input.restGap = task.restGap;
    input.minimumQueryDistance = task.minimumQueryDistance;
    input.isCompliant = task.isCompliant;
    input.besideA = task.besideA;
    input.besideB = task.besideB;
    input.removesInternalEdges = task.removesInternalEdges;
    return input;
}

/// A pair of moving bodies.
struct SweptTask {
    ContactBody a, b;  ///< their poses and motions are ignored
    RigidMotion motionA, motionB;
};

/// The interface for pairs whose contacts are computed without face pairs. One body of a pair may still be
/// a mesh; its model belongs to the narrow phase that is passed in. Thread-safe: one method serves many pairs
/// concurrently; all state of a pair from step to step is in its memories.
class ContactMethod {
public:
    virtual ~ContactMethod() = default;

    /// The hull of points, in metres, in the body's frame; an error message if there is none, or if the
    /// method does not handle convex bodies.
    virtual Result<std::shared_ptr<const ConvexModel>> buildConvex(std::span<const Vec3>) const {
        return tl::unexpected(std::string("this method does not support convex bodies"));
    }

    /// Whether the bodies have moved so little since they were last apart that they can have no contacts now,
    /// or within the step if the task looks ahead; false if unknown. Cheap: meant as the first test of a
    /// step.
    virtual bool areStillApart(const ContactTask&, const PairMemory&) const { return false; }

    /// Whether the contacts of two meshes come from the narrow phase's face pairs, as without a method. Then
    /// the caller adds contacts for impacts later in the step.
    virtual bool findsByFaces() const { return false; }

    /// Writes the contacts to `memory.points` and `memory.patches`, like ricochet::findContacts. They include
    /// the deepest or nearest contact, also in a query (`timeStep` is 0).
    virtual void findContacts(const NarrowPhase& narrowPhase, const ContactTask& task,
                              const ContactSettings& settings, PairMemory& pairMemory,
                              PersistentContacts& memory) const = 0;

    /// The first contact during the motions; at time 0 if the bodies intersect at the start. May be early,
    /// never late.
    virtual std::optional<SweptContact> firstContact(const NarrowPhase& narrowPhase, const SweptTask& task,
                                                     const SweptSettings& settings,
                                                     PairMemory& memory) const = 0;
};

}  // namespace ricochet
