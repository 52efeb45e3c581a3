#include "algorithms/mktree/paper_pipeline.h"

#include "algorithms/mktree/bounding_polyhedron.h"
#include "algorithms/mktree/close_pairs.h"
#include "algorithms/mktree/face_contacts.h"
#include "algorithms/mktree/paper_steps.h"
#include "algorithms/mktree/separating_normal.h"

#include <algorithm>

namespace ricochet::mktree {
namespace {

constexpr Real kTimeRounding =
    1e-9;  // of the motion: by how much an object is tested earlier than its polyhedron is touched

class Pipeline {
public:
    Pipeline(const MkTree& tree, const MovingBody& body, const Pose& pose, const ScrewMotion& screw,
             const PaperSettings& settings, PaperCounters& counters)
        : tree_(tree),
          body_(body),
          pose_(pose),
          screw_(screw),
          settings_(settings),
          counters_(counters),
          growth_(tree, pose),
          contacts_(body, pose, screw, growth_.rounding) {
        contacts_.setEnd(settings.end);
    }

    Result<std::optional<Prediction>> first() {
        if (const auto good = findStart(); !good) return tl::unexpected(good.error());
        if (contacts_.first() || (screw_.angle == 0 && screw_.rise == 0)) return contacts_.first();
        const Vec3 centre = transformPoint(pose_, body_.nodes[0].centre);
        const MovingSphere sphere{centre, growth_.of(body_.nodes[0].radius, centre), screw_};
        std::vector<CandidateLeaf> candidates = sphereTree(tree_, sphere);
        counters_.candidates += candidates.size();
        if (settings_.stopsInOrderOfTime) {
            std::ranges::stable_sort(candidates, {}, [](const CandidateLeaf& c) { return c.interval.begin; });
        }
        for (const CandidateLeaf& candidate : candidates) {
            if (isOver(candidate.interval.begin)) break;
            const auto leaf = tree_.leaf(candidate.leaf);
            if (!leaf) return tl::unexpected(leaf.error());
            counters_.blocksRead += blocksOf(tree_.directory().leaves[candidate.leaf]);
            testLeaf(**leaf, sphereLeaf(**leaf, sphere, candidate.interval));
        }
        return withSeparatingNormal(contacts_.first(), tree_, body_, pose_, screw_);
    }

private:
    Result<void> findStart() {
        PinnedLeaves leaves(tree_);
        return forEachClosePair(tree_, leaves, body_, pose_, [&](Index face, const WorldNode& triangle) {
            contacts_.testStart(face, leaves.triangle(triangle));
        });
    }

    /// Later times do not matter.
    bool isOver(Real begin) const {
        return begin > (settings_.stopsInOrderOfTime ? contacts_.timeLeft() : settings_.end);
    }

    void testLeaf(const Leaf& leaf, const std::vector<TimeInterval>& intervals) {
        counters_.leaves += !intervals.empty();
        counters_.intervals += intervals.size();
        for (const TimeInterval& interval : intervals) {
            const Real end = std::min(interval.end, settings_.end);
            if (isOver(interval.begin)) return;
            const std::vector<Real> from = startsOf(leaf, {interval.begin, end});
            if (std::ranges::all_of(from, [](Real time) { return time == kNever; })) continue;
            forEachSlice({interval.begin, end}, [&](const Slice& slice) {
                if (!isOver(slice.begin)) testTriangles(leaf, from, slice);
            });
        }
    }

    template <class Visit>
    void forEachSlice(const TimeInterval& interval, Visit&& visit) const {
        const Real length = interval.end - interval.begin;
        const auto count =
            static_cast<int>(std::max(Real(1), std::ceil(screw_.angle * length / kLongestTurn)));
        for (int i = 0; i < count; ++i) {
            // An interval may have zero length.
            const Real begin = interval.begin + length * i / count;
            const Real end = std::max(interval.begin + length * (i + 1) / count, begin + kTimeRounding);
            visit(Slice::of(screw_, begin, end));
        }
    }

    std::vector<MovingFace> facesIn(const FaceContacts& contacts, const Slice& slice) const {
        std::vector<MovingFace> faces;
        for (Index face = 0; face < body_.mesh->faceCount(); ++face) {
            faces.push_back(contacts.moving(face, slice));
        }
        return faces;
    }

    /// The third step: the earliest time at which each object may be touched.
    std::vector<Real> startsOf(const Leaf& leaf, const TimeInterval& interval) {
        std::vector<Real> starts(leaf.fragments.size(), interval.begin);
        if (!settings_.usesPolyhedra) return starts;
        for (std::size_t i = 0; i < starts.size(); ++i) {
            const Leaf::Fragment& object = leaf.fragments[i];
            const std::span planes(leaf.planes.data() + object.firstPlane, object.planes);
            const auto polyhedron = boundingPolyhedron(planes, object.box.box().centre());
            if (!polyhedron) continue;
            ++counters_.objects;
            starts[i] = startAt(*polyhedron, interval);
            counters_.objectsApart += starts[i] == kNever;
        }
        return starts;
    }

    Real startAt(const BoundingPolyhedron& polyhedron, const TimeInterval& interval) {
        if (!polyhedron.isSurelyApart(placedAt(interval.begin))) return interval.begin;
        FaceContacts contacts(body_, pose_, screw_, growth_.rounding);
        contacts.setEnd(interval.end);
        forEachSlice(interval, [&](const Slice& slice) {
            if (contacts.first()) return;
            for (const MovingFace& a : facesIn(contacts, slice)) {
                for (const StandingTriangle& b : polyhedron.triangles) contacts.test(a, b, slice);
                counters_.facePairs += polyhedron.triangles.size();
            }
        });
        return contacts.first() ? contacts.first()->contact.time - kTimeRounding : kNever;
    }

    std::vector<Vec3> placedAt(Real time) const {
        const ScrewMoment moment = momentOf(screw_.angle, time);
        std::vector<Vec3> places;
        for (const Vec3& v : body_.mesh->vertices()) {
            places.push_back(pathOf(screw_, transformPoint(pose_, v)).at(moment));
        }
        return places;
    }

    /// The fourth step.
    void testTriangles(const Leaf& leaf, const std::vector<Real>& from, const Slice& slice) {
        for (const MovingFace& a : facesIn(contacts_, slice)) {
            for (Index i = 0; i < leaf.triangles.size(); ++i) {
                if (from[leaf.triangles[i].fragment] > slice.end) continue;
                ++counters_.facePairs;
                contacts_.test(a, standingTriangle(leaf, i), slice);
            }
        }
    }

    const MkTree& tree_;
    const MovingBody& body_;
    const Pose& pose_;
    const ScrewMotion& screw_;
    PaperSettings settings_;
    PaperCounters& counters_;
    SphereGrowth growth_;
    FaceContacts contacts_;
};

}  // namespace

Result<std::optional<Prediction>> predictByPaper(const MkTree& tree, const MovingBody& body, const Pose& pose,
                                                 const ScrewMotion& screw, const PaperSettings& settings,
                                                 PaperCounters* counters) {
    if (const auto good = checkMotion(pose, screw, settings.end); !good) return tl::unexpected(good.error());
    PaperCounters mine;
    PaperSettings inMotion = settings;
    inMotion.end = std::min({settings.end, Real(1), repeatsAfter(screw)});
    return Pipeline(tree, body, pose, screw, inMotion, counters ? *counters : mine).first();
}

}  // namespace ricochet::mktree
