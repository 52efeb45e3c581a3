#include "adapters/shape_cache/model_cache.h"

#include "adapters/shape_cache/shape_use.h"

#include <chrono>
#include <limits>
#include <utility>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
namespace {

using Lock = CacheContents::Lock;

/// Whether what was found before is the same surface as now, in another state or another part of it.
bool isOfSame(const ModelCache::Cached& before, const ModelCache::Cached& now) {
    if (!before.found || before.found->surface == now.found->surface) return false;
    if (before.found->mesh == now.found->mesh) return true;
    return before.shape == now.shape && before.signature == now.signature && (before.region || now.region);
}

}  // namespace

std::optional<ShapeModel> ModelCache::find(const btCollisionShape& shape, const Request& request,
                                           const ShapeReporter& report) {
    Cached cached;
    update(shape, request, report, cached);
    return std::move(cached.found);
}

std::optional<ShapeModel> ModelCache::find(const btCollisionShape& shape, const Request& request,
                                           const ShapeReporter& report, std::span<const Aabb> boxes) {
    if (boxes.size() == 1) {
        Cached cached;
        update(shape, request, report, cached, [&](Real) { return boxes.front(); });
        return std::move(cached.found);
    }
    const std::uint64_t signature = shapeSignature(shape);
    bool isSolid = false;
    {
        const Lock lock = contents_.lockFor(shape);
        const CachedShape& known = contents_.shapes[&shape];
        if (boxes.empty() || known.isWhole(shape, signature, contents_.limits)) boxes = {};
        isSolid = known.isSolid({});
    }
    if (boxes.empty()) return find(shape, request, report);
    return findAlong(shape, request, boxes, signature, isSolid);
}

/// What lies along a long path is needed once.
std::optional<ShapeModel> ModelCache::findAlong(const btCollisionShape& shape, const Request& request,
                                                std::span<const Aabb> boxes, std::uint64_t signature,
                                                bool isSolid) {
    const ShapeKind& kind = shapeKind(shape);
    CachedPart part;
    if (!makeRegion(kind.parts->read(shape, boxes), kind, wholeSurface(shape, isSolid), signature, part))
        return {};
    return part.with(request.narrowPhase ? part.modelFor(request) : nullptr);
}

void ModelCache::update(const btCollisionShape& shape, const Request& request, const ShapeReporter& report,
                        Cached& cached, const RegionOfInterest& where, Real timeStep, std::uint32_t step) {
    const std::uint64_t signature = shapeSignature(shape);
    const bool isSame = cached.shape == &shape && cached.narrowPhase == request.narrowPhase &&
                        cached.signature == signature && cached.changes == changes_;
    if (cached.before) cached.before.reset();
    if (isSame && !cached.region) return;
    if (isSame && holds(cached.region->box, where(0))) {
        return lookAhead(shape, request, cached, where, timeStep);
    }

    Lock lock = contents_.lockFor(shape);
    ShapeUse use(contents_, lock, shape, signature);
    std::optional<RegionAtHand> region;  // none: all is looked at
    const bool isInParts = where && !use.isWhole();
    if (isInParts) region = regionFor(shape, where(0), cached.shape == &shape ? cached.region : std::nullopt);
    const RegionName name = region ? region->name : RegionName{};
    CachedPart& part = use.partFor(name);
    const std::shared_ptr<SharedScan> scan = region ? use.holdScan(step) : nullptr;
    const bool isAnew = !use.isUpToDate(name, part);
    if (isAnew) ++changes_;
    const std::uint64_t changes = changes_;  // later ones may be of this shape, too
    if (isAnew) {
        use.read(name, part, report);
    } else {
        use.reportPending(part, report);
    }
    const std::size_t bytes = part.bytesOfModels();
    std::shared_ptr<const CollisionModel> model = part.mesh ? use.modelOf(request, part) : nullptr;
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
        part.lastFound = ++contents_.finds;
        part.lastStep = use.cached().schedule.steps();
    }
    if (!part.mesh) return contents_.dropRegions();
    cached.found = part.with(std::move(model));
    if (isOfSame(before, cached)) cached.before = std::move(before.found);
    if (region) {
        contents_.regions.grow(part, part.bytesOfModels() - bytes);
        contents_.dropRegions();
    }
    contents_.trim();
    lock.unlock();
    lookAhead(shape, request, cached, where, timeStep);
}

/// Notes the first region beyond what is at hand that a body will come to as it moves now.
void ModelCache::lookAhead(const btCollisionShape& shape, const Request& request, Cached& cached,
                           const RegionOfInterest& where, Real timeStep) {
    if (!cached.region || !(timeStep > 0)) return;
    const auto ahead = regionAhead(shape, *cached.region, where, timeStep);
    if (!ahead) return;
    const std::lock_guard lock(contents_.mutex);
    if (CachedShape* const found = contents_.find(shape)) found->schedule.note(*ahead, request.narrowPhase);
}

