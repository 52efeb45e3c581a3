#pragma once

#include "algorithms/contact/pair_input.h"
#include "algorithms/geometry/rigid_motion.h"
#include "algorithms/geometry/swept_contact.h"

#include <memory>
#include <optional>
#include <span>

namespace ricochet {

/// A pair of moving bodies.
struct SweptInput {
    BodyInput a, b;  ///< their poses and motions are ignored
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
    /// or within the step if it looks ahead; false if unknown. Cheap: meant as the first test of a
    /// step.
    virtual bool areStillApart(const PairInput&, const PairMemory&) const { return false; }

    /// Whether the contacts of two meshes come from the narrow phase's face pairs, as without a method. Then
    /// the caller adds contacts for impacts later in the step.
    virtual bool findsByFaces() const { return false; }

    /// Writes the contacts to `memory.points` and `memory.patches`, like ricochet::findContacts. They include
    /// the deepest or nearest contact, also in a query (`timeStep` is 0).
    virtual void findContacts(const NarrowPhase& narrowPhase, const PairInput& input,
                              const ContactSettings& settings, PairMemory& pairMemory,
                              PersistentContacts& memory) const = 0;

    /// The first contact during the motions; at time 0 if the bodies intersect at the start. May be early,
    /// never late. By default none: the narrow phase handles motions, and sweeps meshes exactly.
    virtual std::optional<SweptContact> firstContact(const NarrowPhase&, const SweptInput&,
                                                     const SweptSettings&, PairMemory&) const {
        return std::nullopt;
    }
};

}  // namespace ricochet
