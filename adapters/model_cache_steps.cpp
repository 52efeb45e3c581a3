// Work of the model cache between steps: prepares regions before bodies enter them, and drops those that all
// bodies have left.

#include "adapters/model_cache.h"
#include "adapters/region_reading.h"

#include <algorithm>
#include <array>
#include <chrono>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
namespace {

constexpr std::array kSteps = {1, 2, 4, 8, 16, 24};          // steps ahead for which positions are predicted
constexpr std::uint64_t kLongUnused = 128, kDropEvery = 32;  // steps
constexpr std::uint32_t kLeft = 1000;  // steps of other worlds after which a world counts as ended

constexpr int kExpected = 48, kStretch = 8;  // steps ahead for prefetching from a file; steps per box

/// If a body will enter another region, prefetches everything along its path there from the file.
void expectPath(const btCollisionShape& shape, const ShapeParts& parts, ModelCache::Cached& cached,
                const RegionOfInterest& where, Real timeStep) {
    const int axis = parts.columnAxis(shape);
    const auto regionIn = [&](int steps) { return regionAbout(where(steps * timeStep), axis); };
    const RegionName last = regionIn(kExpected);
    if (last == cached.expected || last.isWhole()) return;
    cached.expected = last;
    Aabb end = boxOf(last, axis);
    for (int steps = kExpected - kStretch; steps >= 0; steps -= kStretch) {
        const RegionName region = regionIn(steps);
        if (region.isWhole()) return;
        const Aabb begin = boxOf(region, axis);
        end.include(begin.min);
        end.include(begin.max);
        parts.expect(shape, end);
        end = begin;
    }
}

/// Order of step numbers, which wrap around.
bool isAfter(std::uint32_t step, std::uint32_t other) { return static_cast<std::int32_t>(step - other) > 0; }

}  // namespace

/// The step in which a scan begins counts as its first one, whichever pairs began that step before, and
/// whichever shape had the address before.
void ModelCache::beginScan(const btCollisionShape& shape, Parts& parts, std::uint64_t signature,
                           std::uint32_t step) {
    const bool isFirst = !parts.scan.hasBegun();
    parts.scan.begin(shape, signature, parts.deformations);
    if (!isFirst) return;
    parts.scanBegan = step;
    if (step != 0) parts.scan.step(shape);
}

void ModelCache::beginStep(const btCollisionShape& shape, const Request& request, std::uint32_t step) {
    if (!hasRegions_) return;
    Lock lock(mutex_);
    builds_.await(lock, shape);
    const auto found = shapes_.find(&shape);
    if (found == shapes_.end()) return;
    Parts& parts = found->second;
    if (!isAfter(step, parts.lastStep)) return;
    parts.lastStep = step;
    const auto begin = std::chrono::steady_clock::now();
    if (parts.scan.hasBegun()) {
        const bool isAnother = builds_.run(lock, shape, [&] {
            parts.scan.begin(shape, signatureOf(shape), parts.deformations);
            return step != parts.scanBegan && parts.scan.step(shape);
        });
        if (isAnother) ++changes_;
    }
    prepareAhead(lock, shape, parts, request);
    if (!parts.clock || step - parts.clockStep > kLeft) parts.clock = request.narrowPhase;
    if (parts.clock == request.narrowPhase) {
        parts.clockStep = step;
        if (++parts.steps % kDropEvery == 0) dropUnused(parts);
    }
    regions_.addTimeSince(begin);
}

