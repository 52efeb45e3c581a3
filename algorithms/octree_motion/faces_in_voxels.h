#pragma once

#include "algorithms/geometry/face_pair.h"

#include <vector>

namespace ricochet::octree_motion {

/// The faces of several bodies that meet each of some voxels. Arrays are reused.
class FacesInVoxels {
public:
    void clear();

    /// Starts the list of the next voxel.
    void startVoxel() { ++voxels_; }
    Index voxelCount() const { return voxels_; }

    /// A face in the voxel started last, once.
    void add(Index body, Index face) { entries_.push_back({body, face, voxels_ - 1}); }

    /// The pairs of faces of two bodies that share a voxel, each once, sorted. Takes time for each voxel that
    /// two faces share, but memory only for the pairs.
    void listPairs(std::vector<CollidingFaces>& out);

private:
    struct Entry {
        Index body, face, voxel;
        auto operator<=>(const Entry&) const = default;
    };

    void numberFaces();

    Index voxels_ = 0;
    std::vector<Entry> entries_;        ///< sorted by `numberFaces`
    std::vector<std::size_t> ofFace_;   ///< per face, ascending by body and index: its first entry
    std::vector<std::size_t> ofVoxel_;  ///< per voxel: its first item of `inVoxel_`
    std::vector<Index> inVoxel_;        ///< numbers of faces, ascending
    std::vector<Index> lastPartner_;    ///< per face: the last one that it was paired with
    std::vector<Index> partners_;       ///< of one face
};

}  // namespace ricochet::octree_motion
