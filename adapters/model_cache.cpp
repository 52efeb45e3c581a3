#include "adapters/model_cache.h"

#include "adapters/region_reading.h"
#include "adapters/shape_kinds.h"
#include "algorithms/geometry/boundary_loops.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <utility>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
namespace {

/// Whether bodies are to meet the mesh from both sides.
bool isOpenSurface(const ShapeKind& kind, bool hasInside) {
    return kind.isMesh && !kind.isOpen && !hasInside;
}
bool isOpenSurface(const ShapeKind& kind, const Mesh& mesh, const ContactSurface& surface) {
    return isOpenSurface(kind,
                         surface.isSolid || (mesh.isTwoSided() && hasInside(mesh, surface.boundaryEdges)));
}

/// With its mesh, its surface and its names.
template <class Entry>
std::size_t bytesOf(const Entry& entry) {
    if (!entry.mesh) return sizeof(Entry);
    return sizeof(Entry) + entry.mesh->vertexCount() * sizeof(Vec3) +
           entry.mesh->frontCount() * sizeof(Face) + entry.faceNames->size() * sizeof(FaceName) +
           ricochet::bytesOf(*entry.surface);
}

constexpr Real kNowhere = 1e9;  // metres: farther out than any body

constexpr const char* kCannotCollide = "takes part in no collision: ";
constexpr const char* kHasNoInside =
    "has no inside, as it is open or its faces look inwards: bodies meet it from both sides";

std::string sentence(const ShapeKind& kind, const std::string& claim) {
    return "A " + std::string(kind.about) + " " + claim + ".";
}

}  // namespace

std::size_t ModelCache::Entry::bytesOfModels() const {
    std::size_t sum = 0;
    for (const auto& [name, model] : models) sum += model->bytes();
    return sum;
}

bool ModelCache::Entry::hasModelFor(const Request& request) const {
    const auto model = models.find(request.name);
    return model != models.end() && model->second->revision() == mesh->revision();
}

const std::shared_ptr<const Model>& ModelCache::Entry::modelFor(const Request& request) {
    auto model = models.find(request.name);
    if (model == models.end()) {
        model = models.emplace(request.name, request.narrowPhase->build(mesh)).first;
    } else if (model->second->revision() != mesh->revision()) {
        model->second = request.narrowPhase->rebuild(*model->second);
    }
    return model->second;
}

bool ModelCache::isWhole(const btCollisionShape& shape, const Parts& parts, std::uint64_t signature) const {
    const ShapeKind& kind = *shapeKind(shape.getShapeType());
    if (!kind.parts) return true;
    const auto whole = parts.entries.find(RegionName{});
    // One that could not be read whole, as a sweep asked for it, may still be read in parts.
    if (whole != parts.entries.end() && whole->second.isFor(signature) && whole->second.mesh) return true;
    return kind.parts->triangles(shape) <= (kind.isOpen ? wholeTerrain_ : wholeMesh_);
}

/// The region that was found last, if it will do.
RegionName ModelCache::regionFor(const btCollisionShape& shape, const Aabb& box, const Cached& cached) const {
    const ShapeKind& kind = *shapeKind(shape.getShapeType());
    const bool isCached = cached.shape == &shape && cached.region && !cached.name.isNothing();
    if (isCached && holds(*cached.region, box)) return cached.name;
    const RegionName region = regionAbout(box, kind.parts->columnAxis(shape));
    // Which of them it is must not depend on what others have prepared.
    return !region.isWhole() && isClearAbout(shape, box) ? RegionName{RegionName::kNothing, {}} : region;
}

bool ModelCache::isUpToDate(const Parts& parts, const RegionName& region, const Entry& entry,
                            std::uint64_t signature) {
    return entry.isFor(signature) && (region.isWhole() || entry.isOfSolid == parts.scan.isSolid(region));
}

void ModelCache::tellUntold(const btCollisionShape& shape, Entry& entry, const TellOfShape& tell) {
    if (!std::exchange(entry.isUntold, false)) return;
    if (std::exchange(entry.told, ShapeTrouble::hasNoInside) == ShapeTrouble::hasNoInside) return;
    tell(shape, ShapeTrouble::hasNoInside, sentence(*shapeKind(shape.getShapeType()), kHasNoInside));
}

