#include "algorithms/contact/surface/packed_surface.h"

#include "algorithms/geometry/archive.h"

#include <algorithm>

namespace ricochet {
namespace {

constexpr Index kPackedWhole = 4096;  ///< fronts of a mesh that is packed at once, in a millisecond
constexpr Index kFrontsPerBlock = 16;
constexpr Index kBlocksPerTask = 256;

Index blockCount(Index fronts) { return (fronts + kFrontsPerBlock - 1) / kFrontsPerBlock; }

}  // namespace

void PackedSurface::start(const Mesh& mesh, const MeshTopology& topology, const Executor& executor) {
    hasBegun_ = true;
    const Index fronts = mesh.frontCount();
    if (!faces.empty()) {  // read from a file
        packedFronts_ = fronts;
        return complete();
    }
    normals_ = surfaceNormals(mesh, topology, executor, std::move(normals_.ofFaces));
    if (fronts <= kPackedWhole) {
        faces = packFaces(mesh, topology, normals_, executor);
        packedFronts_ = fronts;
        return complete();
    }
    faces.resize(fronts);  // untouched memory is not used
    blocks_ = std::make_unique<std::atomic<Block>[]>(blockCount(fronts));
}

void PackedSurface::complete() {
    normals_ = {};
    isComplete_.store(true, std::memory_order_release);
}

const PlainVector<PackedFace>& PackedSurface::all(const Mesh& mesh, const MeshTopology& topology,
                                                  const Executor& executor) {
    begin(mesh, topology, executor);
    const std::lock_guard lock(packing_);
    if (isComplete_) return faces;
    forEachPart(executor, blockCount(mesh.frontCount()), kBlocksPerTask, [&](Index begin, Index end) {
        for (Index block = begin; block < end; ++block) packBlock(mesh, topology, block);
    });
    complete();
    return faces;
}

void PackedSurface::pack(const Mesh& mesh, const MeshTopology& topology, std::span<const FacePair> pairs,
                         Index FacePair::*face) {
    begin(mesh, topology, serialExecutor());
    if (isComplete_) return;
    const Index fronts = mesh.frontCount();
    for (const FacePair& pair : pairs) {
        const Index front = pair.*face < fronts ? pair.*face : pair.*face - fronts;
        const Index block = front / kFrontsPerBlock;
        if (blocks_[block].load(std::memory_order_acquire) == Block::withNeighbours) continue;
        const std::lock_guard lock(packing_);
        if (isComplete_) return;
        packWithNeighbours(mesh, topology, block);
    }
    if (packedFronts_ < fronts) return;
    const std::lock_guard lock(packing_);
    complete();
}

/// The filter also reads the planes of faces across the edges that a face owns.
void PackedSurface::packWithNeighbours(const Mesh& mesh, const MeshTopology& topology, Index block) {
    packBlock(mesh, topology, block);
    const Index begin = block * kFrontsPerBlock, end = std::min(begin + kFrontsPerBlock, mesh.frontCount());
    for (Index front = begin; front < end; ++front) {
        for (const Index e : topology.faceEdges[front]) {
            if (e == kNone || topology.edges[e].face0 != front || topology.edges[e].face1 == kNone) continue;
            packBlock(mesh, topology, topology.edges[e].face1 / kFrontsPerBlock);
        }
    }
    blocks_[block].store(Block::withNeighbours, std::memory_order_release);
}

void PackedSurface::packBlock(const Mesh& mesh, const MeshTopology& topology, Index block) {
    if (blocks_[block].load(std::memory_order_relaxed) != Block::empty) return;
    const Index begin = block * kFrontsPerBlock, end = std::min(begin + kFrontsPerBlock, mesh.frontCount());
    packFaces(mesh, topology, normals_, begin, end, faces.data());
    packedFronts_ += end - begin;
    blocks_[block].store(Block::packed, std::memory_order_release);
}

void PackedSurface::archive(Archive& archive) { archive.values(faces); }

std::size_t PackedSurface::bytes() const {
    return packedFronts_ * sizeof(PackedFace) + normals_.ofFaces.capacity() * sizeof(Vec3) +
           normals_.ofVertices.capacity() * sizeof(Vec3);
}

}  // namespace ricochet
