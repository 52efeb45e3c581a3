#include "algorithms/round_shapes/crossings.h"

namespace ricochet::round_shapes {
namespace {

constexpr Real kSharedEdge = 1e-9;  // of an edge's length: two faces that share an edge leave no gap there

bool isOverOrBeside(const Triangle& t, const Vec3& normal, const Vec3& point) {
    for (std::size_t k = 0; k < 3; ++k) {
        const Vec3 along = t[(k + 1) % 3] - t[k];
        if (normal.cross(along).dot(point - t[k]) < -kSharedEdge * along.squaredNorm()) return false;
    }
    return true;
}

}  // namespace

Index firstFaceCrossed(const MeshView& mesh, const Vec3& from, const Vec3& to) {
    Index first = kNone;
    Real firstTime = 2;
    for (std::size_t i = 0; i < mesh.faces.size(); ++i) {
        const Index face = mesh.faces[i];
        const Vec3 normal = mesh.normal(i);
        const Vec3& corner = mesh.mesh.vertices()[mesh.mesh.face(face)[0]];
        const Real before = normal.dot(from - corner), after = normal.dot(to - corner);
        if (!(before >= 0 && after < 0)) continue;
        const Real time = before / (before - after);
        if (time > firstTime || (time == firstTime && face > first)) continue;
        if (isOverOrBeside(mesh.mesh.triangle(face), normal, from + time * (to - from)))
            first = face, firstTime = time;
    }
    return first;
}

}  // namespace ricochet::round_shapes