void ModelCache::readRegionAnew(Lock& lock, const btCollisionShape& shape, Parts& parts,
                                const RegionName& region, std::uint64_t signature, const TellOfShape& tell,
                                std::uint32_t step, Entry& entry) {
    const ShapeKind& kind = *shapeKind(shape.getShapeType());
    const Result<void> made = prepareRegion(lock, shape, parts, region, signature, step, entry);
    const auto sayOnce = [&](ShapeTrouble trouble, const std::string& claim) {
        if (std::exchange(parts.told, trouble) != trouble) tell(shape, trouble, sentence(kind, claim));
    };
    if (!made) {
        sayOnce(ShapeTrouble::cannotCollide, "takes part in no collision where bodies are: " + made.error());
    } else if (!kind.isOpen && !entry.isOfSolid && parts.told == ShapeTrouble::none) {
        sayOnce(ShapeTrouble::hasNoInside, parts.scan.isKnown() ? kHasNoInside
                                                                : "is prepared in parts, as it is large: "
                                                                  "bodies meet it from both sides until it "
                                                                  "is known whether it is closed");
    }
}

void ModelCache::readWholeAnew(Lock& lock, const btCollisionShape& shape, std::uint64_t signature,
                               const TellOfShape& tell, Entry& entry) {
    const ShapeKind& kind = *shapeKind(shape.getShapeType());
    Result<void> made;
    std::optional<Entry> fresh = builds_.run(lock, shape, [&]() -> std::optional<Entry> {
        Result<ShapeMesh> read = kind.read(shape);
        if (moveVertices(entry, read, {}) &&
            isOpenSurface(kind, *entry.mesh, *entry.surface) == entry.mesh->isTwoSided()) {
            return std::nullopt;
        }
        Entry another;
        made = read ? makeMesh(std::move(*read), kind, serialExecutor(), another)
                    : Result<void>(tl::unexpected(read.error()));
        return another;
    });
    if (!fresh) return entry.noteRead(signature);
    const ShapeTrouble told = entry.isDeformed ? entry.told : ShapeTrouble::none;
    entry = *std::move(fresh);
    entry.noteRead(signature);
    const auto say = [&](ShapeTrouble trouble, const std::string& claim) {
        entry.told = trouble;
        if (told != trouble) tell(shape, trouble, sentence(kind, claim));
    };
    if (!made) {
        say(ShapeTrouble::cannotCollide, kCannotCollide + made.error());
    } else if (entry.mesh->isTwoSided()) {
        say(ShapeTrouble::hasNoInside, kHasNoInside);
    }
}

std::shared_ptr<const Model> ModelCache::modelOf(Lock& lock, const btCollisionShape& shape,
                                                 const Request& request, Entry& entry) {
    if (!request.narrowPhase) return nullptr;
    if (entry.hasModelFor(request)) return entry.modelFor(request);
    return builds_.run(lock, shape, [&] { return entry.modelFor(request); });
}

/// Reads the present vertices of a shape that deformed into the same mesh; false where it has other faces by
/// now.
bool ModelCache::moveVertices(Entry& entry, const Result<ShapeMesh>& read,
                              const std::optional<WholeSurface>& whole) {
    if (!entry.isDeformed || !entry.mesh || !read || entry.mesh->frontCount() != read->faces.size() ||
        !std::equal(read->faces.begin(), read->faces.end(), entry.mesh->faces().begin()) ||
        !entry.mesh->setVertices(read->vertices)) {
        return false;
    }
    entry.surface = refreshContactSurface(*entry.mesh, *entry.surface, whole);
    if (whole) packedFaces(*entry.surface, *entry.mesh);
    return true;
}

Result<void> ModelCache::prepareRegion(Lock& lock, const btCollisionShape& shape, Parts& parts,
                                       const RegionName& region, std::uint64_t signature, std::uint32_t step,
                                       Entry& entry) {
    const auto begin = std::chrono::steady_clock::now();
    const ShapeKind& kind = *shapeKind(shape.getShapeType());
    hasRegions_ = true;
    Result<void> made;
    std::optional<Entry> fresh = builds_.run(lock, shape, [&]() -> std::optional<Entry> {
        if (kind.parts->canHaveInside()) beginScan(shape, parts, signature, step);
        const bool isSolid = parts.scan.isSolid(region);
        const WholeSurface whole = wholeOf(shape, isSolid);
        Result<ShapeMesh> read = readRegion(shape, region);
        if (entry.isOfSolid == isSolid && moveVertices(entry, read, whole)) return std::nullopt;
        Entry another;
        made = makeRegion(std::move(read), kind, whole, signature, another);
        return another;
    });
    if (fresh) {
        regions_.bytes -= entry.bytes;
        entry = *std::move(fresh);
        regions_.bytes += entry.bytes;
    } else {
        entry.noteRead(signature);
    }
    regions_.prepared += !region.isNothing();
    regions_.addTimeSince(begin);
    return made;
}

