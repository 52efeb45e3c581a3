#pragma once

#include "algorithms/spherical_field/charts.h"
#include "algorithms/spherical_field/polygon.h"

namespace ricochet::spherical_field {

/// Clips a face, given relative to the centre, to the cells and calls visit(level, cell, piece) for
/// each cell from the sides down to `leafLevel` in which it has a part: parents before their children. The
/// pieces of a level cover the face.
template <class Visit>
class PieceWalk {
public:
    PieceWalk(int leafLevel, Visit& visit) : leafLevel_(leafLevel), visit_(visit) {}

    void walk(const Triangle& face) {
        const Polygon polygon(face);
        const int side = sideOf(face[0]);
        if (side == sideOf(face[1]) && side == sideOf(face[2])) {
            descend({0, side, 0, 0}, polygon);
        } else {
            cutAlongSides(polygon, 0);
        }
    }

private:
    /// The six planes between neighbouring sides.
    void cutAlongSides(const Polygon& polygon, int plane) {
        if (plane == kSides) {
            Vec3 middle = Vec3::Zero();
            for (const Vec3& corner : polygon.corners()) middle += corner;
            descend({0, sideOf(middle), 0, 0}, polygon);
            return;
        }
        Vec3 normal = Vec3::Zero();
        normal[plane % 3] = 1;
        normal[(plane + 1) % 3] = plane < 3 ? 1 : -1;
        Polygon above, below;
        const PlaneSide where = split(polygon, normal, above, below);
        if (where != PlaneSide::both) return cutAlongSides(polygon, plane + 1);
        cutAlongSides(above, plane + 1);
        cutAlongSides(below, plane + 1);
    }

    void descend(const CellPlace& at, const Polygon& polygon) {
        visit_(at.level, cellAt(at.level, at.side, zOrder(at.i, at.j)), polygon);
        if (at.level == leafLevel_) return;
        forHalves(at.side, 0, at.level, at.i, polygon, [&](Index i, const Polygon& half) {
            forHalves(at.side, 1, at.level, at.j, half, [&](Index j, const Polygon& quarter) {
                descend({at.level + 1, at.side, i, j}, quarter);
            });
        });
    }

    /// Cuts along the middle of column `index` of a level, across coordinate 0 (x) or 1 (y) of the side.
    template <class Take>
    static void forHalves(int side, int coordinate, int level, Index index, const Polygon& polygon,
                          Take&& take) {
        Vec3 normal = Vec3::Zero();
        normal[coordinate] = 1;
        normal.z() = -boundaries(level + 1)[2 * index + 1];
        Polygon above, below;
        const PlaneSide where = split(polygon, fromSide(side, normal), above, below);
        if (where != PlaneSide::both) return take(2 * index + (where == PlaneSide::above), polygon);
        take(2 * index, below);
        take(2 * index + 1, above);
    }

    const int leafLevel_;
    Visit& visit_;
};

template <class Visit>
void forEachPiece(const Triangle& face, int leafLevel, Visit&& visit) {
    PieceWalk<std::remove_reference_t<Visit>>(leafLevel, visit).walk(face);
}

}  // namespace ricochet::spherical_field
