// A region that triangles leave uncovered is bounded by pieces of their sides with nothing on their outer
// side. So the polygon is covered if each triangle's side has, along its whole length, another triangle or
// the polygon's own boundary on its outer side.
#include "algorithms/closest_features/flat_cover.h"

#include "algorithms/geometry/expansion.h"
#include "algorithms/geometry/overlapping_boxes.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <vector>

namespace ricochet {
namespace {

/// From begin to end, with its inside on the left.
struct DirectedSide {
    Vec2 begin, end;
};

using Area = Expansion<16>;  ///< twice a triangle's, exactly

Area areaOf(const Vec2& a, const Vec2& b, const Vec2& c) {
    return difference(b.x(), a.x()) * difference(c.y(), a.y()) -
           difference(b.y(), a.y()) * difference(c.x(), a.x());
}

Real approximate(const Area& area) { return std::accumulate(area.terms, area.terms + area.size, Real{0}); }

/// A position along a side, as the exact ratio of the part before it to the part after it. Neither is
/// negative, and one is positive.
class Place {
public:
    static Place atBegin() { return Place(Area(), one()); }
    static Place atEnd() { return Place(one(), Area()); }
    Place(const Area& before, const Area& after)
        : before_(before),
          after_(after),
          roundedBefore_(approximate(before_)),
          roundedAfter_(approximate(after_)) {}

    friend bool operator<(const Place& p, const Place& q) {
        const Real left = p.roundedBefore_ * q.roundedAfter_, right = q.roundedBefore_ * p.roundedAfter_;
        // each is within eighteen roundings: sixteen terms of one sign of the sum, and the product
        if (std::abs(left - right) > 64 * kRounding * (left + right)) return left < right;
        return (p.before_ * q.after_ - q.before_ * p.after_).sign() < 0;
    }

private:
    static Area one() {
        Area area;
        area.append(1);
        return area;
    }

    Area before_, after_;
    Real roundedBefore_, roundedAfter_;
};

Area magnitude(const Area& area) { return area.sign() < 0 ? negated(area) : area; }

/// A closed part of a side.
struct Part {
    Place begin, end;
};

/// The part of a side with a triangle on its outer side; none if that is a point or empty.
std::optional<Part> partBeside(const DirectedSide& side, const FlatTriangle& triangle) {
    const Place* begin = nullptr;
    const Place* end = nullptr;
    std::array<std::optional<Place>, 3> places;
    for (Index k = 0; k < 3; ++k) {
        const Vec2 &c = triangle[k], &d = triangle[(k + 1) % 3];
        const Side atBegin = orient2d(c, d, side.begin), atEnd = orient2d(c, d, side.end);
        if (atBegin == 0 && atEnd == 0) {
            // on one line: the triangle is on the outer side if it runs in the opposite direction
            if ((d - c).dot(side.end - side.begin) > 0) return std::nullopt;
        } else if (atBegin <= 0 && atEnd <= 0) {
            return std::nullopt;
        } else if (atBegin < 0 || atEnd < 0) {
            places[k].emplace(magnitude(areaOf(c, d, side.begin)), magnitude(areaOf(c, d, side.end)));
            const Place& place = *places[k];
            if (atBegin < 0 && (!begin || *begin < place)) begin = &place;
            if (atEnd < 0 && (!end || place < *end)) end = &place;
        }
    }
    Part part{begin ? *begin : Place::atBegin(), end ? *end : Place::atEnd()};
    if (!(part.begin < part.end)) return std::nullopt;
    return part;
}

bool coverAll(const std::vector<Part>& parts) {
    std::vector<std::size_t> order(parts.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(),
              [&](std::size_t i, std::size_t j) { return parts[i].begin < parts[j].begin; });
    const Place first = Place::atBegin(), last = Place::atEnd();
    const Place* covered = &first;
    for (const std::size_t i : order) {
        if (*covered < parts[i].begin) return false;
        if (*covered < parts[i].end) covered = &parts[i].end;
    }
    return !(*covered < last);
}

bool isLess(const Vec2& p, const Vec2& q) { return p.x() != q.x() ? p.x() < q.x() : p.y() < q.y(); }

bool precedes(const DirectedSide& s, const DirectedSide& t) {
    return s.begin != t.begin ? isLess(s.begin, t.begin) : isLess(s.end, t.end);
}

Aabb boxOf(std::span<const Vec2> points) {
    Aabb box;
    for (const Vec2& p : points) box.include({p.x(), p.y(), 0});
    return box;
}

std::vector<DirectedSide> sidesOf(std::span<const Vec2> polygon) {
    std::vector<DirectedSide> sides;
    for (std::size_t k = 0; k < polygon.size(); ++k) {
        sides.push_back({polygon[k], polygon[(k + 1) % polygon.size()]});
    }
    return sides;
}

class Cover {
public:
    Cover(std::span<const FlatTriangle> triangles, std::span<const Vec2> polygon)
        : triangles_(triangles), outline_(sidesOf(polygon)) {
        for (const FlatTriangle& t : triangles) {
            for (const DirectedSide& side : sidesOf(t)) sides_.push_back(side);
        }
        std::sort(sides_.begin(), sides_.end(), precedes);
    }

    bool isWhole() {
        if (triangles_.empty()) return false;
        std::vector<DirectedSide> open;
        for (const DirectedSide& side : sides_) {
            if (!hasTwin(side)) open.push_back(side);
        }
        for (const FlatTriangle& t : triangles_) triangleBoxes_.push_back(boxOf(t));
        for (const DirectedSide& s : outline_) outlineBoxes_.push_back(boxOf(std::array{s.begin, s.end}));
        const OverlappingBoxes triangles(triangleBoxes_), outline(outlineBoxes_);
        return std::all_of(open.begin(), open.end(), [&](const DirectedSide& side) {
            return isOnOutline(side, outline) || coverAll(partsBeside(side, triangles));
        });
    }

private:
    /// Whether another triangle has the same side in the opposite direction.
    bool hasTwin(const DirectedSide& side) const {
        const DirectedSide twin{side.end, side.begin};
        const auto at = std::lower_bound(sides_.begin(), sides_.end(), twin, precedes);
        return at != sides_.end() && !precedes(twin, *at);
    }

    bool isOnOutline(const DirectedSide& side, const OverlappingBoxes& outline) const {
        bool isOn = false;
        outline.forEachOverlapping(boxOf(std::array{side.begin, side.end}), [&](Index i) {
            const DirectedSide& s = outline_[i];
            isOn |= orient2d(s.begin, s.end, side.begin) == 0 && orient2d(s.begin, s.end, side.end) == 0;
        });
        return isOn;
    }

    std::vector<Part> partsBeside(const DirectedSide& side, const OverlappingBoxes& triangles) const {
        std::vector<Part> parts;
        triangles.forEachOverlapping(boxOf(std::array{side.begin, side.end}), [&](Index i) {
            if (auto part = partBeside(side, triangles_[i])) parts.push_back(*part);
        });
        return parts;
    }

    std::span<const FlatTriangle> triangles_;
    std::vector<DirectedSide> sides_;  ///< of all triangles, sorted
    std::vector<DirectedSide> outline_;
    std::vector<Aabb> triangleBoxes_, outlineBoxes_;
};

}  // namespace

bool covers(std::span<const FlatTriangle> triangles, std::span<const Vec2> polygon) {
    return Cover(triangles, polygon).isWhole();
}

}  // namespace ricochet
