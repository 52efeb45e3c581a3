#include "algorithms/spherical_field/traversal.h"

#include "algorithms/geometry/triangle_triangle.h"
#include "algorithms/spherical_field/leaf_frame.h"

#include <algorithm>

namespace ricochet::spherical_field {
namespace {

/// Whether the bounding spheres of two boxes are apart, given the tolerance of the boxes.
bool spheresAreApart(const CellNode& a, const CellNode& b, const Eigen::Vector3f& centreOfB,
                     const BoxTolerance<float>& tolerance) {
    const float radii = std::sqrt(a.radiusSquared()) + std::sqrt(b.radiusSquared());
    const float sumOfRadii = (1 + 2 * tolerance.rotation) * radii + 2 * tolerance.offset;
    return (centreOfB - a.centre()).squaredNorm() > sumOfRadii * sumOfRadii;
}

}  // namespace

void Traversal::begin() {
    work_.open.clear();
    ++work_.boxTests;
    const BoxInMeshA rootOfB = boxes_.place(query_.fieldB.root);
    if (!boxes_.mayOverlap(query_.fieldA.root, rootOfB)) return;
    Index sidesOfA[kSides], count = 0;
    for (Index side = 0; side < kSides; ++side) {
        const CellNode& a = query_.fieldA.cells[side];
        work_.boxTests += !a.isEmpty();
        if (!a.isEmpty() && boxes_.mayOverlap(a, rootOfB)) sidesOfA[count++] = side;
    }
    for (Index side = 0; side < kSides; ++side) {
        const CellNode& b = query_.fieldB.cells[side];
        if (b.isEmpty() || count == 0) continue;
        const BoxInMeshA placed = boxes_.place(b);
        for (Index i = 0; i < count; ++i) {
            ++work_.boxTests;
            if (boxes_.mayOverlap(query_.fieldA.cells[sidesOfA[i]], placed)) {
                work_.open.push_back({sidesOfA[i], side});
            }
        }
    }
}

void Traversal::refineA(CellPair pair) {
    const CellNode& b = query_.fieldB.cells[pair.b];
    const BoxInMeshA placed = boxes_.place(b);
    const Index first = firstChild(pair.a);
    for (Index child = first; child < first + 4; ++child) {
        const CellNode& a = query_.fieldA.cells[child];
        if (a.isEmpty()) continue;
        ++work_.boxTests;
        if (!spheresAreApart(a, b, placed.centre(), boxes_.tolerance()) && boxes_.mayOverlap(a, placed)) {
            work_.open.push_back({child, pair.b});
        }
    }
}

void Traversal::refineB(CellPair pair) {
    const CellNode& a = query_.fieldA.cells[pair.a];
    const Index first = firstChild(pair.b);
    for (Index child = first; child < first + 4; ++child) {
        const CellNode& b = query_.fieldB.cells[child];
        if (b.isEmpty()) continue;
        ++work_.boxTests;
        const Eigen::Vector3f centre = boxes_.rotation() * b.centre() + boxes_.translation();
        if (!spheresAreApart(a, b, centre, boxes_.tolerance()) && boxes_.mayOverlap(a, boxes_.place(b))) {
            work_.open.push_back({pair.a, child});
        }
    }
}

void Traversal::findNearClusters(const LeafFrame& frame, Index leafA) {
    work_.near.clear();
    for (const Cluster& cluster : leafClusters(query_.fieldA, leafA)) {
        ++work_.boxTests;
        if (frame.mayOverlapLeafB(cluster)) work_.near.push_back(&cluster);
    }
}

void Traversal::testClusters(const LeafFrame& frame, const Cluster& a, const Cluster& b) {
    const auto triangleOfA = [&](Index i) {
        return query_.fieldA.fromCentre(query_.a.mesh().triangle(query_.fieldA.faces[a.listed[i]].face));
    };
    const auto triangleOfB = [&](Index j) {
        return query_.fieldB.fromCentre(query_.b.mesh().triangle(query_.fieldB.faces[b.listed[j]].face));
    };
    Index placed = kNone;  // pairs of one face of B are consecutive
    Triangle triangleB;
    frame.forEachClosePair(a, b, triangleOfA, triangleOfB, [&](Index i, Index j) {
        const ListedFace& faceA = query_.fieldA.faces[a.listed[i]];
        const ListedFace& faceB = query_.fieldB.faces[b.listed[j]];
        const FacePair pair = {faceA.face, faceB.face};
        if ((faceA.isShared || faceB.isShared) && !work_.visited.insert(pair)) return;
        ++work_.triangleTests;
        if (placed != pair.faceB) triangleB = query_.b.triangle(placed = pair.faceB);
        if (query_.queryDistance > 0 || ricochet::intersects(query_.a.triangle(pair.faceA), triangleB)) {
            work_.found.push_back(pair);
        }
    });
}

void findFaces(const Field& field, const Mesh& mesh, const Aabb& box, std::vector<Index>& out) {
    out.clear();
    const Aabb clipped = intersection(box, mesh.box());
    if (clipped.isEmpty()) return;
    const AlignedBoxQuery query(clipped, field.sphere);
    std::vector<Index> open;
    const auto pushOverlapping = [&](Index first, Index count) {
        for (Index cell = first; cell < first + count; ++cell) {
            if (!field.cells[cell].isEmpty() && query.mayOverlap(field.cells[cell])) open.push_back(cell);
        }
    };
    pushOverlapping(0, kSides);
    while (!open.empty()) {
        const Index cell = open.back();
        open.pop_back();
        if (!field.isLeaf(cell)) {
            pushOverlapping(firstChild(cell), 4);
            continue;
        }
        for (const Cluster& cluster : leafClusters(field, cell)) {
            for (const Index listed : std::span(cluster.listed, cluster.count)) {
                const Index face = field.faces[listed].face;
                if (overlaps(boxOf(mesh.triangle(face)), box)) out.push_back(face);
            }
        }
    }
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
}

}  // namespace ricochet::spherical_field
