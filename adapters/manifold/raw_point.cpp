#include "adapters/manifold/raw_point.h"

#include "adapters/shapes/convert.h"

#include <cmath>
#include <numbers>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
namespace {

constexpr int kParts = 1 << 12;  // of half a turn: an edge has no sense
constexpr Real kPart = std::numbers::pi_v<Real> / kParts;

/// Two axes perpendicular to the point's normal.
std::pair<Vec3, Vec3> tangentAxes(const btManifoldPoint& point) {
    btVector3 first, second;
    btPlaneSpace1(point.m_normalWorldOnB, first, second);
    return {toVec3(first), toVec3(second)};
}

}  // namespace

void markRaw(const ContactPoint& contact, btManifoldPoint& point) {
    point.m_contactPointFlags |= kRawPoint | static_cast<int>(contact.normalOwner) << kOwnerShift;
    point.m_prevRHS = btScalar(-1);
    if (contact.alongA.isZero(0)) return;
    const auto [first, second] = tangentAxes(point);
    const auto partOf = [&, &x = first, &y = second](const Vec3& along) {
        const long part = std::lround(std::atan2(y.dot(along), x.dot(along)) / kPart);
        return static_cast<int>((part + kParts) % kParts);
    };
    point.m_prevRHS = static_cast<btScalar>(partOf(contact.alongA) * kParts + partOf(contact.alongB));
}

std::optional<std::pair<Vec3, Vec3>> rawEdges(const btManifoldPoint& point) {
    if (!rawOwner(point) || point.m_prevRHS < 0) return std::nullopt;
    const auto [first, second] = tangentAxes(point);
    const auto along = [&x = first, &y = second](int part) {
        return Vec3(std::cos(part * kPart) * x + std::sin(part * kPart) * y);
    };
    const auto parts = static_cast<int>(point.m_prevRHS);
    return std::pair{along(parts / kParts), along(parts % kParts)};
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
