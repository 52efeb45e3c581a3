#include "algorithms/contact/surface/contact_surface.h"

#include "algorithms/contact/surface/shells.h"

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
    surface->isSolid = !mesh.isTwoSided() && hasInside(mesh, surface->borders);
    surface->up = up;
    const Aabb box = whole ? whole->box : mesh.box();
    surface->centre = box.centre();
    if (whole) surface->radius = box.size().norm() / 2;
    surface->faceSize = std::sqrt(box.area() / Real(whole ? whole->faces : mesh.frontCount()));
    for (const Vec3& v : mesh.vertices()) {
        surface->radius = std::max(surface->radius, (v - surface->centre).norm());
    }
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
