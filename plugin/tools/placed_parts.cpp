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

/// Collects the parts of one shape.
class PartCollector {
public:
    PartCollector(const ModelRequest& request, const std::optional<Aabb>& where)
        : request_(request), where_(where) {}

    Result<void> addAll(const btCollisionShape& shape, const Pose& pose) {
        Result<void> added = add(shape, pose, false);
        if (added && shape.isCompound() && children_ == 0)
            added = tl::unexpected(std::string("A compound has no faces."));
        return added;
    }

    std::vector<PlacedPart> parts;

private:
    Result<void> add(const btCollisionShape& shape, const Pose& pose, bool isChild) {
        if (shape.getShapeType() == COMPOUND_SHAPE_PROXYTYPE) {
            return addChildren(static_cast<const btCompoundShape&>(shape), pose);
        }
        const int child = isChild ? children_++ : -1;
        const std::string name = shape.getName();
        if (!isReadable(shape)) return tl::unexpected("A " + name + " shape has no faces.");
        // The cache reports a problem once.
        std::string problem = "A " + name + " shape cannot collide, as was reported at its first use.";
        const ShapeReporter report = [&](const btCollisionShape&, ShapeProblem kind,
                                         const std::string& message) {
            if (kind == ShapeProblem::cannotCollide) problem = message;
        };
        RegionOfInterest region;
        if (where_) region = [box = boxSeenFrom(pose, *where_)](Real) { return box; };
        ModelCache::Cached cached;
        processState().models.update(shape, request_, report, cached, region);
        if (cached.isNothing()) return {};
        if (!cached.found) return tl::unexpected(problem);
        parts.push_back({*std::move(cached.found), pose, child});
        return {};
    }

    Result<void> addChildren(const btCompoundShape& compound, const Pose& pose) {
        for (int i = 0; i < compound.getNumChildShapes(); ++i) {
            const Pose local = toPose(compound.getChildTransform(i));
            const Pose child = {pose.rotation * local.rotation, transformPoint(pose, local.translation)};
            Result<void> added = add(*compound.getChildShape(i), child, true);
            if (!added) return added;
        }
        return {};
    }

    const ModelRequest& request_;
    const std::optional<Aabb>& where_;
    int children_ = 0;
};

}  // namespace

Result<std::vector<PlacedPart>> placedParts(const btCollisionShape& shape, const btTransform& toWorld,
                                            const ModelRequest& request, const std::optional<Aabb>& where) {
    const Pose pose = toPose(toWorld);
    if (!areBounded(pose.rotation) || !areBounded(pose.translation)) {
        return tl::unexpected(std::string("The transform of a ") + shape.getName() + " is not finite.");
    }
    PartCollector collector(request, where);
    return collector.addAll(shape, pose).map([&] { return std::move(collector.parts); });
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
