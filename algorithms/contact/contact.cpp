#include "algorithms/contact/contact.h"

#include "algorithms/contact/deep_contacts.h"
#include "algorithms/contact/feature_contacts.h"
#include "algorithms/contact/intersection_loops.h"
#include "algorithms/contact/patches.h"
#include "algorithms/contact/placed_features.h"
#include "algorithms/contact/reach.h"
#include "algorithms/contact/warm_start.h"
#include "algorithms/geometry/triangle_triangle.h"

#include <algorithm>
#include <bit>
#include <tuple>

namespace ricochet {
namespace {

constexpr Real kClosedArea =
    1e-9;  // vector area over area: rounding of a closed surface, cracks of no width included

bool boundsSolid(const Mesh& mesh) {
    Vec3 vectorArea = Vec3::Zero();
    Real area = 0;
    for (Index f = 0; f < mesh.faceCount(); ++f) {
        const Triangle t = mesh.triangle(f);
        const Vec3 doubled = (t[1] - t[0]).cross(t[2] - t[0]);
        vectorArea += doubled;
        area += doubled.norm();
    }
    return vectorArea.norm() <= kClosedArea * area;
}

PlacedFeatures placeFacesOf(const Placed& body, const ContactSurface& surface, const FacePairs& pairs,
                            Index FacePair::*side) {
    std::vector<std::uint64_t> isUsed(body.mesh().faceCount() / 64 + 1, 0);  // a bit for each face
    for (const FacePair& pair : pairs) isUsed[pair.*side / 64] |= std::uint64_t{1} << pair.*side % 64;
    std::vector<Index> faces;
    for (std::size_t word = 0; word < isUsed.size(); ++word) {
        for (std::uint64_t rest = isUsed[word]; rest != 0; rest &= rest - 1) {
            faces.push_back(static_cast<Index>(64 * word + static_cast<std::size_t>(std::countr_zero(rest))));
        }
    }
    return placeFeatures(body, surface.topology, faces);
}

/// Finds the slots of faces that come in runs of ascending order, each from where the last one was.
class SlotWalk {
public:
    explicit SlotWalk(const PlacedFeatures& body) : faces_(body.faces) {}

    const PlacedFace& operator()(Index face) {
        if (face < faces_[at_].face) at_ = 0;
        std::size_t stride = 1;
        while (at_ + stride < faces_.size() && faces_[at_ + stride].face <= face) at_ += stride, stride *= 2;
        for (; stride > 0; stride /= 2) {
            if (at_ + stride < faces_.size() && faces_[at_ + stride].face <= face) at_ += stride;
        }
        return faces_[at_];
    }

private:
    const std::vector<PlacedFace>& faces_;
    std::size_t at_ = 0;
};

/// The corners of one face against the plane of another.
struct Sides {
    Real least, most;
    Sides(const PlacedFace& corners, const PlacedFace& plane) {
        const auto height = [&](Index k) { return plane.normal.dot(corners.corners[k] - plane.corners[0]); };
        std::tie(least, most) = std::minmax({height(0), height(1), height(2)});
    }
    bool isBeyond(Real distance) const { return least > distance || most < -distance; }
};

class ContactFinder {
public:
    ContactFinder(const ContactInput& input, const Reach& reach, const FacePairs& pairs)
        : input_(input),
          reach_(reach),
          a_(placeFacesOf(input.a, *input.surfaceA, pairs, &FacePair::faceA)),
          b_(placeFacesOf(input.b, *input.surfaceB, pairs, &FacePair::faceB)) {}

    /// Each feature pair is tested once, in the pair of the faces that stand for the features.
    void addFeatureContacts(const FacePairs& pairs) {
        SlotWalk slotA(a_), slotB(b_);
        for (const FacePair& pair : pairs) {
            const PlacedFace& fa = slotA(pair.faceA);
            const PlacedFace& fb = slotB(pair.faceB);
            const Sides aOverB(fa, fb), bOverA(fb, fa);
            const Real within = reach_.within();
            if ((fb.hasArea() && aOverB.isBeyond(within)) || (fa.hasArea() && bOverA.isBeyond(within)))
                continue;
            if (!aOverB.isBeyond(reach_.skin) && !bOverA.isBeyond(reach_.skin) &&
                intersects(fa.corners, fb.corners)) {
                intersecting_.push_back(pair);
            }
            addVertexContacts(fa, fb);
            addEdgeContacts(fa, fb);
        }
    }

