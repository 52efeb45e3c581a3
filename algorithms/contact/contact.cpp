#include "algorithms/contact/contact.h"

#include "algorithms/contact/compliant_contacts.h"
#include "algorithms/contact/deep_contacts.h"
#include "algorithms/contact/entangled_bodies.h"
#include "algorithms/contact/far_sides.h"
#include "algorithms/contact/feature_contacts.h"
#include "algorithms/contact/feature_depth.h"
#include "algorithms/contact/inner_body.h"
#include "algorithms/contact/intersection_loops.h"
#include "algorithms/contact/pair_filter.h"
#include "algorithms/contact/patches.h"
#include "algorithms/contact/placed_features.h"
#include "algorithms/contact/reach.h"
#include "algorithms/contact/sheet_contacts.h"
#include "algorithms/contact/shells.h"
#include "algorithms/contact/tip_contacts.h"
#include "algorithms/contact/turning.h"
#include "algorithms/contact/warm_start.h"
#include "algorithms/geometry/rigid_motion.h"
#include "algorithms/geometry/triangle_triangle.h"

#include <algorithm>
#include <bit>
#include <iterator>
#include <tuple>
#include <utility>

namespace ricochet {
namespace {

class ContactFinder {
public:
    ContactFinder(const ContactInput& input, const Reach& reach)
        : input_(input), reach_(reach), a_(input.a, *input.surfaceA), b_(input.b, *input.surfaceB) {}

    /// Each feature pair is tested once, in the pair of the faces that stand for the features.
    void addFeatureContacts(const FacePairs& pairs, const ContactMemory& last) {
        for (const PairVerdict& verdict : PairFilter(input_, reach_).judge(pairs)) {
            if (verdict.needsFaces()) addFacePair(verdict.faces, verdict);
            addEdgeContacts(verdict.faces, verdict.edges);
            if (verdict.hasTips()) addTipContacts(verdict.faces, verdict);
        }
        std::ranges::sort(intersecting_);
        dropWithoutHistory(input_, reach_, last, candidates_);
        dropFarSides(a_, b_, pairs, reach_, candidates_);
    }

    /// What single features cannot tell: where the bodies cross deeper, or one is wholly inside the other.
    void addDeep(const NarrowPhase& narrowPhase, ContactMemory& memory) {
        if (input_.surfaceA->isSolid && input_.surfaceB->isSolid) {
            addDeepInSolid(narrowPhase, memory);
        } else if (isSolidInSheet()) {
            addDeepInSheet(narrowPhase, memory);
        }
    }

    /// One contact for each key: a vertex over the border of two coplanar faces is one contact.
    std::vector<Candidate> takeCandidates() const {
        const auto ahead = [&](const Ranked& r, const Ranked& s) {
            if (r.key != s.key) return r.key < s.key;
            const Candidate &c = candidates_[r.candidate], &d = candidates_[s.candidate];
            return std::tuple(c.gap, c.faceA, c.faceB) < std::tuple(d.gap, d.faceA, d.faceB);
        };
        std::vector<Ranked> order;
        order.reserve(candidates_.size());
        for (const Candidate& c : candidates_) order.push_back({c.key, static_cast<Index>(order.size())});
        std::ranges::sort(order, ahead);
        order.erase(std::ranges::unique(order, {}, &Ranked::key).begin(), order.end());
        std::vector<Candidate> taken;
        taken.reserve(order.size());
        for (const Ranked& ranked : order) taken.push_back(candidates_[ranked.candidate]);
        return taken;
    }

    Index intersectingCount() const { return static_cast<Index>(intersecting_.size()); }

private:
    struct Ranked {
        std::uint64_t key;
        Index candidate;
    };

    bool isSolidInSheet() const {
        return input_.surfaceA->isSolid ? isSheet(b_.mesh(), *input_.surfaceB)
                                        : input_.surfaceB->isSolid && isSheet(a_.mesh(), *input_.surfaceA);
    }

    void addDeepInSolid(const NarrowPhase& narrowPhase, ContactMemory& memory) {
        if (!intersecting_.empty()) {
            memory.whereabouts = {};
            addDeepContacts(a_, b_, findIntersection(a_, b_, intersecting_), reach_, memory.passage,
                            candidates_);
            if (memory.passage.wayOut) return;
        } else if (const auto inner = innerBodyContact(narrowPhase, input_, reach_, memory.whereabouts)) {
            candidates_.push_back(*inner);
        }
        keepSafe(memory);
    }

