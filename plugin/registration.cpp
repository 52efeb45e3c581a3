#include "plugin/registration.h"

#include "algorithms/geometry/processor_binding.h"
#include "plugin/continuous_methods.h"
#include "plugin/dispatcher_class.h"
#include "plugin/pairs/pair_algorithm.h"
#include "plugin/pairs/step_pairs.h"
#include "plugin/process_state.h"

#include <algorithm>
#include <cmath>
#include <iostream>
#include <iterator>
#include <new>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
namespace {

std::string validateMethod(const std::string& name, const std::string& bodies) {
    if (name == kStock || name == kRicochet) return {};
    return "There is no contact method of " + bodies + " '" + name + "'; " +
           knownNames(name, {kRicochet, kStock}) + ".";
}

constexpr int kMostThreads = 1024;
constexpr ebtDispatcherQueryType kTables[] = {BT_CONTACT_POINT_ALGORITHMS, BT_CLOSEST_POINT_ALGORITHMS};

/// Calls visit(table, type0, type1) for every slot of a dispatcher.
template <class Visit>
void forEachSlot(Visit&& visit) {
    for (ebtDispatcherQueryType table : kTables) {
        for (int type0 = 0; type0 < MAX_BROADPHASE_COLLISION_TYPES; ++type0) {
            for (int type1 = 0; type1 < MAX_BROADPHASE_COLLISION_TYPES; ++type1) visit(table, type0, type1);
        }
    }
}

bool isSingleTriangle(int type) { return type == TRIANGLE_SHAPE_PROXYTYPE; }

/// Gives access to the protected tables of a dispatcher. Its setters, which a preloaded or hooked program has
/// replaced, would call us again.
struct Tables : btCollisionDispatcher {
    using Entry = btCollisionAlgorithmCreateFunc*;
    static Entry& at(btCollisionDispatcher& dispatcher, ebtDispatcherQueryType table, int type0, int type1) {
        return table == BT_CONTACT_POINT_ALGORITHMS
                   ? (dispatcher.*(&Tables::m_doubleDispatchContactPoints))[type0][type1]
                   : (dispatcher.*(&Tables::m_doubleDispatchClosestPoints))[type0][type1];
    }
    static Entry at(const btCollisionDispatcher& dispatcher, ebtDispatcherQueryType table, int type0,
                    int type1) {
        return at(const_cast<btCollisionDispatcher&>(dispatcher), table, type0, type1);
    }
};

/// Whether others have registered their algorithm for two types over ours.
bool isTaken(const btCollisionDispatcher& dispatcher, int type0, int type1) {
    if (isSingleTriangle(type0) || isSingleTriangle(type1)) return false;
    return std::ranges::any_of(kTables, [&](ebtDispatcherQueryType table) {
        return !asOurs<PairCreateFunc>(Tables::at(dispatcher, table, type0, type1));
    });
}

int shapeType(const btBroadphaseProxy& proxy) {
    return static_cast<const btCollisionObject*>(proxy.m_clientObject)->getCollisionShape()->getShapeType();
}

void findPairsAhead(btCollisionDispatcher& dispatcher, const btDispatcherInfo& info) {
    // The threads of this dispatcher call us.
    if (mayUseThreads(dispatcher)) return;
    const auto context = contextOf(dispatcher);
    if (context && info.m_dispatchFunc == btDispatcherInfo::DISPATCH_DISCRETE) {
        findAhead(*context, dispatcher, info);
    }
}

/// Bullet's default near callback, and what the settings ask for before.
template <bool kKeepsRegistration, bool kFindsAhead>
void nearCallback(btBroadphasePair& pair, btCollisionDispatcher& dispatcher, const btDispatcherInfo& info) {
    if (kFindsAhead) findPairsAhead(dispatcher, info);
    if (kKeepsRegistration && !pair.m_algorithm) {
        takeBackEntries(dispatcher, shapeType(*pair.m_pProxy0), shapeType(*pair.m_pProxy1));
    }
    btCollisionDispatcher::defaultNearCallback(pair, dispatcher, info);
}

constexpr btNearCallback kNearCallbacks[] = {btCollisionDispatcher::defaultNearCallback,
                                             nearCallback<true, false>, nearCallback<false, true>,
                                             nearCallback<true, true>};

/// Leaves a program its own.
void setNearCallback(btCollisionDispatcher& dispatcher, bool keepsRegistration, bool findsAhead) {
    if (std::ranges::find(kNearCallbacks, dispatcher.getNearCallback()) == std::end(kNearCallbacks)) return;
    dispatcher.setNearCallback(kNearCallbacks[keepsRegistration + 2 * findsAhead]);
}

}  // namespace

