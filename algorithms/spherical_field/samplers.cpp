// Fuenfzig, Ullrich, Fellner. 2006. Section "Preprocessing": rays (figure 8), and rasterisation with
// distances by spherical barycentric coordinates (after Morigi, Casciola. 2005).

#include "algorithms/spherical_field/samplers.h"

#include "algorithms/geometry/mesh_topology.h"
#include "algorithms/spherical_field/pieces.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>
#include <numeric>
#include <optional>

namespace ricochet::spherical_field {
namespace {

/// 1 / d along any direction v from the origin is reciprocal . v, where d is the distance to the plane of the
/// face: with v = sum b_i P_i / |P_i|, 1 / d = sum b_i / |P_i|. None if the plane contains the origin.
std::optional<Vec3> reciprocalDistance(const Triangle& face) {
    const Vec3 normal = (face[1] - face[0]).cross(face[2] - face[0]);
    const Real height = normal.dot(face[0]);
    if (height == 0) return std::nullopt;
    const Vec3 reciprocal = normal / height;
    if (!reciprocal.allFinite()) return std::nullopt;
    return reciprocal;
}

/// Whether the ray from the origin pierces the face, edges included.
bool isPierced(const Triangle& face, const Vec3& direction) {
    const Real u = direction.dot(face[0].cross(face[1])), v = direction.dot(face[1].cross(face[2])),
               w = direction.dot(face[2].cross(face[0]));
    const Real facing = u + v + w;
    if (facing == 0) return false;
    return facing > 0 ? u >= 0 && v >= 0 && w >= 0 : u <= 0 && v <= 0 && w <= 0;
}

struct Hit {
    Index face;
    Real distance;
};

/// A ray through an edge hits both of its faces, which count as one layer.
std::size_t countLayers(std::vector<Hit> hits) {
    constexpr Real kSameDistance = 1e-9;  // relative: far above the rounding of a hit, far below any wall
    std::sort(hits.begin(), hits.end(), [](const Hit& a, const Hit& b) { return a.distance < b.distance; });
    std::size_t layers = 0;
    for (std::size_t i = 0; i < hits.size(); ++i) {
        layers += i == 0 || hits[i].distance > (1 + kSameDistance) * hits[i - 1].distance;
    }
    return layers;
}

/// The faces of each leaf cell, cell after cell.
class FacesOfCells {
public:
    FacesOfCells(const Mesh& mesh, const Field& field) : begin_(cellCount(field) + 1, 0) {
        forEachLeafPiece(mesh, field, [&](std::size_t cell, Index) { ++begin_[cell + 1]; });
        std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
        faces_.resize(begin_.back());
        std::vector<std::size_t> next(begin_.begin(), begin_.end() - 1);
        forEachLeafPiece(mesh, field, [&](std::size_t cell, Index face) { faces_[next[cell]++] = face; });
    }

    static std::size_t cellCount(const Field& field) {
        return kSides * std::size_t{cellsPerSide(field.level)};
    }
    std::span<const Index> at(std::size_t cell) const {
        return {faces_.data() + begin_[cell], faces_.data() + begin_[cell + 1]};
    }

private:
    template <class Visit>
    static void forEachLeafPiece(const Mesh& mesh, const Field& field, Visit&& visit) {
        const Index firstLeaf = firstOfLevel(field.level);
        for (Index face = 0; face < mesh.faceCount(); ++face) {
            forEachPiece(field.fromCentre(mesh.triangle(face)), field.level,
                         [&](int level, Index cell, const Polygon&) {
                             if (level == field.level) visit(cell - firstLeaf, face);
                         });
        }
    }

