#include "adapters/shape_cache/model_cache.h"

#include "adapters/shape_cache/step_signatures.h"

#include <chrono>
#include <limits>
#include <utility>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
namespace {

using Lock = ShapeCache<CachedShape>::Lock;

/// Whether what was found before is the same surface as now, in another state or another part of it.
bool isOfSame(const ModelCache::Cached& before, const ModelCache::Cached& now) {
    if (!before.found || before.found->surface == now.found->surface) return false;
    if (before.found->mesh == now.found->mesh) return true;
    return before.shape == now.shape && before.signature == now.signature && (before.region || now.region);
}

}  // namespace

std::optional<ShapeModel> ModelCache::find(const btCollisionShape& shape, const ModelRequest& request,
                                           const ShapeReporter& report) {
    Cached cached;
    update(shape, request, report, cached);
    return std::move(cached.found);
}

std::optional<ShapeModel> ModelCache::find(const btCollisionShape& shape, const ModelRequest& request,
                                           const ShapeReporter& report, std::span<const Aabb> boxes) {
    if (boxes.size() == 1) {
        Cached cached;
        update(shape, request, report, cached, [&](Real) { return boxes.front(); });
        return std::move(cached.found);
    }
    const std::uint64_t signature = shapeSignature(shape);
    bool isSolid = false;
    {
        Lock lock = shapes_.lockFor(shape);
        const CachedShape& known = ShapeUse(shapes_, regions_, lock, shape, signature).cached();
        if (boxes.empty() || known.isWhole(shape, signature, wholeLimit(shapeKind(shape)))) boxes = {};
        isSolid = known.isSolid({});
    }
    if (boxes.empty()) return find(shape, request, report);
    return findAlong(shape, request, boxes, signature, isSolid);
}

/// What lies along a long path is needed once.
std::optional<ShapeModel> ModelCache::findAlong(const btCollisionShape& shape, const ModelRequest& request,
                                                std::span<const Aabb> boxes, std::uint64_t signature,
                                                bool isSolid) {
    const ShapeKind& kind = shapeKind(shape);
    CachedPart part;
    if (!makeRegion(kind.parts->read(shape, boxes), kind, wholeSurface(shape, isSolid), signature, part))
        return {};
    return part.with(request.narrowPhase ? part.modelFor(request) : nullptr);
}

void ModelCache::update(const btCollisionShape& shape, const ModelRequest& request,
                        const ShapeReporter& report, Cached& cached, const RegionOfInterest& where,
                        Real timeStep, std::uint32_t step) {
    const bool isSame = cached.shape == &shape && cached.narrowPhase == request.narrowPhase &&
                        cached.changes == shapes_.changes && cached.signature == signatureInStep(shape, step);
    if (cached.before) cached.before.reset();
    if (isSame && !cached.region) return;
    if (isSame && holds(cached.region->box, where(0))) {
        return lookAhead(shape, request, cached, where, timeStep);
    }

    const std::uint64_t signature = shapeSignature(shape);
    Lock lock = shapes_.lockFor(shape);
    ShapeUse use(shapes_, regions_, lock, shape, signature);
    std::optional<RegionAtHand> region;  // none: all is looked at
    const std::size_t limit = wholeLimit(shapeKind(shape));
    const bool isInParts = where && !use.cached().isWhole(shape, signature, limit, step);
    const bool isWholeSoon = isInParts && use.cached().isWhole(shape, signature, limit);
    if (isInParts) region = regionFor(shape, where(0), cached.shape == &shape ? cached.region : std::nullopt);
    const RegionName name = region ? region->name : RegionName{};
    CachedPart& part = use.cached().parts[name];
    if (region) hasRegions_ = true;
    const std::shared_ptr<SolidScan> scan = region ? use.holdScan(step) : nullptr;
    const bool isAnew = !use.cached().isUpToDate(name, part, signature);
    if (isAnew) {
        ++shapes_.changes;
        budgetAhead_.spend(step, StepBudget::kTriangles);
        if (name.isWhole()) use.cached().wholeSince = step;
    }
    // Later ones may be of this shape, too. None: in the next step all is looked at again.
    const std::uint64_t changes = isWholeSoon ? 0 : shapes_.changes.load();
    if (isAnew) {
        use.read(name, part, report);
    } else {
        use.reportPending(part, report);
    }
    const std::size_t bytes = part.bytesOfModels();
    std::shared_ptr<const CollisionModel> model = part.mesh ? use.model(request, part) : nullptr;
    if (region && cached.region) region->expected = cached.region->expected;
    Cached before = std::move(cached);
    cached = {};
    cached.shape = &shape;
    cached.narrowPhase = request.narrowPhase;
    cached.signature = signature;
    cached.changes = changes;
    cached.deformations = use.cached().deformations;
    cached.region = region;
    cached.scan = scan;
    if (region) {
        part.lastFound = ++regions_.finds;
        part.lastStep = use.cached().schedule.steps();
    }
    if (!part.mesh) return dropRegions();
    cached.found = part.with(std::move(model));
    if (isOfSame(before, cached)) cached.before = std::move(before.found);
    if (region) {
        regions_.grow(part, part.bytesOfModels() - bytes);
        dropRegions();
    }
    shapes_.trim([this](const CachedShape& dropped) { regions_.release(dropped); });
    lock.unlock();
    lookAhead(shape, request, cached, where, timeStep);
}

