#pragma once

#include "algorithms/contact/contact_method.h"
#include "algorithms/round_shapes/round_contact.h"
#include "algorithms/wide_tree/wide_tree.h"
#include "tests/support/meshes.h"
#include "tests/support/random_geometry.h"

#include <memory>
#include <optional>
#include <vector>

namespace ricochet::test {

/// A round body and a mesh body at rest, and their state from step to step.
struct RoundScene {
    WideTree narrowPhase;
    RoundContact method;
    RoundShape shape;
    std::shared_ptr<const CollisionModel> model;
    std::shared_ptr<const ContactSurface> surface;
    PairInput input;  ///< the round body is A
    PairMemory pairMemory;
    PersistentContacts memory;

    RoundScene(RoundShape round, const std::shared_ptr<const Mesh>& mesh, std::optional<Vec3> up = {});
    RoundScene(const RoundScene&) = delete;

    /// The contacts of a step with the round body at this pose.
    const std::vector<ContactPoint>& contactsAt(const Pose& round);
    /// The same without memory of earlier steps.
    std::vector<ContactPoint> freshContactsAt(const Pose& round);
};

struct NamedShape {
    const char* name;
    RoundShape shape;
};
/// One of each kind, none larger than 1 m.
std::vector<NamedShape> allKinds();

/// `steps` squares a side, two triangles each, in the plane z = 0 about the origin.
SharedMesh flatSquare(Real halfSize, Index steps);

Pose atHeight(Real height);

}  // namespace ricochet::test