    std::vector<std::size_t> begin_;
    std::vector<Index> faces_;
};

/// Calls visit(cell, hits) for each leaf cell, by side and Z-order, with the hits of its central ray.
template <class Visit>
void castRays(const Mesh& mesh, const Field& field, Visit&& visit) {
    const FacesOfCells faces(mesh, field);
    std::vector<Hit> hits;
    for (std::size_t cell = 0; cell < FacesOfCells::cellCount(field); ++cell) {
        const Vec3 direction = axisOf(firstOfLevel(field.level) + static_cast<Index>(cell));
        hits.clear();
        for (const Index face : faces.at(cell)) {
            const Triangle triangle = field.fromCentre(mesh.triangle(face));
            const auto reciprocal = reciprocalDistance(triangle);
            if (!reciprocal || !isPierced(triangle, direction)) continue;
            const Real inverse = reciprocal->dot(direction);
            if (inverse > 0) hits.push_back({face, 1 / inverse});
        }
        visit(cell, direction, hits);
    }
}

/// Visits the faces connected to a face that a ray hits, as long as their corners lie in the cone about the
/// ray.
class ConeWalk {
public:
    ConeWalk(const Mesh& mesh, const Field& field)
        : mesh_(mesh),
          field_(field),
          topology_(buildTopology(mesh)),
          cosine_(1 / std::sqrt(1 + coneRadius(field.level) * coneRadius(field.level))),
          visitedIn_(mesh.faceCount(), kNone) {}

    void walk(std::size_t cell, const Vec3& axis, const Hit& from, Sampled& sampled) {
        open_.assign(1, from.face);
        while (!open_.empty()) {
            const Index face = open_.back();
            open_.pop_back();
            if (visitedIn_[face] == cell) continue;
            visitedIn_[face] = static_cast<Index>(cell);
            const Real hit = face == from.face ? from.distance : 0;
            const Real farthest = std::max(hit, include(cell, axis, face, sampled.samples));
            sampled.faces.push_back({static_cast<Index>(cell), face, farthest});
        }
    }

private:
    /// Visits the neighbours later. Returns the distance of the farthest corner in the cone.
    Real include(std::size_t cell, const Vec3& axis, Index face, Samples& samples) {
        const Triangle triangle = field_.fromCentre(mesh_.triangle(face));
        bool isInside[3];
        Real farthest = 0;
        for (Index k = 0; k < 3; ++k) {
            const Real distance = triangle[k].norm();
            isInside[k] = axis.dot(triangle[k]) >= cosine_ * distance;
            if (!isInside[k]) continue;
            samples.include(cell, distance, distance);
            farthest = std::max(farthest, distance);
        }
        for (Index k = 0; k < 3; ++k) {
            const Index edge = topology_.edgesOf(face)[k];
            if (edge == kNone || !(isInside[k] || isInside[(k + 1) % 3])) continue;
            const auto shared = topology_.edge(edge);
            const Index next = shared.face0 == face ? shared.face1 : shared.face0;
            if (next != kNone) open_.push_back(next);
        }
        return farthest;
    }

    const Mesh& mesh_;
    const Field& field_;
    const MeshTopology topology_;
    const Real cosine_;
    std::vector<Index> visitedIn_;  ///< per face: the cell whose walk visited it last
    std::vector<Index> open_;
};

Sampled sampleByRays(const Mesh& mesh, const Field& field) {
    Sampled sampled = {Samples(field.level), {}};
    ConeWalk cone(mesh, field);
    castRays(mesh, field, [&](std::size_t cell, const Vec3& axis, const std::vector<Hit>& hits) {
        for (const Hit& hit : hits) {
            sampled.samples.include(cell, hit.distance, hit.distance);
            cone.walk(cell, axis, hit, sampled);
        }
    });
    return sampled;
}

/// Tangent at the middle of a column or row.
Real middleTangent(int level, Index i) { return std::tan(std::numbers::pi / 4 * middleOf(level, i)); }

/// Draws pieces of faces, in a side's frame, row by row.
class Rasteriser {
public:
    Rasteriser(int level, Sampled& sampled) : level_(level), sampled_(sampled) {
        for (Index i = 0; i < cellsPerRow(level); ++i) tangents_.push_back(middleTangent(level, i));
    }

