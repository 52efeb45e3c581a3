#include "algorithms/contact/surface/contact_surface.h"

#include "algorithms/contact/surface/shells.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ricochet {
namespace {

std::shared_ptr<const ContactSurface> surfaceOf(const Mesh& mesh, MeshTopology topology,
                                                std::vector<BorderEdge> borders, std::optional<Vec3> up,
                                                const std::optional<WholeSurface>& whole,
                                                const Executor& executor) {
    auto surface = std::make_shared<ContactSurface>();
    surface->topology = std::move(topology);
    surface->borders = std::move(borders);
    surface->sketches = sketchFaces(mesh, surface->topology, executor);
    surface->isSolid = !mesh.isTwoSided() && hasInside(mesh, surface->borders);
    surface->up = up;
    const Aabb box = whole ? whole->box : mesh.box();
    surface->centre = box.centre();
    if (whole) surface->radius = box.size().norm() / 2;
    surface->faceSize = std::sqrt(box.area() / Real(whole ? whole->faces : mesh.frontCount()));
    Real farthest2 = 0;
    for (const Vec3& v : mesh.vertices()) {
        farthest2 = std::max(farthest2, (v - surface->centre).squaredNorm());
    }
    surface->radius = std::max(surface->radius, std::sqrt(farthest2));
    surface->shells = shellsOf(surface->topology, mesh);
    return surface;
}

}  // namespace

std::size_t bytesOf(const ContactSurface& surface) {
    return bytesOf(surface.topology) + surface.borders.capacity() * sizeof(BorderEdge) +
           surface.sketches.capacity() * sizeof(FaceSketch) + surface.shells.capacity() * sizeof(Index);
}

void archiveSurface(Archive& archive, ContactSurface& surface) {
    archiveTopology(archive, surface.topology);
    archive.values(surface.borders);
    archive.values(surface.sketches);
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
                                                          const std::optional<WholeSurface>& whole,
                                                          const Executor& executor) {
    MeshTopology topology = buildTopology(mesh, executor);
    std::vector<BorderEdge> borders = bordersOf(mesh, topology);
    return surfaceOf(mesh, std::move(topology), std::move(borders), up, whole, executor);
}

std::shared_ptr<const ContactSurface> refreshContactSurface(const Mesh& mesh, const ContactSurface& before,
                                                            const std::optional<WholeSurface>& whole) {
    MeshTopology topology = refreshTopology(mesh, before.topology);
    const bool isSameWeld = topology.weld == before.topology.weld;
    std::vector<BorderEdge> borders = isSameWeld ? before.borders : bordersOf(mesh, topology);
    return surfaceOf(mesh, std::move(topology), std::move(borders), before.up, whole, serialExecutor());
}

}  // namespace ricochet