/// Notes the first other region that a body will enter if its motion continues.
void ModelCache::lookAhead(const btCollisionShape& shape, const Request& request, Cached& cached,
                           const RegionOfInterest& where, Real timeStep) {
    if (!cached.region || !(timeStep > 0)) return;
    const ShapeParts& parts = *shapeKind(shape.getShapeType())->parts;
    if (parts.expect) expectPath(shape, parts, cached, where, timeStep);
    const bool isNothing = cached.name.isNothing();
    if (!isNothing && holds(*cached.region, where(kSteps.back() * timeStep))) return;
    for (const int steps : kSteps) {
        const Aabb box = where(steps * timeStep);
        if (!isNothing && holds(*cached.region, box)) continue;
        if (isClearAbout(shape, box)) continue;
        const RegionName region = regionAbout(box, parts.columnAxis(shape));
        if (region.isWhole()) return;
        const std::lock_guard lock(mutex_);
        const auto found = shapes_.find(&shape);
        if (found != shapes_.end()) found->second.ahead.push_back({region, steps, request.narrowPhase});
        return;
    }
}

/// Of the regions noted in the last step, the least number that must be prepared now so that all are ready in
/// time, if each of the following steps prepares as many.
std::vector<RegionName> ModelCache::dueOf(Parts& parts, std::uint64_t signature,
                                          const Request& request) const {
    std::vector<Ahead> mine;  // other worlds prepare theirs
    std::erase_if(parts.ahead, [&](const Ahead& ahead) {
        if (ahead.narrowPhase == request.narrowPhase) mine.push_back(ahead);
        return ahead.narrowPhase == request.narrowPhase;
    });
    std::erase_if(mine, [&](const Ahead& ahead) {
        const auto entry = parts.entries.find(ahead.region);
        return entry != parts.entries.end() && entry->second.isFor(signature);
    });
    std::ranges::sort(mine, {}, [](const Ahead& ahead) { return std::pair(ahead.steps, ahead.region); });
    std::vector<RegionName> names;
    std::size_t due = 0;
    for (const Ahead& ahead : mine) {
        if (std::ranges::find(names, ahead.region) != names.end()) continue;
        names.push_back(ahead.region);
        const auto steps = static_cast<std::size_t>(ahead.steps);
        due = std::max(due, names.size() / steps);
    }
    names.resize(due);
    return names;
}

/// The data of a region do not depend on when and on which thread it is prepared.
void ModelCache::prepareAhead(Lock& lock, const btCollisionShape& shape, Parts& parts,
                              const Request& request) {
    if (parts.ahead.empty()) return;
    const std::uint64_t signature = signatureOf(shape);
    const std::vector<RegionName> due = dueOf(parts, signature, request);
    if (due.empty() || regions_.bytes >= regionBytes_) return;
    std::vector<Entry> made(due.size());
    const auto make = [&](Index i) {
        const ShapeKind& kind = *shapeKind(shape.getShapeType());
        const WholeSurface whole = wholeOf(shape, parts.scan.isSolid(due[i]));
        if (!makeRegion(readRegion(shape, due[i]), kind, whole, signature, made[i])) return;
        if (request.narrowPhase) made[i].modelFor(request);
    };
    const std::shared_ptr<const Executor> executor = executor_;
    builds_.run(lock, shape, [&] { executor->run(static_cast<Index>(due.size()), make); });
    for (std::size_t i = 0; i < due.size(); ++i) {
        if (!made[i].mesh) continue;  // reported when a pair needs it
        Entry& entry = parts.entries[due[i]];
        regions_.bytes -= entry.bytes;
        entry = std::move(made[i]);
        entry.bytes += entry.bytesOfModels();
        entry.lastFound = ++finds_;
        entry.lastStep = parts.steps;
        regions_.bytes += entry.bytes;
        ++regions_.prepared;
    }
    dropRegions();
}

void ModelCache::dropUnused(Parts& parts) {
    for (auto& [region, entry] : parts.entries) {
        if (entry.isInUse()) entry.lastStep = parts.steps;
    }
    std::erase_if(parts.entries, [&](const auto& each) {
        const auto& [region, entry] = each;
        if (region.isWhole() || parts.steps - entry.lastStep <= kLongUnused) return false;
        regions_.bytes -= entry.bytes;
        regions_.dropped += !region.isNothing();
        return true;
    });
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
