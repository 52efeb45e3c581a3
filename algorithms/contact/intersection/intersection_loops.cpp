// Two faces that properly cross intersect in a segment. At each of its ends an edge of one face passes
// through the other, and the same point ends a segment of the neighbouring face. So segments are chained by
// the edges, and two curves through one large face stay separate. Points exactly on a face or an edge are
// treated as slightly off it, always to the same side, so that curves stay closed where bodies are flush. At
// a crack, such as a T-junction, a segment has no neighbour; it is joined to the nearest end on the other
// side of the crack.

#include "algorithms/contact/intersection/intersection_loops.h"

#include "algorithms/contact/tolerances.h"
#include "algorithms/geometry/components.h"
#include "algorithms/geometry/nudge.h"
#include "algorithms/geometry/scratch.h"
#include "algorithms/geometry/sort_by_key.h"

#include <algorithm>
#include <array>
#include <optional>
#include <tuple>
#include <utility>

namespace ricochet {
namespace {

/// Where the edge passes through the face, if it does. Its ends lie on both sides of the face's `plane`.
std::optional<Crossing> edgeCrossing(const Vec3& begin, const Vec3& end, const PlaneThrough& plane,
                                     const Triangle& face, const Nudge& ofEdge) {
    const Side first = orientEdges(begin, end, face[0], face[1], ofEdge);
    if (orientEdges(begin, end, face[1], face[2], ofEdge) != first) return std::nullopt;
    if (orientEdges(begin, end, face[2], face[0], ofEdge) != first) return std::nullopt;

    const Real fromBegin = plane.normal().dot(begin - face[0]);
    const Real fromEnd = plane.normal().dot(end - face[0]);
    const Real share = fromBegin == fromEnd ? 0.5 : std::clamp(fromBegin / (fromBegin - fromEnd), 0.0, 1.0);
    Crossing crossing{};
    crossing.point = begin + share * (end - begin);
    crossing.along = share * (end - begin).norm();
    return crossing;
}

/// Identifies a crossing; sorts by (isEdgeOfA, edge, face).
std::uint64_t keyOf(const Crossing& c) {
    return std::uint64_t{c.isEdgeOfA} << 63 | std::uint64_t{c.edge} << 32 | c.face;
}

/// Reused from pair to pair, so that no memory is allocated.
class Finder {
public:
    Intersection find(const PlacedFeatures& a, const PlacedFeatures& b, std::span<const FacePair> pairs) {
        const Nudge nudgeOfA = nudgeAlong(centreOf(a) - centreOf(b));  // away from B
        segments_.clear();
        pairs_.clear();
        ends_.clear();
        segmentOfEnd_.clear();
        freeEnds_.clear();
        result_ = {};
        for (const FacePair& pair : pairs) addSegment(a, b, pair, nudgeOfA);
        Components components(segments_.size());
        joinAtCrossings(components);
        const Real widestCrack =
            kTolerances.crack * std::min(a.mesh().box().size().norm(), b.mesh().box().size().norm());
        if (freeEnds_.size() > 1) joinAcrossCracks(components, widestCrack);
        gatherLoops(components);
        sortCrossings();
        return std::move(result_);
    }

private:
    static Vec3 centreOf(const PlacedFeatures& body) {
        return transformPoint(body.pose(), body.mesh().box().centre());
    }

    void addSegment(const PlacedFeatures& a, const PlacedFeatures& b, const FacePair& pair,
                    const Nudge& nudgeOfA) {
        const PlacedFace& fa = a.face(pair.faceA);
        const PlacedFace& fb = b.face(pair.faceB);
        if (!fa.hasArea() || !fb.hasArea()) return;
        const std::size_t first = ends_.size();
        if (!addCrossings(a, fa, fb, true, nudgeOfA)) return;
        addCrossings(b, fb, fa, false, -nudgeOfA);
        if (ends_.size() < first + 2) return ends_.resize(first);
        const Vec3 along = fa.normal.cross(fb.normal);
        const auto ahead = [&](const Crossing& c, const Crossing& d) {
            return along.dot(c.point) < along.dot(d.point);
        };
        const auto [begin, end] =
            std::minmax_element(ends_.begin() + static_cast<std::ptrdiff_t>(first), ends_.end(), ahead);
        segmentOfEnd_.resize(ends_.size(), segments_.size());
        segments_.push_back({begin->point, end->point});
        pairs_.push_back(pair);
    }

