#pragma once

#include "adapters/shapes/shape_mesh.h"
#include "adapters/shapes/signature.h"
#include "algorithms/geometry/aabb.h"

#include <BulletCollision/CollisionShapes/btCollisionShape.h>

#include <optional>
#include <span>
#include <vector>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// How a static shape is read in parts: boxes in, triangles out. The only interface through which regions,
/// sweeps and scans access a large shape.
struct ShapeParts {
    std::size_t (*triangles)(const btCollisionShape&);
    /// A terrain's up axis, along which it is not divided; or -1.
    int (*columnAxis)(const btCollisionShape&);
    /// At least the triangles that one of the boxes (in the shape's frame) overlaps, each once, in the order
    /// of the whole.
    Result<ShapeMesh> (*read)(const btCollisionShape&, std::span<const Aabb> boxes);
    /// Whether a box overlaps nothing; null: reading is the cheapest test.
    bool (*isClear)(const btCollisionShape&, const Aabb& box) = nullptr;
    /// Adds a number of triangles of the whole from a given one on, fewer only at its end; fails if one
    /// cannot be read. Null: whether it has an inside need not be determined, or `passesToInside` tells.
    Result<void> (*slice)(const btCollisionShape&, std::size_t first, std::size_t count,
                          std::vector<Triangle>& out) = nullptr;
    /// Whether a mesh has an inside, if its file states it: the passes of a scan of the same mesh in memory
    /// that finds it. The result takes effect when that scan would end, so that bodies move identically; 0:
    /// immediately. None: it has no inside. Null: it is not known.
    std::optional<std::size_t> (*passesToInside)(const btCollisionShape&) = nullptr;
    /// Prefetches the triangles that overlap the box: returns immediately, and changes no result. Null: not
    /// needed.
    void (*expect)(const btCollisionShape&, const Aabb& box) = nullptr;

    bool canHaveInside() const { return slice || passesToInside; }
};

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
