#pragma once

#include "adapters/shapes/shape_mesh.h"
#include "algorithms/contact/surface/contact_surface.h"
#include "algorithms/geometry/narrow_phase.h"

#include <memory>
#include <string_view>
#include <vector>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// The data of a shape that a pair uses in one step. They belong together; holding them keeps them alive.
struct ShapeModel {
    std::shared_ptr<const Mesh> mesh;
    std::shared_ptr<const std::vector<FaceName>> faceNames;  ///< one per front face
    std::shared_ptr<const ContactSurface> surface;
    std::shared_ptr<const CollisionModel> model;  ///< null if no narrow phase was requested

    /// Where faces have names: a back has that of its front.
    const FaceName& nameOf(Index face) const { return (*faceNames)[mesh->frontOf(face)]; }
};

/// The narrow phase for which a model is requested, and the name under which it is cached.
struct ModelRequest {
    std::string_view name;
    const NarrowPhase* narrowPhase = nullptr;
};

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
