#include "algorithms/contact/surface/packed_face.h"

#include "algorithms/contact/tolerances.h"

#include <algorithm>

namespace ricochet {
namespace {

constexpr Index kFacesPerTask = 4096;

bool isSliver(const Triangle& t) {
    const Vec3 left = t[1] - t[0], right = t[2] - t[0];
    const Real size2 = std::max({left.squaredNorm(), right.squaredNorm(), (right - left).squaredNorm()});
    return !(left.cross(right).norm() > kTolerances.sliver * size2);
}

PackedFace packedFaceOf(const Mesh& mesh, const MeshTopology& topology, Index face, const Vec3& normal,
                        const NormalCone& cone) {
    const Triangle corners = mesh.triangle(face);
    PackedFace packed{};
    std::uint32_t marks = 0;
    if (isSliver(corners)) marks |= 1u << PackedFace::kSliver;
    if (!cone.axis.isZero(0)) marks |= 1u << PackedFace::kKnowsCone;
    std::copy_n(cone.axis.data(), 3, packed.cone);
    for (int c = 0; c < 3; ++c) packed.plane[c] = static_cast<float>(normal[c]);
    packed.plane[3] = static_cast<float>(-normal.dot(corners[0]));
    for (std::size_t k = 0; k < 3; ++k) {
        const Eigen::Vector3f corner = corners[k].cast<float>();
        std::copy_n(corner.data(), 3, packed.corner[k]);
        packed.corner[k][3] = cone.sine[k];
        const Index v = topology.weld[mesh.faces()[face][k]];
        const Index e = topology.faceEdges[face][k];
        if (e == kNone) continue;
        const MeshTopology::Edge& edge = topology.edges[e];
        const auto mark = [&](PackedFace::Mark which, bool isSo) { marks |= unsigned{isSo} << (which + k); };
        mark(PackedFace::kOwnVertices, topology.vertexOwner[v] == face && topology.isConvexVertex[v]);
        mark(PackedFace::kOwnEdges, edge.face0 == face && edge.dihedral == Dihedral::convex);
        mark(PackedFace::kConcave, edge.dihedral == Dihedral::concave);
    }
    packed.cone[3] = std::bit_cast<float>(marks);
    return packed;
}

}  // namespace

PlainVector<PackedFace> packFaces(const Mesh& mesh, const MeshTopology& topology,
                                  const SurfaceNormals& normals, const Executor& executor) {
    PlainVector<PackedFace> packedFaces(mesh.faceCount());
    forEachPart(executor, mesh.faceCount(), kFacesPerTask, [&](Index begin, Index end) {
        ConeBuilder cones(mesh, topology, normals);
        for (Index f = begin; f < end; ++f) {
            packedFaces[f] = packedFaceOf(mesh, topology, f, normals.ofFaces[f], cones.coneOf(f));
        }
    });
    return packedFaces;
}

}  // namespace ricochet
