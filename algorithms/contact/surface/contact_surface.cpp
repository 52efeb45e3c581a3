#include "algorithms/contact/surface/contact_surface.h"

#include "algorithms/contact/surface/shells.h"
#include "algorithms/geometry/archive.h"
#include "algorithms/geometry/point_in_mesh.h"

#include <algorithm>
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

}  // namespace

std::size_t bytesOf(const ContactSurface& surface) {
    return bytesOf(surface.topology) + surface.boundaryEdges.capacity() * sizeof(BoundaryEdge) +
           surface.packed->bytes() + surface.shells.capacity() * sizeof(Index);
}

bool contains(const NarrowPhase& narrowPhase, const MeshInstance& placed, const ContactSurface& surface,
              const Vec3& point) {
    const Vec3 local = placed.pose.rotation.inverse() * (point - placed.pose.translation);
    if (surface.holdsPoint) return surface.holdsPoint(local);
    return placed.mesh().box().contains(local) && contains(narrowPhase, placed, point);
}

void archiveSurface(Archive& archive, ContactSurface& surface) {
    archiveTopology(archive, surface.topology);
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
    SurfaceBasis basis{buildTopology(mesh, executor), {}, false};
    basis.boundaryEdges = boundaryEdgesOf(mesh, basis.topology);
    basis.hasInside = hasInside(mesh, basis.boundaryEdges, executor);
    return basis;
}

void addBacks(SurfaceBasis& basis) { addBacks(basis.topology); }

std::shared_ptr<const ContactSurface> buildContactSurface(const Mesh& mesh, SurfaceBasis basis,
                                                          std::optional<Vec3> up,
                                                          const std::optional<WholeSurface>& whole) {
    auto surface = std::make_shared<ContactSurface>();
    surface->topology = std::move(basis.topology);
    surface->boundaryEdges = std::move(basis.boundaryEdges);
    if (whole) surface->holdsPoint = whole->holdsPoint;
    surface->isSolid = surface->holdsPoint || (!whole && !mesh.isTwoSided() && basis.hasInside);
    surface->up = up;
    measure(mesh, whole, *surface);
    surface->shells = shellVertices(surface->topology, mesh);
    return surface;
}

std::shared_ptr<const ContactSurface> buildContactSurface(const Mesh& mesh, std::optional<Vec3> up,
                                                          const std::optional<WholeSurface>& whole,
                                                          const Executor& executor) {
    return buildContactSurface(mesh, surfaceBasis(mesh, executor), up, whole);
}

const PlainVector<PackedFace>& packedFaces(const ContactSurface& surface, const Mesh& mesh,
                                           const Executor& executor) {
    return surface.packed->all(mesh, surface.topology, executor);
}

std::span<const PackedFace> packedFaces(const ContactSurface& surface, const Mesh& mesh,
                                        std::span<const FacePair> pairs, Index FacePair::*face) {
    return surface.packed->facesOf(mesh, surface.topology, pairs, face);
}

std::shared_ptr<const ContactSurface> refreshContactSurface(const Mesh& mesh, const ContactSurface& before,
                                                            const std::optional<WholeSurface>& whole) {
    SurfaceBasis basis{refreshTopology(mesh, before.topology), {}, false};
    const bool isSameWeld = basis.topology.weld == before.topology.weld;
    basis.boundaryEdges = isSameWeld ? before.boundaryEdges : boundaryEdgesOf(mesh, basis.topology);
    basis.hasInside = hasInside(mesh, basis.boundaryEdges);
    return buildContactSurface(mesh, std::move(basis), before.up, whole);
}

}  // namespace ricochet
