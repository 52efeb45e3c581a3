#include "algorithms/octree_motion/faces_in_voxels.h"

#include <algorithm>
#include <numeric>

namespace ricochet::octree_motion {

void FacesInVoxels::clear() {
    voxels_ = 0;
    entries_.clear();
}

void FacesInVoxels::listPairs(std::vector<CollidingFaces>& out) {
    out.clear();
    numberFaces();
    const auto faceCount = static_cast<Index>(ofFace_.size() - 1);
    lastPartner_.assign(faceCount, kNone);
    for (Index a = 0; a < faceCount; ++a) {
        const Entry& ofA = entries_[ofFace_[a]];
        partners_.clear();
        for (std::size_t i = ofFace_[a]; i < ofFace_[a + 1]; ++i) {
            const Index voxel = entries_[i].voxel;
            const std::size_t begin = ofVoxel_[voxel], end = ofVoxel_[voxel + 1];
            for (std::size_t at = end; at-- > begin;) {
                const Index b = inVoxel_[at];
                if (entries_[ofFace_[b]].body <= ofA.body) break;
                if (lastPartner_[b] == a) continue;
                lastPartner_[b] = a;
                partners_.push_back(b);
            }
        }
        std::ranges::sort(partners_);
        for (const Index b : partners_) {
            const Entry& ofB = entries_[ofFace_[b]];
            out.push_back({ofA.body, ofB.body, ofA.face, ofB.face});
        }
    }
    if (!std::ranges::is_sorted(out)) std::ranges::sort(out);
}

/// Sorts the entries and lists the numbers of faces in each voxel.
void FacesInVoxels::numberFaces() {
    std::ranges::sort(entries_);
    ofFace_.clear();
    ofVoxel_.assign(voxels_ + 1, 0);
    for (std::size_t i = 0; i < entries_.size(); ++i) {
        const Entry& entry = entries_[i];
        if (i == 0 || entry.body != entries_[i - 1].body || entry.face != entries_[i - 1].face)
            ofFace_.push_back(i);
        ++ofVoxel_[entry.voxel];
    }
    ofFace_.push_back(entries_.size());
    // From behind, so that each list ends where the next begins.
    std::partial_sum(ofVoxel_.begin(), ofVoxel_.end(), ofVoxel_.begin());
    inVoxel_.resize(entries_.size());
    for (std::size_t face = ofFace_.size() - 1; face-- > 0;) {
        for (std::size_t i = ofFace_[face]; i < ofFace_[face + 1]; ++i)
            inVoxel_[--ofVoxel_[entries_[i].voxel]] = static_cast<Index>(face);
    }
}

}  // namespace ricochet::octree_motion