    /// Whether the corners lie on both sides of the other face: otherwise the two do not cross.
    /// `nudge`: of the body.
    bool addCrossings(const PlacedFeatures& body, const PlacedFace& edges, const PlacedFace& face,
                      bool isEdgeOfA, const Nudge& nudge) {
        const PlaneThrough plane(face.corners[0], face.corners[1], face.corners[2]);
        std::array<bool, 3> isOutside;
        std::ranges::transform(edges.corners, isOutside.begin(), [&](const Vec3& corner) {
            return sideOf(plane, face.corners, corner, nudge) > 0;
        });
        for (Index k = 0; k < 3; ++k) {
            if (isOutside[k] == isOutside[(k + 1) % 3]) continue;
            const Index edge = body.topology().edgesOf(edges.face)[k];
            // The ends in the mesh's own order, so that both faces at an edge give the same result.
            const Index first = body.topology().weld[body.mesh().face(edges.face)[k]];
            const bool runsForward = first == body.topology().edge(edge).vertex0;
            const Vec3 &from = edges.corners[k], &to = edges.corners[(k + 1) % 3];
            auto crossing =
                edgeCrossing(runsForward ? from : to, runsForward ? to : from, plane, face.corners, nudge);
            if (!crossing) continue;
            crossing->entersFront = runsForward == isOutside[k];
            crossing->isEdgeOfA = isEdgeOfA;
            crossing->edge = edge;
            crossing->face = face.face;
            ends_.push_back(*crossing);
        }
        return isOutside[0] != isOutside[1] || isOutside[1] != isOutside[2];
    }

    /// Joins the segments of both faces at an edge: they end in the same crossing.
    void joinAtCrossings(Components& components) {
        thread_local std::vector<KeyedIndex> order;
        order.clear();
        result_.crossings.reserve(ends_.size());
        for (const Crossing& end : ends_) order.push_back({keyOf(end), static_cast<Index>(order.size())});
        sortByKey(order);
        std::size_t first = 0;  // of the ends with this key
        for (std::size_t i = 0; i < order.size(); ++i) {
            const Index end = order[i].index;
            if (order[first].key != order[i].key) first = i;
            const bool isLast = i + 1 == order.size() || order[i + 1].key != order[i].key;
            if (isLast && (i - first) % 2 == 0) freeEnds_.push_back(end);
            if (i > 0 && order[i - 1].key == order[i].key) {
                components.join(segmentOfEnd_[order[i - 1].index], segmentOfEnd_[end]);
            } else {
                result_.crossings.push_back(ends_[end]);
            }
        }
    }

    using Gap = std::tuple<Real, std::size_t, std::size_t>;  ///< width, and two ends of segments

    /// Joins free ends, the nearest ones first.
    void joinAcrossCracks(Components& components, Real widest) {
        ScratchVector<bool> isJoined(ends_.size());
        for (const auto& [width, end, other] : gapsOfCracks(widest)) {
            if (isJoined[end] || isJoined[other]) continue;
            isJoined[end] = isJoined[other] = true;
            components.join(segmentOfEnd_[end], segmentOfEnd_[other]);
        }
        std::erase_if(freeEnds_, [&](std::size_t end) { return isJoined[end]; });
    }