const MeshBackend& PairContext::backend(const std::string& name) const {
    return madeBackends.with([&](auto& all) -> const MeshBackend& {
        const auto made = all.find(name);
        if (made != all.end()) return made->second;
        return all[name] = selectBackend(name)->make(executor);
    });
}

std::shared_ptr<const Executor> makeExecutor(const Settings& valid) {
    const auto threads = static_cast<Index>(valid.threads);
    return valid.bindThreads ? makeBoundThreadExecutor(threads) : makeThreadExecutor(threads);
}

namespace {

const std::string& narrowPhaseName(const Settings& settings) {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
    return settings.meshMesh.empty() ? settings.narrowPhase : settings.meshMesh;
#pragma GCC diagnostic pop
}

}  // namespace

PairContext::PairContext(const Settings& valid)
    : settings(valid),
      executor(makeExecutor(valid)),
      meshBackend(&backend(selectBackend(narrowPhaseName(settings))->name)),
      sweptNarrowPhase((*selectContinuousMethod(settings.continuous))(executor)),
      roundMethod(selectRoundMethod(settings.roundMesh)->method),
      servesHulls(settings.hullMesh != kStock),
      servesSoftBodies(settings.softMesh != kStock),
      convexMethod(selectConvexMethod(settings.convexConvex)->method) {}

ShapeReporter PairContext::reporter() const {
    return [this](const btCollisionShape& shape, ShapeProblem problem, const std::string& message) {
        const bool isNews = problem == ShapeProblem::cannotCollide;
        if (settings.report) {
            settings.report({&shape, shape.getUserPointer(),
                             isNews ? ReportReason::cannotCollide : ReportReason::hasNoInside, message});
        } else if (isNews) {
            std::cerr << "ricochet: " << message << std::endl;
        }
    };
}

void PairContext::reportNoMemory() {
    if (hasLackedMemory.exchange(true)) return;
    try {
        const std::string message =
            "There was not enough memory in a step: contacts of one step are missing.";
        if (settings.report) {
            settings.report({nullptr, nullptr, ReportReason::outOfMemory, message});
        } else {
            std::cerr << "ricochet: " << message << std::endl;
        }
    } catch (const std::bad_alloc&) {
        hasLackedMemory = false;  // nor is there for the report
    }
}

StockTable stockTable(const btCollisionDispatcher& dispatcher) {
    return [&dispatcher](ebtDispatcherQueryType table, int type0, int type1) {
        btCollisionAlgorithmCreateFunc* const function = Tables::at(dispatcher, table, type0, type1);
        const auto* ours = asOurs<PairCreateFunc>(function);
        return ours ? ours->stock() : function;
    };
}

void restoreStock(btCollisionDispatcher& dispatcher) {
    const StockTable stock = stockTable(dispatcher);
    forEachSlot([&](ebtDispatcherQueryType table, int type0, int type1) {
        Tables::at(dispatcher, table, type0, type1) = stock(table, type0, type1);
    });
    setNearCallback(dispatcher, false, false);
}

void takeBackEntries(btCollisionDispatcher& dispatcher, int type0, int type1) {
    // Compounds have pairs of their children: meshes stand for all types of these.
    const bool areOurs = !isTaken(dispatcher, type0, type1) &&
                         !isTaken(dispatcher, TRIANGLE_MESH_SHAPE_PROXYTYPE, TRIANGLE_MESH_SHAPE_PROXYTYPE) &&
                         !isTaken(dispatcher, GIMPACT_SHAPE_PROXYTYPE, GIMPACT_SHAPE_PROXYTYPE);
    if (areOurs || restoreRegistration(dispatcher) == 0) return;
    const std::shared_ptr<PairContext> context = contextOf(dispatcher);
    if (context->hasTakenBack.exchange(true)) return;
    const std::string message =
        "Algorithms were registered over Ricochet's: they serve the pairs that Ricochet does not.";
    if (const auto& report = context->settings.report) {
        report({nullptr, nullptr, ReportReason::tookBack, message});
    } else {
        std::cerr << "ricochet: " << message << std::endl;
    }
}

btCollisionAlgorithmCreateFunc* stockFor(btDispatcher& dispatcher, ebtDispatcherQueryType table, int type0,
                                         int type1) {
    return stockTable(static_cast<btCollisionDispatcher&>(dispatcher))(table, type0, type1);
}

