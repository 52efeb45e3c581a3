#include "algorithms/contact/surface/face_sketch.h"

#include "algorithms/contact/tolerances.h"

#include <algorithm>

namespace ricochet {
namespace {

constexpr Index kSketchesPerTask = 4096;

bool isSliver(const Triangle& t) {
    const Vec3 left = t[1] - t[0], right = t[2] - t[0];
    const Real size2 = std::max({left.squaredNorm(), right.squaredNorm(), (right - left).squaredNorm()});
    return !(left.cross(right).norm() > kTolerances.sliver * size2);
}

FaceSketch sketchOf(const Mesh& mesh, const MeshTopology& topology, Index face, const Vec3& normal,
                    const NormalCone& cone) {
    const Triangle corners = mesh.triangle(face);
    FaceSketch sketch{};
    std::uint32_t marks = 0;
    if (isSliver(corners)) marks |= 1u << FaceSketch::kSliver;
    if (!cone.axis.isZero(0)) marks |= 1u << FaceSketch::kKnowsCone;
    std::copy_n(cone.axis.data(), 3, sketch.cone);
    for (int c = 0; c < 3; ++c) sketch.plane[c] = static_cast<float>(normal[c]);
    sketch.plane[3] = static_cast<float>(-normal.dot(corners[0]));
    for (std::size_t k = 0; k < 3; ++k) {
        const Eigen::Vector3f corner = corners[k].cast<float>();
        std::copy_n(corner.data(), 3, sketch.corner[k]);
        sketch.corner[k][3] = cone.sine[k];
        const Index v = topology.weld[mesh.faces()[face][k]];
        const Index e = topology.faceEdges[face][k];
        if (e == kNone) continue;
        const MeshTopology::Edge& edge = topology.edges[e];
        const auto mark = [&](FaceSketch::Mark which, bool isSo) { marks |= unsigned{isSo} << (which + k); };
        mark(FaceSketch::kOwnVertices, topology.vertexOwner[v] == face && topology.isConvexVertex[v]);
        mark(FaceSketch::kOwnEdges, edge.face0 == face && edge.dihedral == Dihedral::convex);
        mark(FaceSketch::kConcave, edge.dihedral == Dihedral::concave);
    }
    sketch.cone[3] = std::bit_cast<float>(marks);
    return sketch;
}

}  // namespace

PlainVector<FaceSketch> sketchFaces(const Mesh& mesh, const MeshTopology& topology,
                                    const SurfaceNormals& normals, const Executor& executor) {
    PlainVector<FaceSketch> sketches(mesh.faceCount());
    forEachPart(executor, mesh.faceCount(), kSketchesPerTask, [&](Index begin, Index end) {
        ConeBuilder cones(mesh, topology, normals);
        for (Index f = begin; f < end; ++f) {
            sketches[f] = sketchOf(mesh, topology, f, normals.ofFaces[f], cones.coneOf(f));
        }
    });
    return sketches;
}

}  // namespace ricochet