/// Until it is known whether a mesh is closed, bodies meet its regions from both sides. Where nothing is near
/// there is a face without area that is near nothing.
Result<void> ModelCache::makeRegion(Result<ShapeMesh> read, const ShapeKind& kind, const WholeSurface& whole,
                                    std::uint64_t signature, Entry& entry) {
    entry = Entry{};
    entry.signature = signature;
    entry.isOfSolid = whole.holdsPoint != nullptr;
    entry.bytes = bytesOf(entry);
    if (!read) return tl::unexpected(read.error());
    if (read->faces.empty()) *read = {{Vec3::Constant(kNowhere)}, {{0, 0, 0}}, {{-1, -1}}, read->up};
    const bool isOneSided = kind.isOpen || entry.isOfSolid;
    auto mesh = isOneSided ? Mesh::create(std::move(read->vertices), std::move(read->faces))
                           : Mesh::createTwoSided(std::move(read->vertices), std::move(read->faces));
    if (!mesh) return tl::unexpected(mesh.error());
    entry.mesh = *mesh;
    entry.surface = buildContactSurface(**mesh, read->up, whole);
    packedFaces(*entry.surface, *entry.mesh);  // counts in the memory that regions take
    entry.faceNames = std::make_shared<std::vector<FaceName>>(std::move(read->faceNames));
    entry.bytes = bytesOf(entry);
    return {};
}

Result<void> ModelCache::makeMesh(ShapeMesh read, const ShapeKind& kind, const Executor& executor,
                                  Entry& entry) {
    auto mesh = Mesh::create(std::move(read.vertices), std::move(read.faces));
    if (!mesh) return tl::unexpected(mesh.error());
    SurfaceBasis basis = surfaceBasis(**mesh, executor);
    if (isOpenSurface(kind, basis.hasInside)) {
        mesh = Mesh::createTwoSided((*mesh)->vertices(), (*mesh)->faces());
        addBacks(basis);
    }
    entry.mesh = *mesh;
    entry.surface = buildContactSurface(**mesh, std::move(basis), read.up);
    entry.faceNames = std::make_shared<std::vector<FaceName>>(std::move(read.faceNames));
    return {};
}

std::optional<ShapeModel> ModelCache::find(const btCollisionShape& shape, const Request& request,
                                           const TellOfShape& tell) {
    Cached cached;
    update(shape, request, tell, cached);
    return std::move(cached.found);
}

std::optional<ShapeModel> ModelCache::find(const btCollisionShape& shape, const Request& request,
                                           const TellOfShape& tell, std::span<const Aabb> boxes) {
    if (boxes.size() == 1) {
        Cached cached;
        update(shape, request, tell, cached, [&](Real) { return boxes.front(); });
        return std::move(cached.found);
    }
    const std::uint64_t signature = signatureOf(shape);
    bool isSolid = false;
    {
        Lock lock(mutex_);
        builds_.await(lock, shape);
        Parts& parts = shapes_[&shape];
        if (boxes.empty() || isWhole(shape, parts, signature)) boxes = {};
        isSolid = parts.scan.isSolid({});
    }
    if (boxes.empty()) return find(shape, request, tell);
    // What lies along a long path is needed once.
    const ShapeKind& kind = *shapeKind(shape.getShapeType());
    Entry entry;
    if (!makeRegion(kind.parts->read(shape, boxes), kind, wholeOf(shape, isSolid), signature, entry))
        return {};
    ShapeModel found{entry.mesh, entry.faceNames, entry.surface, nullptr};
    if (request.narrowPhase) found.model = entry.modelFor(request);
    return found;
}

