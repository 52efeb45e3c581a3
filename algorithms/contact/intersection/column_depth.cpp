// The height between two surfaces is linear over the common part of two faces, seen along the direction, so
// it is greatest at a corner of that part. Faces of B are stored in a grid perpendicular to the direction; a
// face of A is compared only with those that may exceed the greatest height found so far.

#include "algorithms/contact/intersection/column_depth.h"

#include "algorithms/contact/tolerances.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace ricochet {
namespace {

/// A face projected along the direction; counterclockwise.
struct Flat {
    std::array<Vec3, 3> corners;  ///< z along the direction
    Vec3 min, max;
};

/// Its rows are two directions across `n`, and `n`.
Matrix3 frameAlong(const Vec3& n) {
    const Vec3 across = n.unitOrthogonal();
    Matrix3 rows;
    rows.row(0) = across;
    rows.row(1) = n.cross(across);
    rows.row(2) = n;
    return rows;
}

/// Faces that point along the direction times `sign`, or all that are not edge-on.
ScratchVector<Flat> project(const Matrix3& frame, const PlacedSurface& part, Real sign) {
    ScratchVector<Flat> flats;
    for (const Triangle& face : part.faces) {
        Flat flat{{frame * face[0], frame * face[1], frame * face[2]}, {}, {}};
        const Vec3 normal = (flat.corners[1] - flat.corners[0]).cross(flat.corners[2] - flat.corners[0]);
        const Real facing = part.hasSides ? sign * normal.z() : std::abs(normal.z());
        if (!(facing > kTolerances.edgeOn * normal.norm())) continue;
        if (normal.z() < 0) std::swap(flat.corners[1], flat.corners[2]);
        flat.min = flat.corners[0].cwiseMin(flat.corners[1]).cwiseMin(flat.corners[2]);
        flat.max = flat.corners[0].cwiseMax(flat.corners[1]).cwiseMax(flat.corners[2]);
        flats.push_back(flat);
    }
    return flats;
}

Flat project(const Matrix3& frame, const Vec3& point) {
    const Vec3 p = frame * point;
    return {{p, p, p}, p, p};
}

bool overlapAside(const Flat& a, const Flat& b) {
    return a.min.x() <= b.max.x() && b.min.x() <= a.max.x() && a.min.y() <= b.max.y() &&
           b.min.y() <= a.max.y();
}

/// A face clipped by planes along the direction: a convex polygon of at most six corners.
struct Polygon {
    std::array<Vec3, 9> corners;
    std::size_t count = 0;

    void add(const Vec3& corner) { corners[count++] = corner; }
};

/// Sutherland, Hodgman. Reentrant Polygon Clipping. 1974.
Polygon clipLeft(const Polygon& polygon, const Vec3& from, const Vec3& to) {
    const auto left = [&](const Vec3& p) {
        return (to.x() - from.x()) * (p.y() - from.y()) - (to.y() - from.y()) * (p.x() - from.x());
    };
    Polygon cut;
    for (std::size_t i = 0; i < polygon.count; ++i) {
        const Vec3 &p = polygon.corners[i], &q = polygon.corners[(i + 1) % polygon.count];
        const Real atP = left(p), atQ = left(q);
        if (atP >= 0) cut.add(p);
        if ((atP > 0 && atQ < 0) || (atP < 0 && atQ > 0)) cut.add(p + atP / (atP - atQ) * (q - p));
    }
    return cut;
}

Real greatestHeight(const Flat& a, const Flat& b) {
    Polygon common;
    for (const Vec3& corner : a.corners) common.add(corner);
    for (std::size_t k = 0; k < 3; ++k) common = clipLeft(common, b.corners[k], b.corners[(k + 1) % 3]);
    const Vec3& base = b.corners[0];
    const Vec3 normal = (b.corners[1] - base).cross(b.corners[2] - base);
    Real maximum = 0;
    for (std::size_t i = 0; i < common.count; ++i) {
        const Vec3 up = common.corners[i] - base;
        maximum = std::max(maximum, -normal.dot(up) / normal.z());
    }
    return maximum;
}

/// Faces by their position perpendicular to the direction.
class Grid {
public:
    explicit Grid(const ScratchVector<Flat>& flats) : flats_(flats) {
        const Real infinity = std::numeric_limits<Real>::infinity();
        min_ = Vec3::Constant(infinity), max_ = Vec3::Constant(-infinity);
        for (const Flat& flat : flats) min_ = min_.cwiseMin(flat.min), max_ = max_.cwiseMax(flat.max);
        cells_ = static_cast<Index>(std::clamp(std::floor(std::sqrt(static_cast<Real>(flats.size()))),
                                               Real{1}, kTolerances.mostCells));
        begin_.assign(std::size_t{cells_} * cells_ + 1, 0);
        highest_.assign(std::size_t{cells_} * cells_, -infinity);
        for (const Flat& flat : flats) forEachCell(flat, [&](Index cell) { ++begin_[cell + 1]; });
        for (std::size_t i = 1; i < begin_.size(); ++i) begin_[i] += begin_[i - 1];
        members_.resize(begin_.back());
        ScratchVector<Index> next(begin_.begin(), begin_.end() - 1);
        for (Index i = 0; i < flats.size(); ++i) {
            forEachCell(flats[i], [&](Index cell) {
                members_[next[cell]++] = i;
                highest_[cell] = std::max(highest_[cell], flats[i].max.z());
            });
        }
    }

