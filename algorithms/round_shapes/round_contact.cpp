#include "algorithms/round_shapes/round_contact.h"

#include "algorithms/contact/candidate.h"
#include "algorithms/contact/manifold/contact_matching.h"
#include "algorithms/contact/manifold/manifold_reduction.h"
#include "algorithms/contact/speculative_margin.h"
#include "algorithms/geometry/room.h"
#include "algorithms/round_shapes/near_faces.h"
#include "algorithms/round_shapes/placed_round.h"
#include "algorithms/round_shapes/round_pair.h"
#include "algorithms/round_shapes/round_path.h"
#include "algorithms/round_shapes/round_sweep.h"
#include "algorithms/round_shapes/separation_side.h"
#include "algorithms/round_shapes/speculation.h"
#include "algorithms/round_shapes/touches.h"

#include <algorithm>

namespace ricochet {
namespace {

using namespace round_shapes;

/// Workspace of one call; reused by the calls of a thread, so that no memory is allocated.
struct Work {
    std::vector<Index> faces;
    std::vector<Vec3> normals;  ///< of the faces
    std::vector<Touch> touches;
    std::vector<Candidate> candidates;
    std::vector<ContactPoint> points;
};

Work& freshWork() {
    thread_local Work work;
    work.faces.clear();
    work.normals.clear();
    work.touches.clear();
    work.candidates.clear();
    work.points.clear();
    return work;
}

// A body that has moved by more than this many radii beyond the displacement by its speed was teleported.
constexpr Real kCarried = 4;

class ContactSearch {
public:
    ContactSearch(const NarrowPhase& narrowPhase, const PairInput& input, const ContactSettings& settings,
                  PersistentContacts& memory)
        : narrowPhase_(narrowPhase),
          input_(input),
          settings_(settings),
          pair_(input),
          round_(*pair_.round.round, seenFrom(pair_.mesh.pose, pair_.round.pose)),
          margin_(pair_.margin(settings, memory)),
          memory_(memory),
          work_(freshWork()) {}

    void run() {
        dropSwept(memory_);
        const std::optional<Vec3> lastSafe = middleWhenSafe();
        findNearFaces(lastSafe);
        const MeshView mesh{pair_.mesh.model->mesh(), *pair_.mesh.surface, work_.faces, work_.normals};
        const SolidQuery query{narrowPhase_, *pair_.mesh.model, *pair_.mesh.surface};
        if (const auto back = exitDirection(round_, mesh, query, lastSafe)) {
            addTouchesWith(*back, round_, margin_, work_.touches);
        } else {
            memory_.lastSeparated = {seenFrom(input_.b.pose, input_.a.pose)};
            findTouches(round_, mesh, margin_, work_.touches);
        }
        for (const Touch& touch : work_.touches) work_.candidates.push_back(pair_.candidateOf(touch));
        dropInternalEdges();
        keepPoints();
        if (input_.step.looksAhead && input_.step.timeStep > 0)
            addSwept(narrowPhase_, pair_, margin_, memory_);
    }

private:
    /// The middle's last position on the right side, in the mesh's frame.
    std::optional<Vec3> middleWhenSafe() const {
        if (!memory_.lastSeparated || input_.step.timeStep <= 0) return std::nullopt;
        const Pose& aInB = memory_.lastSeparated->aInB;
        const Vec3 middle = middleOf(*pair_.round.round);
        const Vec3 then = pair_.roundIsA ? transformPoint(aInB, middle)
                                         : Vec3(aInB.rotation.inverse() * (middle - aInB.translation));
        const Real expectedMotion = kCarried * round_.radius() + 2 * margin_.approach;
        const Real speed = (input_.a.motion.linearVelocity - input_.b.motion.linearVelocity).norm();
        if ((then - round_.middle()).norm() > expectedMotion + 2 * input_.step.timeStep * speed)
            return std::nullopt;
        return then;
    }

    void findNearFaces(const std::optional<Vec3>& lastSafe) {
        Aabb box = grown(round_.box(), margin_.farthestGap() + margin_.extension);
        if (lastSafe) box.include(*lastSafe);
        narrowPhase_.findFaces(*pair_.mesh.model, box, work_.faces);
        const Mesh& mesh = pair_.mesh.model->mesh();
        dropFartherFaces(mesh, round_.middle(), farthestPoint(lastSafe), work_.faces);
        for (const Index face : work_.faces) {
            const bool isBackOfLast = !work_.normals.empty() && mesh.isBack(face) &&
                                      mesh.frontOf(face) == work_.faces[work_.normals.size() - 1];
            work_.normals.push_back(isBackOfLast ? Vec3(-work_.normals.back()) : unitNormal(mesh, face));
        }
    }

