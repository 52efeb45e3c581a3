// The area vector of an intersection loop gives the way out: dV/dt = area · velocity for a translation, so
// -area is the direction in which the shared volume shrinks fastest. Here it only takes over where the
// features near the loop do not explain the penetration: in flush contact a loop may well point the wrong
// way.

#include "algorithms/contact/deep_contacts.h"

#include "algorithms/contact/index_slots.h"
#include "algorithms/geometry/closest_points.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

namespace ricochet {
namespace {

constexpr std::size_t kMostPatchVertices =
    2000;                                // flooded inside the other body; more do not sharpen the depth
constexpr std::size_t kMostProbes = 64;  // patch vertices whose depth is measured
constexpr Real kFlatLoop = 1e-3;  // area over (half perimeter times depth): below it the direction is noise
constexpr Real kAgrees = 0.3;     // cosine: a shallow contact that points along the loop's normal
constexpr Real kNothingDeep = 0.05;          // skins: patches that deep lie in the surface
constexpr Real kNoArea = 1e-6;               // of the squared perimeter: what is flush has a loop without one
constexpr Real kOpposite = -0.9;             // cosine: two loops through which one rod goes
constexpr Index kDeepFlag = Index{1} << 30;  // in a key: no edge has this number

/// Which vertices of a body lie inside the other: exactly known at edges that cross, flooded from there.
class InnerVertices {
public:
    InnerVertices(const PlacedFeatures& body, std::span<const Crossing> crossings, bool isA) : body_(body) {
        for (std::size_t i = 0; i < crossings.size(); ++i) {
            const Crossing& c = crossings[i];
            if (c.isEdgeOfA != isA) continue;
            const MeshTopology::Edge& edge = body.topology().edges[c.edge];
            const auto isSameEdge = [&](std::size_t j) {
                return j < crossings.size() && crossings[j].isEdgeOfA == isA && crossings[j].edge == c.edge;
            };
            if (i == 0 || !isSameEdge(i - 1)) note(edge.vertex0, !c.entersFront);
            if (!isSameEdge(i + 1)) note(edge.vertex1, c.entersFront);
        }
    }

    /// The vertices inside that hang together with these faces; ascending.
    std::vector<Index> patchAt(std::span<const Index> faces) const {
        std::vector<Index> patch;
        IndexSlots seen;
        const auto enter = [&](Index vertex) {
            if (patch.size() >= kMostPatchVertices) return;
            if (seen.insert(vertex) == patch.size()) patch.push_back(vertex);
        };
        for (Index face : faces) {
            for (Index corner : body_.mesh().faces()[face]) {
                const Index vertex = body_.topology().weld[corner];
                if (sideOf(vertex) == KnownSide::inside) enter(vertex);
            }
        }
        for (std::size_t i = 0; i < patch.size(); ++i) {
            for (Index neighbour : body_.topology().ringOf(patch[i])) {
                if (sideOf(neighbour) != KnownSide::outside) enter(neighbour);
            }
        }
        std::ranges::sort(patch);
        return patch;
    }

    std::vector<Vec3> positionsOf(std::span<const Index> vertices) const {
        std::vector<Vec3> positions(vertices.size());
        std::ranges::transform(vertices, positions.begin(),
                               [&](Index v) { return place(body_.pose(), body_.mesh().vertices()[v]); });
        return positions;
    }

private:
    enum class KnownSide : std::uint8_t { outside, inside, unknown };

    void note(Index vertex, bool isInside) {
        const Index slot = slots_.insert(vertex);
        if (slot == sides_.size()) sides_.emplace_back();
        sides_[slot] = isInside ? KnownSide::inside : KnownSide::outside;
    }
    KnownSide sideOf(Index vertex) const {
        const Index slot = slots_.find(vertex);
        return slot == kNone ? KnownSide::unknown : sides_[slot];
    }

    const PlacedFeatures& body_;
    IndexSlots slots_;  ///< of vertices at edges that cross
    std::vector<KnownSide> sides_;
};

/// Loops that bound the same patch, as the two round a ring that lies in a floor: one penetration.
struct Penetration {
    IntersectionLoop loop;
    std::vector<Index> patchA, patchB;  ///< vertices inside the other body; ascending

