#include "algorithms/wide_tree/box_writer.h"

#include "algorithms/geometry/float_boxes.h"

#include <algorithm>
#include <cmath>

namespace ricochet::wide_tree {
namespace {

Vec3 vec3(const Float4& v) { return {v[0], v[1], v[2]}; }

/// Chooses the origin near the middle of a box in the frame; what is stored is exact from then on.
void writeFrame(const Frame& frame, const BuilderBox& about, FrameBox& box) {
    const Vec3 middle = 0.5 * (vec3(about.min) + vec3(about.max));
    const Vec3 origin = frame.cast<Real>().transpose() * middle;
    for (int k = 0; k < 3; ++k) {
        box.x[k] = frame(k, 0);
        box.y[k] = frame(k, 1);
        box.z[k] = frame(k, 2);
    }
    box.x[3] = static_cast<float>(origin.x());
    box.y[3] = static_cast<float>(origin.y());
    box.z[3] = static_cast<float>(origin.z());
}

using Corners = std::array<Vec3, 3>;

/// The corners in the leaf's frame, rotated so that corner 0 lies opposite the longest edge: normals are then
/// computed from the two shorter edges, which is the most accurate.
Corners cornersFrom(const Corners& corners) {
    std::array<Real, 3> opposite;
    for (Index k = 0; k < 3; ++k) opposite[k] = (corners[(k + 2) % 3] - corners[(k + 1) % 3]).squaredNorm();
    const auto first =
        static_cast<Index>(std::max_element(opposite.begin(), opposite.end()) - opposite.begin());
    return {corners[first], corners[(first + 1) % 3], corners[(first + 2) % 3]};
}

void writeTriangle(const Corners& corners, Index place, WideLeaf& leaf) {
    for (Index c = 0; c < 3; ++c) {
        for (Index k = 0; k < 3; ++k) leaf.corner[c][k][place] = static_cast<float>(corners[c][k]);
    }
    leaf.longestEdge[place] = roundedUp((corners[2] - corners[1]).norm());
    leaf.shortProduct[place] = roundedUp(
        std::sqrt((corners[1] - corners[0]).squaredNorm() * (corners[2] - corners[0]).squaredNorm()));
}

}  // namespace

void writeBoxes(const Frame& frame, std::span<const BuilderBox> children, Real meshRadius, WideNode& node) {
    BuilderBox all;
    for (const BuilderBox& child : children) all.include(child);
    writeFrame(frame, all, node.box);

    const Real error = kFloatBoxError * meshRadius;
    const Vec3 origin = frame.cast<Real>() * node.box.origin();
    const Vec3 extent = (vec3(all.max) - origin).cwiseMax(origin - vec3(all.min));
    for (int k = 0; k < 3; ++k) {
        node.box.half[k] = roundedUp(extent[k] + error);
        for (Index i = 0; i < kWidth; ++i) {
            // Unused places repeat the last child and are masked by the count.
            const BuilderBox& child = children[std::min<std::size_t>(i, children.size() - 1)];
            node.centre[k][i] = static_cast<float>(0.5 * (Real(child.min[k]) + child.max[k]) - origin[k]);
            node.half[k][i] = roundedUp(0.5 * (Real(child.max[k]) - child.min[k]) + error);
        }
    }
    node.box.count = static_cast<std::uint32_t>(children.size());
}

void writeLeaf(const Mesh& mesh, const Tree& tree, const Frame& frame, const BuilderBox& about,
               std::span<const Index> faces, WideLeaf& leaf) {
    writeFrame(frame, about, leaf.box);
    const Matrix3 rotation = frame.cast<Real>();
    const Vec3 origin = leaf.box.origin();
    Vec3 extent = Vec3::Zero();
    for (Index i = 0; i < kWidth; ++i) {
        const Index face = faces[std::min<std::size_t>(i, faces.size() - 1)];
        Corners corners;
        for (Index k = 0; k < 3; ++k) {
            const Vec3& vertex = mesh.vertices()[mesh.faces()[face][k]];
            // First the differences, which are small or exact, then the rotation.
            corners[k] =
                fitsFloats(tree) ? Vec3(rotation * ((vertex - tree.centre) - origin)) : Vec3(Vec3::Zero());
            extent = extent.cwiseMax(corners[k].cwiseAbs());
        }
        writeTriangle(cornersFrom(corners), i, leaf);
        leaf.face[i] = face;
    }
    for (int k = 0; k < 3; ++k) leaf.box.half[k] = roundedUp(extent[k]);
    leaf.box.count = static_cast<std::uint32_t>(faces.size());
}

void writeLeafWidth(Tree& tree) {
    Real sum = 0;
    for (const WideLeaf& leaf : tree.leaves) {
        const auto& [a, b, c] = leaf.box.half;
        sum += std::max(std::min(a, b), std::min(std::max(a, b), c));
    }
    tree.leafWidth = sum / static_cast<Real>(tree.leaves.size());
}

}  // namespace ricochet::wide_tree