    void addDeepInSheet(const NarrowPhase& narrowPhase, ContactMemory& memory) {
        if (!intersecting_.empty()) {
            memory.whereabouts = {};
            if (!mayBeDeep(memory.crossing)) return keepSafe(memory);
            const SheetSides sides(input_, a_, b_, memory.points, candidates_, reach_, memory.passage);
            const Real deepest = addSheetContacts(a_, b_, findIntersection(a_, b_, pairsOfFronts()), reach_,
                                                  sides, candidates_);
            memory.crossing = FeatureDepth{deepest, poseOfSmaller(input_)};
            if (deepest > reach_.shallowDepth) return;
        } else if (const auto buried = buriedBodyContact(narrowPhase, input_, reach_, memory.whereabouts)) {
            candidates_.push_back(*buried);
            return;
        }
        keepSafe(memory);
    }

    /// Bodies that hardly moved since nothing was deep need not be looked at again.
    bool mayBeDeep(const std::optional<FeatureDepth>& before) const {
        return !before || deepestSince(*before, input_) > reach_.shallowDepth;
    }

    void keepSafe(ContactMemory& memory) const {
        memory.passage = {seenFrom(input_.b.pose, input_.a.pose), std::nullopt};
    }

    FacePairs pairsOfFronts() const {
        FacePairs fronts;
        std::ranges::copy_if(intersecting_, std::back_inserter(fronts), [&](const FacePair& pair) {
            return pair.faceA < a_.mesh().frontCount() && pair.faceB < b_.mesh().frontCount();
        });
        return fronts;
    }

    void addFacePair(const FacePair& pair, const PairVerdict& verdict) {
        const PlacedFace &fa = a_.faceAt(a_.enter(pair.faceA)), &fb = b_.faceAt(b_.enter(pair.faceB));
        if (verdict.mayIntersect && intersects(fa.corners, fb.corners)) intersecting_.push_back(pair);
        for (Index k = 0; k < 3; ++k) {
            if (verdict.verticesOfA >> k & 1 && fb.hasArea()) {
                addVertexFaceContact(a_, a_.vertexOf(fa, k), fa.face, b_, fb, VertexOf::a, reach_,
                                     candidates_);
            }
            if (verdict.verticesOfB >> k & 1 && fa.hasArea()) {
                addVertexFaceContact(b_, b_.vertexOf(fb, k), fb.face, a_, fa, VertexOf::b, reach_,
                                     candidates_);
            }
        }
    }

    void addEdgeContacts(const FacePair& pair, BorderPairs borders) {
        for (unsigned left = borders; left != 0; left &= left - 1) {
            const auto both = static_cast<Index>(std::countr_zero(left));
            addEdgeEdgeContact(a_, a_.edgeOf(pair.faceA, both / 3), pair.faceA, b_,
                               b_.edgeOf(pair.faceB, both % 3), pair.faceB, reach_, candidates_);
        }
    }

    void addTipContacts(const FacePair& pair, const PairVerdict& verdict) {
        TipContacts tips(a_, b_, reach_, candidates_);
        const PlacedFace &fa = a_.faceAt(a_.enter(pair.faceA)), &fb = b_.faceAt(b_.enter(pair.faceB));
        const FaceSketch::Corners edgesOfA = input_.surfaceA->sketches[pair.faceA].ownEdges();
        for (Index k = 0; k < 3; ++k) {
            if (verdict.tipsOfA >> k & 1) addTipOfA(a_.vertexOf(fa, k), fa, fb, verdict.tipsOfB, tips);
            if (!(verdict.tipsOfB >> k & 1)) continue;
            for (Index l = 0; l < 3; ++l) {
                if (!(edgesOfA >> l & 1)) continue;
                tips.addVertexEdge(b_.vertexOf(fb, k), pair.faceB, a_.edgeOf(pair.faceA, l), pair.faceA,
                                   VertexOf::b);
            }
        }
    }

    void addTipOfA(const PlacedVertex& tip, const PlacedFace& fa, const PlacedFace& fb,
                   FaceSketch::Corners tipsOfB, TipContacts& tips) {
        const FaceSketch::Corners edgesOfB = input_.surfaceB->sketches[fb.face].ownEdges();
        for (Index k = 0; k < 3; ++k) {
            if (edgesOfB >> k & 1) {
                tips.addVertexEdge(tip, fa.face, b_.edgeOf(fb.face, k), fb.face, VertexOf::a);
            }
            if (tipsOfB >> k & 1) tips.addVertexVertex(tip, fa.face, b_.vertexOf(fb, k), fb.face);
        }
    }

