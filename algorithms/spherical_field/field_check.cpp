#include "algorithms/spherical_field/field.h"
#include "algorithms/spherical_field/pieces.h"

#include <algorithm>
#include <set>

namespace ricochet::spherical_field {
namespace {

/// Part of the mesh's radius: error of the rounded corners of pieces.
constexpr Real kRounding = 1e-13;

class FieldCheck {
public:
    FieldCheck(const Field& field, const Mesh& mesh)
        : field_(field), mesh_(mesh), shells_(field.shells.reconstruct(field.level)) {}

    bool passes() {
        if (field_.cells.size() != cellsUpTo(field_.level)) return false;
        if (!listsAreSorted()) return false;
        if (!field_.listsAllFaces()) return boxesHoldLists();
        for (Index face = 0; face < mesh_.faceCount(); ++face) {
            if (!isListed(face) || !shellsHold(face)) return false;
        }
        return true;
    }

private:
    bool listsAreSorted() {
        for (Index leaf = firstOfLevel(field_.level); leaf < field_.cells.size(); ++leaf) {
            if (field_.cells[leaf].isEmpty()) continue;
            const std::span<const ListedFace> faces = facesOf(field_, leaf);
            const auto isFarther = [](const ListedFace& a, const ListedFace& b) {
                return a.distance > b.distance;
            };
            if (!std::is_sorted(faces.begin(), faces.end(), isFarther)) return false;
            for (const ListedFace& listed : faces) listedAt_.insert({listed.face, leaf});
        }
        return true;
    }

    bool boxesHoldLists() const {
        return std::all_of(listedAt_.begin(), listedAt_.end(), [&](const auto& listed) {
            return holds(listed.second, field_.fromCentre(mesh_.triangle(listed.first)));
        });
    }

    /// As a whole in the cell of its centre, or in each cell that it extends into with its part there.
    bool isListed(Index face) const {
        const auto first = listedAt_.lower_bound({face, 0});
        if (first == listedAt_.end() || first->first != face) return false;
        const Triangle triangle = field_.fromCentre(mesh_.triangle(face));
        if (holds(first->second, triangle)) return true;
        bool isHeld = true;
        forEachPiece(triangle, field_.level, [&](int level, Index cell, const Polygon& piece) {
            const bool isInList = level < field_.level || listedAt_.contains({face, cell});
            isHeld = isHeld && isInList && boxHolds(field_.cells[cell], piece.corners());
        });
        return isHeld;
    }

    bool holds(Index leaf, const Triangle& triangle) const {
        Index cell = leaf;
        for (int level = field_.level; level >= 0; --level) {
            if (!boxHolds(field_.cells[cell], triangle)) return false;
            if (level > 0) cell = parent(cell);
        }
        return true;
    }

    bool boxHolds(const CellNode& node, std::span<const Vec3> points) const {
        Matrix3 axes;
        axes << node.x[0], node.y[0], node.z[0], node.x[1], node.y[1], node.z[1], node.x[2], node.y[2],
            node.z[2];
        return std::all_of(points.begin(), points.end(), [&](const Vec3& point) {
            const Vec3 p = (axes * (point - node.centre().cast<Real>())).cwiseAbs();
            return !node.isEmpty() && p.x() <= node.half[0] && p.y() <= node.half[1] && p.z() <= node.half[2];
        });
    }

    bool shellsHold(Index face) const {
        const Real slack = kRounding * field_.sphere.radius;
        bool isHeld = true;
        forEachPiece(field_.fromCentre(mesh_.triangle(face)), field_.level,
                     [&](int level, Index cell, const Polygon& piece) {
                         const Shell& shell =
                             shells_[static_cast<std::size_t>(level)][cell - firstOfLevel(level)];
                         const Distances distances = distancesOf(piece);
                         isHeld = isHeld && shell.lower <= distances.nearest + slack &&
                                  distances.farthest <= shell.upper + slack;
                     });
        return isHeld;
    }

    const Field& field_;
    const Mesh& mesh_;
    const std::vector<ShellLevel> shells_;
    std::set<std::pair<Index, Index>> listedAt_;  ///< face and cell
};

}  // namespace

bool isValid(const Field& field, const Mesh& mesh) { return FieldCheck(field, mesh).passes(); }

}  // namespace ricochet::spherical_field
