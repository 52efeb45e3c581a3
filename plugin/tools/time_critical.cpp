#include "algorithms/spherical_field/time_critical.h"

#include "algorithms/spherical_field/spherical_field.h"
#include "plugin/tools/placed_parts.h"

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

const SphericalField& fields() {
    static const SphericalField narrowPhase;
    return narrowPhase;
}

const Field& fieldOf(const PlacedPart& part) {
    return static_cast<const FieldModel&>(*part.shape.model).field();
}

/// `other`: the object with which it is tested.
Result<std::vector<PlacedPart>> partsOf(const btCollisionObject& object, const btCollisionObject& other) {
    const btCollisionShape& shape = *object.getCollisionShape();
    std::optional<Aabb> where;
    if (object.isStaticOrKinematicObject()) {
        where = worldBox(*other.getCollisionShape(), other.getWorldTransform());
    }
    return placedParts(shape, object.getWorldTransform(), {kSpherical, &fields()}, where);
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
    const auto partsA = partsOf(a, b), partsB = partsOf(b, a);
    if (!partsA) return failed(partsA.error());
    if (!partsB) return failed(partsB.error());
    thread_local spherical_field::Work work;  // its memory is reused from query to query
    TimedAnswer answer;
    answer.intersection = Intersection::apart;
    answer.level = Budget::kAllLevels;
    for (const PlacedPart& partA : *partsA) {
        for (const PlacedPart& partB : *partsB) {
            const MeshInstance placedA = partA.placed(), placedB = partB.placed();
            const spherical_field::Query query(fieldOf(partA), fieldOf(partB), placedA, placedB, 0);
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
