#pragma once

#include "algorithms/geometry/float_boxes.h"

#include <bit>
#include <cstdint>

namespace ricochet::obb_tree {

/// Three axes, as rows; each the float rounding of a unit vector, so orthonormal to 2^-23.
using Frame = Eigen::Matrix3f;

/// A box and its contents: two nodes, or faces. One cache line. The longest half size comes first; the fourth
/// number of `half` encodes the contents.
struct alignas(64) ObbNode : BoxRows {
    bool isLeaf() const { return half[3] < 0; }
    Index leftChild() const { return index(); }  ///< of an inner node; the right one follows it
    Index firstFace() const { return index(); }  ///< of a leaf: begin of its faces in the list

    void setChildren(Index left) { half[3] = std::bit_cast<float>(left | kNumberBits); }
    void setFaces(Index first) { half[3] = std::bit_cast<float>(first | kNumberBits | kLeafBit); }

    /// An eighth of the box's surface, by which boxes are compared.
    float area() const { return half[0] * half[1] + half[1] * half[2] + half[2] * half[0]; }

    Frame frame() const {
        Frame f;
        f << x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2];
        return f;
    }
    Vec3 centre() const { return {x[3], y[3], z[3]}; }

private:
    /// An index with these bits is a float that is neither denormal nor infinite, so that half sizes can be
    /// loaded with it.
    static constexpr std::uint32_t kNumberBits = 0x40000000u;
    static constexpr std::uint32_t kLeafBit = 0x80000000u;  ///< the sign

    Index index() const { return std::bit_cast<std::uint32_t>(half[3]) & ~(kNumberBits | kLeafBit); }
};
static_assert(sizeof(ObbNode) == 64);

/// An entry of the list of faces: the faces of a leaf are contiguous, and the last one is marked.
class LeafFace {
public:
    LeafFace() = default;
    LeafFace(Index face, bool isLast) : bits_(face | (isLast ? kLastBit : 0)) {}
    Index face() const { return bits_ & ~kLastBit; }
    bool isLast() const { return (bits_ & kLastBit) != 0; }

private:
    static constexpr std::uint32_t kLastBit = 0x80000000u;
    std::uint32_t bits_ = 0;
};

}  // namespace ricochet::obb_tree