void ModelCache::update(const btCollisionShape& shape, const Request& request, const TellOfShape& tell,
                        Cached& cached, const WhereLooked& where, Real timeStep, std::uint32_t step) {
    const std::uint64_t signature = signatureOf(shape);
    const bool isSame = cached.shape == &shape && cached.narrowPhase == request.narrowPhase &&
                        cached.signature == signature && cached.changes == changes_;
    if (cached.before) cached.before.reset();
    if (isSame && !cached.region) return;
    if (isSame && holds(*cached.region, where(0))) return lookAhead(shape, request, cached, where, timeStep);

    Lock lock(mutex_);
    builds_.await(lock, shape);
    Parts& parts = shapes_[&shape];
    std::optional<Aabb> box;  // none: all is looked at
    if (where && !isWhole(shape, parts, signature)) box = where(0);
    const RegionName region = box ? regionFor(shape, *box, cached) : RegionName{};
    const auto whole = parts.entries.find(RegionName{});
    const bool wasPrepared = whole != parts.entries.end() && !whole->second.isFor(signature);
    if (!region.isWhole() && wasPrepared) parts.entries.erase(whole);  // it has changed since
    Entry& entry = parts.entries[region];
    const bool isAnew = !isUpToDate(parts, region, entry, signature);
    if (isAnew) ++changes_;
    const std::uint64_t changes = changes_;  // later ones may be of this shape, too
    if (!isAnew) {
        tellUntold(shape, entry, tell);
    } else if (region.isWhole()) {
        readWholeAnew(lock, shape, signature, tell, entry);
    } else {
        readRegionAnew(lock, shape, parts, region, signature, tell, step, entry);
    }
    const std::size_t bytes = entry.bytesOfModels();
    std::shared_ptr<const Model> model = entry.mesh ? modelOf(lock, shape, request, entry) : nullptr;
    Cached before = std::move(cached);
    cached = {};
    cached.expected = before.expected;
    cached.shape = &shape;
    cached.narrowPhase = request.narrowPhase;
    cached.signature = signature;
    cached.changes = changes;
    cached.deformations = parts.deformations;
    cached.name = region;
    if (!region.isWhole()) {
        const int columnAxis = shapeKind(shape.getShapeType())->parts->columnAxis(shape);
        cached.region = region.isNothing() ? *box : boxOf(region, columnAxis);
        entry.lastFound = ++finds_;
        entry.lastStep = parts.steps;
    }
    if (!entry.mesh) return dropRegions();
    cached.found = {entry.mesh, entry.faceNames, entry.surface, std::move(model)};
    const bool isOfSame = before.shape == &shape && before.signature == signature;
    if (before.found && before.found->surface != entry.surface &&
        (before.found->mesh == entry.mesh || (isOfSame && (before.region || cached.region)))) {
        cached.before = std::move(before.found);
    }
    if (!region.isWhole()) {
        const std::size_t added = entry.bytesOfModels() - bytes;
        entry.bytes += added;
        regions_.bytes += added;
        dropRegions();
    }
    trim();
    lock.unlock();
    lookAhead(shape, request, cached, where, timeStep);
}

bool ModelCache::isPreparedWhole(const btCollisionShape& shape) const {
    const ShapeKind* const kind = shapeKind(shape.getShapeType());
    if (!kind || !isReadable(shape)) return false;
    const std::lock_guard lock(mutex_);
    return !kind->isOpen || !kind->parts || kind->parts->triangles(shape) <= wholeTerrain_;
}

/// What is there of all of a shape, from now on to stay.
std::optional<ShapeModel> ModelCache::keepFound(const btCollisionShape& shape, std::uint64_t signature,
                                                std::string_view narrowPhase) {
    Lock lock(mutex_);
    builds_.await(lock, shape);
    const auto parts = shapes_.find(&shape);
    if (parts == shapes_.end()) return std::nullopt;
    const auto whole = parts->second.entries.find(RegionName{});
    if (whole == parts->second.entries.end()) return std::nullopt;
    Entry& entry = whole->second;
    const auto model = entry.models.find(narrowPhase);
    if (!entry.isFor(signature) || model == entry.models.end()) return std::nullopt;
    if (model->second->revision() != entry.mesh->revision()) return std::nullopt;
    entry.stays = true;
    return ShapeModel{entry.mesh, entry.faceNames, entry.surface, model->second};
}

Result<ShapeModel> ModelCache::prepare(const btCollisionShape& shape, const Request& request,
                                       const PrepareProgress& progress, const Executor& executor) {
    const auto report = [&progress](double done) {
        if (progress) progress(done);
    };
    const std::uint64_t signature = signatureOf(shape);
    if (std::optional<ShapeModel> found = keepFound(shape, signature, request.name)) {
        packedFaces(*found->surface, *found->mesh, executor);
        report(1);
        return *std::move(found);
    }
    const ShapeKind& kind = *shapeKind(shape.getShapeType());
    const auto fault = [&kind](const std::string& why) {
        return tl::unexpected(sentence(kind, kCannotCollide + why));
    };
    report(0);
    Result<ShapeMesh> read = kind.read(shape);
    if (!read) return fault(read.error());
    report(0.1);
    Entry entry;
    if (const Result<void> made = makeMesh(std::move(*read), kind, executor, entry); !made) {
        return fault(made.error());
    }
    packedFaces(*entry.surface, *entry.mesh, executor);
    report(0.6);
    entry.modelFor(request);
    report(1);
    return keepWhole(shape, signature, std::move(entry), std::string(request.name));
}

