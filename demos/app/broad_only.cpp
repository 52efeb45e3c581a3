#include "demos/app/broad_only.h"

#include "demos/app/body_state.h"
#include "demos/app/broad_phases.h"
#include "demos/app/names.h"
#include "demos/app/quantiles.h"
#include "demos/scenes/box_cloud.h"
#include "plugin/clocks.h"

#include <LinearMath/btAabbUtil2.h>
#include <nlohmann/json.hpp>
#include <ricochet/sweep_and_prune_broadphase.h>

#include <memory>

namespace ricochet::app {
namespace {

using scenes::BoxCloud;

constexpr int kWarmUp = 3;  // steps that are not measured

template <class Action>
double millisecondsOf(Action&& action) {
    const double start = threadMicroseconds();
    action();
    return 1e-3 * (threadMicroseconds() - start);
}

struct CountHits : btBroadphaseRayCallback {
    std::uint64_t hits = 0;
    bool process(const btBroadphaseProxy*) override { return ++hits; }
};

/// The proxies of a cloud's boxes; the client is the box's number plus one.
class CloudInBroadPhase {
public:
    CloudInBroadPhase(const BroadOnlyOptions& options, const BroadPhase& phase, BoxCloud& cloud)
        : options_(options), cloud_(cloud) {
        BroadPhaseRoom room;
        const btVector3 margin(10, 10, 10);
        room.low = cloud.low() - margin;
        room.high = cloud.high() + margin;
        room.proxies = options.bodies + 1;
        if (options.hasStockCache) {
            cache_ = std::make_unique<btHashedOverlappingPairCache>();
            room.pairCache = cache_.get();
        }
        phase_ = phase.make(room);
    }
    ~CloudInBroadPhase() { freeProxies(); }

    void build() {
        proxies_.resize(cloud_.boxes().size());
        for (std::size_t box = 0; box < proxies_.size(); ++box) add(static_cast<int>(box));
        phase_->calculateOverlappingPairs(&dispatcher_);
    }

    void frame() {
        for (const int box : cloud_.replaced()) {
            if (options_.cleansFirst) {
                phase_->getOverlappingPairCache()->cleanProxyFromPairs(proxies_[box], &dispatcher_);
            }
            phase_->destroyProxy(proxies_[box], &dispatcher_);
        }
        for (const int box : cloud_.replaced()) add(box);
        if (options_.setsAll) {
            for (std::size_t box = 0; box < proxies_.size(); ++box) set(static_cast<int>(box));
        } else {
            for (const int box : cloud_.moved()) set(box);
        }
        phase_->calculateOverlappingPairs(&dispatcher_);
    }

    std::uint64_t castRays() {
        CountHits count;
        scenes::Random random(options_.seed + 1);
        for (int i = 0; i < options_.queries; ++i) {
            const btVector3 from = placeIn(random), to = placeIn(random);
            const btVector3 direction = (to - from).normalized();
            for (int axis = 0; axis < 3; ++axis) {
                count.m_rayDirectionInverse[axis] =
                    direction[axis] == 0 ? btScalar(BT_LARGE_FLOAT) : 1 / direction[axis];
                count.m_signs[axis] = count.m_rayDirectionInverse[axis] < 0;
            }
            count.m_lambda_max = direction.dot(to - from);
            phase_->rayTest(from, to, count);
        }
        return count.hits;
    }

    std::uint64_t queryBoxes() {
        CountHits count;
        scenes::Random random(options_.seed + 2);
        const btVector3 half(2, 2, 2);
        for (int i = 0; i < options_.queries; ++i) {
            const btVector3 at = placeIn(random);
            phase_->aabbTest(at - half, at + half, count);
        }
        return count.hits;
    }

    /// Counts pairs whose boxes overlap: stock broad phases keep others for a while.
    void countPairs(BroadOnlyReport& report) {
        const btBroadphasePairArray& pairs = phase_->getOverlappingPairCache()->getOverlappingPairArray();
        report.cachedPairs = pairs.size();
        for (int i = 0; i < pairs.size(); ++i) {
            const std::uint64_t a = boxOf(pairs[i].m_pProxy0), b = boxOf(pairs[i].m_pProxy1);
            const BoxCloud::Box &boxA = cloud_.boxes()[a], &boxB = cloud_.boxes()[b];
            if (!TestAabbAgainstAabb2(boxA.min, boxA.max, boxB.min, boxB.max)) continue;
            ++report.pairs;
            report.pairHash += pairHashOf(a, b);
        }
    }

private:
    /// Bullet's broad phases free only destroyed proxies, which is faster without pairs; ours frees all by
    /// itself.
    void freeProxies() {
        if (dynamic_cast<SweepAndPruneBroadphase*>(phase_.get())) return;
        btOverlappingPairCache& cache = *phase_->getOverlappingPairCache();
        while (cache.getNumOverlappingPairs() > 0) {
            const btBroadphasePair& last =
                cache.getOverlappingPairArray()[cache.getNumOverlappingPairs() - 1];
            cache.removeOverlappingPair(last.m_pProxy0, last.m_pProxy1, &dispatcher_);
        }
        for (btBroadphaseProxy* const proxy : proxies_) phase_->destroyProxy(proxy, &dispatcher_);
    }

