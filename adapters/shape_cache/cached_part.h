#pragma once

#include "adapters/shape_cache/shape_model.h"
#include "adapters/shape_cache/shape_problem.h"
#include "adapters/shapes/regions.h"

#include <map>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// What was read of a shape: all of it, or a region; and what was prepared of that.
struct CachedPart {
    std::uint64_t signature = 0;  ///< the shape's, when this was read
    bool isDeformed = false;
    ShapeProblem reported = ShapeProblem::none;  ///< last, of the shape
    std::shared_ptr<Mesh> mesh;                  ///< null where the shape cannot collide
    std::shared_ptr<const std::vector<FaceName>> faceNames;
    std::shared_ptr<const ContactSurface> surface;
    std::map<std::string, std::shared_ptr<const CollisionModel>, std::less<>> models;

    std::size_t bytes = 0;        ///< that a region takes
    std::uint64_t lastFound = 0;  ///< when a region was last found, in calls
    std::uint64_t lastStep = 0;   ///< when a region was last known to be in use, in steps
    bool isSolid = false;         ///< a region of a mesh known as solid: bodies meet its fronts
    bool isUnreported = false;    ///< not reported yet that it has no inside
    bool stays = false;           ///< a caller of `prepare` or `keep` asked for it

    bool isFor(std::uint64_t ofShape) const { return signature == ofShape && !isDeformed; }
    /// The mesh and the surface are now those of the shape.
    void noteRead(std::uint64_t ofShape) {
        signature = ofShape;
        isDeformed = false;
    }
    bool isHeld() const { return faceNames.use_count() > 1; }  ///< by a pair
    bool isInUse() const { return stays || isHeld(); }

    ShapeModel with(std::shared_ptr<const CollisionModel> model) const {
        return {.mesh = mesh, .faceNames = faceNames, .surface = surface, .model = std::move(model)};
    }
    bool hasModelFor(const ModelRequest& request) const;
    /// `isOnDemand`: where there is none, queries may build its parts.
    const std::shared_ptr<const CollisionModel>& modelFor(const ModelRequest& request,
                                                          bool isOnDemand = false);
    std::size_t bytesOfModels() const;

    /// Whether bodies should meet it from the other number of sides by now, as it has deformed.
    bool hasTurned(const ShapeKind& kind) const;
    /// Takes the present vertices of a shape that deformed into the same mesh; false where it has other faces
    /// by now. `whole`: of a region.
    bool moveVertices(const Result<ShapeMesh>& read, const std::optional<WholeSurface>& whole);
};

/// All of a shape. Fails for a mesh that cannot collide.
Result<CachedPart> wholePart(ShapeMesh read, const ShapeKind& kind, const Executor& executor);

/// The triangles of a region; none of `kNothing`.
Result<ShapeMesh> readRegion(const btCollisionShape& shape, const RegionName& region);

/// The data of the whole shape that its regions need. The shape must have parts.
WholeSurface wholeSurface(const btCollisionShape& shape, bool isSolid);

/// A region: what `read` has of it. Until it is known whether a mesh is closed, bodies meet its regions from
/// both sides. Where nothing is near there is a face without area that is near nothing. After a failure the
/// part has no mesh.
Result<void> makeRegion(Result<ShapeMesh> read, const ShapeKind& kind, const WholeSurface& whole,
                        std::uint64_t signature, CachedPart& part);

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
