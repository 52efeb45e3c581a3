// Conservative advancement (Mirtich. Impulse-based Dynamic Simulation of Rigid Body Systems. 1996; Zhang,
// Redon, Lee, Kim. Continuous Collision Detection for Articulated Models using Taylor Models and Temporal
// Culling. 2007): a plane between two convex bodies that moves with one of them separates them for some time.
// Without rotation the distance is convex in time and this is Newton's method from below.

#include "algorithms/round_shapes/round_sweep.h"

#include "algorithms/geometry/closest_points.h"
#include "algorithms/geometry/scratch.h"
#include "algorithms/geometry/surface_directions.h"
#include "algorithms/round_shapes/edge_minimum.h"
#include "algorithms/round_shapes/separation.h"
#include "algorithms/round_shapes/touches.h"

#include <algorithm>

namespace ricochet::round_shapes {
namespace {

constexpr int kMostApproaches = 200;     // then the result is the time found so far
constexpr Real kTouchPrecision = 1e-10;  // of the shape's radius: surfaces this near touch
constexpr Real kResolution = 0x1p-16;    // of the path: for contacts within a step
constexpr Real kBehind = 1e-3;  // of the shape's radius: a face behind a plane rises above it by at most this
constexpr Real kOpposed = 0.9;  // cosine: the touch that was swept, and no other at the same time

/// A distance and the direction to the shape in which it is.
struct Gap {
    Real distance;
    Vec3 normal;
};

struct Nearing {
    Real time;
    Gap gap;
    bool isFromStart;
};

/// The time up to `end` at which `gapOf` a placed shape comes down to `near`.
template <class GapOf>
std::optional<Nearing> timeOfTouch(const RoundPath& path, Real arm, Real near, Real end, GapOf&& gapOf) {
    Real time = 0;
    for (int step = 0; step < kMostApproaches; ++step) {
        const Gap gap = gapOf(path.at(time));
        const Real approach = path.approach(time, gap.normal, arm);
        if (gap.distance <= near) return Nearing{time, gap, step == 0};
        if (!(approach > 0)) return std::nullopt;
        time += gap.distance / approach;
        if (time > end) return std::nullopt;
    }
    return Nearing{time, gapOf(path.at(time)), false};
}

/// A face, and the time before which it is not touched.
struct Approached {
    Real earliest;
    Index face;
};

/// Faces that the path may touch, the nearest first.
ScratchVector<Approached> approachedFaces(const NarrowPhase& narrowPhase, const CollisionModel& model,
                                          const RoundPath& path, Real gap, Real end) {
    thread_local std::vector<Index> faces;
    narrowPhase.findFaces(model, grownOutward(path.sweptBox(end), gap), faces);
    const PlacedRound begin = path.at(0);
    const Real free = begin.radius() + gap, length = path.length();
    ScratchVector<Approached> approached;
    for (const Index face : faces) {
        const Vec3 nearest = closestPoint(model.mesh().triangle(face), begin.middle());
        const Real away = (nearest - begin.middle()).norm() - free;
        if (away > length * end) continue;
        approached.push_back({away > 0 && length > 0 ? away / length : 0, face});
    }
    std::ranges::sort(approached, {}, [](const Approached& a) { return std::pair(a.earliest, a.face); });
    return approached;
}

Real leverArm(const RoundPath& path, const Triangle& t) {
    return std::max({path.leverArm(t[0]), path.leverArm(t[1]), path.leverArm(t[2])});
}

/// A body that rotates while it slides repeatedly touches the surface that has already stopped it. `rise`:
/// metres above a plane that still count as behind it.
bool isBehindStop(const Triangle& corners, Real rise, std::span<const StopPlane> stops) {
    return std::ranges::any_of(stops, [&](const StopPlane& stop) {
        const auto isBehind = [&](const Vec3& v) { return stop.normal.dot(v - stop.point) <= rise; };
        return std::ranges::all_of(corners, isBehind);
    });
}

/// Reused, so that no memory is allocated.
std::vector<Touch>& spareTouches() {
    thread_local std::vector<Touch> touches;
    return touches;
}

class BearingSearch {
public:
    BearingSearch(const Mesh& mesh, const ContactSurface& surface, const RoundPath& path, Real gap,
                  SpeculativeMargin margin, std::span<const StopPlane> stops)
        : mesh_(mesh),
          surface_(surface),
          path_(path),
          begin_(path.at(0)),
          gap_(gap),
          margin_(margin),
          stops_(stops) {
        near_ = kTouchPrecision * begin_.radius() + kResolution * path.length();
        margin_.restGap = gap;
        margin_.distance = 2 * near_;
    }