    static std::uint64_t boxOf(const btBroadphaseProxy* proxy) {
        return reinterpret_cast<std::uintptr_t>(proxy->m_clientObject) - 1;
    }
    void add(int box) {
        const BoxCloud::Box& at = cloud_.boxes()[box];
        void* const client = reinterpret_cast<void*>(static_cast<std::uintptr_t>(box) + 1);
        // As in a world, but boxes that stand still meet one another, too.
        const int group =
            cloud_.flying()[box] ? btBroadphaseProxy::DefaultFilter : btBroadphaseProxy::StaticFilter;
        proxies_[box] = phase_->createProxy(at.min, at.max, BOX_SHAPE_PROXYTYPE, client, group,
                                            btBroadphaseProxy::AllFilter, &dispatcher_);
    }
    void set(int box) {
        const BoxCloud::Box& at = cloud_.boxes()[box];
        phase_->setAabb(proxies_[box], at.min, at.max, &dispatcher_);
    }
    btVector3 placeIn(scenes::Random& random) const {
        const auto along = [&](int axis) {
            return btScalar(random.between(cloud_.low()[axis], cloud_.high()[axis]));
        };
        const btScalar x = along(0), y = along(1), z = along(2);
        return {x, y, z};
    }

    const BroadOnlyOptions& options_;
    BoxCloud& cloud_;
    btDefaultCollisionConfiguration configuration_;
    btCollisionDispatcher dispatcher_{&configuration_};
    std::unique_ptr<btOverlappingPairCache> cache_;
    std::unique_ptr<btBroadphaseInterface> phase_;
    std::vector<btBroadphaseProxy*> proxies_;
};

}  // namespace

Result<BroadOnlyReport> measureBroadPhase(const BroadOnlyOptions& options) {
    const auto kind = rowNamed(scenes::boxCloudTable(), "scene of boxes", options.cloud);
    if (!kind) return tl::unexpected(kind.error());
    const auto phase = selectBroadPhase(options.broad);
    if (!phase) return tl::unexpected(phase.error());
    if (phase->needsBodies) {
        return tl::unexpected("'" + phase->name +
                              "' computes boxes from bodies, and without a world there are none");
    }
    if (const auto room = checkRoom(*phase, options.bodies); !room) return tl::unexpected(room.error());
    BoxCloud cloud(**kind, options.bodies, options.moving.value_or((*kind)->moving), options.seed);
    CloudInBroadPhase inPhase(options, *phase, cloud);
    BroadOnlyReport report;
    report.bodies = options.bodies;
    report.moving = cloud.moving();
    report.build = millisecondsOf([&] { inPhase.build(); });
    for (int step = 0; step < kWarmUp + options.steps; ++step) {
        cloud.step();
        const double milliseconds = millisecondsOf([&] { inPhase.frame(); });
        if (step >= kWarmUp) report.frames.push_back(milliseconds);
    }
    report.rays = millisecondsOf([&] { report.hits += inPhase.castRays(); });
    report.boxQueries = millisecondsOf([&] { report.hits += inPhase.queryBoxes(); });
    inPhase.countPairs(report);
    return report;
}

std::uint64_t pairHashOf(std::uint64_t a, std::uint64_t b) {
    const std::uint64_t mixed = (std::min(a, b) << 32 | std::max(a, b)) * 0x9E3779B97F4A7C15u;
    const std::uint64_t again = (mixed ^ mixed >> 31) * 0xBF58476D1CE4E5B9u;
    return again ^ again >> 29;
}

nlohmann::ordered_json toJson(const BroadOnlyOptions& options, const BroadOnlyReport& report) {
    const Quantiles frames = quantilesOf(report.frames);
    return {{"scene", options.cloud},
            {"broad", options.broad},
            {"bodies", report.bodies},
            {"moving", report.moving},
            {"steps", options.steps},
            {"seed", options.seed},
            {"pairs", report.pairs},
            {"pair_hash", hexOf(report.pairHash)},
            {"cached_pairs", report.cachedPairs},
            {"build_ms", report.build},
            {"frame_ms",
             {{"median", frames.median}, {"mean", frames.mean}, {"p99", frames.p99}, {"max", frames.max}}}};
}

}  // namespace ricochet::app
