#include "algorithms/contact/surface/face_sketch.h"

#include "algorithms/contact/tolerances.h"

#include <algorithm>

namespace ricochet {
namespace {

bool isSliver(const Triangle& t) {
    const Vec3 left = t[1] - t[0], right = t[2] - t[0];
    const Real size2 = std::max({left.squaredNorm(), right.squaredNorm(), (right - left).squaredNorm()});
    return !(left.cross(right).norm() > kTolerances.sliver * size2);
}

void setPlane(float (&plane)[4], const Vec3& normal, const Vec3& through) {
    for (int k = 0; k < 3; ++k) plane[k] = static_cast<float>(normal[k]);
    plane[3] = static_cast<float>(-normal.dot(through));
}

FaceSketch sketchOf(const Mesh& mesh, const MeshTopology& topology, Index face, const NormalCone& cone) {
    const Triangle corners = mesh.triangle(face);
    const Vec3& normal = topology.normals[face];
    FaceSketch sketch{};
    std::uint32_t marks = 0;
    if (isSliver(corners)) marks |= 1u << FaceSketch::kSliver;
    if (!cone.axis.isZero(0)) marks |= 1u << FaceSketch::kKnowsCone;
    std::copy_n(cone.axis.data(), 3, sketch.cone);
    setPlane(sketch.plane[0], normal, corners[0]);
    for (std::size_t k = 0; k < 3; ++k) {
        const Eigen::Vector3f corner = corners[k].cast<float>();
        std::copy_n(corner.data(), 3, sketch.corner[k]);
        sketch.corner[k][3] = cone.sine[k];
        const Index v = topology.weld[mesh.faces()[face][k]];
        const Index e = topology.faceEdges[face][k];
        if (e == kNone) continue;
        const MeshTopology::Edge& edge = topology.edges[e];
        const Vec3 along = (corners[(k + 1) % 3] - corners[k]) / edge.length;
        setPlane(sketch.plane[k + 1], normal.cross(along), corners[k]);
        const auto mark = [&](FaceSketch::Mark which, bool isSo) { marks |= unsigned{isSo} << (which + k); };
        mark(FaceSketch::kOwnVertices, topology.vertexOwner[v] == face && topology.isConvexVertex[v]);
        mark(FaceSketch::kOwnEdges, topology.edgeOwner[e] == face && edge.dihedral == Dihedral::convex);
        mark(FaceSketch::kConcave, edge.dihedral == Dihedral::concave);
    }
    sketch.cone[3] = std::bit_cast<float>(marks);
    return sketch;
}

FaceRim rimOf(const MeshTopology& topology, Index face) {
    FaceRim rim{};
    for (std::size_t k = 0; k < 3; ++k) {
        const Index e = topology.faceEdges[face][k];
        if (e == kNone || topology.edgeOwner[e] != face) continue;
        const MeshTopology::Edge& edge = topology.edges[e];
        if (edge.dihedral != Dihedral::convex || (edge.face0 != face && edge.face1 != face)) continue;
        const Vec3& across = edge.face0 == face ? edge.inward1 : edge.inward0;
        for (int c = 0; c < 3; ++c) rim.across[k][c] = static_cast<float>(across[c]);
    }
    return rim;
}

}  // namespace

std::vector<FaceRim> rimsOf(const MeshTopology& topology) {
    std::vector<FaceRim> rims;
    rims.reserve(topology.faceEdges.size());
    for (Index f = 0; f < topology.faceEdges.size(); ++f) rims.push_back(rimOf(topology, f));
    return rims;
}

std::vector<FaceSketch> sketchFaces(const Mesh& mesh, const MeshTopology& topology,
                                    std::span<const NormalCone> cones) {
    std::vector<FaceSketch> sketches;
    sketches.reserve(mesh.faceCount());
    for (Index f = 0; f < mesh.faceCount(); ++f) sketches.push_back(sketchOf(mesh, topology, f, cones[f]));
    return sketches;
}

}  // namespace ricochet