    void addDeep() {
        if (intersecting_.empty() || !input_.surfaceA->isSolid || !input_.surfaceB->isSolid) return;
        addDeepContacts(a_, b_, findIntersection(a_, b_, intersecting_), reach_, candidates_);
    }

    /// One contact for each key: a vertex over the border of two coplanar faces is one contact.
    std::vector<Candidate> takeCandidates() {
        const auto rank = [](const Candidate& c) { return std::tuple(c.key, c.gap, c.faceA, c.faceB); };
        std::ranges::sort(candidates_, {}, rank);
        candidates_.erase(std::ranges::unique(candidates_, {}, &Candidate::key).begin(), candidates_.end());
        return std::move(candidates_);
    }

    Index intersectingCount() const { return static_cast<Index>(intersecting_.size()); }

private:
    void addVertexContacts(const PlacedFace& fa, const PlacedFace& fb) {
        if (fb.hasArea()) {
            for (const PlacedVertex& v : a_.verticesOf(fa)) {
                addVertexFaceContact(a_, v, fa.face, b_, fb, VertexOf::a, reach_, candidates_);
            }
        }
        if (fa.hasArea()) {
            for (const PlacedVertex& v : b_.verticesOf(fb)) {
                addVertexFaceContact(b_, v, fb.face, a_, fa, VertexOf::b, reach_, candidates_);
            }
        }
    }

    void addEdgeContacts(const PlacedFace& fa, const PlacedFace& fb) {
        for (const PlacedEdge& ea : a_.edgesOf(fa)) {
            for (const PlacedEdge& eb : b_.edgesOf(fb)) {
                addEdgeEdgeContact(a_, ea, fa.face, b_, eb, fb.face, reach_, candidates_);
            }
        }
    }

    const ContactInput& input_;
    const Reach& reach_;
    const PlacedFeatures a_, b_;
    FacePairs intersecting_;
    std::vector<Candidate> candidates_;
};

ContactPoint pointOf(const Candidate& c, const ContactInput& input) {
    ContactPoint point;
    point.onA = c.onA;
    point.onB = c.onB;
    point.normal = c.normal;
    point.distance = c.gap - input.restGap;
    point.faceA = c.faceA;
    point.faceB = c.faceB;
    point.key = c.key;
    point.localOnA = input.a.pose.rotation.transpose() * (c.onA - input.a.pose.translation);
    point.localOnB = input.b.pose.rotation.transpose() * (c.onB - input.b.pose.translation);
    return point;
}

std::vector<bool> whichAreOld(const std::vector<Candidate>& candidates,
                              const std::vector<ContactPoint>& last) {
    std::vector<std::uint64_t> keys(last.size());
    std::ranges::transform(last, keys.begin(), &ContactPoint::key);
    std::ranges::sort(keys);
    std::vector<bool> isOld(candidates.size());
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        isOld[i] = std::ranges::binary_search(keys, candidates[i].key);
    }
    return isOld;
}

}  // namespace

std::shared_ptr<const ContactSurface> buildContactSurface(const Mesh& mesh) {
    auto surface = std::make_shared<ContactSurface>();
    surface->topology = buildTopology(mesh);
    surface->isSolid = boundsSolid(mesh);
    for (const Vec3& v : mesh.vertices()) surface->radius = std::max(surface->radius, v.norm());
    return surface;
}

void findContacts(const NarrowPhase& narrowPhase, const ContactInput& input, const ContactSettings& settings,
                  PairMemory& pairMemory, ContactMemory& memory) {
    const Reach reach = reachOf(input, settings);
    narrowPhase.findFacePairs(input.a, input.b, reach.within(), pairMemory, memory.facePairs);
    std::ranges::sort(memory.facePairs);

    ContactFinder finder(input, reach, memory.facePairs);
    finder.addFeatureContacts(memory.facePairs);
    finder.addDeep();
    const std::vector<Candidate> candidates = finder.takeCandidates();

    std::vector<ContactPoint> points;
    memory.patches.clear();
    for (const ChosenPatch& patch :
         choosePatches(candidates, whichAreOld(candidates, memory.points), reach, settings.maxPatches)) {
        memory.patches.push_back(
            {patch.normal, static_cast<Index>(points.size()), static_cast<Index>(patch.chosen.size())});
        for (Index i : patch.chosen) points.push_back(pointOf(candidates[i], input));
    }
    matchToLastStep(memory.points, std::min(input.surfaceA->radius, input.surfaceB->radius), points);
    memory.points = std::move(points);
    memory.intersectingPairs = finder.intersectingCount();
    memory.reach = reach.speculation;
}

}  // namespace ricochet
