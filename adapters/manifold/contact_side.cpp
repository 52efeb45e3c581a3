#include "adapters/manifold/contact_side.h"

#include "adapters/shapes/convert.h"

#include <limits>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
namespace {

btTriangleShape triangleShape(const ContactSide& side, Index face) {
    const Triangle corners = side.shape->mesh->triangle(face);
    return btTriangleShape(toBullet(corners[0]), toBullet(corners[1]), toBullet(corners[2]));
}

}  // namespace

Real ContactSide::radius() const {
    if (shape) return shape->surface->radius;
    if (convex) return convex->radius();
    return round ? radiusOf(*round) : std::numeric_limits<Real>::infinity();
}

FaceName faceName(const ContactSide& side, Index face) {
    if (side.hasFaceNames()) return side.shape->nameOf(face);
    return {side.wrap->m_partId, side.wrap->m_index};
}

TouchedFace::TouchedFace(const ContactSide& side, Index face)
    : isTriangle_(side.hasFaceNames()),
      triangle_(isTriangle_ ? triangleShape(side, face) : btTriangleShape()),
      sideWrap_(*side.wrap),
      triangleWrap_(side.wrap, &triangle_, side.wrap->getCollisionObject(), side.wrap->getWorldTransform(),
                    faceName(side, face).part, faceName(side, face).triangle) {
    triangle_.setMargin(side.margin);
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
