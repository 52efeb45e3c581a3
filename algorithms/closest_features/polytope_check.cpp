#include "algorithms/closest_features/polytope.h"

#include <algorithm>

namespace ricochet {
namespace {

constexpr Real kPlaneError = 1e-9;  // of the radius: precision of the planes of slivers

bool spokesAreMutual(const Polytope& p) {
    for (Index v = 0; v < p.vertices.size(); ++v) {
        for (const Polytope::Spoke& spoke : p.spokesOf(v)) {
            const Polytope::Edge& edge = p.edges[spoke.edge];
            if (!((edge.tail == v && edge.head == spoke.other) ||
                  (edge.head == v && edge.tail == spoke.other)) ||
                spoke.at != p.vertices[spoke.other]) {
                return false;
            }
        }
    }
    return true;
}

bool sidesAreOfTheirFaces(const Polytope& p) {
    for (Index f = 0; f < p.faces.size(); ++f) {
        for (const Index side : p.sidesOf(f)) {
            if ((p.edges[side].left == f) == (p.edges[side].right == f)) return false;
        }
    }
    return true;
}

bool sidePlanesAreOfTheirSides(const Polytope& p) {
    if (p.sidePlanes.size() != p.sides.size()) return false;
    for (Index f = 0; f < p.faces.size(); ++f) {
        for (Index k = 0; k < p.faces[f].count; ++k) {
            const Polytope::Edge& edge = p.edges[p.sidesOf(f)[k]];
            const Polytope::SidePlane& plane = p.sidePlanesOf(f)[k];
            if (plane.inwards != tangentInto(edge, f) || plane.base != p.vertices[edge.tail]) return false;
        }
    }
    return true;
}

bool isConvex(const Polytope& p) {
    return std::all_of(p.faces.begin(), p.faces.end(), [&](const Polytope::Face& face) {
        return std::all_of(p.vertices.begin(), p.vertices.end(),
                           [&](const Vec3& v) { return heightAbove(face, v) <= kPlaneError * p.radius; });
    });
}

bool hasEulerCounts(const Polytope& p) {
    const std::size_t v = p.vertices.size(), e = p.edges.size(), f = p.faces.size();
    switch (p.dimension) {
        case 3:
            return v + f == e + 2;
        case 2:
            return v == e && f == 2;
        case 1:
            return v == 2 && e == 1 && f == 0;
        default:
            return v == 1 && e == 0 && f == 0;
    }
}

}  // namespace

bool isValid(const Polytope& polytope) {
    return hasEulerCounts(polytope) && spokesAreMutual(polytope) && sidesAreOfTheirFaces(polytope) &&
           sidePlanesAreOfTheirSides(polytope) && isConvex(polytope);
}

}  // namespace ricochet
