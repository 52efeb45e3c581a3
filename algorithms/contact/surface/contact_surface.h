#pragma once

#include "algorithms/contact/surface/packed_surface.h"
#include "algorithms/geometry/boundary_loops.h"
#include "algorithms/geometry/mesh_topology.h"
#include "algorithms/geometry/narrow_phase.h"
#include "algorithms/geometry/on_demand.h"

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace ricochet {

class Archive;

/// Whether a point is on or inside a solid.
using HoldsPoint = std::function<bool(const Vec3& point)>;

/// Data of a mesh that contacts need in addition to its narrow-phase model: one per shape and revision,
/// shared. The mesh must outlive it, and must not move before what is made on demand is made.
struct ContactSurface {
    OnDemand<MeshTopology> topology;
    std::vector<BoundaryEdge> boundaryEdges;
    std::shared_ptr<PackedSurface> packed = std::make_shared<PackedSurface>();
    Vec3 centre = Vec3::Zero();  ///< of the mesh's box, in its frame; for a part, of the whole's box
    Real radius = 0;  ///< metres from the centre to the farthest vertex; for a part, to a corner of that box
    /// Metres: square root of the area of the whole's box per face. A cheap estimate of a face's side, within
    /// a factor of two for faces of equal size.
    Real faceSize = 0;
    std::optional<Aabb> whole;  ///< for a part: the box of the whole surface
    std::vector<Index> shells;  ///< a vertex of each connected component
    bool isSolid = false;       ///< it has an inside: closed except for cracks, faces oriented outwards
    /// For a part of a solid, whose own faces do not decide it: whether a point, in the mesh's frame, is on
    /// or inside the solid.
    HoldsPoint holdsPoint;
    /// Up direction of a terrain, below which is inside: unit, in the mesh's frame.
    std::optional<Vec3> up;
};

/// The surface of which a mesh is a part.
struct WholeSurface {
    Aabb box;
    std::size_t faces;
    HoldsPoint holdsPoint = {};  ///< null: not a solid, or not known yet
};

/// The data from which a contact surface is built.
struct SurfaceBasis {
    std::vector<BoundaryEdge> boundaryEdges;
    std::vector<Index> shells;
    bool hasInside = false;                ///< for a two-sided mesh: of its fronts
    std::optional<MeshTopology> topology;  ///< none: it is made on demand
};
SurfaceBasis surfaceBasis(const Mesh& mesh, const Executor& executor = serialExecutor());

/// The result does not depend on the number of threads.
std::shared_ptr<const ContactSurface> buildContactSurface(const Mesh& mesh, SurfaceBasis basis,
                                                          std::optional<Vec3> up = {},
                                                          const std::optional<WholeSurface>& whole = {});
std::shared_ptr<const ContactSurface> buildContactSurface(const Mesh& mesh, std::optional<Vec3> up = {},
                                                          const std::optional<WholeSurface>& whole = {},
                                                          const Executor& executor = serialExecutor());

/// Does what comes before the first faces are packed. Thread-safe.
void beginPacking(const ContactSurface& surface, const Mesh& mesh);

/// The mesh's fronts, of which those of the pairs' faces on one side, and their neighbours, are packed by the
/// first call that needs them. Thread-safe.
std::span<const PackedFace> packedFaces(const ContactSurface& surface, const Mesh& mesh,
                                        std::span<const FacePair> pairs, Index FacePair::*face);

/// All of the mesh's fronts, packed by the first call. Thread-safe.
const PlainVector<PackedFace>& packedFaces(const ContactSurface& surface, const Mesh& mesh,
                                           const Executor& executor = serialExecutor());

/// What `buildContactSurface` gives, bit for bit, for a mesh whose vertices have moved since `before` was
/// built. Reuses what does not depend on their positions.
std::shared_ptr<const ContactSurface> refreshContactSurface(const Mesh& mesh, const ContactSurface& before,
                                                            const std::optional<WholeSurface>& whole = {});

/// Whether a point (world) is on or inside a body; for a part of a solid: the whole solid.
bool contains(const NarrowPhase& narrowPhase, const MeshInstance& placed, const ContactSurface& surface,
              const Vec3& point);

/// Writes or reads a surface of a whole mesh: not `whole` and `holdsPoint`. Call `packedFaces` before
/// writing.
void archiveSurface(Archive& archive, ContactSurface& surface);

/// Memory in bytes. Must not run concurrently with a call of `packedFaces`.
std::size_t bytesOf(const ContactSurface& surface);

}  // namespace ricochet
