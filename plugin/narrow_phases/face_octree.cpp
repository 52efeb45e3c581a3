#include "algorithms/face_octree/face_octree.h"

#include "plugin/narrow_phases/rows.h"

namespace ricochet::narrow_phases {
namespace {

/// Contacts compute every distance themselves, so a superset of the close pairs suffices.
std::shared_ptr<const NarrowPhase> makeFaceOctree(FaceOctreeSettings settings,
                                                  std::shared_ptr<const Executor> executor) {
    settings.exactDistance = false;
    return std::make_shared<FaceOctree>(settings, std::move(executor));
}

}  // namespace

Backend faceOctree() {
    return backend("face-octree",
                   "subdivides space where bodies overlap; nothing precomputed, so meshes may deform",
                   ParameterTable<FaceOctreeSettings>{}, makeFaceOctree);
}

}  // namespace ricochet::narrow_phases