    Real highest() const { return max_.z(); }

    /// The maximum of `most` and the greatest height of a face of the grid over this one.
    Real greatestHeightOver(const Flat& flat, Real maximum) const {
        if (flat.max.x() < min_.x() || flat.min.x() > max_.x() || flat.max.y() < min_.y() ||
            flat.min.y() > max_.y()) {
            return maximum;
        }
        forEachCell(flat, [&](Index cell) {
            if (highest_[cell] - flat.min.z() <= maximum) return;
            for (Index i = begin_[cell]; i < begin_[cell + 1]; ++i) {
                const Flat& over = flats_[members_[i]];
                if (over.max.z() - flat.min.z() <= maximum || !overlapAside(flat, over)) continue;
                maximum = std::max(maximum, greatestHeight(flat, over));
            }
        });
        return maximum;
    }

private:
    template <class Visit>
    void forEachCell(const Flat& flat, Visit&& visit) const {
        const auto cellOf = [&](Real at, Real min, Real max) {
            const Real share = max > min ? (at - min) / (max - min) : 0;
            return static_cast<Index>(std::clamp(share * cells_, Real{0}, Real(cells_ - 1)));
        };
        const Index x0 = cellOf(flat.min.x(), min_.x(), max_.x()),
                    x1 = cellOf(flat.max.x(), min_.x(), max_.x());
        const Index y0 = cellOf(flat.min.y(), min_.y(), max_.y()),
                    y1 = cellOf(flat.max.y(), min_.y(), max_.y());
        for (Index y = y0; y <= y1; ++y) {
            for (Index x = x0; x <= x1; ++x) visit(y * cells_ + x);
        }
    }

    const ScratchVector<Flat>& flats_;
    Vec3 min_, max_;
    Index cells_ = 1;
    ScratchVector<Index> begin_, members_;  ///< of each cell
    ScratchVector<Real> highest_;
};

bool anyBeginsAt(const ScratchVector<Flat>& flats, Real z, Real tolerance) {
    return std::ranges::any_of(flats,
                               [&](const Flat& flat) { return std::abs(flat.min.z() - z) <= tolerance; });
}

}  // namespace

Real longestColumn(const Vec3& n, const std::optional<Vec3>& lowest,
                   const std::function<PlacedSurface()>& facesOfA, const PlacedSurface& b, Real maximum) {
    const Matrix3 frame = frameAlong(n);
    const ScratchVector<Flat> above = project(frame, b, 1);
    if (above.empty()) return 0;
    const Grid grid(above);
    Real longest = 0;
    if (lowest) longest = grid.greatestHeightOver(project(frame, *lowest), 0);
    if (longest >= kTolerances.isMost * maximum) return maximum;

    ScratchVector<Flat> below = project(frame, facesOfA(), -1);
    const bool isOpenAbove = lowest && longest == 0;
    if (isOpenAbove && anyBeginsAt(below, n.dot(*lowest), (1 - kTolerances.isMost) * maximum)) return maximum;
    std::ranges::sort(below, {}, [](const Flat& flat) { return flat.min.z(); });
    for (const Flat& flat : below) {
        if (longest >= kTolerances.isMost * maximum || grid.highest() - flat.min.z() <= longest) break;
        longest = grid.greatestHeightOver(flat, longest);
    }
    return std::min(longest, maximum);
}

}  // namespace ricochet