    void draw(Index face, int side, std::span<const Vec3> corners, const Vec3& reciprocal) {
        for (Index j = 0; j < tangents_.size(); ++j) {
            const auto [left, right] = spanOf(corners, tangents_[j]);
            const auto begin = std::lower_bound(tangents_.begin(), tangents_.end(), left);
            for (auto at = begin; at != tangents_.end() && *at <= right; ++at) {
                const Vec3 direction = Vec3(*at, tangents_[j], 1).normalized();
                const Real inverse = reciprocal.dot(direction);
                if (!(inverse > 0)) continue;
                const Index i = static_cast<Index>(at - tangents_.begin());
                const std::size_t cell = static_cast<std::size_t>(side) * cellsPerSide(level_) + zOrder(i, j);
                sampled_.samples.include(cell, 1 / inverse, 1 / inverse);
                sampled_.faces.push_back({static_cast<Index>(cell), face, 1 / inverse});
            }
        }
    }

private:
    struct Span {
        Real left = std::numeric_limits<Real>::infinity(), right = -left;
    };

    /// The interval of x / z in which the row y / z = tangent intersects the polygon.
    static Span spanOf(std::span<const Vec3> corners, Real tangent) {
        Span span;
        const auto include = [&](const Vec3& point) {
            if (!(point.z() > 0)) return;
            span.left = std::min(span.left, point.x() / point.z());
            span.right = std::max(span.right, point.x() / point.z());
        };
        for (std::size_t i = 0; i < corners.size(); ++i) {
            const Vec3& from = corners[i];
            const Vec3& to = corners[(i + 1) % corners.size()];
            const Real heightFrom = from.y() - tangent * from.z(), heightTo = to.y() - tangent * to.z();
            if (heightFrom == 0) include(from);
            if ((heightFrom < 0) != (heightTo < 0)) {
                include(from + heightFrom / (heightFrom - heightTo) * (to - from));
            }
        }
        return span;
    }

    const int level_;
    Sampled& sampled_;
    std::vector<Real> tangents_;
};

/// Two pieces of a face on one side may share a sample on their common edge.
void keepFacesOnce(std::vector<SampledFace>& faces) {
    const auto key = [](const SampledFace& f) { return std::pair(f.cell, f.face); };
    std::sort(faces.begin(), faces.end(), [&](const SampledFace& a, const SampledFace& b) {
        return std::pair(key(a), -a.distance) < std::pair(key(b), -b.distance);
    });
    const auto isSame = [&](const SampledFace& a, const SampledFace& b) { return key(a) == key(b); };
    faces.erase(std::unique(faces.begin(), faces.end(), isSame), faces.end());
}

Sampled sampleByRasterisation(const Mesh& mesh, const Field& field) {
    Sampled sampled = {Samples(field.level), {}};
    Rasteriser rasteriser(field.level, sampled);
    for (Index face = 0; face < mesh.faceCount(); ++face) {
        const Triangle triangle = field.fromCentre(mesh.triangle(face));
        const auto reciprocal = reciprocalDistance(triangle);
        if (!reciprocal) continue;
        forEachPiece(triangle, 0, [&](int, Index side, const Polygon& piece) {
            std::vector<Vec3> corners;
            for (const Vec3& corner : piece.corners()) corners.push_back(toSide(int(side), corner));
            rasteriser.draw(face, int(side), corners, toSide(int(side), *reciprocal));
        });
    }
    keepFacesOnce(sampled.faces);
    return sampled;
}

}  // namespace

Sampled sample(const Mesh& mesh, const Field& field, Sampling sampling) {
    assert(sampling != Sampling::clipping);
    return sampling == Sampling::rayCasting ? sampleByRays(mesh, field) : sampleByRasterisation(mesh, field);
}

Real layersByHits(const Mesh& mesh, const Field& field) {
    std::size_t layers = 0, cells = 0;
    castRays(mesh, field, [&](std::size_t, const Vec3&, const std::vector<Hit>& hits) {
        layers += countLayers(hits);
        cells += !hits.empty();
    });
    return Real(layers) / Real(std::max<std::size_t>(cells, 1));
}

}  // namespace ricochet::spherical_field
