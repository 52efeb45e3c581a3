#include "algorithms/contact/surface/contact_surface.h"

#include "algorithms/contact/surface/shells.h"
#include "algorithms/geometry/archive.h"
#include "algorithms/geometry/point_in_mesh.h"
#include "algorithms/geometry/weld.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

namespace ricochet {
namespace {

/// Sets centre, radius and face size of the mesh, or of the whole of which it is a part.
void measure(const Mesh& mesh, const std::optional<WholeSurface>& whole, ContactSurface& surface) {
    const Aabb box = whole ? whole->box : mesh.box();
    surface.centre = box.centre();
    surface.faceSize = std::sqrt(box.area() / Real(whole ? whole->faces : mesh.frontCount()));
    if (whole) {
        surface.whole = box;
        surface.radius = box.size().norm() / 2;
        return;
    }
    Real farthest2 = 0;
    for (const Vec3& v : mesh.vertices()) {
        farthest2 = std::max(farthest2, (v - surface.centre).squaredNorm());
    }
    surface.radius = std::sqrt(farthest2);
}

/// Gives the normals to the faces that will be packed.
MeshTopology topologyWithNormals(const Mesh& mesh, PackedSurface& packed, const Executor& executor) {
    PlainVector<Vec3> normals;
    MeshTopology topology = buildTopology(mesh, executor, &normals);
    packed.setNormals(std::move(normals));
    return topology;
}

}  // namespace

std::size_t bytesOf(const ContactSurface& surface) {
    return (surface.topology.isMade() ? bytesOf(*surface.topology) : 0) +
           surface.boundaryEdges.capacity() * sizeof(BoundaryEdge) + surface.packed->bytes() +
           surface.shells.capacity() * sizeof(Index);
}

bool contains(const NarrowPhase& narrowPhase, const MeshInstance& placed, const ContactSurface& surface,
              const Vec3& point) {
    const Vec3 local = placed.pose.rotation.inverse() * (point - placed.pose.translation);
    if (surface.holdsPoint) return surface.holdsPoint(local);
    return placed.mesh().box().contains(local) && contains(narrowPhase, placed, point);
}

void archiveSurface(Archive& archive, ContactSurface& surface) {
    archiveTopology(archive, surface.topology.edit());
    archive.values(surface.boundaryEdges);
    surface.packed->archive(archive);
    archive.values(surface.shells);
    archive.value(surface.centre);
    archive.value(surface.radius);
    archive.value(surface.faceSize);
    archive.value(surface.isSolid);
    bool hasUp = surface.up.has_value();
    Vec3 up = surface.up.value_or(Vec3::Zero());
    archive.value(hasUp);
    archive.value(up);
    surface.up = hasUp ? std::optional(up) : std::nullopt;
}

SurfaceBasis surfaceBasis(const Mesh& mesh, const Executor& executor) {
    const PlainVector<Index> weld = weldVertices(mesh.vertices());
    SurfaceBasis basis;
    basis.boundaryEdges = boundaryEdgesOf(mesh, weld);
    basis.shells = shellVertices(mesh, weld);
    basis.hasInside = hasInside(mesh, basis.boundaryEdges, executor);
    return basis;
}

std::shared_ptr<const ContactSurface> buildContactSurface(const Mesh& mesh, SurfaceBasis basis,
                                                          std::optional<Vec3> up,
                                                          const std::optional<WholeSurface>& whole) {
    auto surface = std::make_shared<ContactSurface>();
    surface->topology =
        basis.topology
            ? OnDemand(*std::move(basis.topology))
            : OnDemand<MeshTopology>([&mesh, packed = surface->packed, revision = mesh.revision()] {
                  assert(mesh.revision() == revision);
                  return topologyWithNormals(mesh, *packed, serialExecutor());
              });
    surface->boundaryEdges = std::move(basis.boundaryEdges);
    surface->shells = std::move(basis.shells);
    if (whole) surface->holdsPoint = whole->holdsPoint;
    surface->isSolid = surface->holdsPoint || (!whole && !mesh.isTwoSided() && basis.hasInside);
    surface->up = up;
    measure(mesh, whole, *surface);
    return surface;
}

std::shared_ptr<const ContactSurface> buildContactSurface(const Mesh& mesh, std::optional<Vec3> up,
                                                          const std::optional<WholeSurface>& whole,
                                                          const Executor& executor) {
    return buildContactSurface(mesh, surfaceBasis(mesh, executor), up, whole);
}

void beginPacking(const ContactSurface& surface, const Mesh& mesh) {
    surface.packed->begin(mesh, *surface.topology, serialExecutor());
}

const PlainVector<PackedFace>& packedFaces(const ContactSurface& surface, const Mesh& mesh,
                                           const Executor& executor) {
    surface.topology.make([&] { return topologyWithNormals(mesh, *surface.packed, executor); });
    return surface.packed->all(mesh, *surface.topology, executor);
}

std::span<const PackedFace> packedFaces(const ContactSurface& surface, const Mesh& mesh,
                                        std::span<const FacePair> pairs, Index FacePair::*face) {
    return surface.packed->facesOf(mesh, *surface.topology, pairs, face);
}

std::shared_ptr<const ContactSurface> refreshContactSurface(const Mesh& mesh, const ContactSurface& before,
                                                            const std::optional<WholeSurface>& whole) {
    if (!before.topology.isMade()) return buildContactSurface(mesh, before.up, whole);
    SurfaceBasis basis;
    basis.topology = refreshTopology(mesh, *before.topology);
    const bool isSameWeld = basis.topology->weld == before.topology->weld;
    basis.boundaryEdges = isSameWeld ? before.boundaryEdges : boundaryEdgesOf(mesh, *basis.topology);
    basis.shells = isSameWeld ? before.shells : shellVertices(mesh, basis.topology->weld);
    basis.hasInside = hasInside(mesh, basis.boundaryEdges);
    return buildContactSurface(mesh, std::move(basis), before.up, whole);
}

}  // namespace ricochet
