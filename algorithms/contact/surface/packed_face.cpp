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

/// Marks of a front or a back.
std::uint32_t marksOf(const Mesh& mesh, const MeshTopology& topology, Index face, bool hasCone) {
    std::uint32_t marks = 0;
    const auto mark = [&](unsigned which, bool isSo) { marks |= std::uint32_t{isSo} << which; };
    mark(PackedFace::kSliver, isSliver(mesh.triangle(face)));
    mark(PackedFace::kHasCone, hasCone);
    const Face corners = mesh.face(face);
    const std::array<Index, 3> edges = topology.edgesOf(face);
    for (unsigned k = 0; k < 3; ++k) {
        if (edges[k] == kNone) continue;
        const Index v = topology.weld[corners[k]];
        const MeshTopology::Edge edge = topology.edge(edges[k]);
        mark(PackedFace::kOwnVertices + k, topology.vertexOwner[v] == face && topology.isConvexVertex[v]);
        mark(PackedFace::kOwnEdges + k, edge.face0 == face && edge.dihedral == Dihedral::convex);
        mark(PackedFace::kConcave + k, edge.dihedral == Dihedral::concave);
    }
    return marks;
}

/// Rounded up to the stored bits.
std::uint32_t backSineBits(float sine) {
    constexpr std::uint32_t kUnit = ~PackedFace::kBackSineBits + 1;
    return (std::bit_cast<std::uint32_t>(sine) + kUnit - 1) & PackedFace::kBackSineBits;
}

std::uint32_t backBits(const Mesh& mesh, const MeshTopology& topology, Index back,
                       const std::optional<float>& coneSine) {
    return marksOf(mesh, topology, back, coneSine.has_value()) << PackedFace::kBackMarks |
           backSineBits(coneSine.value_or(NormalCone::kAllDirections));
}

PackedFace packFace(const Mesh& mesh, const MeshTopology& topology, Index face, const Vec3& normal,
                    ConeBuilder& cones) {
    const Triangle corners = mesh.triangle(face);
    const NormalCone cone = cones.cone(face);
    PackedFace packed{};
    std::uint32_t marks = marksOf(mesh, topology, face, !cone.axis.isZero(0));
    if (mesh.isTwoSided()) {
        marks |= backBits(mesh, topology, mesh.frontCount() + face, cones.backConeSine(face));
    }
    std::copy_n(cone.axis.data(), 3, packed.cone);
    for (int c = 0; c < 3; ++c) packed.plane[c] = static_cast<float>(normal[c]);
    packed.plane[3] = static_cast<float>(-normal.dot(corners[0]));
    for (std::size_t k = 0; k < 3; ++k) {
        const Eigen::Vector3f corner = corners[k].cast<float>();
        std::copy_n(corner.data(), 3, packed.corner[k]);
        packed.corner[k][3] = cone.sine[k];
    }
    packed.cone[3] = std::bit_cast<float>(marks);
    return packed;
}

}  // namespace

void packFaces(const Mesh& mesh, const MeshTopology& topology, const SurfaceNormals& normals, Index begin,
               Index end, PackedFace* fronts) {
    ConeBuilder cones(mesh, topology, normals);
    for (Index f = begin; f < end; ++f) {
        fronts[f] = packFace(mesh, topology, f, normals.ofFaces[f], cones);
    }
}

PlainVector<PackedFace> packFaces(const Mesh& mesh, const MeshTopology& topology,
                                  const SurfaceNormals& normals, const Executor& executor) {
    PlainVector<PackedFace> packedFaces(mesh.frontCount());
    forEachPart(executor, mesh.frontCount(), kFacesPerTask, [&](Index begin, Index end) {
        packFaces(mesh, topology, normals, begin, end, packedFaces.data());
    });
    return packedFaces;
}

}  // namespace ricochet
