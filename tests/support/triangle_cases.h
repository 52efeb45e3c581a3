#pragma once

#include "algorithms/geometry/aabb.h"
#include "tests/support/random_geometry.h"

#include <span>

namespace ricochet {

struct TrianglePair {
    Triangle a, b;
};

struct TriangleAndBox {
    Triangle triangle;
    Aabb box;
};

/// A generator of cases, most of them close to the boundary between yes and no. The same seed gives the same
/// cases with every library and processor: only +, -, *, / and nextafter take part.
template <class Case>
struct CaseKind {
    const char* name;
    Case (*make)(Random&);
};

std::span<const CaseKind<TrianglePair>> trianglePairKinds();
std::span<const CaseKind<TriangleAndBox>> triangleAndBoxKinds();

std::array<Vec3, 8> cornersOf(const Aabb& box);

}  // namespace ricochet
