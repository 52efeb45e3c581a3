#pragma once

#include "algorithms/contact/surface/packed_face.h"
#include "algorithms/geometry/boundary_loops.h"
#include "algorithms/geometry/mesh_topology.h"
#include "algorithms/geometry/narrow_phase.h"

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace ricochet {

/// Whether a point is on or inside a solid.
using HoldsPoint = std::function<bool(const Vec3& point)>;

/// Data of a mesh that contacts need in addition to its narrow-phase model: one per shape and revision,
/// shared.
struct ContactSurface {
    /// Made when two meshes have face pairs for the first time: `packedFaces`.
    struct Packed {
        std::once_flag once;
        PlainVector<PackedFace> faces;
    };

    MeshTopology topology;
    std::vector<BoundaryEdge> boundaryEdges;
    std::shared_ptr<Packed> packed = std::make_shared<Packed>();  ///< per front
    Vec3 centre = Vec3::Zero();  ///< middle of the mesh's box, in its frame; of a part, of the whole's
    Real radius = 0;  ///< metres: farthest vertex from the centre; of a part, corner of the whole's box
    /// Metres: side of a face, were all faces of the whole squares on its box's sides. Cheap, within a factor
    /// of two of what faces of one size have.
    Real faceSize = 0;
    std::optional<Aabb> whole;  ///< of a part: the box of all of the surface
    std::vector<Index> shells;  ///< a vertex of each part that is connected with no other
    bool isSolid = false;       ///< it has an inside: closed except for cracks, faces oriented outwards
    /// Of a part of a solid, whose faces do not tell: whether a point, in its frame, is in the solid.
    HoldsPoint holdsPoint;
    /// Of a terrain, below which is inside: unit, in the mesh's frame.
    std::optional<Vec3> up;
};
/// Of the surface of which a mesh is a part.
struct WholeSurface {
    Aabb box;
    std::size_t faces;
    HoldsPoint holdsPoint = {};  ///< null: it is no solid, or that is not known yet
};

/// What a surface is built upon.
struct SurfaceBasis {
    MeshTopology topology;
    std::vector<BoundaryEdge> boundaryEdges;
    bool hasInside;  ///< of a two-sided mesh: its fronts have one
};
SurfaceBasis surfaceBasis(const Mesh& mesh, const Executor& executor = serialExecutor());
/// That of the two-sided mesh with these fronts.
void addBacks(SurfaceBasis& basis);

/// The same on any number of threads.
std::shared_ptr<const ContactSurface> buildContactSurface(const Mesh& mesh, SurfaceBasis basis,
                                                          std::optional<Vec3> up = {},
                                                          const std::optional<WholeSurface>& whole = {});
std::shared_ptr<const ContactSurface> buildContactSurface(const Mesh& mesh, std::optional<Vec3> up = {},
                                                          const std::optional<WholeSurface>& whole = {},
                                                          const Executor& executor = serialExecutor());

/// All of the mesh's fronts, packed; the first call makes them. Thread-safe.
const PlainVector<PackedFace>& packedFaces(const ContactSurface& surface, const Mesh& mesh,
                                           const Executor& executor = serialExecutor());

/// The same, bit for bit, for a mesh whose vertices have moved since `before` was built for it: what does not
/// depend on where they are stays.
std::shared_ptr<const ContactSurface> refreshContactSurface(const Mesh& mesh, const ContactSurface& before,
                                                            const std::optional<WholeSurface>& whole = {});

/// Whether a body's surface has the point (world) on or inside it; of a part of a solid: the solid.
bool contains(const NarrowPhase& narrowPhase, const Placed& placed, const ContactSurface& surface,
              const Vec3& point);

/// All of it, written or read; but of a part nothing is. What is written has its faces packed.
void archiveSurface(Archive& archive, ContactSurface& surface);

/// What it takes in memory; not beside the first `packedFaces`.
std::size_t bytesOf(const ContactSurface& surface);

}  // namespace ricochet
