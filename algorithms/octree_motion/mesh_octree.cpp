#include "algorithms/octree_motion/mesh_octree.h"

#include "algorithms/geometry/mesh_topology.h"
#include "algorithms/geometry/point_in_mesh.h"
#include "algorithms/geometry/triangle_box.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ricochet::octree_motion {
namespace {

Result<void> checkInside(const Mesh& mesh, const Grid& grid) {
    if (const auto checked = check(grid); !checked) return checked;
    const Aabb root = boxOf(grid, rootCell(grid));
    if (root.contains(mesh.box().min) && root.contains(mesh.box().max)) return {};
    return tl::unexpected("the mesh extends out of the octree's root cube of edge " +
                          std::to_string(grid.edge) + " m");
}

/// Descends in preorder from the root to voxels and to cells that no face touches.
class FaceDescent {
public:
    FaceDescent(const Mesh& mesh, const Grid& grid) : mesh_(mesh), grid_(grid), faces_(mesh.faceCount()) {
        std::iota(faces_.begin(), faces_.end(), Index{0});
    }

    /// Colours each leaf by isBlack(cell, faces that touch it).
    template <class IsBlack>
    LinearOctree octree(const IsBlack& isBlack) {
        LinearOctree octree;
        PreorderWriter writer(octree);
        node(rootCell(grid_), 0, faces_.size(), writer, isBlack);
        return octree;
    }

private:
    /// The faces of the cell are `faces_[begin]` to `faces_[end - 1]`; `end` is the top of the stack.
    template <class IsBlack>
    void node(const Cell& cell, std::size_t begin, std::size_t end, PreorderWriter& writer,
              const IsBlack& isBlack) {
        if (begin == end || cell.edge == 1) {
            return writer.leaf(isBlack(cell, std::span<const Index>(faces_.data() + begin, end - begin)));
        }
        const std::size_t opened = writer.open();
        for (int k = 0; k < 8; ++k) {
            const Cell child = cell.octant(k);
            const Aabb box = boxOf(grid_, child);
            for (std::size_t i = begin; i < end; ++i) {
                const Index face = faces_[i];
                if (intersects(mesh_.triangle(face), box)) faces_.push_back(face);
            }
            node(child, end, faces_.size(), writer, isBlack);
            faces_.resize(end);
        }
        writer.close(opened);
    }

    const Mesh& mesh_;
    const Grid& grid_;
    std::vector<Index> faces_;  ///< a stack
};

/// Whether points are inside a closed mesh; tests only the faces in the column of the point's ray.
class Inside {
public:
    Inside(const Mesh& mesh, const Grid& grid)
        : mesh_(mesh), grid_(grid), side_(1 << std::min(grid.level, kMostColumnLevels)) {
        first_.assign(static_cast<std::size_t>(side_) * static_cast<std::size_t>(side_) + 1, 0);
        forEachListing([&](std::size_t column, Index) { ++first_[column + 1]; });
        std::partial_sum(first_.begin(), first_.end(), first_.begin());
        faces_.resize(first_.back());
        std::vector<std::size_t> next(first_.begin(), first_.end() - 1);
        forEachListing([&](std::size_t column, Index face) { faces_[next[column]++] = face; });
    }

    bool operator()(const Vec3& point) const {
        const std::size_t column = columnOf(place(point, 1), place(point, 2));
        return contains(mesh_, {faces_.data() + first_[column], first_[column + 1] - first_[column]}, point);
    }

private:
    static constexpr int kMostColumnLevels = 8;  // columns along x: lists of 65,536 fit into a cache

    int place(const Vec3& point, int axis) const {
        const Real share = (point[axis] - grid_.min[axis]) / grid_.edge;
        return std::clamp(static_cast<int>(std::floor(share * side_)), 0, side_ - 1);
    }
    std::size_t columnOf(int y, int z) const {
        return static_cast<std::size_t>(z) * static_cast<std::size_t>(side_) + static_cast<std::size_t>(y);
    }
    /// `transformPoint` is monotone, so a face is listed in the column of every point whose ray may hit it.
    template <class List>
    void forEachListing(const List& list) const {
        for (Index face = 0; face < mesh_.faceCount(); ++face) {
            const Aabb box = ricochet::boxOf(mesh_.triangle(face));
            for (int z = place(box.min, 2); z <= place(box.max, 2); ++z) {
                for (int y = place(box.min, 1); y <= place(box.max, 1); ++y) list(columnOf(y, z), face);
            }
        }
    }

    const Mesh& mesh_;
    const Grid& grid_;
    int side_;                        ///< columns per side
    std::vector<std::size_t> first_;  ///< per column, plus one
    std::vector<Index> faces_;
};

}  // namespace

Result<LinearOctree> octreeOfSolid(const Mesh& mesh, const Grid& grid, VoxelRule rule) {
    if (const auto checked = checkInside(mesh, grid); !checked) return tl::unexpected(checked.error());
    if (!buildTopology(mesh).isClosed()) {
        return tl::unexpected(
            std::string("the mesh is not closed, so it bounds no solid; its face octree can be built"));
    }
    const Inside isInside(mesh, grid);
    return FaceDescent(mesh, grid).octree([&](const Cell& cell, std::span<const Index> faces) {
        return (rule == VoxelRule::touch && !faces.empty()) || isInside(centreOf(grid, cell));
    });
}

Result<LinearOctree> octreeOfFaces(const Mesh& mesh, const Grid& grid) {
    if (const auto checked = checkInside(mesh, grid); !checked) return tl::unexpected(checked.error());
    return FaceDescent(mesh, grid).octree([](const Cell&, std::span<const Index> faces) {
        return !faces.empty();
    });
}

Result<FaceVoxels> voxelsOfFaces(const Mesh& mesh, const Grid& grid) {
    if (const auto checked = checkInside(mesh, grid); !checked) return tl::unexpected(checked.error());
    FaceVoxels found;
    found.first.push_back(0);
    FaceDescent(mesh, grid).octree([&](const Cell& cell, std::span<const Index> faces) {
        if (faces.empty()) return false;
        found.voxels.push_back(cell);
        found.faces.insert(found.faces.end(), faces.begin(), faces.end());
        found.first.push_back(static_cast<Index>(found.faces.size()));
        return true;
    });
    return found;
}

}  // namespace ricochet::octree_motion
