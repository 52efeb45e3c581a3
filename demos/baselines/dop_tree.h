#pragma once

#include "algorithms/geometry/mesh.h"

#include <array>
#include <vector>

namespace ricochet::baselines {

/// Directions of an 18-DOP: the axes and the diagonals of the coordinate planes, not normalised; each bounds
/// from both sides.
inline constexpr int kDopDirections = 9;
const std::array<Vec3, kDopDirections>& dopDirections();

/// A discrete orientation polytope: the range of heights along each direction.
struct Dop {
    std::array<Real, kDopDirections> min, max;

    static Dop empty();
    void include(const Vec3& point);
    void include(const Dop& other);
    bool overlaps(const Dop& other) const;
    /// Sum of the extents, by which two are compared in size.
    Real size() const;
};

/// A binary tree of 18-DOPs in the mesh's frame, built once: faces are halved at the median along the axis in
/// which their midpoints extend most, down to single faces.
struct DopTree {
    struct Node {
        Dop dop;
        Index first;  ///< leaf: its face; otherwise its left child, which the right one follows
        bool isLeaf;
    };
    std::vector<Node> nodes;  ///< nodes[0] is the root

    std::size_t bytes() const { return nodes.capacity() * sizeof(Node); }
};
DopTree buildDopTree(const Mesh& mesh);

/// Turns DOPs into ones of another frame that contain them, without their vertices. Zachmann. Rapid Collision
/// Detection by Dynamically Aligned DOP-Trees. 1998. Each new direction is a combination, with coefficients
/// that are not negative, of three of the turned ones, which are found once per pose; its height is the same
/// combination of theirs.
class DopAlignment {
public:
    DopAlignment(const Matrix3& rotation, const Vec3& translation);

    Dop aligned(const Dop& dop) const;

private:
    struct Combination {
        std::array<int, 3> bound;  ///< k: the maximum along direction k; 9 + k: along its opposite
        Vec3 weight;
        Real offset;  ///< of the translation
    };
    std::array<Combination, kDopDirections> combinations_;
};

}  // namespace ricochet::baselines
