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
#include "algorithms/geometry/sort_by_key.h"

#include <algorithm>
#include <array>
#include <optional>
#include <tuple>
#include <utility>

namespace ricochet {
namespace {

/// An edge's two ends in the mesh's own order, so that both faces at an edge give the same result.
struct EdgeEnds {
    const Vec3 &begin, &end;
    bool runsForward;  ///< in the face's direction
};

EdgeEnds endsOf(const PlacedFeatures& body, const PlacedFace& face, Index k) {
    const MeshTopology::Edge edge = body.topology().edge(body.topology().edgesOf(face.face)[k]);
    const bool runsForward = body.topology().weld[body.mesh().face(face.face)[k]] == edge.vertex0;
    const Vec3& from = face.corners[k];
    const Vec3& to = face.corners[(k + 1) % 3];
    return runsForward ? EdgeEnds{from, to, true} : EdgeEnds{to, from, false};
}

/// Where the edge passes through the face, if it does. Its ends lie on both sides of the face's `plane`.
std::optional<Crossing> edgeCrossing(const EdgeEnds& edge, const PlaneThrough& plane, const Triangle& face,
                                     const Nudge& ofEdge) {
    const Side first = orientEdges(edge.begin, edge.end, face[0], face[1], ofEdge);
    if (orientEdges(edge.begin, edge.end, face[1], face[2], ofEdge) != first) return std::nullopt;
    if (orientEdges(edge.begin, edge.end, face[2], face[0], ofEdge) != first) return std::nullopt;

    const Real fromBegin = plane.normal().dot(edge.begin - face[0]);
    const Real fromEnd = plane.normal().dot(edge.end - face[0]);
    const Real share = fromBegin == fromEnd ? 0.5 : std::clamp(fromBegin / (fromBegin - fromEnd), 0.0, 1.0);
    Crossing crossing{};
    crossing.point = edge.begin + share * (edge.end - edge.begin);
    crossing.along = share * (edge.end - edge.begin).norm();
    return crossing;
}

/// Identifies a crossing; sorts by (isEdgeOfA, edge, face).
std::uint64_t keyOf(const Crossing& c) {
    return std::uint64_t{c.isEdgeOfA} << 63 | std::uint64_t{c.edge} << 32 | c.face;
}

class Finder {
public:
    Finder(const PlacedFeatures& a, const PlacedFeatures& b)
        : a_(a), b_(b), nudgeOfA_(nudgeAlong(centreOf(a) - centreOf(b))) {}

    Intersection find(std::span<const FacePair> pairs) {
        segments_.clear();
        segmentEnds_.clear();
        freeEnds_.clear();
        for (const FacePair& pair : pairs) addSegment(pair);
        Components components(segments_.size());
        joinAtCrossings(components);
        joinAcrossCracks(components);
        gatherLoops(components);
        sortCrossings();
        return std::move(result_);
    }

private:
    static Vec3 centreOf(const PlacedFeatures& body) {
        return transformPoint(body.pose(), body.mesh().box().centre());
    }

    struct Segment {
        FacePair pair;
        Vec3 begin, end;
    };
    struct SegmentEnd {
        Crossing crossing;
        std::size_t segment;
    };

    /// Reused, so that no memory is allocated.
    struct Work {
        std::vector<Crossing> ends;
        std::vector<Segment> segments;
        std::vector<SegmentEnd> segmentEnds;
        std::vector<std::size_t> freeEnds;  ///< indices of the ends at which no other segment continues
    };
    static Work& spareWork() {
        thread_local Work work;
        return work;
    }

    void addSegment(const FacePair& pair) {
        const PlacedFace& fa = a_.face(pair.faceA);
        const PlacedFace& fb = b_.face(pair.faceB);
        if (!fa.hasArea() || !fb.hasArea()) return;
        ends_.clear();
        if (!addCrossings(a_, fa, fb, true)) return;
        addCrossings(b_, fb, fa, false);
        if (ends_.size() < 2) return;
        const Vec3 along = fa.normal.cross(fb.normal);
        const auto ahead = [&](const Crossing& c, const Crossing& d) {
            return along.dot(c.point) < along.dot(d.point);
        };
        const auto [begin, end] = std::minmax_element(ends_.begin(), ends_.end(), ahead);
        const std::size_t segment = segments_.size();
        segments_.push_back({pair, begin->point, end->point});
        for (const Crossing& c : ends_) segmentEnds_.push_back({c, segment});
    }

    /// Whether the corners lie on both sides of the other face: otherwise the two do not cross.
    bool addCrossings(const PlacedFeatures& body, const PlacedFace& edges, const PlacedFace& face,
                      bool isEdgeOfA) {
        const PlaneThrough plane(face.corners[0], face.corners[1], face.corners[2]);
        const Nudge nudge = isEdgeOfA ? nudgeOfA_ : -nudgeOfA_;
        std::array<bool, 3> isOutside;
        std::ranges::transform(edges.corners, isOutside.begin(), [&](const Vec3& corner) {
            return sideOf(plane, face.corners, corner, nudge) > 0;
        });
        for (Index k = 0; k < 3; ++k) {
            if (isOutside[k] == isOutside[(k + 1) % 3]) continue;
            const EdgeEnds ends = endsOf(body, edges, k);
            auto crossing = edgeCrossing(ends, plane, face.corners, nudge);
            if (!crossing) continue;
            crossing->entersFront = ends.runsForward == isOutside[k];
            crossing->isEdgeOfA = isEdgeOfA;
            crossing->edge = body.topology().edgesOf(edges.face)[k];
            crossing->face = face.face;
            ends_.push_back(*crossing);
        }
        return isOutside[0] != isOutside[1] || isOutside[1] != isOutside[2];
    }

