#pragma once

#include "algorithms/contact/surface/normal_cones.h"
#include "algorithms/geometry/mesh_topology.h"

#include <bit>
#include <span>

namespace ricochet {

/// A face in float, in rows of four numbers, in the mesh's frame: what the filter needs to reject a pair of
/// faces. The planes through its edges follow from its corners. For a two-sided mesh this is a front. Its
/// back follows from it, with corners in reverse order, the plane reversed, its own marks, and a cone about
/// its own normal.
struct alignas(16) PackedFace {
    using Corners = std::uint8_t;  ///< bit k: corner k, or the edge from it to the next

    /// Marks of a front or a back, by their lowest bit.
    enum Mark : unsigned {
        kOwnVertices = 0,  ///< three bits: convex vertices that the face owns
        kOwnEdges = 3,     ///< three bits: convex edges that it owns
        kConcave = 6,      ///< three bits: concave edges, past which a contact may lie
        kSliver = 9,       ///< its planes are unreliable
        kHasCone = 10,     ///< else it may touch at any normal, and its edges may also belong to other faces
    };

    /// Shift of the marks of the back, which owns no vertices. The highest bits hold the sine of its cone
    /// (`ConeBuilder::backConeSine`): a float without its lowest bits.
    static constexpr int kBackMarks = 8;
    static constexpr std::uint32_t kBackMarkBits = 0x7f8, kBackSineBits = 0xfff80000;

    /// Where the rows begin, in floats.
    static constexpr std::size_t kPlaneRow = 12, kConeRow = 16;

    float corner[3][4];  ///< metres; the last of each: sine of the cone's half angle, by level
    float plane[4];      ///< unit normal, and offset: normal · p + offset is positive on the outer side
    float cone[4];       ///< axis; the last holds the marks

    std::uint32_t marks() const { return std::bit_cast<std::uint32_t>(cone[3]); }
    std::uint32_t backMarks() const { return marks() >> kBackMarks & kBackMarkBits; }
};
static_assert(sizeof(PackedFace) == 80 && kConeLevels == 3);

/// A front or a back of a mesh, by its packed front.
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

/// Packs the fronts from `begin` to `end` - 1.
void packFaces(const Mesh& mesh, const MeshTopology& topology, const SurfaceNormals& normals, Index begin,
               Index end, PackedFace* fronts);

/// Packs all fronts. The result does not depend on the number of threads.
PlainVector<PackedFace> packFaces(const Mesh& mesh, const MeshTopology& topology,
                                  const SurfaceNormals& normals, const Executor& executor = serialExecutor());

}  // namespace ricochet
