#include "algorithms/contact/plane_contact.h"

#include "algorithms/contact/candidate.h"
#include "algorithms/contact/manifolds.h"

namespace ricochet {
namespace {

/// The candidates at a mesh's vertices that are at most `farthestGap` (metres) above a half-space.
std::vector<Candidate> verticesNear(const BodyInput& body, const BodyInput& solid, Real farthestGap) {
    const Vec3 normal = (solid.pose.rotation * solid.halfSpace->normal).normalized();
    const Real offset = solid.halfSpace->offset + normal.dot(solid.pose.translation);
    const Vec3 up = body.pose.rotation.transpose() * normal;
    const Real base = normal.dot(body.pose.translation) - offset;
    const std::vector<Vec3>& vertices = body.mesh().vertices();
    std::vector<Candidate> found;
    for (Index v = 0; v < vertices.size(); ++v) {
        if (base + up.dot(vertices[v]) > farthestGap) continue;
        const MeshTopology& topology = *body.surface->topology;
        if (topology.weld[v] != v || !topology.isConvexVertex[v]) continue;
        const Vec3 onMesh = transformPoint(body.pose, vertices[v]);
        const Real gap = normal.dot(onMesh) - offset;
        found.push_back({.onA = onMesh,
                         .onB = onMesh - gap * normal,
                         .normal = normal,
                         .gap = gap,
                         .faceA = topology.vertexOwner[v],
                         .faceB = 0,
                         .key = contactKey(FeaturePair::vertexFace, v, 0)});
    }
    return found;
}

}  // namespace

void PlaneContact::findContacts(const NarrowPhase&, const PairInput& input, const ContactSettings& settings,
                                PairMemory&, PersistentContacts& memory) const {
    PairInput pair = input;
    pair.b.surface = input.a.surface;  // a plane extends as far as the mesh
    const SpeculativeMargin margin = speculativeMargin(pair, settings);
    const std::vector<Candidate> candidates = verticesNear(input.a, input.b, margin.farthestGap());
    writeManifolds(candidates, pair, margin, 1, memory);
    memory.clearFacePairs();
    memory.speculativeDistance = margin.distance;
}

}  // namespace ricochet