std::shared_ptr<PairContext> contextOf(const btCollisionDispatcher& dispatcher) {
    // Others may have taken the first entry; no shape has the type of the second.
    for (const int type :
         {static_cast<int>(TRIANGLE_MESH_SHAPE_PROXYTYPE), MAX_BROADPHASE_COLLISION_TYPES - 1}) {
        const auto* ours =
            asOurs<PairCreateFunc>(Tables::at(dispatcher, BT_CONTACT_POINT_ALGORITHMS, type, type));
        if (ours) return ours->context();
    }
    return nullptr;
}

std::shared_ptr<PairContext> contextOf(const btDispatcher* dispatcher) {
    const btCollisionDispatcher* const bullets = asCollisionDispatcher(dispatcher);
    return bullets ? contextOf(*bullets) : nullptr;
}

std::shared_ptr<PairContext> contextOf(btCollisionWorld& world) { return contextOf(world.getDispatcher()); }

std::string validate(const Settings& settings) {
    if (std::string fault = validateBackend(narrowPhaseName(settings)); !fault.empty()) return fault;
    if (const auto method = selectRoundMethod(settings.roundMesh); !method) {
        return method.error();
    }
    if (std::string fault = validateMethod(settings.hullMesh, "hulls"); !fault.empty()) return fault;
    if (std::string fault = validateMethod(settings.softMesh, "soft bodies"); !fault.empty()) return fault;
    if (const auto method = selectConvexMethod(settings.convexConvex); !method) {
        return method.error();
    }
    if (const auto method = selectContinuousMethod(settings.continuous); !method) return method.error();
    if (settings.threads < 1 || settings.threads > kMostThreads) {
        return "Settings::threads must be from 1 to " + std::to_string(kMostThreads) + ".";
    }
    if (const std::string why = whyThreadsCannotBeBound(); settings.bindThreads && !why.empty()) return why;
    if (settings.maxPatches < 1) return "Settings::maxPatches must be at least 1.";
    if (settings.pairBudget < 1) return "Settings::pairBudget must be at least 1.";
    if (!(settings.clearance >= 0) || !std::isfinite(settings.clearance)) {
        return "Settings::clearance must be zero or a positive number of metres.";
    }
    return {};
}

Registration::Registration(const Settings& settings, const StockTable& stock)
    : context_(std::make_shared<PairContext>(settings)) {
    forEachSlot([&](ebtDispatcherQueryType table, int type0, int type1) {
        if (isSingleTriangle(type0) || isSingleTriangle(type1)) return;
        btCollisionAlgorithmCreateFunc* const replaced = stock(table, type0, type1);
        auto& function = functions_[{table, replaced}];
        if (!function) function = std::make_unique<PairCreateFunc>(context_, table, replaced);
    });
}

btCollisionAlgorithmCreateFunc* Registration::ours(ebtDispatcherQueryType table, int type0, int type1,
                                                   btCollisionAlgorithmCreateFunc* stock) const {
    if (isSingleTriangle(type0) || isSingleTriangle(type1)) return nullptr;
    const auto found = functions_.find({table, stock});
    return found == functions_.end() ? nullptr : found->second.get();
}

int Registration::restore(btCollisionDispatcher& dispatcher) {
    // A dispatcher that was destroyed without unregistration may have had the same address.
    bool isOurs = false;
    forEachSlot([&](ebtDispatcherQueryType table, int type0, int type1) {
        if (isOurs) return;
        const auto* present = asOurs<PairCreateFunc>(Tables::at(dispatcher, table, type0, type1));
        isOurs = present && present->context() == context_;
    });
    int count = 0;
    if (!isOurs) return count;
    forEachSlot([&](ebtDispatcherQueryType table, int type0, int type1) {
        Tables::Entry& present = Tables::at(dispatcher, table, type0, type1);
        if (isSingleTriangle(type0) || isSingleTriangle(type1) || asOurs<PairCreateFunc>(present)) return;
        auto& function = functions_[{table, present}];
        if (!function) function = std::make_unique<PairCreateFunc>(context_, table, present);
        present = function.get();
        ++count;
    });
    context_->counter.add({.tookBack = count});
    return count;
}

void Registration::install(btCollisionDispatcher& dispatcher) const {
    const StockTable stock = stockTable(dispatcher);
    forEachSlot([&](ebtDispatcherQueryType table, int type0, int type1) {
        auto* const function = ours(table, type0, type1, stock(table, type0, type1));
        if (function) Tables::at(dispatcher, table, type0, type1) = function;
    });
    const Settings& settings = context_->settings;
    setNearCallback(dispatcher, settings.keepRegistration, settings.threads > 1);
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
