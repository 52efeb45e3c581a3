#include "algorithms/contact/half_space_contact.h"

#include "algorithms/contact/candidate.h"
#include "algorithms/contact/manifold/manifolds.h"

#include <algorithm>

namespace ricochet {
namespace {

SpeculativeMargin halfSpaceMargin(const HalfSpaceInput& input, const ContactSettings& settings) {
    ContactInput pair;
    pair.a.pose = input.meshPose;
    pair.b.pose = input.planePose;
    pair.surfaceA = pair.surfaceB = input.surface;
    pair.motionA = input.meshMotion;
    pair.motionB = input.planeMotion;
    pair.timeStep = input.timeStep;
    pair.restGap = input.restGap;
    pair.minimumQueryDistance = input.minimumQueryDistance;
    pair.isCompliant = input.isCompliant;
    return speculativeMarginOf(pair, settings);
}

std::vector<Candidate> verticesNear(const HalfSpaceInput& input, Real farthestGap) {
    const MeshTopology& topology = input.surface->topology;
    const Vec3 up = input.meshPose.rotation.transpose() * input.normal;
    const Real base = input.normal.dot(input.meshPose.translation) - input.offset;
    std::vector<Candidate> found;
    for (Index v = 0; v < input.mesh->vertexCount(); ++v) {
        const Vec3& local = input.mesh->vertices()[v];
        if (base + up.dot(local) > farthestGap || topology.weld[v] != v || !topology.isConvexVertex[v])
            continue;
        const Vec3 onMesh = transformPoint(input.meshPose, local);
        const Real gap = input.normal.dot(onMesh) - input.offset;
        found.push_back({onMesh, onMesh - gap * input.normal, input.normal, gap, topology.vertexOwner[v], 0,
                         contactKey(FeaturePair::vertexFace, v, 0)});
    }
    return found;
}

}  // namespace

void findHalfSpaceContacts(const HalfSpaceInput& input, const ContactSettings& settings,
                           PersistentContacts& memory) {
    const SpeculativeMargin margin = halfSpaceMargin(input, settings);
    const std::vector<Candidate> candidates = verticesNear(input, margin.farthestGap());
    const ManifoldInput manifolds{input.meshPose,
                                  input.planePose,
                                  {input.meshMotion, input.planeMotion, input.timeStep, input.restGap},
                                  input.isCompliant,
                                  input.surface->radius};
    writeManifolds(candidates, manifolds, margin, 1, memory);
    memory.clearFacePairs();
    memory.intersectingPairs = 0;
    memory.speculativeDistance = margin.distance;
}

}  // namespace ricochet
