#include "plugin/tools/placed_parts.h"

#include "adapters/shapes/convert.h"
#include "adapters/shapes/regions.h"
#include "adapters/shapes/shape_kinds.h"
#include "algorithms/geometry/bounded.h"
#include "plugin/process_state.h"

#include <BulletCollision/CollisionShapes/btCompoundShape.h>

#include <algorithm>
#include <string>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
namespace {

/// As in `placedParts`, of a shape without children; none where it has no faces.
Result<std::optional<ShapeModel>> readPart(const btCollisionShape& shape, const Pose& pose,
                                           const ModelRequest& request, const std::optional<Aabb>& where) {
    const std::string name = shape.getName();
    if (!isReadable(shape)) return tl::unexpected("A " + name + " shape has no faces.");
    // The cache reports a problem once.
    std::string problem = "A " + name + " shape cannot collide, as was reported at its first use.";
    const ShapeReporter report = [&](const btCollisionShape&, ShapeProblem kind, const std::string& message) {
        if (kind == ShapeProblem::cannotCollide) problem = message;
    };
    RegionOfInterest region;
    if (where) region = [box = boxSeenFrom(pose, *where)](Real) { return box; };
    ModelCache::Cached cached;
    processState().models.update(shape, request, report, cached, region);
    if (!cached.isNothing() && !cached.found) return tl::unexpected(problem);
    return cached.isNothing() ? std::nullopt : std::move(cached.found);
}

/// Calls visit(child, pose) for the children of a compound, nested ones depth first, until one fails.
template <class Visit>
Result<void> forEachChild(const btCompoundShape& compound, const Pose& pose, Visit&& visit) {
    for (int i = 0; i < compound.getNumChildShapes(); ++i) {
        const btCollisionShape& child = *compound.getChildShape(i);
        const Pose local = toPose(compound.getChildTransform(i));
        const Pose placed = {pose.rotation * local.rotation, transformPoint(pose, local.translation)};
        Result<void> visited = child.isCompound()
                                   ? forEachChild(static_cast<const btCompoundShape&>(child), placed, visit)
                                   : visit(child, placed);
        if (!visited) return visited;
    }
    return {};
}

}  // namespace

Result<std::vector<PlacedPart>> placedParts(const btCollisionShape& shape, const btTransform& toWorld,
                                            const ModelRequest& request, const std::optional<Aabb>& where) {
    const Pose pose = toPose(toWorld);
    if (!areBounded(pose.rotation) || !areBounded(pose.translation)) {
        return tl::unexpected(std::string("The transform of a ") + shape.getName() + " is not finite.");
    }
    std::vector<PlacedPart> parts;
    int child = -1;
    const auto add = [&](const btCollisionShape& part, const Pose& placed) -> Result<void> {
        auto read = readPart(part, placed, request, where);
        if (!read) return tl::unexpected(read.error());
        if (*read) parts.push_back({**std::move(read), placed, child});
        return {};
    };
    const auto addChild = [&](const btCollisionShape& part, const Pose& placed) {
        ++child;
        return add(part, placed);
    };
    const Result<void> added = shape.isCompound()
                                   ? forEachChild(static_cast<const btCompoundShape&>(shape), pose, addChild)
                                   : add(shape, pose);
    if (!added) return tl::unexpected(added.error());
    if (shape.isCompound() && child < 0) return tl::unexpected(std::string("A compound has no faces."));
    return parts;
}

Aabb worldBox(const btCollisionShape& shape, const btTransform& toWorld, Real distance) {
    constexpr Real kRounding = 1e-6;  // of Bullet's box in single precision, relative to its coordinates
    btVector3 min, max;
    shape.getAabb(toWorld, min, max);
    const Aabb box{toVec3(min), toVec3(max)};
    const Real largest = std::max(box.min.cwiseAbs().maxCoeff(), box.max.cwiseAbs().maxCoeff());
    const Vec3 room = Vec3::Constant(distance + kRounding * largest);
    return {box.min - room, box.max + room};
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
