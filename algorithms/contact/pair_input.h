#pragma once

#include "algorithms/contact/body_motion.h"
#include "algorithms/contact/contact_types.h"
#include "algorithms/contact/surface/contact_surface.h"
#include "algorithms/geometry/round_shape.h"

#include <span>

namespace ricochet {

/// A convex body, prepared once per shape by a contact method. Read-only; its type depends on the method.
class ConvexModel {
public:
    virtual ~ConvexModel() = default;
    /// Metres: upper bound of the distance of the body's points from the origin of its frame.
    virtual Real radius() const = 0;
};

/// The infinite solid below a plane, in the body's frame.
struct HalfSpace {
    Vec3 normal;  ///< out of the solid
    Real offset;  ///< metres: the plane is where normal · x == offset
};

/// A body of a pair with its shape: a mesh, a round shape, a convex body or a half-space. Does not own them.
struct BodyInput {
    const CollisionModel* model = nullptr;    ///< null: it has no mesh
    const ContactSurface* surface = nullptr;  ///< of the mesh
    const RoundShape* round = nullptr;        ///< null: it is not round
    const ConvexModel* convex = nullptr;      ///< null: it is not convex, or is handled as a mesh
    const HalfSpace* halfSpace = nullptr;     ///< null: it is none
    const Sphere* bounds = nullptr;           ///< world; of a body whose shape is not known
    Pose pose;
    BodyMotion motion;

    const Mesh& mesh() const { return model->mesh(); }
    MeshInstance instance() const { return {model, pose}; }
    /// Metres: distance of the shape's farthest point from `middle`, or more. Infinite for a half-space.
    Real radius() const;
    Vec3 middle() const;  ///< world
};

/// A step or a query of a pair.
struct StepInput {
    Real timeStep = 0;  ///< seconds; 0 for a query outside a simulation
    Real restGap = 0;   ///< metres between the surfaces at which bodies rest
    /// Metres: contacts are reported at least up to this distance beyond the rest gap.
    Real minimumQueryDistance = 0;
    bool isCompliant = false;  ///< contacts are springs: bodies may rest deep in one another
    bool looksAhead = true;    ///< impacts within the step become contacts, however distant they are now
    bool isRaw = false;    ///< contacts stay as they are now: their solver moves the bodies within the step
    bool isQuery = false;  ///< the contacts around the closest points suffice, however distant these are
    bool removesInternalEdges = true;  ///< at seams with the neighbours, and within one mesh
    std::span<const Neighbour> besideA = {}, besideB = {};
    std::uint32_t number = 0;  ///< different in each step of all worlds; 0 outside of steps
};

/// Two bodies in a step.
struct PairInput {
    BodyInput a, b;
    StepInput step;

    Real smallerRadius() const;  ///< metres
};

}  // namespace ricochet
