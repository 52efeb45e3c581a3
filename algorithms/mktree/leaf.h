#pragma once

#include "algorithms/mktree/fragment.h"

#include <span>

namespace ricochet::mktree {

/// A leaf in memory. Read-only, shared by all readers.
struct Leaf {
    struct Fragment {
        Index part;
        FloatBox box;
        Index firstTriangle, triangles;
        Index firstSphere, spheres;
        Index firstPlane, planes;  ///< of the bounding polyhedron; 0: none
    };
    struct Triangle {
        std::array<std::uint16_t, 3> corners;  ///< relative to the fragment's first vertex
        std::uint8_t owned;                    ///< features that it owns: see ownedFeatures
        Index firstVertex;
        Index number;  ///< in its part
        Index fragment;
    };
    /// A node of the tree over all triangles.
    struct TreeNode {
        FloatBox box;
        Index first;  ///< inner node: its left child, the right one follows it; leaf: first of `triangles`
        Index count;  ///< triangles in the leaf; 0 in an inner node
        bool isLeaf() const { return count > 0; }
    };

    Index number = 0;
    std::vector<Fragment> fragments;
    std::vector<Sphere> spheres;
    std::vector<Plane> planes;
    std::vector<Vec3> vertices;  ///< exactly as they were read
    std::vector<Triangle> triangles;
    std::vector<TreeNode> tree;  ///< tree[0] is the root

    ricochet::Triangle triangle(Index i) const {
        const Triangle& t = triangles[i];
        return {vertices[t.firstVertex + t.corners[0]], vertices[t.firstVertex + t.corners[1]],
                vertices[t.firstVertex + t.corners[2]]};
    }
    Index partOf(Index triangle) const { return fragments[triangles[triangle].fragment].part; }
    std::size_t bytes() const;
};

/// Header of a leaf in the file; its fragments follow.
struct LeafHeader {
    static constexpr std::uint32_t kMagic = 0x4641454C;  ///< "LEAF"

    std::uint32_t magic, number, fragments, triangles;
};
static_assert(sizeof(LeafHeader) == 16);

/// Of a world of `parts` parts. Never reads beyond the given bytes, whatever their contents; an error
/// describes the damage.
Result<Leaf> decodeLeaf(std::span<const std::byte> bytes, Index number, std::size_t parts);

}  // namespace ricochet::mktree
