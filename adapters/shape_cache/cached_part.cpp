#include "adapters/shape_cache/cached_part.h"

#include "adapters/shapes/convert.h"
#include "adapters/shapes/solid_scan.h"
#include "algorithms/geometry/boundary_loops.h"

#include <algorithm>
#include <utility>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
namespace {

constexpr Real kNowhere = 1e9;  // metres: farther out than any body

/// Whether bodies are to meet the mesh from both sides.
bool isOpenSurface(const ShapeKind& kind, bool hasInside) {
    return kind.isMesh && !kind.isOpen && !hasInside;
}

/// With its mesh, its surface and its names.
std::size_t partBytes(const CachedPart& part) {
    if (!part.mesh) return sizeof(CachedPart);
    return sizeof(CachedPart) + part.mesh->vertexCount() * sizeof(Vec3) +
           part.mesh->frontCount() * sizeof(Face) + part.faceNames->size() * sizeof(FaceName) +
           bytesOf(*part.surface);
}

std::shared_ptr<const std::vector<FaceName>> takeNames(ShapeMesh& read) {
    return std::make_shared<std::vector<FaceName>>(std::move(read.faceNames));
}

}  // namespace

bool CachedPart::hasModelFor(const ModelRequest& request) const {
    const auto model = models.find(request.name);
    return model != models.end() && model->second->revision() == mesh->revision();
}

const std::shared_ptr<const CollisionModel>& CachedPart::modelFor(const ModelRequest& request,
                                                                  bool isOnDemand) {
    auto model = models.find(request.name);
    if (model == models.end()) {
        auto made = isOnDemand ? request.narrowPhase->buildOnDemand(mesh) : request.narrowPhase->build(mesh);
        model = models.emplace(request.name, std::move(made)).first;
    } else if (model->second->revision() != mesh->revision()) {
        model->second = request.narrowPhase->rebuild(*model->second);
    }
    return model->second;
}

std::size_t CachedPart::bytesOfModels() const {
    std::size_t sum = 0;
    for (const auto& [name, model] : models) sum += model->bytes();
    return sum;
}

bool CachedPart::hasTurned(const ShapeKind& kind) const {
    const bool isClosed =
        surface->isSolid || (mesh->isTwoSided() && hasInside(*mesh, surface->boundaryEdges));
    return isOpenSurface(kind, isClosed) != mesh->isTwoSided();
}

bool CachedPart::moveVertices(const Result<ShapeMesh>& read, const std::optional<WholeSurface>& whole) {
    if (!isDeformed || !mesh || !read || read->faces != mesh->faces() || !mesh->setVertices(read->vertices)) {
        return false;
    }
    surface = refreshContactSurface(*mesh, *surface, whole);
    if (whole) packedFaces(*surface, *mesh);
    return true;
}

Result<CachedPart> wholePart(ShapeMesh read, const ShapeKind& kind, const Executor& executor) {
    auto mesh = Mesh::create(std::move(read.vertices), std::move(read.faces));
    if (!mesh) return tl::unexpected(mesh.error());
    SurfaceBasis basis = surfaceBasis(**mesh, executor);
    if (isOpenSurface(kind, basis.hasInside)) {
        (*mesh)->addBacks();
    }
    CachedPart part;
    part.mesh = *mesh;
    part.surface = buildContactSurface(**mesh, std::move(basis), read.up);
    part.faceNames = takeNames(read);
    return part;
}

Result<ShapeMesh> readRegion(const btCollisionShape& shape, const RegionName& region) {
    if (region.isNothing()) return ShapeMesh{};
    const ShapeParts& parts = *shapeKind(shape).parts;
    const Aabb box = regionBox(region, parts.columnAxis(shape));
    return parts.read(shape, {&box, 1});
}

WholeSurface wholeSurface(const btCollisionShape& shape, bool isSolid) {
    const ShapeParts& parts = *shapeKind(shape).parts;
    return {shapeBox(shape), parts.triangles(shape), isSolid ? pointTest(shape, parts) : HoldsPoint{}};
}

Result<void> makeRegion(Result<ShapeMesh> read, const ShapeKind& kind, const WholeSurface& whole,
                        std::uint64_t signature, CachedPart& part) {
    part = CachedPart{};
    part.signature = signature;
    part.isSolid = whole.holdsPoint != nullptr;
    part.bytes = partBytes(part);
    if (!read) return tl::unexpected(read.error());
    if (read->faces.empty()) {
        *read = {.vertices = {Vec3::Constant(kNowhere)},
                 .faces = {{0, 0, 0}},
                 .faceNames = {{-1, -1}},
                 .up = read->up};
    }
    auto mesh = Mesh::create(std::move(read->vertices), std::move(read->faces));
    if (!mesh) return tl::unexpected(mesh.error());
    if (!kind.isOpen && !part.isSolid) (*mesh)->addBacks();
    part.mesh = *mesh;
    part.surface = buildContactSurface(**mesh, read->up, whole);
    packedFaces(*part.surface, *part.mesh);  // counts in the memory that regions take
    part.faceNames = takeNames(*read);
    part.bytes = partBytes(part);
    return {};
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