    Real grossArea = 0;      ///< sum of the loops' own
    bool isFarSide = false;  ///< of a body that stands out on both sides of the other
    bool isThrough = false;  ///< the near side of one

    bool sharesPatchWith(const Penetration& other) const {
        return shareOne(patchA, other.patchA) || shareOne(patchB, other.patchB);
    }
    /// Whether a rod goes in by one of the loops and out by the other.
    bool isOppositeTo(const Penetration& other) const {
        return hasArea() && other.hasArea() &&
               loop.area.dot(other.loop.area) < kOpposite * loop.area.norm() * other.loop.area.norm() &&
               (shareOne(loop.facesA, other.loop.facesA) || shareOne(loop.facesB, other.loop.facesB));
    }
    bool hasArea() const { return grossArea > kNoArea * loop.perimeter * loop.perimeter; }
    void join(const Penetration& other) {
        const Real perimeter = loop.perimeter + other.loop.perimeter;
        loop.centre = (loop.perimeter * loop.centre + other.loop.perimeter * other.loop.centre) / perimeter;
        loop.perimeter = perimeter;
        loop.area += other.loop.area;
        grossArea += other.grossArea;
        loop.box.include(other.loop.box.min);
        loop.box.include(other.loop.box.max);
        loop.segments.insert(loop.segments.end(), other.loop.segments.begin(), other.loop.segments.end());
        unite(loop.facesA, other.loop.facesA);
        unite(loop.facesB, other.loop.facesB);
        unite(patchA, other.patchA);
        unite(patchB, other.patchB);
    }

    static bool shareOne(const std::vector<Index>& a, const std::vector<Index>& b) {
        return std::ranges::any_of(a, [&](Index i) { return std::ranges::binary_search(b, i); });
    }

private:
    static void unite(std::vector<Index>& into, const std::vector<Index>& from) {
        std::vector<Index> both;
        std::ranges::set_union(into, from, std::back_inserter(both));
        into = std::move(both);
    }
};

/// How far the deepest of the points lies from the other body's surface, by the part of it that is near the
/// loop.
Real depthOf(std::span<const Vec3> points, const PlacedFeatures& other, std::span<const Index> otherFaces,
             std::span<const Vec3> otherPatch) {
    points = points.first(std::min(points.size(), kMostProbes));
    std::vector<Real> nearest(points.size(), std::numeric_limits<Real>::infinity());
    for (Index face : otherFaces) {
        const Triangle& corners = other.face(face).corners;
        for (std::size_t i = 0; i < points.size(); ++i) {
            nearest[i] = std::min(nearest[i], (closestPoint(corners, points[i]) - points[i]).squaredNorm());
        }
    }
    for (const Vec3& vertex : otherPatch) {
        for (std::size_t i = 0; i < points.size(); ++i) {
            nearest[i] = std::min(nearest[i], (vertex - points[i]).squaredNorm());
        }
    }
    return nearest.empty() ? 0 : std::sqrt(*std::ranges::max_element(nearest));
}

/// Extent of the shared part along a direction.
struct Extent {
    Real lowestOfA = std::numeric_limits<Real>::infinity();
    Real highestOfB = -std::numeric_limits<Real>::infinity();
    Real depth() const { return highestOfB - lowestOfA; }
};

Extent extentAlong(const Vec3& n, const IntersectionLoop& loop, std::span<const Vec3> patchA,
                   std::span<const Vec3> patchB) {
    Extent extent;
    const auto include = [&](const Vec3& point, bool isOfA, bool isOfB) {
        if (isOfA) extent.lowestOfA = std::min(extent.lowestOfA, n.dot(point));
        if (isOfB) extent.highestOfB = std::max(extent.highestOfB, n.dot(point));
    };
    for (const auto& [begin, end] : loop.segments) {
        include(begin, true, true);
        include(end, true, true);
    }
    for (const Vec3& point : patchA) include(point, true, false);
    for (const Vec3& point : patchB) include(point, false, true);
    return extent;
}

class DeepContacts {
public:
    DeepContacts(const PlacedFeatures& a, const PlacedFeatures& b, const Intersection& intersection,
                 const Reach& reach, Passage& passage, std::vector<Candidate>& candidates)
        : a_(a),
          b_(b),
          innerA_(a, intersection.crossings, true),
          innerB_(b, intersection.crossings, false),
          reach_(reach),
          passage_(passage),
          candidates_(candidates) {}

