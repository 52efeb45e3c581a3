#pragma once

#include "algorithms/stencil/collision_map.h"
#include "algorithms/stencil/passes.h"

#include <optional>

namespace ricochet::stencil {

/// The layers of both meshes at one pixel, by depth.
struct PixelList {
    Index pixel;  ///< (slice * pixels + row) * pixels + column
    std::vector<bool> isB;
};

/// The word that alpha blending with 1/2 leaves (section 6, formula 4): the nearest layer is the lowest bit
/// of `list.size()` bits, zero for A and one for B. None for more than 32 layers.
std::optional<std::uint32_t> blendWord(const PixelList& list);

/// Decides pixels that the counters leave undecided: all their layers go to lists in a shader storage buffer,
/// and a compute shader tests whether each layer lies in the other mesh. Lists of thousands of layers are
/// read back and sorted. Both meshes are drawn once, and once more if the buffer was too small. On the OpenGL
/// thread.
class PixelLists {
public:
    /// As a shader stores it.
    struct StoredLayer {
        float depth;
        std::uint32_t owner, next, pixel;  ///< owner: 0 of A, 1 of B
    };
    struct StoredSlice {
        std::uint32_t colliding = 0;  ///< layers
        float growth = 0;             ///< depth
    };

    /// `capacity`: initial capacity in layers; it grows as needed, up to `most` or the limit of the driver's
    /// buffers.
    static Result<PixelLists> create(Index capacity, Index maximum);

    /// Replaces each undecided pixel of these slices of `Targets::cases` by collides, apart or malformed, and
    /// returns for each pair whether any collides: also where a layer of A and one of B are within its
    /// `growth` (depth). Fails if there are more layers than the limit.
    Result<std::vector<bool>> decide(const Targets& targets, DrawnMeshes a, DrawnMeshes b,
                                     std::span<const float> growths, Passes& passes);

    /// The lists of the last call, by pixel; sorted here.
    std::vector<PixelList> lists() const;

    Index layers() const { return count_; }  ///< of the last call
    int tries() const { return tries_; }     ///< how often the last call drew both meshes

private:
    PixelLists(gl::Program collect, gl::Program walk, gl::Program rest)
        : collect_(std::move(collect)), walk_(std::move(walk)), rest_(std::move(rest)) {}
    void reserve(Index capacity);
    void decideLongLists(const Targets& targets, std::span<StoredSlice> slices) const;
    std::vector<StoredLayer> storedLayers() const;
    Index collect(const Targets& targets, DrawnMeshes a, DrawnMeshes b, Passes& passes) const;

    gl::Program collect_, walk_, rest_;
    Index capacity_ = 0, most_ = 0, count_ = 0;  ///< layers: capacity, limit, and number in the last call
    int tries_ = 0;
    std::array<gl::Object, 3> buffers_;  ///< counters, layers, by slice: colliding layers and growth
};

}  // namespace ricochet::stencil
