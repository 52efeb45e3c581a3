#include "tests/octree_motion/motion_oracle.h"

#include "algorithms/geometry/point_in_mesh.h"
#include "algorithms/geometry/triangle_box.h"
#include "tests/support/meshes.h"

#include <map>

namespace ricochet::octree_motion {
namespace {

/// The faces that a ray along x at this y and z may meet.
std::vector<Index> facesBeside(const Mesh& mesh, const Vec3& point) {
    std::vector<Index> faces;
    for (Index face = 0; face < mesh.faceCount(); ++face) {
        const Aabb box = ricochet::boxOf(mesh.triangle(face));
        if (box.min.y() <= point.y() && point.y() <= box.max.y() && box.min.z() <= point.z() &&
            point.z() <= box.max.z()) {
            faces.push_back(face);
        }
    }
    return faces;
}

void setInside(const Mesh& mesh, const Grid& grid, VoxelBits& voxels) {
    const int side = grid.voxelsPerSide();
    for (int z = 0; z < side; ++z) {
        for (int y = 0; y < side; ++y) {
            const std::vector<Index> faces = facesBeside(mesh, centreOf(grid, {{0, y, z}, 1}));
            for (int x = 0; x < side && !faces.empty(); ++x) {
                if (contains(mesh, faces, centreOf(grid, {{x, y, z}, 1}))) voxels.set(x, y, z);
            }
        }
    }
}

void setTouched(const Mesh& mesh, const Grid& grid, VoxelBits& voxels) {
    const int last = grid.voxelsPerSide() - 1;
    const auto place = [&](Real coordinate, int axis, int aside) {
        const Real voxel = std::floor((coordinate - grid.min[axis]) / grid.voxel());
        return std::clamp(static_cast<int>(voxel) + aside, 0, last);
    };
    for (Index face = 0; face < mesh.faceCount(); ++face) {
        const Triangle triangle = mesh.triangle(face);
        const Aabb box = ricochet::boxOf(triangle);
        for (int z = place(box.min.z(), 2, -1); z <= place(box.max.z(), 2, 1); ++z) {
            for (int y = place(box.min.y(), 1, -1); y <= place(box.max.y(), 1, 1); ++y) {
                for (int x = place(box.min.x(), 0, -1); x <= place(box.max.x(), 0, 1); ++x) {
                    if (intersects(triangle, boxOf(grid, {{x, y, z}, 1}))) voxels.set(x, y, z);
                }
            }
        }
    }
}

/// Vertices of a lattice, each made when it is first needed.
class Surface {
public:
    explicit Surface(const Grid& grid) : grid_(grid) {}

    void addSquare(const std::array<int, 3>& voxel, int axis, bool isUpper) {
        const int u = (axis + 1) % 3, v = (axis + 2) % 3;
        std::array<Index, 4> corners;
        for (std::size_t k = 0; k < 4; ++k) {
            std::array<int, 3> at = voxel;
            at[static_cast<std::size_t>(axis)] += isUpper;
            at[static_cast<std::size_t>(u)] += k == 1 || k == 2;
            at[static_cast<std::size_t>(v)] += k >= 2;
            corners[k] = vertex(at);
        }
        if (!isUpper) std::swap(corners[1], corners[3]);
        faces_.push_back({corners[0], corners[1], corners[2]});
        faces_.push_back({corners[0], corners[2], corners[3]});
    }
    std::shared_ptr<Mesh> mesh() const { return makeMesh(vertices_, faces_); }

private:
    Index vertex(const std::array<int, 3>& at) {
        const auto [entry, isNew] = numbers_.try_emplace(at, static_cast<Index>(vertices_.size()));
        if (isNew) vertices_.push_back(boxOf(grid_, {at, 1}).min);
        return entry->second;
    }

    const Grid& grid_;
    std::map<std::array<int, 3>, Index> numbers_;
    std::vector<Vec3> vertices_;
    std::vector<Face> faces_;
};

bool isBlack(const VoxelBits& voxels, const std::array<int, 3>& at) {
    for (const int place : at) {
        if (place < 0 || place >= voxels.voxelsPerSide()) return false;
    }
    return voxels(at[0], at[1], at[2]);
}

}  // namespace

VoxelBits voxelsByBruteForce(const Mesh& mesh, const Grid& grid, VoxelRule rule) {
    VoxelBits voxels(grid.level);
    setInside(mesh, grid, voxels);
    if (rule == VoxelRule::touch) setTouched(mesh, grid, voxels);
    return voxels;
}

std::shared_ptr<Mesh> surfaceOf(const VoxelBits& voxels, const Grid& grid) {
    Surface surface(grid);
    const int side = voxels.voxelsPerSide();
    for (int i = 0; i < side * side * side; ++i) {
        const std::array<int, 3> at = {i % side, i / side % side, i / side / side};
        if (!isBlack(voxels, at)) continue;
        for (int axis = 0; axis < 3; ++axis) {
            for (const int sign : {-1, 1}) {
                std::array<int, 3> next = at;
                next[static_cast<std::size_t>(axis)] += sign;
                if (!isBlack(voxels, next)) surface.addSquare(at, axis, sign > 0);
            }
        }
    }
    return surface.mesh();
}

LinearOctree movedByBruteForce(const LinearOctree& octree, const Grid& source, const Pose& pose,
                               const Grid& target, VoxelRule rule) {
    const auto moved = placed(*surfaceOf(voxelsOf(octree, source.level), source), pose);
    return octreeOf(voxelsByBruteForce(*moved, target, rule));
}

}  // namespace ricochet::octree_motion
