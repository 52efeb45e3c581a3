#pragma once

#include "algorithms/geometry/mesh.h"
#include "algorithms/wide_tree/wide_model.h"

#include <limits>
#include <span>
#include <vector>

namespace ricochet::wide_tree {

using Float4 = Eigen::Array4f;  ///< three coordinates and an unused one: one register

/// A box in some frame, for the builder: rounded, not conservative by itself.
struct BuilderBox {
    Float4 min = Float4::Constant(std::numeric_limits<float>::infinity());
    Float4 max = Float4::Constant(-std::numeric_limits<float>::infinity());

    void include(const BuilderBox& other) {
        min = min.min(other.min);
        max = max.max(other.max);
    }
    /// Half of the surface.
    float area() const {
        const Float4 size = max - min;
        return size[0] * size[1] + size[1] * size[2] + size[2] * size[0];
    }
};

/// A triangle relative to the mesh's centre.
struct FloatTriangle {
    Float4 corner[3];
};

/// A frame by columns, so that it rotates a point with three products.
class FloatFrame {
public:
    explicit FloatFrame(const Frame& frame) {
        for (int c = 0; c < 3; ++c) column_[c] << frame(0, c), frame(1, c), frame(2, c), 0;
    }
    Float4 coordinates(const Float4& p) const {
        return column_[0] * p[0] + column_[1] * p[1] + column_[2] * p[2];
    }
    BuilderBox boxOf(const FloatTriangle& t) const {
        const Float4 a = coordinates(t.corner[0]);
        const Float4 b = coordinates(t.corner[1]);
        const Float4 c = coordinates(t.corner[2]);
        return {a.min(b).min(c), a.max(b).max(c)};
    }

private:
    Float4 column_[3];
};

/// A point of a mesh of radius r, rounded to float and rotated into a frame, has an error of at most
/// 2^-24 r for its coordinates and 3 * 2^-24 r for the rotation; centre and half size of a box add another
/// 4 * 2^-24 r. Boxes made from floats grow by twice the sum.
inline constexpr float kFloatBoxError = 0x1p-20f;  ///< of the mesh's radius

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

// Writes nodes and leaves, for both the builder and the refit. All stored boxes are conservative.

/// The node's own box and its children's boxes, from boxes in the node's frame.
void writeBoxes(const Frame& frame, std::span<const BuilderBox> children, Real meshRadius, WideNode& node);

/// A leaf in the given frame; `about` is the box of its faces in that frame; at most eight `faces`.
void writeLeaf(const Mesh& mesh, const Tree& tree, const Frame& frame, const BuilderBox& about,
               std::span<const Index> faces, WideLeaf& leaf);

/// `tree.leafWidth`, after all leaves are written.
void writeLeafWidth(Tree& tree);

}  // namespace ricochet::wide_tree
