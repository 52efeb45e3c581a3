// Binary trees of three kinds of volumes over the same groups of triangles: oriented boxes against
// axis-aligned boxes and spheres, as compared by Gottschalk, Lin, Manocha, OBBTree, 1996, and Lin, Manocha,
// Cohen, Gottschalk, 1996, section 5.
#pragma once

#include "algorithms/geometry/mesh.h"
#include "algorithms/geometry/obb.h"

#include <cstdint>
#include <vector>

namespace ricochet::lab {

enum class Volume { orientedBox, axisAlignedBox, sphere };

/// A volume about a group of triangles; all three kinds at once, so that the groups are the same.
struct VolumeNode {
    Obb oriented;
    Obb aligned;  ///< along the mesh's axes
    Vec3 centre;
    Real radius;  ///< of a sphere about the centre
    Index left;   ///< of an inner node, the right one follows it; of a leaf kNone
    Index face;   ///< of a leaf
};

/// Splits groups across the longest axis at the mean of their middles, down to one triangle.
struct VolumeTree {
    explicit VolumeTree(const Mesh& mesh);
    const Mesh* mesh;
    std::vector<VolumeNode> nodes;  ///< nodes[0] is the root
};

struct VolumeCounts {
    std::uint64_t volumeTests = 0, triangleTests = 0, facePairs = 0;
};

/// All pairs of faces that intersect. Spheres and boxes along axes are compared as such trees do: a box of B
/// becomes the box along A's axes about it.
VolumeCounts countPairs(const VolumeTree& a, const Pose& poseA, const VolumeTree& b, const Pose& poseB,
                        Volume volume);

}  // namespace ricochet::lab
