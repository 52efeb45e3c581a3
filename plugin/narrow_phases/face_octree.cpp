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
    using Settings = FaceOctreeSettings;
    return backend(
        "face-octree", "subdivides space where bodies overlap; nothing precomputed, so meshes may deform",
        ParameterTable<Settings>{
            integerOr("automatic", Settings::kAutomatic, "level",
                      "resolution: voxels are 2^-level of the root; automatic: as deep as it saves work", "",
                      0, 12, &Settings::level),
            real("world",
                 "edge of the world's cube about the origin, the octree's root; 0: the overlap region", "m",
                 0, 1e6, &Settings::world),
            choice("boxes",
                   "whether only faces in overlap regions of the bodies' boxes enter the octree, or all",
                   &Settings::boxes,
                   {{"overlap-regions", BoxStage::overlapRegions}, {"skipped", BoxStage::skipped}}),
            flag("exact-in-regions", "tests faces themselves, not their boxes, against overlap regions",
                 &Settings::exactInRegions),
            flag("exact-in-cells", "tests faces themselves, not their boxes, against the octree's cells",
                 &Settings::exactInCells),
            choice("division", "how threads share the faces and the pairs of a query", &Settings::division,
                   {{"dynamic", PairDivision::dynamic},
                    {"spmd", PairDivision::spmd},
                    {"producer-consumer", PairDivision::producerConsumer}}),
            choice("step",
                   "where a BatchDispatcher passes all pairs of a step: one pass over all, or one by one",
                   &Settings::bodies, {{"pairs", StepBodies::pairs}, {"one-pass", StepBodies::onePass}}),
        },
        makeFaceOctree);
}

}  // namespace ricochet::narrow_phases