    /// Metres from the middle: faces beyond have no contacts, and are not crossed on the path from
    /// `lastSafe`.
    Real farthestPoint(const std::optional<Vec3>& lastSafe) const {
        const Real contact =
            round_.radius() + margin_.farthestGap() + margin_.extension + margin_.deepExtension;
        return lastSafe ? std::max(contact, (*lastSafe - round_.middle()).norm()) : contact;
    }

    void dropInternalEdges() {
        InternalEdges internal = pair_.internalEdges(narrowPhase_, coneToleranceOf(round_, margin_));
        if (!internal.canExist()) return;
        std::erase_if(work_.candidates, [&](const Candidate& c) {
            return internal.isInternal(c.onB, c.normal, featurePair(c.key) == FeaturePair::vertexFace,
                                       c.faceB);
        });
    }

    void keepPoints() {
        memory_.patches.clear();
        std::vector<ContactPoint>& points = work_.points;
        if (work_.candidates.size() == 1) {  // as in most steps
            points.push_back(pair_.pointOf(work_.candidates[0]));
            memory_.patches.push_back({points[0].normal, 0, 1});
        } else if (!work_.candidates.empty()) {
            choosePoints(points);
        }
        if (!points.empty()) matchToLastStep(memory_.points, input_.smallerRadius(), points);
        makeRoom(memory_.points, points.size());
        memory_.points.assign(points.begin(), points.end());
        freeSpareRoom(memory_.points);
        memory_.clearFacePairs();
        memory_.speculativeDistance = margin_.distance;
    }

    void choosePoints(std::vector<ContactPoint>& points) {
        const std::vector<Candidate>& candidates = work_.candidates;
        for (const ChosenPatch& patch :
             choosePatches(candidates, memory_.points, margin_, settings_.maxPatches)) {
            memory_.patches.push_back(
                {pair_.towardsA(patch.normal), static_cast<Index>(points.size()), patch.size()});
            for (const Index i : patch) points.push_back(pair_.pointOf(candidates[i]));
        }
    }

    const NarrowPhase& narrowPhase_;
    const PairInput& input_;
    const ContactSettings& settings_;
    const RoundPair pair_;
    const PlacedRound round_;
    const SpeculativeMargin margin_;
    PersistentContacts& memory_;
    Work& work_;
};

}  // namespace

void RoundContact::findContacts(const NarrowPhase& narrowPhase, const PairInput& input,
                                const ContactSettings& settings, PairMemory& pairMemory,
                                PersistentContacts& memory) const {
    ++pairMemory.counters.calls;
    ContactSearch(narrowPhase, input, settings, memory).run();
}

std::optional<SweptContact> RoundContact::firstContact(const NarrowPhase& narrowPhase,
                                                       const SweptInput& input, const SweptSettings& settings,
                                                       PairMemory& memory) const {
    ++memory.counters.calls;
    const bool roundIsA = input.a.round != nullptr;
    const BodyInput &round = roundIsA ? input.a : input.b, &mesh = roundIsA ? input.b : input.a;
    const RoundPath path(*round.round, roundIsA ? input.motionA : input.motionB,
                         roundIsA ? input.motionB : input.motionA);
    const auto met = firstTouch(narrowPhase, *mesh.model, path, settings);
    if (!met) return std::nullopt;
    const Pose meshThen = path.meshAt(met->time);
    const Vec3 onMesh = transformPoint(meshThen, met->onMesh), normal = meshThen.rotation * met->normal;
    const Vec3 onRound = onMesh + std::max(met->distance, Real{0}) * normal;
    SweptContact contact;
    contact.time = met->time;
    contact.faces = roundIsA ? FacePair{0, met->face} : FacePair{met->face, 0};
    contact.onA = roundIsA ? onRound : onMesh;
    contact.onB = roundIsA ? onMesh : onRound;
    contact.normal = roundIsA ? normal : Vec3(-normal);
    contact.features = roundIsA ? TouchingFeatures::vertexFace : TouchingFeatures::faceVertex;
    contact.featureA = contact.faces.faceA;
    contact.featureB = contact.faces.faceB;
    return contact;
}

}  // namespace ricochet