    const ContactInput& input_;
    const Reach& reach_;
    PlacedFeatures a_, b_;
    FacePairs intersecting_;
    std::vector<Candidate> candidates_;
};

ContactPoint pointOf(const Candidate& c, const ContactInput& input) {
    const ContactArc arc = contactArcOf(c, input.motionA, input.motionB, input.timeStep, input.restGap);
    ContactPoint point = contactPointOf(c, input.a.pose, input.b.pose, input.restGap);
    point.normal = arc.normal;
    point.distance += arc.widening;
    point.actsAfter = arc.actsAfter;
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

std::shared_ptr<const ContactSurface> surfaceOf(const Mesh& mesh, MeshTopology topology,
                                                std::vector<BorderEdge> borders, std::optional<Vec3> up) {
    auto surface = std::make_shared<ContactSurface>();
    surface->topology = std::move(topology);
    surface->borders = std::move(borders);
    surface->sketches = sketchFaces(mesh, surface->topology, buildNormalCones(mesh, surface->topology));
    surface->rims = rimsOf(surface->topology);
    surface->isSolid = !mesh.isTwoSided() && hasInside(mesh, surface->borders);
    surface->up = up;
    surface->centre = mesh.box().centre();
    for (const Vec3& v : mesh.vertices()) {
        surface->radius = std::max(surface->radius, (v - surface->centre).norm());
    }
    surface->shells = shellsOf(surface->topology, mesh);
    return surface;
}

/// None for springs, which let points come inside.
std::optional<PairMotion> motionOf(const ContactInput& input) {
    if (input.isCompliant) return std::nullopt;
    return PairMotion{input.motionA, input.motionB, input.timeStep, input.restGap};
}

/// One contact, and nothing known of features.
void keepOnly(const Candidate& candidate, const ContactInput& input, const Reach& reach,
              ContactMemory& memory) {
    std::vector<ContactPoint> points = {pointOf(candidate, input)};
    matchToLastStep(memory.points, std::min(input.surfaceA->radius, input.surfaceB->radius), points);
    memory.points = std::move(points);
    memory.patches = {{candidate.normal, 0, 1}};
    memory.facePairs = {{candidate.faceA, candidate.faceB}};
    memory.intersectingPairs = 1;
    memory.reach = reach.speculation;
    memory.depth = depthOf({&candidate, 1}, input);
}

}  // namespace

std::shared_ptr<const ContactSurface> buildContactSurface(const Mesh& mesh, std::optional<Vec3> up) {
    MeshTopology topology = buildTopology(mesh);
    std::vector<BorderEdge> borders = bordersOf(mesh, topology.weld);
    return surfaceOf(mesh, std::move(topology), std::move(borders), up);
}

std::shared_ptr<const ContactSurface> refreshContactSurface(const Mesh& mesh, const ContactSurface& before) {
    MeshTopology topology = refreshTopology(mesh, before.topology);
    const bool isSameWeld = topology.weld == before.topology.weld;
    std::vector<BorderEdge> borders = isSameWeld ? before.borders : bordersOf(mesh, topology.weld);
    return surfaceOf(mesh, std::move(topology), std::move(borders), before.up);
}

void findContacts(const NarrowPhase& narrowPhase, const ContactInput& input, const ContactSettings& settings,
                  PairMemory& pairMemory, ContactMemory& memory) {
    const Reach reach = reachOf(input, settings, memory.depth);
    if (input.timeStep > 0 && input.surfaceA->isSolid && input.surfaceB->isSolid) {
        const auto leaving = entangledContact(narrowPhase, input, reach, pairMemory, memory.entanglement);
        if (leaving) return keepOnly(*leaving, input, reach, memory);
    }
    const Placed aheadA{input.a.model, reach.advanceA.of(input.a.pose)};
    const Placed aheadB{input.b.model, reach.advanceB.of(input.b.pose)};
    narrowPhase.findFacePairs(aheadA, aheadB, reach.within, pairMemory, memory.facePairs);
    memory.reach = reach.speculation;

    ContactFinder finder(input, reach);
    if (!memory.facePairs.empty()) finder.addFeatureContacts(memory.facePairs, memory);
    finder.addDeep(narrowPhase, memory);
    const std::vector<Candidate> candidates = finder.takeCandidates();
    memory.depth = depthOf(candidates, input);

    std::vector<ContactPoint> points;
    memory.patches.clear();
    for (const ChosenPatch& patch : choosePatches(candidates, whichAreOld(candidates, memory.points), reach,
                                                  settings.maxPatches, motionOf(input))) {
        memory.patches.push_back(
            {patch.normal, static_cast<Index>(points.size()), static_cast<Index>(patch.chosen.size())});
        for (Index i : patch.chosen) points.push_back(pointOf(candidates[i], input));
    }
    matchToLastStep(memory.points, std::min(input.surfaceA->radius, input.surfaceB->radius), points);
    memory.points = std::move(points);
    memory.intersectingPairs = finder.intersectingCount();
}

}  // namespace ricochet