    void add(std::vector<IntersectionLoop> loops) {
        std::vector<Penetration> penetrations;
        for (IntersectionLoop& loop : loops) {
            if (!(loop.perimeter > 0)) continue;
            Penetration next{{}, innerA_.patchAt(loop.facesA), innerB_.patchAt(loop.facesB)};
            next.loop = std::move(loop);
            next.grossArea = next.loop.area.norm();
            std::erase_if(penetrations, [&](const Penetration& earlier) {
                if (!earlier.sharesPatchWith(next)) return false;
                next.join(earlier);
                return true;
            });
            penetrations.push_back(std::move(next));
        }
        for (std::size_t i = 0; i < penetrations.size(); ++i) {
            for (std::size_t k = 0; k < i; ++k) {
                if (penetrations[i].isOppositeTo(penetrations[k])) {
                    tellSides(penetrations[i], penetrations[k]);
                }
            }
        }
        for (const Penetration& penetration : penetrations) add(penetration);
        passage_.wayOut = wayOut_;
    }

private:
    /// Of the two loops of a rod through a plate, whose area vectors cancel.
    void tellSides(Penetration& p, Penetration& q) {
        const bool rodIsA = Penetration::shareOne(p.loop.facesA, q.loop.facesA);
        const Vec3 middle = 0.5 * (p.loop.centre + q.loop.centre);
        const Vec3 axis = p.loop.area.normalized();
        const Vec3 out = wayOut(middle, rodIsA);
        const bool isByP = out.dot(axis) <= 0;
        (isByP ? p : q).isThrough = true;
        (isByP ? q : p).isFarSide = true;
        keepWay(isByP ? Vec3(-axis) : axis, rodIsA);
    }

    /// As in the last step; else towards the side on which most of the rod was, or is.
    Vec3 wayOut(const Vec3& middle, bool rodIsA) const {
        const std::optional<Vec3>& known = passage_.wayOut;
        return known ? Vec3(plate(rodIsA).pose().rotation * *known) : towardsCentre(middle, rodIsA);
    }

    void keepWay(const Vec3& out, bool rodIsA) { wayOut_ = plate(rodIsA).toLocal(out); }

    const PlacedFeatures& plate(bool rodIsA) const { return rodIsA ? b_ : a_; }

    /// A goes, or the plate goes off, so that the rod is on the side on which most of it was when the bodies
    /// were last safe, or is if they never were.
    Vec3 towardsCentre(const Vec3& middle, bool rodIsA) const {
        const Vec3 towards = centreOfRod(rodIsA) - middle;
        return rodIsA ? towards : Vec3(-towards);
    }

    Vec3 centreOfRod(bool rodIsA) const {
        const PlacedFeatures& rod = rodIsA ? a_ : b_;
        const Vec3 local = rod.mesh().box().centre();
        if (!passage_.lastSafe) return place(rod.pose(), local);
        const Pose& safe = *passage_.lastSafe;
        if (rodIsA) return place(b_.pose(), place(safe, local));
        return place(a_.pose(), safe.rotation.inverse() * (local - safe.translation));
    }

