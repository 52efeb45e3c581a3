#pragma once

#include "algorithms/contact/surface/packed_face.h"
#include "algorithms/geometry/face_pair.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <utility>

namespace ricochet {

class Archive;

/// The packed fronts of a mesh. Those of a large one are packed in blocks, when a pair of faces first needs
/// them: most meshes touch others with a small part of their surface. What a front is packed to does not
/// depend on when that happens. Thread-safe, except for `archive` and `bytes`. All calls must be for the same
/// mesh and topology, which must not change.
class PackedSurface {
public:
    PlainVector<PackedFace> faces;  ///< per front; empty before the first call; some may be unwritten

    /// With those of the pairs' faces, and their neighbours, packed.
    std::span<const PackedFace> facesOf(const Mesh& mesh, const MeshTopology& topology,
                                        std::span<const FacePair> pairs, Index FacePair::*face) {
        if (!isComplete_.load(std::memory_order_acquire)) pack(mesh, topology, pairs, face);
        return faces;
    }
    /// The fronts' unit normals, if they are known before the first of the calls below.
    void setNormals(PlainVector<Vec3> ofFaces) { normals_.ofFaces = std::move(ofFaces); }
    /// What the first call of those below does before it packs faces.
    void begin(const Mesh& mesh, const MeshTopology& topology, const Executor& executor) {
        std::call_once(begun_, [&] { start(mesh, topology, executor); });
    }
    bool hasBegun() const { return hasBegun_; }
    /// With all packed.
    const PlainVector<PackedFace>& all(const Mesh& mesh, const MeshTopology& topology,
                                       const Executor& executor);

    /// Call `all` before writing.
    void archive(Archive& archive);
    std::size_t bytes() const;
    /// How many fronts are packed: a whole mesh, or blocks of it.
    Index packedFronts() const { return packedFronts_; }

private:
    enum class Block : std::uint8_t { empty, packed, withNeighbours };

    void start(const Mesh& mesh, const MeshTopology& topology, const Executor& executor);
    void pack(const Mesh& mesh, const MeshTopology& topology, std::span<const FacePair> pairs,
              Index FacePair::*face);
    void packBlock(const Mesh& mesh, const MeshTopology& topology, Index block);
    void packWithNeighbours(const Mesh& mesh, const MeshTopology& topology, Index block);
    void complete();

    std::once_flag begun_;
    std::atomic<bool> hasBegun_{false};
    std::atomic<bool> isComplete_{false};
    std::atomic<Index> packedFronts_{0};
    std::mutex packing_;
    SurfaceNormals normals_;  ///< until all is packed
    std::unique_ptr<std::atomic<Block>[]> blocks_;
};

}  // namespace ricochet
