#include "algorithms/contact/half_space_contact.h"

#include "algorithms/contact/feature_contacts.h"
#include "algorithms/contact/patches.h"
#include "algorithms/contact/turning.h"
#include "algorithms/contact/warm_start.h"

#include <algorithm>

namespace ricochet {
namespace {

Reach halfSpaceReach(const HalfSpaceInput& input, const ContactSettings& settings) {
    ContactInput pair;
    pair.a.pose = input.meshPose;
    pair.b.pose = input.planePose;
    pair.surfaceA = pair.surfaceB = input.surface;
    pair.motionA = input.meshMotion;
    pair.motionB = input.planeMotion;
    pair.timeStep = input.timeStep;
    pair.restGap = input.restGap;
    pair.minimumReach = input.minimumReach;
    pair.isCompliant = input.isCompliant;
    return reachOf(pair, settings);
}

std::vector<Candidate> verticesWithin(const HalfSpaceInput& input, Real farthestGap) {
    const MeshTopology& topology = input.surface->topology;
    const Vec3 up = input.meshPose.rotation.transpose() * input.normal;
    const Real base = input.normal.dot(input.meshPose.translation) - input.offset;
    std::vector<Candidate> found;
    for (Index v = 0; v < input.mesh->vertexCount(); ++v) {
        const Vec3& local = input.mesh->vertices()[v];
        if (base + up.dot(local) > farthestGap || topology.weld[v] != v || !topology.isConvexVertex[v])
            continue;
        const Vec3 onMesh = place(input.meshPose, local);
        const Real gap = input.normal.dot(onMesh) - input.offset;
        found.push_back({onMesh, onMesh - gap * input.normal, input.normal, gap, topology.vertexOwner[v], 0,
                         contactKey(FeaturePair::vertexFace, v, 0)});
    }
    return found;
}

ContactPoint pointOf(const Candidate& c, const HalfSpaceInput& input) {
    const ContactArc arc =
        contactArcOf(c, input.meshMotion, input.planeMotion, input.timeStep, input.restGap);
    ContactPoint point = contactPointOf(c, input.meshPose, input.planePose, input.restGap);
    point.normal = arc.normal;
    point.distance += arc.widening;
    point.actsAfter = arc.actsAfter;
    return point;
}

}  // namespace

void findHalfSpaceContacts(const HalfSpaceInput& input, const ContactSettings& settings,
                           ContactMemory& memory) {
    const Reach reach = halfSpaceReach(input, settings);
    const std::vector<Candidate> candidates = verticesWithin(input, reach.farthestGap());
    const auto wasContact = [&](const Candidate& c) {
        return std::ranges::find(memory.points, c.key, &ContactPoint::key) != memory.points.end();
    };
    std::vector<bool> isOld;
    for (const Candidate& c : candidates) isOld.push_back(wasContact(c));

    std::vector<ContactPoint> points;
    memory.patches.clear();
    std::optional<PairMotion> motion;  // none for springs, which let points come inside
    if (!input.isCompliant)
        motion = PairMotion{input.meshMotion, input.planeMotion, input.timeStep, input.restGap};
    for (const ChosenPatch& patch : choosePatches(candidates, isOld, reach, 1, motion)) {
        memory.patches.push_back({patch.normal, 0, static_cast<Index>(patch.chosen.size())});
        for (Index i : patch.chosen) points.push_back(pointOf(candidates[i], input));
    }
    matchToLastStep(memory.points, input.surface->radius, points);
    memory.points = std::move(points);
    memory.facePairs.clear();
    memory.intersectingPairs = 0;
    memory.reach = reach.speculation;
}

}  // namespace ricochet