    ScratchVector<Gap> gapsOfCracks(Real widest) const {
        const auto point = [&](std::size_t end) -> const Vec3& { return ends_[end].point; };
        ScratchVector<std::size_t> ends = freeEnds_;
        std::ranges::sort(ends, {}, [&](std::size_t end) { return std::pair(point(end).x(), end); });
        ScratchVector<Gap> gaps;
        for (std::size_t i = 0; i < ends.size(); ++i) {
            for (std::size_t k = i + 1; k < ends.size(); ++k) {
                if (point(ends[k]).x() - point(ends[i]).x() > widest) break;
                const Real width = (point(ends[k]) - point(ends[i])).norm();
                if (width <= widest) gaps.emplace_back(width, ends[i], ends[k]);
            }
        }
        std::ranges::sort(gaps);
        return gaps;
    }

    /// In the order of the pairs: a component's root is its first segment.
    void gatherLoops(Components& components) {
        ScratchVector<std::size_t> loopAt(segments_.size());  // per root
        ScratchVector<std::size_t> sizes(segments_.size());
        for (std::size_t i = 0; i < segments_.size(); ++i) ++sizes[components.rootOf(i)];
        for (std::size_t i = 0; i < segments_.size(); ++i) {
            const std::size_t root = components.rootOf(i);
            if (root == i) {
                loopAt[i] = result_.loops.size();
                IntersectionLoop& next = result_.loops.emplace_back();
                next.segments.reserve(sizes[i]);
                next.facesA.reserve(sizes[i]);
                next.facesB.reserve(sizes[i]);
            }
            IntersectionLoop& loop = result_.loops[loopAt[root]];
            loop.segments.push_back(segments_[i]);
            loop.facesA.push_back(pairs_[i].faceA);
            loop.facesB.push_back(pairs_[i].faceB);
        }
        for (std::size_t end : freeEnds_) {
            result_.loops[loopAt[components.rootOf(segmentOfEnd_[end])]].ends.push_back(ends_[end].point);
        }
        std::ranges::for_each(result_.loops, measure);
    }

    static void measure(IntersectionLoop& loop) {
        const Vec3 origin = loop.segments.front().begin;
        for (const auto& [begin, end] : loop.segments) {
            const Real length = (end - begin).norm();
            loop.area += 0.5 * (begin - origin).cross(end - origin);
            loop.centre += length / 2 * (begin + end);
            loop.perimeter += length;
            loop.box.include(begin);
            loop.box.include(end);
        }
        loop.centre = loop.perimeter > 0 ? Vec3(loop.centre / loop.perimeter) : origin;
        for (ScratchVector<Index>* faces : {&loop.facesA, &loop.facesB}) {
            std::ranges::sort(*faces);
            faces->erase(std::unique(faces->begin(), faces->end()), faces->end());
        }
    }

    /// Sorts the crossings of each edge along it; they are already sorted by edge.
    void sortCrossings() {
        const auto isOfAnotherEdge = [](const Crossing& c, const Crossing& d) {
            return c.edge != d.edge || c.isEdgeOfA != d.isEdgeOfA;
        };
        for (auto begin = result_.crossings.begin(); begin != result_.crossings.end();) {
            auto end = std::adjacent_find(begin, result_.crossings.end(), isOfAnotherEdge);
            if (end != result_.crossings.end()) ++end;
            std::sort(begin, end, [](const Crossing& c, const Crossing& d) {
                return std::pair(c.along, c.face) < std::pair(d.along, d.face);
            });
            begin = end;
        }
    }

    ScratchVector<Segment> segments_;
    ScratchVector<FacePair> pairs_;  ///< that have the segments
    ScratchVector<Crossing> ends_;
    ScratchVector<std::size_t> segmentOfEnd_, freeEnds_;  ///< ends at which no other segment continues
    Intersection result_;
};

}  // namespace

Intersection findIntersection(const PlacedFeatures& a, const PlacedFeatures& b,
                              std::span<const FacePair> pairs) {
    thread_local Finder finder;
    return finder.find(a, b, pairs);
}

}  // namespace ricochet