    std::optional<SweptTouch> firstAmong(const ScratchVector<Approached>& faces) {
        for (const Approached& approached : faces) {
            if (first_ && approached.earliest > first_->time) break;
            testFace(approached.face);
        }
        return first_;
    }

private:
    void testFace(Index face) {
        const MeshTopology& topology = *surface_.topology;
        const Vec3 normal = unitNormal(mesh_, face);
        if (normal.isZero(0)) return;
        const Triangle corners = mesh_.triangle(face);
        if (isBehindStop(corners, kBehind * begin_.radius(), stops_)) return;
        const Real arm = leverArm(path_, corners);
        if (normal.dot(begin_.middle() - corners[0]) > 0) {
            test(face, arm, [&](const PlacedRound& round) {
                return Gap{normal.dot(round.support(-normal) - corners[0]), normal};
            });
        }
        const std::array<Index, 3> edges = topology.edgesOf(face);
        const Face vertices = mesh_.face(face);
        for (Index k = 0; k < 3; ++k) {
            const Index e = edges[k];
            const MeshView view{mesh_, surface_, {}};
            if (topology.edge(e).face0 == face && isSharp(view, e)) testEdge(e, face, arm);
            const Index vertex = topology.weld[vertices[k]];
            if (topology.vertexOwner[vertex] != face) continue;
            test(face, arm, [&](const PlacedRound& round) { return gapAt(round, corners[k]); });
        }
    }

    void testEdge(Index e, Index face, Real arm) {
        const Vec3& from = mesh_.vertices()[surface_.topology->edge(e).vertex0];
        const EdgeDirections edge = directionsOf(mesh_, *surface_.topology, e);
        test(face, arm, [&](const PlacedRound& round) {
            const Real t = edgeMinimum(round, from, edge.along, edge.length, 0).low;
            return gapAt(round, from + t * edge.along);
        });
    }

    static Gap gapAt(const PlacedRound& round, const Vec3& point) {
        const NearestOnSurface nearest = round.nearest(point);
        return {nearest.distance, -nearest.normal};
    }

    template <class GapOf>
    void test(Index face, Real arm, GapOf&& gapOf) {
        const auto beyondGap = [&](const PlacedRound& round) {
            Gap gap = gapOf(round);
            gap.distance -= gap_;
            return gap;
        };
        const auto met = timeOfTouch(path_, arm, near_, first_ ? first_->time : 1, beyondGap);
        if (!met || (met->isFromStart && !isApproached(*met, arm))) return;
        touches_.clear();
        const MeshView view{mesh_, surface_, std::span(&face, 1)};
        findTouches(path_.at(met->time), view, margin_, touches_);
        for (const Touch& touch : touches_) {
            if (touch.normal.dot(met->gap.normal) < kOpposed) continue;
            const auto rank = [](const SweptTouch& t) { return std::pair(t.time, t.touch.key); };
            const SweptTouch found{met->time, touch};
            if (!first_ || rank(found) < rank(*first_)) first_ = found;
        }
    }

    /// Contacts at present poses handle features that are touched or passed at the start, unless the touch
    /// only begins. Two walls may be hit at once: the second one is then also touched, within rounding.
    bool isApproached(const Nearing& met, Real arm) const {
        return met.gap.distance > -near_ && path_.approach(0, met.gap.normal, arm) > 0;
    }

    const Mesh& mesh_;
    const ContactSurface& surface_;
    const RoundPath& path_;
    const PlacedRound begin_;
    const Real gap_;
    SpeculativeMargin margin_;
    const std::span<const StopPlane> stops_;
    Real near_;
    std::optional<SweptTouch> first_;
    std::vector<Touch>& touches_ = spareTouches();
};

}  // namespace

std::optional<FirstTouch> firstTouch(const NarrowPhase& narrowPhase, const CollisionModel& model,
                                     const RoundPath& path, const SweptSettings& settings,
                                     std::span<const StopPlane> stops) {
    const Real radius = path.at(0).radius();
    const Real near = kTouchPrecision * radius + settings.resolution * path.length();
    std::optional<FirstTouch> first;
    for (const Approached& approached :
         approachedFaces(narrowPhase, model, path, settings.gap + near, settings.end)) {
        if (first && approached.earliest > first->time) break;
        const Triangle corners = model.mesh().triangle(approached.face);
        if (isBehindStop(corners, kBehind * radius, stops)) continue;
        const Real arm = leverArm(path, corners);
        Separation last{};
        const auto gapOf = [&](const PlacedRound& round) {
            last = separation(round, corners);
            return Gap{last.distance - settings.gap, last.normal};
        };
        const auto met = timeOfTouch(path, arm, near, first ? first->time : settings.end, gapOf);
        if (!met) continue;
        const bool isCrossing = met->isFromStart && last.distance <= 0;
        // Near from the start, and moving out: no contact.
        if (met->isFromStart && !isCrossing && !(path.approach(0, last.normal, arm) > 0)) continue;
        const FirstTouch found{met->time, approached.face, last.onMesh,
                               isCrossing ? Vec3(Vec3::Zero()) : last.normal, last.distance};
        if (!first || std::pair(found.time, found.face) < std::pair(first->time, first->face)) first = found;
    }
    return first;
}

std::optional<SweptTouch> firstBearingTouch(const NarrowPhase& narrowPhase, const CollisionModel& model,
                                            const ContactSurface& surface, const RoundPath& path, Real gap,
                                            SpeculativeMargin margin, std::span<const StopPlane> stops) {
    BearingSearch search(model.mesh(), surface, path, gap, margin, stops);
    return search.firstAmong(approachedFaces(narrowPhase, model, path, gap, 1));
}

}  // namespace ricochet::round_shapes
