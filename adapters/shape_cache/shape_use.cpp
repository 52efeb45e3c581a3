#include "adapters/shape_cache/shape_use.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

ShapeUse::ShapeUse(CacheContents& cache, CacheContents::Lock& lock, const btCollisionShape& shape,
                   std::uint64_t signature)
    : cache_(cache),
      lock_(lock),
      shape_(shape),
      kind_(shapeKind(shape)),
      signature_(signature),
      cached_(cache.shapes[&shape]) {}

CachedPart& ShapeUse::partFor(const RegionName& region) {
    const CachedPart* const whole = cached_.whole();
    const bool hasChanged = whole && !whole->isFor(signature_);  // since it was prepared whole
    if (!region.isWhole() && hasChanged) cached_.parts.erase(RegionName{});
    return cached_.parts[region];
}

void ShapeUse::read(const RegionName& region, CachedPart& part, const ShapeReporter& report) {
    if (region.isWhole()) {
        readWhole(part, report);
    } else {
        readRegion(region, part, report);
    }
}

void ShapeUse::reportPending(CachedPart& part, const ShapeReporter& report) {
    if (!std::exchange(part.isUnreported, false)) return;
    if (std::exchange(part.reported, ShapeProblem::hasNoInside) == ShapeProblem::hasNoInside) return;
    report(shape_, ShapeProblem::hasNoInside,
           message(kind_, hasNoInside(openEdgesOf(*part.mesh, part.surface->boundaryEdges))));
}

void ShapeUse::readWhole(CachedPart& part, const ShapeReporter& report) {
    Result<CachedPart> made;
    const bool isSame = build([&] {
        Result<ShapeMesh> read = kind_.read(shape_);
        if (part.moveVertices(read, {}) && !part.hasTurned(kind_)) return true;
        made = read ? wholePart(std::move(*read), kind_, serialExecutor())
                    : Result<CachedPart>(tl::unexpected(read.error()));
        return false;
    });
    if (isSame) return part.noteRead(signature_);
    const ShapeProblem reported = part.isDeformed ? part.reported : ShapeProblem::none;
    part = made ? *std::move(made) : CachedPart{};
    part.noteRead(signature_);
    const auto say = [&](ShapeProblem problem, const std::string& claim) {
        part.reported = problem;
        if (reported != problem) report(shape_, problem, message(kind_, claim));
    };
    if (!made) {
        say(ShapeProblem::cannotCollide, kCannotCollide + made.error());
    } else if (part.mesh->isTwoSided()) {
        say(ShapeProblem::hasNoInside, hasNoInside(openEdgesOf(*part.mesh, part.surface->boundaryEdges)));
    }
}

void ShapeUse::readRegion(const RegionName& region, CachedPart& part, const ShapeReporter& report) {
    const Result<void> made = prepareRegion(region, part);
    const auto sayOnce = [&](ShapeProblem problem, const std::string& claim) {
        if (std::exchange(cached_.reported, problem) != problem)
            report(shape_, problem, message(kind_, claim));
    };
    if (!made) {
        sayOnce(ShapeProblem::cannotCollide, kCannotCollideHere + made.error());
    } else if (!kind_.isOpen && !part.isOfSolid && cached_.reported == ShapeProblem::none) {
        const auto scan = cached_.scan.lock();
        sayOnce(ShapeProblem::hasNoInside, scan && scan->scan.isKnown() ? kHasNoInside : kIsReadInParts);
    }
}

Result<void> ShapeUse::prepareRegion(const RegionName& region, CachedPart& part) {
    const auto begin = std::chrono::steady_clock::now();
    cache_.hasRegions = true;
    Result<void> made;
    CachedPart fresh;
    const bool isSame = build([&] {
        if (const auto scan = cached_.scan.lock())
            scan->scan.begin(shape_, *kind_.parts, signature_, cached_.deformations);
        const bool isSolid = cached_.isSolid(region);
        const WholeSurface whole = wholeSurface(shape_, isSolid);
        Result<ShapeMesh> read = ricochet::readRegion(shape_, region);
        if (part.isOfSolid == isSolid && part.moveVertices(read, whole)) return true;
        made = makeRegion(std::move(read), kind_, whole, signature_, fresh);
        return false;
    });
    if (isSame) {
        part.noteRead(signature_);
    } else {
        cache_.regions.replace(part, std::move(fresh));
    }
    cache_.regions.statistics.prepared += !region.isNothing();
    cache_.regions.statistics.addTimeSince(begin);
    return made;
}

std::shared_ptr<const CollisionModel> ShapeUse::modelOf(const ModelRequest& request, CachedPart& part) {
    if (!request.narrowPhase) return nullptr;
    if (part.hasModelFor(request)) return part.modelFor(request);
    return build([&] { return part.modelFor(request); });
}

std::shared_ptr<SharedScan> ShapeUse::holdScan(std::uint32_t step) {
    if (!kind_.parts->canHaveInside()) return nullptr;
    if (std::shared_ptr<SharedScan> known = cached_.scan.lock()) return known;
    const auto fresh = std::make_shared<SharedScan>();
    fresh->began = step;
    build([&] {
        fresh->scan.begin(shape_, *kind_.parts, signature_, cached_.deformations);
        if (step != 0) fresh->scan.step(shape_);
    });
    cached_.scan = fresh;
    return fresh;
}

bool ShapeUse::continueScan(std::uint32_t step) {
    const std::shared_ptr<SharedScan> scan = cached_.scan.lock();
    if (!scan) return false;
    return build([&] {
        scan->scan.begin(shape_, *kind_.parts, signature_, cached_.deformations);
        return step != scan->began && scan->scan.step(shape_);
    });
}

void ShapeUse::prepareAhead(const ModelRequest& request) {
    if (cached_.schedule.isEmpty()) return;
    const std::vector<RegionName> due =
        cached_.schedule.takeDue(request.narrowPhase, [this](const RegionName& region) {
            const auto found = cached_.parts.find(region);
            return found != cached_.parts.end() && found->second.isFor(signature_);
        });
    if (due.empty() || cache_.regions.isFull()) return;
    std::vector<CachedPart> made(due.size());
    const auto make = [&](Index i) {
        const WholeSurface whole = wholeSurface(shape_, cached_.isSolid(due[i]));
        if (!makeRegion(ricochet::readRegion(shape_, due[i]), kind_, whole, signature_, made[i])) return;
        if (request.narrowPhase) made[i].modelFor(request);
    };
    const std::shared_ptr<const Executor> executor = cache_.executor;
    build([&] { executor->run(static_cast<Index>(due.size()), make); });
    for (std::size_t i = 0; i < due.size(); ++i) {
        if (!made[i].mesh) continue;  // its user gets the reason when it needs the region
        made[i].bytes += made[i].bytesOfModels();
        made[i].lastFound = ++cache_.finds;
        made[i].lastStep = cached_.schedule.steps();
        cache_.regions.replace(cached_.parts[due[i]], std::move(made[i]));
        ++cache_.regions.statistics.prepared;
    }
    cache_.dropRegions();
}

void ShapeUse::dropUnused() {
    for (auto& [region, part] : cached_.parts) {
        if (part.isInUse()) part.lastStep = cached_.schedule.steps();
    }
    std::erase_if(cached_.parts, [&](const auto& each) {
        const auto& [region, part] = each;
        if (region.isWhole() || !cached_.schedule.isLongUnused(part.lastStep)) return false;
        cache_.regions.release(part);
        cache_.regions.statistics.dropped += !region.isNothing();
        return true;
    });
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
