#include "algorithms/spherical_field/time_critical.h"

#include "adapters/shapes/convert.h"
#include "adapters/shapes/regions.h"
#include "adapters/shapes/shape_kinds.h"
#include "algorithms/geometry/bounded.h"
#include "algorithms/spherical_field/spherical_field.h"
#include "plugin/process_state.h"

#include <BulletCollision/CollisionShapes/btCompoundShape.h>
#include <ricochet/time_critical.h>

#include <algorithm>
#include <chrono>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
namespace {

using spherical_field::Field;
using spherical_field::FieldModel;

/// The name under which models are cached, as by a registered narrow phase.
constexpr std::string_view kSpherical = "spherical";

/// A part of an object, prepared for the query.
struct PlacedPart {
    std::shared_ptr<const CollisionModel> model;
    Pose pose;

    MeshInstance placed() const { return {model.get(), pose}; }
    const Field& field() const { return static_cast<const FieldModel&>(*model).field(); }
};

const SphericalField& fields() {
    static const SphericalField narrowPhase;
    return narrowPhase;
}

Aabb boxOf(const btCollisionObject& object) {
    btVector3 min, max;
    object.getCollisionShape()->getAabb(object.getWorldTransform(), min, max);
    return {toVec3(min), toVec3(max)};
}

/// The box, in the world, in which parts of a static and possibly large object are needed; none: everywhere.
using Where = std::optional<Aabb>;

/// Adds the parts of a mesh, a polyhedron, or a compound of these.
Result<void> addParts(const btCollisionShape& shape, const Pose& pose, const Where& where,
                      std::vector<PlacedPart>& parts) {
    if (shape.getShapeType() == COMPOUND_SHAPE_PROXYTYPE) {
        const auto& compound = static_cast<const btCompoundShape&>(shape);
        for (int i = 0; i < compound.getNumChildShapes(); ++i) {
            const Pose local = toPose(compound.getChildTransform(i));
            const Pose child = {pose.rotation * local.rotation, transformPoint(pose, local.translation)};
            const Result<void> added = addParts(*compound.getChildShape(i), child, where, parts);
            if (!added) return added;
        }
        return {};
    }
    if (!isReadable(shape)) {
        return tl::unexpected("A " + std::string(shape.getName()) + " shape has no faces.");
    }
    // The cache reports a problem once.
    std::string problem =
        "A " + std::string(shape.getName()) + " shape cannot collide, as was reported at its first use.";
    const ShapeReporter report = [&](const btCollisionShape&, ShapeProblem kind, const std::string& message) {
        if (kind == ShapeProblem::cannotCollide) problem = message;
    };
    const Aabb box = where ? boxSeenFrom(pose, *where) : Aabb{};
    const auto boxes = std::span(&box, where ? 1 : 0);
    const auto found = processState().models.find(shape, {kSpherical, &fields()}, report, boxes);
    if (!found) return tl::unexpected(problem);
    parts.push_back({found->model, pose});
    return {};
}

/// `other`: the object with which it is tested.
Result<std::vector<PlacedPart>> placedParts(const btCollisionObject& object, const btCollisionObject& other) {
    const Pose pose = toPose(object.getWorldTransform());
    if (!areBounded(pose.rotation) || !areBounded(pose.translation)) {
        return tl::unexpected(std::string("The transform of a collision object is not finite."));
    }
    std::vector<PlacedPart> parts;
    const Where where = object.isStaticOrKinematicObject() ? Where(boxOf(other)) : std::nullopt;
    const Result<void> added = addParts(*object.getCollisionShape(), pose, where, parts);
    if (!added) return tl::unexpected(added.error());
    if (parts.empty()) return tl::unexpected(std::string("A collision object has no faces."));
    return parts;
}

TimedAnswer failed(const std::string& message) {
    TimedAnswer answer;
    answer.error = message;
    return answer;
}

}  // namespace

TimedAnswer intersects(const btCollisionObject& a, const btCollisionObject& b, const Budget& budget) {
    using Clock = std::chrono::steady_clock;
    const auto elapsed = [begin = Clock::now()] {
        return std::chrono::duration<double, std::micro>(Clock::now() - begin).count();
    };
    const auto partsA = placedParts(a, b), partsB = placedParts(b, a);
    if (!partsA) return failed(partsA.error());
    if (!partsB) return failed(partsB.error());
    thread_local spherical_field::Work work;  // its memory is reused from query to query
    TimedAnswer answer;
    answer.intersection = Intersection::apart;
    answer.level = Budget::kAllLevels;
    for (const PlacedPart& partA : *partsA) {
        for (const PlacedPart& partB : *partsB) {
            const MeshInstance placedA = partA.placed(), placedB = partB.placed();
            const spherical_field::Query query(partA.field(), partB.field(), placedA, placedB, 0);
            const auto one = spherical_field::intersects(
                query, {budget.levels, std::max(0.0, budget.microseconds - elapsed())}, work);
            if (one.intersection == spherical_field::Intersection::meets) {
                answer.intersection = Intersection::meets;
                answer.level = one.level;
                return answer;
            }
            answer.level = std::min(answer.level, one.level);
            if (one.intersection == spherical_field::Intersection::maybe)
                answer.intersection = Intersection::maybe;
        }
    }
    return answer;
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
