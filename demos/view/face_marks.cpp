#include "demos/view/face_marks.h"

#include "demos/view/viewing.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <tuple>

namespace ricochet::view {
namespace {

using Eigen::Vector3f;
using Face = std::uint32_t;  // its number

constexpr Face kNoFace = Face(-1);

/// One face's edge; its ends are in order, so that those of neighbours are equal.
struct Edge {
    std::uint32_t low, high;
    Face face;
    std::uint8_t corner;  ///< opposite
    bool isReversed;      ///< the face runs from `high` to `low`

    bool isBetweenSameVertices(const Edge& other) const { return low == other.low && high == other.high; }
};

/// Per vertex: the first one of all that are at its position.
std::vector<std::uint32_t> firstAtSamePosition(const std::vector<Point>& vertices) {
    std::vector<std::uint32_t> order(vertices.size()), first(vertices.size());
    std::iota(order.begin(), order.end(), 0u);
    std::ranges::sort(order, [&](std::uint32_t a, std::uint32_t b) {
        return std::tie(vertices[a], a) < std::tie(vertices[b], b);
    });
    for (std::size_t i = 0; i < order.size(); ++i) {
        const bool isSame = i > 0 && vertices[order[i]] == vertices[order[i - 1]];
        first[order[i]] = isSame ? first[order[i - 1]] : order[i];
    }
    return first;
}

class Marking {
public:
    explicit Marking(const DrawnMesh& mesh)
        : mesh_(mesh),
          neighbours_(mesh.faces.size(), {kNoFace, kNoFace, kNoFace}),
          marks_(mesh.faces.size()) {
        for (const auto& face : mesh.faces) {
            const Vector3f a = corner(face[0]), b = corner(face[1]) - a, c = corner(face[2]) - a;
            const Vector3f twiceArea = b.cross(c);
            normals_.push_back(twiceArea.stableNormalized());
            areas_.push_back(0.5f * twiceArea.norm());
        }
        markCreases();
        measureLevelRegions();
    }

    std::vector<FaceMarks> marks() && { return std::move(marks_); }

private:
    Vector3f corner(std::uint32_t vertex) const { return toVector(mesh_.vertices[vertex]); }

    std::vector<Edge> sortedEdges() const {
        const std::vector<std::uint32_t> first = firstAtSamePosition(mesh_.vertices);
        std::vector<Edge> edges;
        for (Face face = 0; face < mesh_.faces.size(); ++face) {
            for (std::size_t corner = 0; corner < 3; ++corner) {
                const std::uint32_t from = first[mesh_.faces[face][(corner + 1) % 3]];
                const std::uint32_t to = first[mesh_.faces[face][(corner + 2) % 3]];
                edges.push_back(
                    {std::min(from, to), std::max(from, to), face, std::uint8_t(corner), from > to});
            }
        }
        std::ranges::sort(edges, {}, [](const Edge& e) { return std::tuple(e.low, e.high, e.face); });
        return edges;
    }

    /// Degrees between the two faces. A face without an area has no direction: it bends nothing.
    float bend(Face a, Face b, float side) const {
        const Vector3f &one = normals_[a], &other = normals_[b];
        if (one.isZero() || other.isZero()) return 0;
        return std::atan2(one.cross(other).norm(), side * one.dot(other)) * 180 / std::numbers::pi_v<float>;
    }

    void markCreases() {
        const std::vector<Edge> edges = sortedEdges();
        for (auto begin = edges.begin(), end = begin; begin != edges.end(); begin = end) {
            end = std::find_if(begin, edges.end(),
                               [&](const Edge& e) { return !e.isBetweenSameVertices(*begin); });
            if (end - begin != 2) continue;
            const Edge &one = *begin, &other = *std::next(begin);
            // two faces that run along their edge in the same direction have opposite sides up
            const float degrees =
                bend(one.face, other.face, one.isReversed == other.isReversed ? -1.0f : 1.0f);
            const float strength = (degrees - kFlatDegrees) / (kSharpDegrees - kFlatDegrees);
            for (const Edge& edge : {one, other})
                marks_[edge.face].creases[edge.corner] = std::clamp(strength, 0.0f, 1.0f);
            if (strength > 0) continue;
            neighbours_[one.face][one.corner] = other.face;
            neighbours_[other.face][other.corner] = one.face;
        }
    }

    /// Faces that are connected and about parallel to the first of them, so that what is round is not level.
    std::vector<Face> levelRegion(Face first, std::vector<bool>& isDone) const {
        std::vector<Face> region{first};
        isDone[first] = true;
        for (std::size_t i = 0; i < region.size(); ++i) {
            for (const Face next : neighbours_[region[i]]) {
                if (next == kNoFace || isDone[next]) continue;
                if (std::min(bend(first, next, 1), bend(first, next, -1)) > kLevelDegrees) continue;
                isDone[next] = true;
                region.push_back(next);
            }
        }
        return region;
    }

    void measureLevelRegions() {
        std::vector<bool> isDone(mesh_.faces.size());
        for (Face first = 0; first < mesh_.faces.size(); ++first) {
            if (isDone[first]) continue;
            const std::vector<Face> region = levelRegion(first, isDone);
            Box box;
            float area = 0;
            Vector3f normal = Vector3f::Zero();
            for (const Face face : region) {
                area += areas_[face];
                normal += areas_[face] * normals_[face];
                for (const std::uint32_t vertex : mesh_.faces[face]) box.extend(corner(vertex));
            }
            const float longest = box.diagonal().norm();
            for (const Face face : region) {
                marks_[face].levelWidth = longest > 0 ? area / longest : 0;
                marks_[face].levelNormal = toPoint(normal.stableNormalized());
            }
        }
    }

    const DrawnMesh& mesh_;
    std::vector<Vector3f> normals_;  // unit, or zero
    std::vector<float> areas_;
    std::vector<std::array<Face, 3>> neighbours_;  // across edges that are not drawn
    std::vector<FaceMarks> marks_;
};

}  // namespace

std::vector<FaceMarks> markFaces(const DrawnMesh& mesh) { return Marking(mesh).marks(); }

}  // namespace ricochet::view