void ModelCache::keep(const btCollisionShape& shape, Prepared prepared) {
    Entry entry;
    entry.mesh = std::move(prepared.mesh);
    entry.faceNames = std::move(prepared.faceNames);
    entry.surface = std::move(prepared.surface);
    entry.models[prepared.narrowPhase] = std::move(prepared.model);
    keepWhole(shape, signatureOf(shape), std::move(entry), prepared.narrowPhase);
}

ShapeModel ModelCache::keepWhole(const btCollisionShape& shape, std::uint64_t signature, Entry entry,
                                 const std::string& narrowPhase) {
    entry.signature = signature;
    entry.stays = true;
    entry.isUntold = entry.mesh->isTwoSided();
    ShapeModel cached{entry.mesh, entry.faceNames, entry.surface, entry.models.at(narrowPhase)};
    Lock lock(mutex_);
    builds_.await(lock, shape);
    ++changes_;
    shapes_[&shape].entries[{}] = std::move(entry);
    return cached;
}

void ModelCache::notifyDeformed(const btCollisionShape& shape) {
    constexpr Real kFar = std::numeric_limits<Real>::infinity();
    notifyDeformed(shape, {Vec3::Constant(-kFar), Vec3::Constant(kFar)});
}

void ModelCache::notifyDeformed(const btCollisionShape& shape, const Aabb& box) {
    Lock lock(mutex_);
    builds_.await(lock, shape);
    ++changes_;
    const auto parts = shapes_.find(&shape);
    if (parts == shapes_.end()) return;
    ++parts->second.deformations;
    const ShapeKind* const kind = shapeKind(shape.getShapeType());
    for (auto& [region, entry] : parts->second.entries) {
        if (region.isNothing()) continue;
        entry.isDeformed |= region.isWhole() || !kind || !kind->parts ||
                            overlaps(boxOf(region, kind->parts->columnAxis(shape)), box);
    }
}

void ModelCache::release(const btCollisionShape& shape) {
    Lock lock(mutex_);
    builds_.await(lock, shape);
    ++changes_;
    const auto parts = shapes_.find(&shape);
    if (parts == shapes_.end()) return;
    for (const auto& [region, entry] : parts->second.entries) regions_.bytes -= entry.bytes;
    shapes_.erase(parts);
}

std::size_t ModelCache::size() const {
    const std::lock_guard lock(mutex_);
    return shapes_.size();
}

void ModelCache::setLimits(std::size_t wholeMesh, std::size_t wholeTerrain, std::size_t regionBytes,
                           std::shared_ptr<const Executor> executor) {
    const std::lock_guard lock(mutex_);
    if (wholeMesh != wholeMesh_ || wholeTerrain != wholeTerrain_) ++changes_;
    wholeMesh_ = wholeMesh;
    wholeTerrain_ = wholeTerrain;
    regionBytes_ = regionBytes;
    executor_ = std::move(executor);
}

RegionStatistics ModelCache::regionStatistics() const {
    const std::lock_guard lock(mutex_);
    RegionStatistics statistics = regions_;
    for (const auto& [shape, parts] : shapes_) {
        for (const auto& [region, entry] : parts.entries) {
            statistics.cached += !region.isWhole() && !region.isNothing();
        }
    }
    return statistics;
}

void ModelCache::trim() {
    if (shapes_.size() <= trimAbove_) return;
    std::erase_if(shapes_, [this](const auto& shape) {
        if (builds_.isRunning(*shape.first)) return false;
        const auto& entries = shape.second.entries;
        const auto isInUse = [](const auto& each) { return each.second.isInUse(); };
        if (std::ranges::any_of(entries, isInUse)) return false;
        for (const auto& [region, entry] : entries) regions_.bytes -= entry.bytes;
        return true;
    });
    trimAbove_ = std::max<std::size_t>(64, 2 * shapes_.size());
}

/// The least recently used ones that no caller holds.
void ModelCache::dropRegions() {
    while (regions_.bytes > regionBytes_) {
        std::map<RegionName, Entry>* of = nullptr;
        std::map<RegionName, Entry>::iterator oldest;
        for (auto& [shape, parts] : shapes_) {
            if (builds_.isRunning(*shape)) continue;
            auto& entries = parts.entries;
            for (auto each = entries.begin(); each != entries.end(); ++each) {
                if (each->first.isWhole() || each->second.isInUse()) continue;
                if (of && each->second.lastFound >= oldest->second.lastFound) continue;
                of = &entries;
                oldest = each;
            }
        }
        if (!of) return;
        regions_.bytes -= oldest->second.bytes;
        ++regions_.dropped;
        of->erase(oldest);
    }
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
