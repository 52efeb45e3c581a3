#include "adapters/model_cache.h"

#include "adapters/shape_kinds.h"
#include "algorithms/geometry/boundary_loops.h"

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
    return mesh.frontCount() == read.faces.size() &&
           std::equal(read.faces.begin(), read.faces.end(), mesh.faces().begin()) &&
           mesh.setVertices(read.vertices).has_value();
}

/// Whether bodies are to meet the mesh from both sides.
bool isSheet(const ShapeKind& kind, const Mesh& mesh, const ContactSurface& surface) {
    const bool hasOne = surface.isSolid || (mesh.isTwoSided() && hasInside(mesh, surface.borders));
    return kind.isMesh && !kind.isOpen && !hasOne;
}

std::string sentence(const ShapeKind& kind, const std::string& claim) {
    return "A " + std::string(kind.about) + " " + claim + ".";
}

}  // namespace

const std::shared_ptr<const Model>& ModelCache::Entry::modelFor(const Wanted& wanted) {
    auto model = models.find(wanted.name);
    if (model == models.end()) {
        model = models.emplace(wanted.name, wanted.narrowPhase->build(mesh)).first;
    } else if (model->second->revision() != mesh->revision()) {
        model->second = wanted.narrowPhase->rebuild(*model->second);
    }
    return model->second;
}

ModelCache::Entry& ModelCache::upToDate(const btCollisionShape& shape, std::uint64_t signature,
                                        const TellOfShape& tell) {
    Entry& entry = entries_[&shape];
    if (entry.signature == signature && !entry.isDeformed) return entry;

    ++changes_;
    const ShapeKind& kind = *shapeKind(shape.getShapeType());
    Result<ShapeMesh> read = kind.read(shape);
    if (entry.isDeformed && entry.mesh && read && moveVertices(*entry.mesh, *read)) {
        entry.signature = signature;
        entry.isDeformed = false;
        entry.surface = refreshContactSurface(*entry.mesh, *entry.surface);
        if (isSheet(kind, *entry.mesh, *entry.surface) == entry.mesh->isTwoSided()) return entry;
    }
    const ShapeTrouble told = entry.isDeformed ? entry.told : ShapeTrouble::none;
    entry = Entry{};
    entry.signature = signature;
    const Result<void> made =
        read ? makeMesh(std::move(*read), kind, entry) : Result<void>(tl::unexpected(read.error()));
    const auto say = [&](ShapeTrouble trouble, const std::string& claim) {
        entry.told = trouble;
        if (told != trouble) tell(shape, trouble, sentence(kind, claim));
    };
    if (!made) {
        say(ShapeTrouble::cannotCollide, "takes part in no collision: " + made.error());
    } else if (entry.mesh->isTwoSided()) {
        say(ShapeTrouble::hasNoInside,
            "has no inside, as it is open or its faces look inwards: bodies meet it from both sides");
    }
    return entry;
}

Result<void> ModelCache::makeMesh(ShapeMesh read, const ShapeKind& kind, Entry& entry) {
    auto mesh = Mesh::create(read.vertices, read.faces);
    if (!mesh) return tl::unexpected(mesh.error());
    entry.surface = buildContactSurface(**mesh, read.up);
    if (isSheet(kind, **mesh, *entry.surface)) {
        mesh = Mesh::createTwoSided(std::move(read.vertices), std::move(read.faces));
        entry.surface = buildContactSurface(**mesh);
        read.faceNames.insert(read.faceNames.end(), read.faceNames.begin(), read.faceNames.end());
    }
    entry.mesh = *mesh;
    entry.faceNames = std::make_shared<std::vector<FaceName>>(std::move(read.faceNames));
    return {};
}

std::optional<ShapeModel> ModelCache::find(const btCollisionShape& shape, const Wanted& wanted,
                                           const TellOfShape& tell) {
    Kept kept;
    update(shape, wanted, tell, kept);
    return std::move(kept.found);
}

void ModelCache::update(const btCollisionShape& shape, const Wanted& wanted, const TellOfShape& tell,
                        Kept& kept) {
    const std::uint64_t signature = signatureOf(shape);
    const bool holds = kept.shape == &shape && kept.narrowPhase == wanted.narrowPhase &&
                       kept.signature == signature && kept.changes == changes_;
    if (holds) return;

    const std::lock_guard lock(mutex_);
    Entry& entry = upToDate(shape, signature, tell);
    kept = {std::nullopt, &shape, wanted.narrowPhase, signature, changes_};
    if (!entry.mesh) return;
    kept.found = {entry.mesh, entry.faceNames, entry.surface, nullptr};
    if (wanted.narrowPhase) kept.found->model = entry.modelFor(wanted);
    trim();
}

void ModelCache::notifyDeformed(const btCollisionShape& shape) {
    const std::lock_guard lock(mutex_);
    ++changes_;
    if (const auto entry = entries_.find(&shape); entry != entries_.end()) entry->second.isDeformed = true;
}

void ModelCache::release(const btCollisionShape& shape) {
    const std::lock_guard lock(mutex_);
    ++changes_;
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
