#pragma once

#include "algorithms/contact/surface/normal_cones.h"
#include "algorithms/geometry/mesh_topology.h"

#include <bit>
#include <span>

namespace ricochet {

/// A face in float, in rows of four numbers: what a filter needs to reject a pair of faces. In the mesh's
/// frame. The planes through its edges follow from its corners. Of a two-sided mesh this is a front, from
/// which its back follows: corners in the other order, the plane reversed, marks of its own, and a cone about
/// its normal.
struct alignas(16) PackedFace {
    using Corners = std::uint8_t;  ///< bit k: corner k, or the edge from it to the next

    /// What a side's marks are made of, by their lowest bit.
    enum Mark : unsigned {
        kOwnVertices = 0,  ///< three bits: vertices that the face stands for and that may touch something
        kOwnEdges = 3,     ///< three bits: convex edges that it stands for
        kConcave = 6,      ///< three bits: edges past which a contact may lie
        kSliver = 9,       ///< its planes are noise
        kKnowsCone = 10,   ///< else it may touch at any normal, and its edges may be another face's, too
    };

    /// Those of the back, which owns no vertices, lie so many bits higher; the highest bits are those of the
    /// sine of its cone (`BackCone`), a float without its last digits.
    static constexpr int kBackMarks = 8;
    static constexpr std::uint32_t kBackMarkBits = 0x7f8, kBackSineBits = 0xfff80000;

    /// Where the rows begin, in floats.
    static constexpr std::size_t kPlaneRow = 12, kConeRow = 16;

    float corner[3][4];  ///< metres; the last of each: sine of the cone's half angle, by level
    float plane[4];      ///< unit normal, and offset: normal · p + offset is positive on the outer side
    float cone[4];       ///< its axis; the last is no number, but marks

    std::uint32_t marks() const { return std::bit_cast<std::uint32_t>(cone[3]); }
    std::uint32_t backMarks() const { return marks() >> kBackMarks & kBackMarkBits; }
};
static_assert(sizeof(PackedFace) == 80 && kTolerances.coneLevels.size() == 3);

/// A face of a mesh, by its packed front.
struct PackedSide {
    const PackedFace* front;
    bool isBack;

    bool has(PackedFace::Mark mark) const { return (marks() >> mark & 1) != 0; }
    PackedFace::Corners ownEdges() const { return marks() >> PackedFace::kOwnEdges & 7; }
    /// Row of the side's corner k.
    const float* corner(unsigned k) const { return front->corner[isBack ? (3 - k) % 3 : k]; }

private:
    std::uint32_t marks() const { return isBack ? front->backMarks() : front->marks(); }
};
inline PackedSide sideOf(std::span<const PackedFace> fronts, Index face) {
    const bool isBack = face >= fronts.size();
    return {fronts.data() + (isBack ? face - fronts.size() : face), isBack};
}

/// All fronts. The same on any number of threads.
PlainVector<PackedFace> packFaces(const Mesh& mesh, const MeshTopology& topology,
                                  const SurfaceNormals& normals, const Executor& executor = serialExecutor());

}  // namespace ricochet
