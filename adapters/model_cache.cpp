#include "adapters/model_cache.h"

#include "adapters/shape_kinds.h"

#include <algorithm>
#include <utility>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
namespace {

std::uint64_t signatureOf(const btCollisionShape& shape) {
    Signature signature;
    signature.add(shape.getShapeType());
    shapeKind(shape.getShapeType())->sign(shape, signature);
    return signature.value();
}

/// Reads the shape's present vertices into the mesh; false where its faces are other ones by now.
bool moveVertices(Mesh& mesh, const ShapeMesh& read) {
    return mesh.faces() == read.faces && mesh.setVertices(read.vertices).has_value();
}

std::shared_ptr<const Model> modelFor(std::shared_ptr<const Model> kept, const std::shared_ptr<Mesh>& mesh,
                                      const NarrowPhase& narrowPhase) {
    if (!kept) return narrowPhase.build(mesh);
    return kept->revision() == mesh->revision() ? kept : narrowPhase.rebuild(*kept);
}

}  // namespace

ModelCache::Entry& ModelCache::upToDate(const btCollisionShape& shape, const Report& report) {
    const std::uint64_t signature = signatureOf(shape);
    Entry& entry = entries_[&shape];
    if (entry.signature == signature && !entry.isDeformed) return entry;

    const ShapeKind& kind = *shapeKind(shape.getShapeType());
    Result<ShapeMesh> read = kind.read(shape);
    if (entry.isDeformed && entry.mesh && read && moveVertices(*entry.mesh, *read)) {
        entry.signature = signature;
        entry.isDeformed = false;
        return entry;
    }
    entry = Entry{};
    entry.signature = signature;
    Result<std::shared_ptr<Mesh>> mesh = tl::unexpected(std::string());
    if (read) {
        entry.faceNames = std::make_shared<std::vector<FaceName>>(std::move(read->faceNames));
        mesh = Mesh::create(std::move(read->vertices), std::move(read->faces));
    } else {
        mesh = tl::unexpected(read.error());
    }
    if (mesh) {
        entry.mesh = *mesh;
    } else {
        report("A " + std::string(kind.about) + " takes part in no collision: " + mesh.error() + ".");
    }
    return entry;
}

std::optional<ShapeModel> ModelCache::find(const btCollisionShape& shape, const Wanted& wanted,
                                           const Report& report) {
    const std::lock_guard lock(mutex_);
    Entry& entry = upToDate(shape, report);
    if (!entry.mesh) return std::nullopt;
    if (!entry.surface || entry.surfaceRevision != entry.mesh->revision()) {
        entry.surface = buildContactSurface(*entry.mesh);
        entry.surfaceRevision = entry.mesh->revision();
    }
    ShapeModel found{entry.mesh, entry.faceNames, entry.surface, nullptr};
    if (wanted.narrowPhase) {
        std::shared_ptr<const Model>& model = entry.models[wanted.name];
        model = modelFor(model, entry.mesh, *wanted.narrowPhase);
        found.model = model;
    }
    trim();
    return found;
}

void ModelCache::notifyDeformed(const btCollisionShape& shape) {
    const std::lock_guard lock(mutex_);
    if (const auto entry = entries_.find(&shape); entry != entries_.end()) entry->second.isDeformed = true;
}

void ModelCache::release(const btCollisionShape& shape) {
    const std::lock_guard lock(mutex_);
    entries_.erase(&shape);
}

std::size_t ModelCache::size() const {
    const std::lock_guard lock(mutex_);
    return entries_.size();
}

void ModelCache::trim() {
    if (entries_.size() <= trimAbove_) return;
    std::erase_if(entries_, [](const auto& entry) { return !entry.second.isInUse(); });
    trimAbove_ = std::max<std::size_t>(64, 2 * entries_.size());
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