/// Notes the first region beyond what is at hand that a body will come to as it moves now.
void ModelCache::lookAhead(const btCollisionShape& shape, const ModelRequest& request, Cached& cached,
                           const RegionOfInterest& where, Real timeStep) {
    if (!cached.region || !(timeStep > 0)) return;
    const auto ahead = regionAhead(shape, *cached.region, where, timeStep);
    if (!ahead) return;
    const Lock lock = shapes_.lock();
    if (CachedShape* const found = shapes_.find(shape))
        found->schedule.note(ahead->first, ahead->second, request.narrowPhase);
}

void ModelCache::beginStep(const btCollisionShape& shape, const ModelRequest& request, std::uint32_t step) {
    if (!hasRegions_) return;
    Lock lock = shapes_.lockFor(shape);
    CachedShape* const found = shapes_.find(shape);
    if (!found || !found->schedule.begin(step)) return;
    const auto begin = std::chrono::steady_clock::now();
    ShapeUse use(shapes_, regions_, lock, shape, shapeSignature(shape));
    const std::shared_ptr<const Executor> executor = executor_;
    if (use.continueScan(step)) ++shapes_.changes;
    if (use.prepareAhead(request, *executor)) dropRegions();
    if (found->schedule.count(step, request.narrowPhase)) use.dropUnused();
    regions_.addTimeSince(begin);
}

bool ModelCache::learnInside(const btCollisionShape& shape, const Cached& cached) {
    if (!cached.scan) return false;
    Lock lock = shapes_.lockFor(shape);
    const bool isChanged = ShapeUse(shapes_, regions_, lock, shape, shapeSignature(shape)).finishScan();
    if (isChanged) ++shapes_.changes;
    return isChanged;
}

bool ModelCache::isPreparedWhole(const btCollisionShape& shape) const {
    const ShapeKind* const kind = shapeKind(shape.getShapeType());
    if (!kind || !isReadable(shape)) return false;
    const Lock lock = shapes_.lock();
    return !kind->isOpen || !kind->parts || kind->parts->triangles(shape) <= wholeTerrain_;
}

/// What is there of all of a shape, from now on to stay.
std::optional<ShapeModel> ModelCache::keepFound(const btCollisionShape& shape, std::uint64_t signature,
                                                std::string_view narrowPhase) {
    const Lock lock = shapes_.lockFor(shape);
    CachedShape* const known = shapes_.find(shape);
    if (!known || !known->whole()) return std::nullopt;
    CachedPart& part = known->parts[{}];
    const auto model = part.models.find(narrowPhase);
    if (!part.isFor(signature) || model == part.models.end()) return std::nullopt;
    if (model->second->revision() != part.mesh->revision()) return std::nullopt;
    part.stays = true;
    return part.with(model->second);
}

Result<ShapeModel> ModelCache::prepare(const btCollisionShape& shape, const ModelRequest& request,
                                       const PrepareProgress& progress, const Executor& executor) {
    const auto report = [&progress](double done) {
        if (progress) progress(done);
    };
    const std::uint64_t signature = shapeSignature(shape);
    if (std::optional<ShapeModel> found = keepFound(shape, signature, request.name)) {
        packedFaces(*found->surface, *found->mesh, executor);
        if (request.narrowPhase) request.narrowPhase->complete(*found->model);
        report(1);
        return *std::move(found);
    }
    const ShapeKind& kind = shapeKind(shape);
    const auto fault = [&kind](const std::string& why) {
        return tl::unexpected(message(kind, kCannotCollide + why));
    };
    report(0);
    Result<ShapeMesh> read = kind.read(shape);
    if (!read) return fault(read.error());
    report(0.1);
    Result<CachedPart> part = wholePart(std::move(*read), kind, executor);
    if (!part) return fault(part.error());
    packedFaces(*part->surface, *part->mesh, executor);
    report(0.6);
    part->modelFor(request);
    report(1);
    return keepWhole(shape, signature, *std::move(part));
}