void ModelCache::beginStep(const btCollisionShape& shape, const Request& request, std::uint32_t step) {
    if (!contents_.hasRegions) return;
    Lock lock = contents_.lockFor(shape);
    CachedShape* const found = contents_.find(shape);
    if (!found || !found->schedule.begin(step)) return;
    const auto begin = std::chrono::steady_clock::now();
    ShapeUse use(contents_, lock, shape, shapeSignature(shape));
    if (use.continueScan(step)) ++changes_;
    use.prepareAhead(request);
    if (found->schedule.count(step, request.narrowPhase)) use.dropUnused();
    contents_.regions.statistics.addTimeSince(begin);
}

bool ModelCache::isPreparedWhole(const btCollisionShape& shape) const {
    const ShapeKind* const kind = shapeKind(shape.getShapeType());
    if (!kind || !isReadable(shape)) return false;
    const std::lock_guard lock(contents_.mutex);
    return !kind->isOpen || !kind->parts || kind->parts->triangles(shape) <= contents_.limits.terrain;
}

/// What is there of all of a shape, from now on to stay.
std::optional<ShapeModel> ModelCache::keepFound(const btCollisionShape& shape, std::uint64_t signature,
                                                std::string_view narrowPhase) {
    const Lock lock = contents_.lockFor(shape);
    CachedShape* const known = contents_.find(shape);
    if (!known || !known->whole()) return std::nullopt;
    CachedPart& part = known->parts[{}];
    const auto model = part.models.find(narrowPhase);
    if (!part.isFor(signature) || model == part.models.end()) return std::nullopt;
    if (model->second->revision() != part.mesh->revision()) return std::nullopt;
    part.stays = true;
    return part.with(model->second);
}

Result<ShapeModel> ModelCache::prepare(const btCollisionShape& shape, const Request& request,
                                       const PrepareProgress& progress, const Executor& executor) {
    const auto report = [&progress](double done) {
        if (progress) progress(done);
    };
    const std::uint64_t signature = shapeSignature(shape);
    if (std::optional<ShapeModel> found = keepFound(shape, signature, request.name)) {
        packedFaces(*found->surface, *found->mesh, executor);
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
    return keepWhole(shape, signature, *std::move(part), std::string(request.name));
}

void ModelCache::keep(const btCollisionShape& shape, Prepared prepared) {
    CachedPart part;
    part.mesh = std::move(prepared.mesh);
    part.faceNames = std::move(prepared.faceNames);
    part.surface = std::move(prepared.surface);
    part.models[prepared.narrowPhase] = std::move(prepared.model);
    keepWhole(shape, shapeSignature(shape), std::move(part), prepared.narrowPhase);
}

ShapeModel ModelCache::keepWhole(const btCollisionShape& shape, std::uint64_t signature, CachedPart part,
                                 const std::string& narrowPhase) {
    part.signature = signature;
    part.stays = true;
    part.isUnreported = part.mesh->isTwoSided();
    ShapeModel held = part.with(part.models.at(narrowPhase));
    const Lock lock = contents_.lockFor(shape);
    ++changes_;
    contents_.shapes[&shape].parts[{}] = std::move(part);
    return held;
}

void ModelCache::notifyDeformed(const btCollisionShape& shape) {
    constexpr Real kFar = std::numeric_limits<Real>::infinity();
    notifyDeformed(shape, {Vec3::Constant(-kFar), Vec3::Constant(kFar)});
}

void ModelCache::notifyDeformed(const btCollisionShape& shape, const Aabb& box) {
    const Lock lock = contents_.lockFor(shape);
    ++changes_;
    if (CachedShape* const known = contents_.find(shape)) known->noteDeformed(shape, box);
}

std::uint64_t ModelCache::deformations(const btCollisionShape& shape) const {
    const std::lock_guard lock(contents_.mutex);
    const auto known = contents_.shapes.find(&shape);
    return known == contents_.shapes.end() ? 0 : known->second.deformations;
}

void ModelCache::release(const btCollisionShape& shape) {
    const Lock lock = contents_.lockFor(shape);
    ++changes_;
    contents_.release(shape);
}

std::size_t ModelCache::size() const {
    const std::lock_guard lock(contents_.mutex);
    return contents_.shapes.size();
}

void ModelCache::setLimits(std::size_t wholeMesh, std::size_t wholeTerrain, std::size_t regionBytes,
                           std::shared_ptr<const Executor> executor) {
    const std::lock_guard lock(contents_.mutex);
    const WholeLimits limits{wholeMesh, wholeTerrain};
    if (limits != contents_.limits) ++changes_;
    contents_.limits = limits;
    contents_.regions.budget = regionBytes;
    contents_.executor = std::move(executor);
}

RegionStatistics ModelCache::regionStatistics() const {
    const std::lock_guard lock(contents_.mutex);
    return contents_.statistics();
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
