#include "algorithms/contact/face_sketch.h"

#include <algorithm>

namespace ricochet {
namespace {

constexpr Real kSliver = 1e-6;  // doubled area over squared size; below it normals are rounding

bool isSliver(const Triangle& t) {
    const Vec3 left = t[1] - t[0], right = t[2] - t[0];
    const Real size2 = std::max({left.squaredNorm(), right.squaredNorm(), (right - left).squaredNorm()});
    return !(left.cross(right).norm() > kSliver * size2);
}

void setPlane(FaceSketch& sketch, int lane, const Vec3& normal, const Vec3& through) {
    sketch.planeX[lane] = static_cast<float>(normal.x());
    sketch.planeY[lane] = static_cast<float>(normal.y());
    sketch.planeZ[lane] = static_cast<float>(normal.z());
    sketch.planeOffset[lane] = static_cast<float>(-normal.dot(through));
}

FaceSketch sketchOf(const Mesh& mesh, const MeshTopology& topology, Index face, const NormalCone& cone) {
    const Triangle corners = mesh.triangle(face);
    const Vec3& normal = topology.normals[face];
    FaceSketch sketch{};
    sketch.coneAxis = cone.axis;
    sketch.isSliver = isSliver(corners);
    setPlane(sketch, 0, normal, corners[0]);
    for (int k = 0; k < 4; ++k) {
        const Vec3& corner = corners[static_cast<std::size_t>(k % 3)];
        sketch.x[k] = static_cast<float>(corner.x());
        sketch.y[k] = static_cast<float>(corner.y());
        sketch.z[k] = static_cast<float>(corner.z());
    }
    for (std::size_t k = 0; k < 3; ++k) {
        const Index v = topology.weld[mesh.faces()[face][k]];
        const Index e = topology.faceEdges[face][k];
        if (e == kNone) continue;
        const MeshTopology::Edge& edge = topology.edges[e];
        const auto bit = static_cast<FaceSketch::Corners>(1u << k);
        const Vec3 along = (corners[(k + 1) % 3] - corners[k]) / edge.length;
        setPlane(sketch, static_cast<int>(k) + 1, normal.cross(along), corners[k]);
        if (topology.vertexOwner[v] == face && topology.isConvexVertex[v]) sketch.ownVertices |= bit;
        if (topology.edgeOwner[e] == face && edge.dihedral == Dihedral::convex) sketch.ownEdges |= bit;
        if (edge.dihedral == Dihedral::concave) sketch.concaveBorders |= bit;
    }
    return sketch;
}

/// Three coordinates of four things, turned.
void turn(const Eigen::Matrix3f& r, FaceSketch::Four& x, FaceSketch::Four& y, FaceSketch::Four& z) {
    const FaceSketch::Four x0 = x, y0 = y, z0 = z;
    x = r(0, 0) * x0 + r(0, 1) * y0 + r(0, 2) * z0;
    y = r(1, 0) * x0 + r(1, 1) * y0 + r(1, 2) * z0;
    z = r(2, 0) * x0 + r(2, 1) * y0 + r(2, 2) * z0;
}

}  // namespace

std::vector<FaceSketch> sketchFaces(const Mesh& mesh, const MeshTopology& topology,
                                    std::span<const NormalCone> cones) {
    std::vector<FaceSketch> sketches;
    sketches.reserve(mesh.faceCount());
    for (Index f = 0; f < mesh.faceCount(); ++f) sketches.push_back(sketchOf(mesh, topology, f, cones[f]));
    return sketches;
}

FaceSketch moved(const FaceSketch& sketch, const Eigen::Matrix3f& rotation,
                 const Eigen::Vector3f& translation) {
    FaceSketch out = sketch;
    turn(rotation, out.x, out.y, out.z);
    out.x += translation.x(), out.y += translation.y(), out.z += translation.z();
    turn(rotation, out.planeX, out.planeY, out.planeZ);
    out.planeOffset -=
        out.planeX * translation.x() + out.planeY * translation.y() + out.planeZ * translation.z();
    out.coneAxis = rotation * sketch.coneAxis;
    return out;
}

}  // namespace ricochet