void ModelCache::keep(const btCollisionShape& shape, CachedPart prepared) {
    keepWhole(shape, shapeSignature(shape), std::move(prepared));
}

/// With the only model of the part.
ShapeModel ModelCache::keepWhole(const btCollisionShape& shape, std::uint64_t signature, CachedPart part) {
    part.signature = signature;
    part.stays = true;
    part.isUnreported = part.mesh->isTwoSided();
    ShapeModel held = part.with(part.models.begin()->second);
    const Lock lock = shapes_.lockFor(shape);
    ++shapes_.changes;
    CachedShape& known = shapes_.shapes()[&shape];
    known.parts[{}] = std::move(part);
    known.wholeSince = 0;
    return held;
}

void ModelCache::notifyDeformed(const btCollisionShape& shape) {
    constexpr Real kFar = std::numeric_limits<Real>::infinity();
    notifyDeformed(shape, {Vec3::Constant(-kFar), Vec3::Constant(kFar)});
}

void ModelCache::notifyDeformed(const btCollisionShape& shape, const Aabb& box) {
    const Lock lock = shapes_.lockFor(shape);
    ++shapes_.changes;
    if (CachedShape* const known = shapes_.find(shape)) known->noteDeformed(shape, box);
}

std::uint64_t ModelCache::deformations(const btCollisionShape& shape) const {
    const Lock lock = shapes_.lock();
    const auto known = shapes_.shapes().find(&shape);
    return known == shapes_.shapes().end() ? 0 : known->second.deformations;
}

void ModelCache::release(const btCollisionShape& shape) {
    const Lock lock = shapes_.lockFor(shape);
    ++shapes_.changes;
    if (const CachedShape* const known = shapes_.find(shape)) regions_.release(*known);
    shapes_.shapes().erase(&shape);
}

/// Above the memory budget, drops the least recently used regions that no caller holds.
void ModelCache::dropRegions() {
    while (regions_.bytes > regions_.budget) {
        std::map<RegionName, CachedPart>* of = nullptr;
        std::map<RegionName, CachedPart>::iterator oldest;
        for (auto& [shape, cached] : shapes_.shapes()) {
            if (shapes_.isBuilding(*shape)) continue;
            for (auto each = cached.parts.begin(); each != cached.parts.end(); ++each) {
                if (each->first.isWhole() || each->second.isInUse()) continue;
                if (of && each->second.lastFound >= oldest->second.lastFound) continue;
                of = &cached.parts;
                oldest = each;
            }
        }
        if (!of) return;
        regions_.bytes -= oldest->second.bytes;
        ++regions_.dropped;
        of->erase(oldest);
    }
}

void ModelCache::setLimits(std::size_t wholeMesh, std::size_t wholeTerrain, std::size_t regionBytes) {
    const Lock lock = shapes_.lock();
    if (wholeMesh != wholeMesh_ || wholeTerrain != wholeTerrain_) ++shapes_.changes;
    wholeMesh_ = wholeMesh;
    wholeTerrain_ = wholeTerrain;
    regions_.budget = regionBytes;
}

void ModelCache::setExecutor(std::shared_ptr<const Executor> executor) {
    const Lock lock = shapes_.lock();
    executor_ = std::move(executor);
}

std::vector<Aabb> ModelCache::regionBoxes(const btCollisionShape& shape) const {
    std::vector<Aabb> boxes;
    const Lock lock = shapes_.lock();
    const auto found = shapes_.shapes().find(&shape);
    if (found == shapes_.shapes().end()) return boxes;
    for (const auto& [region, part] : found->second.parts) {
        if (region.isWhole() || region.isNothing()) continue;
        boxes.push_back(regionBox(region, shapeKind(shape).parts->columnAxis(shape)));
    }
    return boxes;
}

RegionMemory ModelCache::regionMemory() const {
    const Lock lock = shapes_.lock();
    RegionMemory memory = regions_;
    for (const auto& [shape, cached] : shapes_.shapes()) {
        for (const auto& [region, part] : cached.parts) {
            memory.cached += !region.isWhole() && !region.isNothing();
        }
    }
    return memory;
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
