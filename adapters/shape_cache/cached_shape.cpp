#include "adapters/shape_cache/cached_shape.h"

#include <algorithm>
#include <utility>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

const CachedPart* CachedShape::whole() const {
    const auto found = parts.find(RegionName{});
    return found == parts.end() ? nullptr : &found->second;
}

bool CachedShape::isWhole(const btCollisionShape& shape, std::uint64_t signature, std::size_t limit,
                          std::uint32_t step) const {
    const ShapeKind& kind = shapeKind(shape);
    if (!kind.parts) return true;
    // One that could not be read whole, as a sweep asked for it, may still be read in parts.
    const bool isEarlier = step == 0 || wholeSince != step;
    if (isEarlier && whole() && whole()->isFor(signature) && whole()->mesh) return true;
    return kind.parts->triangles(shape) <= limit;
}

bool CachedShape::isSolid(const RegionName& region) const {
    const std::shared_ptr<const SolidScan> known = scan.lock();
    return known && known->isSolid(region);
}

bool CachedShape::isUpToDate(const RegionName& region, const CachedPart& part,
                             std::uint64_t signature) const {
    return part.isFor(signature) && (region.isWhole() || part.isSolid == isSolid(region));
}

bool CachedShape::isInUse() const {
    return !scan.expired() ||
           std::ranges::any_of(parts, [](const auto& each) { return each.second.isInUse(); });
}

void CachedShape::noteDeformed(const btCollisionShape& shape, const Aabb& box) {
    ++deformations;
    const ShapeKind* const kind = shapeKind(shape.getShapeType());
    for (auto& [region, part] : parts) {
        if (region.isNothing()) continue;
        part.isDeformed |= region.isWhole() || !kind || !kind->parts ||
                           overlaps(regionBox(region, kind->parts->columnAxis(shape)), box);
    }
}

void RegionMemory::replace(CachedPart& part, CachedPart by) {
    bytes -= part.bytes;
    part = std::move(by);
    bytes += part.bytes;
}

void RegionMemory::grow(CachedPart& part, std::size_t byBytes) {
    part.bytes += byBytes;
    bytes += byBytes;
}

void RegionMemory::release(const CachedShape& shape) {
    for (const auto& [region, part] : shape.parts) bytes -= part.bytes;
}

void RegionMemory::addTimeSince(std::chrono::steady_clock::time_point begin) {
    microseconds +=
        std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin).count();
}

ShapeUse::ShapeUse(ShapeCache<CachedShape>& cache, RegionMemory& regions, ShapeCache<CachedShape>::Lock& lock,
                   const btCollisionShape& shape, std::uint64_t signature)
    : cache_(cache),
      regions_(regions),
      lock_(lock),
      shape_(shape),
      kind_(shapeKind(shape)),
      signature_(signature),
      cached_(cache.shapes()[&shape]) {
    if (!kind_.parts || !kind_.parts->canHaveInside()) cached_.scan.reset();
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
    } else if (!kind_.isOpen && !part.isSolid && cached_.reported == ShapeProblem::none) {
        const auto scan = cached_.scan.lock();
        sayOnce(ShapeProblem::hasNoInside, scan && scan->isKnown() ? kHasNoInside : kIsReadInParts);
    }
}

Result<void> ShapeUse::prepareRegion(const RegionName& region, CachedPart& part) {
    const auto begin = std::chrono::steady_clock::now();
    Result<void> made;
    CachedPart fresh;
    const bool isSame = build([&] {
        if (const auto scan = cached_.scan.lock())
            scan->begin(shape_, *kind_.parts, signature_, cached_.deformations);
        const bool isSolid = cached_.isSolid(region);
        const WholeSurface whole = wholeSurface(shape_, isSolid);
        Result<ShapeMesh> read = ricochet::readRegion(shape_, region);
        if (part.isSolid == isSolid && part.moveVertices(read, whole)) return true;
        made = makeRegion(std::move(read), kind_, whole, signature_, fresh);
        return false;
    });
    if (isSame) {
        part.noteRead(signature_);
    } else {
        regions_.replace(part, std::move(fresh));
    }
    regions_.prepared += !region.isNothing();
    regions_.addTimeSince(begin);
    return made;
}

std::shared_ptr<const CollisionModel> ShapeUse::model(const ModelRequest& request, CachedPart& part) {
    if (!request.narrowPhase) return nullptr;
    if (part.hasModelFor(request)) return part.modelFor(request);
    const bool isRegion = part.surface->whole.has_value();
    return build([&] { return part.modelFor(request, !isRegion); });
}

std::shared_ptr<SolidScan> ShapeUse::holdScan(std::uint32_t step) {
    if (!kind_.parts->canHaveInside()) return nullptr;
    if (std::shared_ptr<SolidScan> known = cached_.scan.lock()) return known;
    const auto fresh = std::make_shared<SolidScan>();
    build([&] {
        fresh->begin(shape_, *kind_.parts, signature_, cached_.deformations);
        fresh->step(shape_, step);
    });
    cached_.scan = fresh;
    return fresh;
}

bool ShapeUse::continueScan(std::uint32_t step) {
    const std::shared_ptr<SolidScan> scan = cached_.scan.lock();
    if (!scan) return false;
    return build([&] {
        scan->begin(shape_, *kind_.parts, signature_, cached_.deformations);
        return scan->step(shape_, step);
    });
}

bool ShapeUse::finishScan() {
    const std::shared_ptr<SolidScan> scan = cached_.scan.lock();
    if (!scan) return false;
    return build([&] {
        scan->begin(shape_, *kind_.parts, signature_, cached_.deformations);
        return scan->finish(shape_);
    });
}

bool ShapeUse::prepareAhead(const ModelRequest& request, const Executor& executor) {
    if (cached_.schedule.isEmpty()) return false;
    const std::vector<RegionName> due =
        cached_.schedule.takeDue(request.narrowPhase, [this](const RegionName& region) {
            const auto found = cached_.parts.find(region);
            return found != cached_.parts.end() && found->second.isFor(signature_);
        });
    if (due.empty() || !kind_.parts || regions_.bytes >= regions_.budget) return false;
    std::vector<CachedPart> made(due.size());
    const auto make = [&](Index i) {
        const WholeSurface whole = wholeSurface(shape_, cached_.isSolid(due[i]));
        if (!makeRegion(ricochet::readRegion(shape_, due[i]), kind_, whole, signature_, made[i])) return;
        if (request.narrowPhase) made[i].modelFor(request);
    };
    build([&] { executor.run(static_cast<Index>(due.size()), make); });
    for (std::size_t i = 0; i < due.size(); ++i) {
        if (!made[i].mesh) continue;  // its user gets the reason when it needs the region
        made[i].bytes += made[i].bytesOfModels();
        made[i].lastFound = ++regions_.finds;
        made[i].lastStep = cached_.schedule.steps();
        regions_.replace(cached_.parts[due[i]], std::move(made[i]));
        ++regions_.prepared;
    }
    return true;
}

void ShapeUse::dropUnused() {
    for (auto& [region, part] : cached_.parts) {
        const bool stays = part.stays && part.isFor(signature_);  // what was prepared, until it changes
        if (stays || part.isHeld()) part.lastStep = cached_.schedule.steps();
    }
    std::erase_if(cached_.parts, [&](const auto& each) {
        const auto& [region, part] = each;
        if (region.isWhole() && part.isFor(signature_)) return false;
        if (!cached_.schedule.isLongUnused(part.lastStep)) return false;
        regions_.bytes -= part.bytes;
        regions_.dropped += !region.isNothing() && !region.isWhole();
        return true;
    });
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
