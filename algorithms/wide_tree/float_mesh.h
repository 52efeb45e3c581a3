#pragma once

#include "algorithms/geometry/mesh.h"
#include "algorithms/wide_tree/builder_box.h"
#include "algorithms/wide_tree/wide_model.h"

namespace ricochet::wide_tree {

/// Sets centre and radius of a tree over the mesh's present vertices.
inline void centreOn(const Mesh& mesh, Tree& tree) {
    tree.centre = mesh.box().centre();
    // The half diagonal of the box bounds the true radius, up to rounding.
    tree.radius = 0.5 * mesh.box().size().norm() * (1 + 1e-9);
}

inline FloatTriangle floatTriangle(const Mesh& mesh, const Tree& tree, Index face) {
    FloatTriangle t;
    for (Index k = 0; k < 3; ++k) {
        const Vec3 p = fitsFloats(tree) ? Vec3(mesh.vertices()[mesh.faces()[face][k]] - tree.centre)
                                        : Vec3(Vec3::Zero());
        t.corner[k] << float(p.x()), float(p.y()), float(p.z()), 0;
    }
    return t;
}

}  // namespace ricochet::wide_tree
