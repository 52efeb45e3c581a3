#include "algorithms/octree_motion/detector_model.h"

#include "algorithms/geometry/box_list.h"
#include "algorithms/geometry/triangle_box.h"
#include "algorithms/octree_motion/compaction.h"

#include <algorithm>
#include <cmath>

namespace ricochet::octree_motion {
namespace {

/// A grid about the mesh with voxels of that edge or, if these were too many, of the least possible one.
Grid voxelGrid(const Mesh& mesh, Real voxel) {
    const Real edge = mesh.box().size().maxCoeff();
    int level = 1;
    while (level < kMostLevels && std::ldexp(voxel, level) < edge) ++level;
    Grid grid = gridAround(mesh.box(), level, /*margin*/ 1e-9);
    if (grid.edge < std::ldexp(voxel, level)) {
        grid.edge = std::ldexp(voxel, level);
        grid.min = mesh.box().centre() - Vec3::Constant(0.5 * grid.edge);
    }
    return grid;
}

void takeVoxels(DetectorModel& model, FaceVoxels voxels) {
    model.nodes = std::move(voxels.voxels);
    model.first = std::move(voxels.first);
    model.faces = std::move(voxels.faces);
}

/// Tests every face for every node.
void takeNodes(DetectorModel& model, std::vector<Cell> nodes) {
    const Mesh& mesh = model.mesh();
    PointList vertices;
    BoxList boxes;
    placeVertices({}, mesh.vertices(), vertices);
    boxesOfFaces(mesh, vertices, 0, boxes);
    std::vector<Index> near(mesh.faceCount());
    for (const Cell& node : nodes) {
        model.first.push_back(static_cast<Index>(model.faces.size()));
        const Aabb box = boxOf(model.grid, node);
        for (const Index face : std::span(near).first(findOverlapping(boxes, box, near))) {
            if (intersects(mesh.triangle(face), box)) model.faces.push_back(face);
        }
    }
    model.first.push_back(static_cast<Index>(model.faces.size()));
    model.nodes = std::move(nodes);
}

Result<LinearOctree> octreeFor(const Mesh& mesh, const Grid& grid, SourceOctree octree) {
    return octree == SourceOctree::faces ? octreeOfFaces(mesh, grid)
                                         : octreeOfSolid(mesh, grid, VoxelRule::touch);
}

}  // namespace

std::vector<Obb> DetectorModel::boxesAt(int depth) const {
    std::vector<Obb> boxes;
    for (const Cell& node : nodes) {
        if (node.edge < grid.voxelsPerSide() >> std::clamp(depth, 0, grid.level)) continue;
        const Aabb box = boxOf(grid, node);
        boxes.push_back({.centre = box.centre(), .half = box.size() / 2});
    }
    return boxes;
}

std::size_t DetectorModel::bytes() const {
    return nodes.capacity() * sizeof(Cell) + (first.capacity() + faces.capacity()) * sizeof(Index);
}

Result<std::shared_ptr<const DetectorModel>> buildDetectorModel(std::shared_ptr<const Mesh> mesh, Real voxel,
                                                                SourceOctree octree, SourceCubes cubes) {
    const Grid grid = voxelGrid(*mesh, voxel);
    auto model = std::make_shared<DetectorModel>(std::move(mesh), grid);
    if (octree == SourceOctree::faces && cubes == SourceCubes::nodes) {
        auto voxels = voxelsOfFaces(model->mesh(), grid);
        if (!voxels) return tl::unexpected(voxels.error());
        takeVoxels(*model, std::move(*voxels));
        return model;
    }
    const auto built = octreeFor(model->mesh(), grid, octree);
    if (!built) return tl::unexpected(built.error());
    const bool isCompacted = cubes == SourceCubes::compacted;
    takeNodes(*model, (isCompacted ? compacted(*built, grid) : blackCubes(*built, grid)).cubes);
    return model;
}

}  // namespace ricochet::octree_motion