    void add(const Penetration& penetration) {
        if (penetration.isFarSide) return;
        const IntersectionLoop& loop = penetration.loop;
        const std::vector<Vec3> patchA = unlessOutside(b_, innerA_.positionsOf(penetration.patchA));
        const std::vector<Vec3> patchB = unlessOutside(a_, innerB_.positionsOf(penetration.patchB));
        const Real area = loop.area.norm();
        const Vec3 n = area > 0 ? Vec3(-loop.area / area) : Vec3::Zero();
        const Extent extent = extentAlong(n, loop, patchA, patchB);
        Aabb region = loop.box;
        for (const Vec3& point : patchA) region.include(point);
        for (const Vec3& point : patchB) region.include(point);
        region = grown(region, reach_.skin);

        // The cheap answer first: what is thin along the way out is not deep. A flush contact's loop may not
        // be thin along its area vector, and only the distances tell.
        const bool explained = isExplained(region);
        if (penetration.isThrough && !explained) {
            return addContact(loop, n, extent, reach_.leavingDepth(), region);
        }
        if (explained && extent.depth() <= reach_.shallowDepth) return;
        const Real depth =
            std::max(depthOf(patchA, b_, loop.facesB, patchB), depthOf(patchB, a_, loop.facesA, patchA));
        if (explained && depth <= reach_.shallowDepth) return;
        const bool hasPatch = !patchA.empty() || !patchB.empty();
        if (hasPatch && depth <= kNothingDeep * reach_.skin) return;
        if (area <= kFlatLoop * loop.perimeter / 2 * extent.depth()) {
            if (depth > reach_.shallowDepth && penetration.hasArea()) addWayBack(penetration, region);
            return;
        }
        addContact(loop, n, extent, std::min(extent.depth(), depth > 0 ? depth : reach_.shallowDepth),
                   region);
    }

    /// At a crack of a surface crossings do not bound what is inside, and the flood runs all over the body: a
    /// patch that reaches out of the other one's box tells nothing.
    std::vector<Vec3> unlessOutside(const PlacedFeatures& other, std::vector<Vec3> patch) const {
        const Aabb box = grown(other.mesh().box(), reach_.skin);
        const Pose& pose = other.pose();
        const bool isInside = std::ranges::all_of(patch, [&](const Vec3& point) {
            return box.contains(pose.rotation.transpose() * (point - pose.translation));
        });
        if (!isInside) patch.clear();
        return patch;
    }

    /// As where a rod of many faces goes through a plate: what is inside there joins its two loops.
    void addWayBack(const Penetration& penetration, const Aabb& region) {
        const IntersectionLoop& loop = penetration.loop;
        const bool rodIsA = !penetration.patchA.empty();
        const Vec3 out = wayOut(loop.centre, rodIsA);
        if (out.norm() <= kNothingDeep * reach_.skin) return;
        const Vec3 n = out.normalized();
        keepWay(n, rodIsA);
        addContact(loop, n, extentAlong(n, loop, {}, {}), reach_.leavingDepth(), region);
    }

    static bool isIn(const Aabb& region, const Candidate& c) { return region.contains(c.onA); }

    /// Whether a shallow contact near the loop already pushes the bodies apart.
    bool isExplained(const Aabb& region) const {
        return std::ranges::any_of(candidates_,
                                   [&](const Candidate& c) { return c.gap < 0 && isIn(region, c); });
    }

    void addContact(const IntersectionLoop& loop, const Vec3& n, const Extent& extent, Real depth,
                    const Aabb& region) {
        if (depth > reach_.shallowDepth) {
            std::erase_if(candidates_, [&](const Candidate& c) {
                return c.gap <= 0 && isIn(region, c) && c.normal.dot(n) < kAgrees;
            });
        }
        const Real centre = n.dot(loop.centre);
        candidates_.push_back(
            {loop.centre + (extent.lowestOfA - centre) * n, loop.centre + (extent.highestOfB - centre) * n, n,
             -depth, loop.facesA.front(), loop.facesB.front(),
             contactKey(FeaturePair::edgeEdge, kDeepFlag | loop.facesA.front(), loop.facesB.front())});
    }

    const PlacedFeatures& a_;
    const PlacedFeatures& b_;
    const InnerVertices innerA_, innerB_;
    const Reach& reach_;
    Passage& passage_;
    std::vector<Candidate>& candidates_;
    std::optional<Vec3> wayOut_;  ///< of A, in the plate's frame: of this step
};

}  // namespace

void addDeepContacts(const PlacedFeatures& a, const PlacedFeatures& b, Intersection intersection,
                     const Reach& reach, Passage& passage, std::vector<Candidate>& candidates) {
    DeepContacts(a, b, intersection, reach, passage, candidates).add(std::move(intersection.loops));
}

}  // namespace ricochet
