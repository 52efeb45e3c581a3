// Octree update and the detector of chapter 1: the same narrow phase.

#include "algorithms/octree_motion/octree_detection.h"

#include "plugin/narrow_phases/rows.h"

namespace ricochet::narrow_phases {

Backend octreeDetector() {
    using namespace octree_motion;
    using Settings = OctreeDetectionSettings;
    return backend(
        "octree-detector",
        "moves an octree of each mesh's faces, built once for a shape: octree update or, with optimisations "
        "switched off, the first octree detector",
        ParameterTable<Settings>{
            choice("octrees", "of the faces, or of the solids that closed meshes bound",
                   [](Settings& settings) -> bool& { return settings.optimisations.faceOctrees; },
                   {{"faces", true}, {"solid", false}}),
            flag("regions", "moves only nodes that touch an overlap region of the bodies' boxes",
                 [](Settings& settings) -> bool& { return settings.optimisations.overlapRegions; }),
            flag("progressive", "refines octrees only below cells with nodes of two bodies",
                 [](Settings& settings) -> bool& { return settings.optimisations.progressive; }),
            flag("faces", "nodes list their faces; off: all faces of a body are tested against a voxel",
                 [](Settings& settings) -> bool& { return settings.optimisations.facesOfNodes; }),
            integer("level", "voxels are 2^-level of the world or, without one, of the mesh's longest side",
                    "", 1, kMostLevels, &Settings::level),
            real("voxel", "edge of the voxels of the bodies' octrees; 0: by level", "m", 0, 1e6,
                 &Settings::voxel),
            real("world", "edge of the world's cube about the origin; 0: the cube about the overlap regions",
                 "m", 0, 1e6, &Settings::world),
            choice("cubes", "what is moved: an octree's black nodes, or fewer cubes", &Settings::cubes,
                   {{"nodes", SourceCubes::nodes}, {"compacted", SourceCubes::compacted}}),
            choice("motion",
                   "by chapter 2's algorithm in preorder, or moved nodes are sorted into a new octree",
                   &Settings::octrees, {{"preorder", Octrees::moved}, {"sorted", Octrees::rebuilt}}),
            choice("cube-test", "in preorder: a cube against eight octants at once, or one by one",
                   &Settings::test,
                   {{"octants", CubeTest::axesOfOctants},
                    {"axes", CubeTest::axes},
                    {"six-steps", CubeTest::sixSteps}}),
        },
        [](const Settings& settings, std::shared_ptr<const Executor> executor) {
            return std::make_shared<OctreeDetection>(settings, std::move(executor));
        });
}

}  // namespace ricochet::narrow_phases
