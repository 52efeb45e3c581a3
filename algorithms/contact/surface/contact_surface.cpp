#include "algorithms/contact/surface/contact_surface.h"

#include "algorithms/contact/surface/shells.h"
#include "algorithms/geometry/point_in_mesh.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ricochet {
namespace {

std::shared_ptr<const ContactSurface> surfaceOf(const Mesh& mesh, MeshTopology topology,
                                                std::vector<BorderEdge> borders, std::optional<Vec3> up,
                                                const std::optional<WholeSurface>& whole) {
    auto surface = std::make_shared<ContactSurface>();
    surface->topology = std::move(topology);
    surface->borders = std::move(borders);
    surface->sketches = sketchFaces(mesh, surface->topology, buildNormalCones(mesh, surface->topology));
    surface->rims = rimsOf(surface->topology);
    if (whole) surface->holdsPoint = whole->holdsPoint;
    surface->isSolid =
        surface->holdsPoint || (!whole && !mesh.isTwoSided() && hasInside(mesh, surface->borders));
    surface->up = up;
    const Aabb box = whole ? whole->box : mesh.box();
    surface->centre = box.centre();
    if (whole) {
        surface->whole = box;
        surface->radius = box.size().norm() / 2;
    } else {
        for (const Vec3& v : mesh.vertices()) {
            surface->radius = std::max(surface->radius, (v - surface->centre).norm());
        }
    }
    surface->faceSize = std::sqrt(box.area() / Real(whole ? whole->faces : mesh.frontCount()));
    surface->shells = shellsOf(surface->topology, mesh);
    return surface;
}

template <class... Element>
std::size_t bytesOfVectors(const std::vector<Element>&... vectors) {
    return ((vectors.capacity() * sizeof(Element)) + ...);
}

}  // namespace

std::size_t bytesOf(const ContactSurface& surface) {
    const MeshTopology& t = surface.topology;
    return t.isConvexVertex.capacity() / 8 +
           bytesOfVectors(t.weld, t.edges, t.faceEdges, t.normals, t.regions, t.vertexOwner, t.edgeOwner,
                          t.ringBegin, t.ring, t.ringDirections, surface.borders, surface.sketches,
                          surface.rims, surface.shells);
}

bool contains(const NarrowPhase& narrowPhase, const Placed& placed, const ContactSurface& surface,
              const Vec3& point) {
    const Vec3 local = placed.pose.rotation.inverse() * (point - placed.pose.translation);
    if (surface.holdsPoint) return surface.holdsPoint(local);
    return placed.mesh().box().contains(local) && contains(narrowPhase, placed, point);
}

void archiveSurface(Archive& archive, ContactSurface& surface) {
    archiveTopology(archive, surface.topology);
    archive.values(surface.borders);
    archive.values(surface.sketches);
    archive.values(surface.rims);
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

std::shared_ptr<const ContactSurface> buildContactSurface(const Mesh& mesh, std::optional<Vec3> up,
                                                          const std::optional<WholeSurface>& whole) {
    MeshTopology topology = buildTopology(mesh);
    std::vector<BorderEdge> borders = bordersOf(mesh, topology.weld);
    return surfaceOf(mesh, std::move(topology), std::move(borders), up, whole);
}

std::shared_ptr<const ContactSurface> refreshContactSurface(const Mesh& mesh, const ContactSurface& before,
                                                            const std::optional<WholeSurface>& whole) {
    MeshTopology topology = refreshTopology(mesh, before.topology);
    const bool isSameWeld = topology.weld == before.topology.weld;
    std::vector<BorderEdge> borders = isSameWeld ? before.borders : bordersOf(mesh, topology.weld);
    return surfaceOf(mesh, std::move(topology), std::move(borders), before.up, whole);
}

}  // namespace ricochet