    /// Joins the segments of both faces at an edge: they end in the same crossing.
    void joinAtCrossings(Components& components) {
        thread_local std::vector<KeyedIndex> order;
        order.clear();
        result_.crossings.reserve(segmentEnds_.size());
        for (const SegmentEnd& end : segmentEnds_)
            order.push_back({keyOf(end.crossing), static_cast<Index>(order.size())});
        sortByKey(order);
        std::size_t first = 0;  // of the ends with this key
        for (std::size_t i = 0; i < order.size(); ++i) {
            const SegmentEnd& end = segmentEnds_[order[i].index];
            if (order[first].key != order[i].key) first = i;
            const bool isLast = i + 1 == order.size() || order[i + 1].key != order[i].key;
            if (isLast && (i - first) % 2 == 0) freeEnds_.push_back(order[i].index);
            if (i > 0 && order[i - 1].key == order[i].key) {
                components.join(segmentEnds_[order[i - 1].index].segment, end.segment);
            } else {
                result_.crossings.push_back(end.crossing);
            }
        }
    }

    using Gap = std::tuple<Real, std::size_t, std::size_t>;  ///< width, and two ends of segments

    /// Joins free ends, the nearest ones first.
    void joinAcrossCracks(Components& components) {
        if (freeEnds_.size() < 2) return;
        std::vector<bool> isJoined(segmentEnds_.size());
        for (const auto& [width, end, other] : gapsOfCracks()) {
            if (isJoined[end] || isJoined[other]) continue;
            isJoined[end] = isJoined[other] = true;
            components.join(segmentEnds_[end].segment, segmentEnds_[other].segment);
        }
        std::erase_if(freeEnds_, [&](std::size_t end) { return isJoined[end]; });
    }

    std::vector<Gap> gapsOfCracks() const {
        const Real widest =
            kTolerances.crack * std::min(a_.mesh().box().size().norm(), b_.mesh().box().size().norm());
        const auto point = [&](std::size_t end) -> const Vec3& { return segmentEnds_[end].crossing.point; };
        std::vector<std::size_t> ends = freeEnds_;
        std::ranges::sort(ends, {}, [&](std::size_t end) { return std::pair(point(end).x(), end); });
        std::vector<Gap> gaps;
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
        std::vector<std::size_t> loopAt(segments_.size());  // per root
        std::vector<std::size_t> sizes(segments_.size());
        for (std::size_t i = 0; i < segments_.size(); ++i) ++sizes[components.rootOf(i)];
        for (std::size_t i = 0; i < segments_.size(); ++i) {
            const Segment& segment = segments_[i];
            const std::size_t root = components.rootOf(i);
            if (root == i) {
                loopAt[i] = result_.loops.size();
                IntersectionLoop& next = result_.loops.emplace_back();
                next.segments.reserve(sizes[i]);
                next.facesA.reserve(sizes[i]);
                next.facesB.reserve(sizes[i]);
            }
            IntersectionLoop& loop = result_.loops[loopAt[root]];
            loop.segments.emplace_back(segment.begin, segment.end);
            loop.facesA.push_back(segment.pair.faceA);
            loop.facesB.push_back(segment.pair.faceB);
        }
        for (std::size_t end : freeEnds_) {
            const SegmentEnd& at = segmentEnds_[end];
            result_.loops[loopAt[components.rootOf(at.segment)]].ends.push_back(at.crossing.point);
        }
        std::ranges::for_each(result_.loops, measure);
    }

    static void measure(IntersectionLoop& loop) {
        const Vec3 origin = loop.segments.front().first;
        for (const auto& [begin, end] : loop.segments) {
            const Real length = (end - begin).norm();
            loop.area += 0.5 * (begin - origin).cross(end - origin);
            loop.centre += length / 2 * (begin + end);
            loop.perimeter += length;
            loop.box.include(begin);
            loop.box.include(end);
        }
        loop.centre = loop.perimeter > 0 ? Vec3(loop.centre / loop.perimeter) : origin;
        for (std::vector<Index>* faces : {&loop.facesA, &loop.facesB}) {
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

    const PlacedFeatures& a_;
    const PlacedFeatures& b_;
    const Nudge nudgeOfA_;  ///< away from B
    Work& work_ = spareWork();
    std::vector<Crossing>& ends_ = work_.ends;
    std::vector<Segment>& segments_ = work_.segments;
    std::vector<SegmentEnd>& segmentEnds_ = work_.segmentEnds;
    std::vector<std::size_t>& freeEnds_ = work_.freeEnds;
    Intersection result_;
};

}  // namespace

Intersection findIntersection(const PlacedFeatures& a, const PlacedFeatures& b,
                              std::span<const FacePair> pairs) {
    return Finder(a, b).find(pairs);
}

}  // namespace ricochet
