#include "plugin/registration.h"

#include "adapters/shape_kinds.h"
#include "plugin/backends.h"
#include "plugin/pair_algorithm.h"

#include <cmath>
#include <iostream>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
namespace {

bool isMesh(int type) {
    const ShapeKind* kind = shapeKind(type);
    return kind && kind->isMesh;
}

/// A mesh against a mesh, a polyhedron or a plane. All else, convex pairs included, is stock's.
bool isOurPair(int type0, int type1) {
    const auto isPartner = [](int type) { return shapeKind(type) || type == STATIC_PLANE_PROXYTYPE; };
    return (isMesh(type0) && isPartner(type1)) || (isMesh(type1) && isPartner(type0));
}

std::map<std::string, std::shared_ptr<const NarrowPhase>> makeNarrowPhases(int threads) {
    const std::shared_ptr<const Executor> executor = makeThreadExecutor(static_cast<Index>(threads));
    std::map<std::string, std::shared_ptr<const NarrowPhase>> made;
    for (const Backend& backend : backends()) made[backend.name] = backend.make(executor);
    return made;
}

void put(btCollisionDispatcher& dispatcher, QueryTable table, int type0, int type1,
         btCollisionAlgorithmCreateFunc* function) {
    if (table == QueryTable::contacts) {
        dispatcher.registerCollisionCreateFunc(type0, type1, function);
    } else {
        dispatcher.registerClosestPointsCreateFunc(type0, type1, function);
    }
}

/// Behind one of ours stands stock's.
btCollisionAlgorithmCreateFunc* withoutOurs(btCollisionAlgorithmCreateFunc* function) {
    const auto* ours = dynamic_cast<PairCreateFunc*>(function);
    return ours ? ours->stock() : function;
}

}  // namespace

void PairContext::report(const std::string& sentence) const {
    if (settings.report) {
        settings.report(sentence);
    } else {
        std::cerr << "ricochet: " << sentence << std::endl;
    }
}

StockTable stockOf(btCollisionConfiguration& configuration) {
    return [&configuration](QueryTable table, int type0, int type1) {
        return withoutOurs(table == QueryTable::contacts
                               ? configuration.getCollisionAlgorithmCreateFunc(type0, type1)
                               : configuration.getClosestPointsAlgorithmCreateFunc(type0, type1));
    };
}

std::string faultOf(const Settings& settings) {
    if (!findBackend(settings.meshMesh)) {
        return "There is no narrow phase '" + settings.meshMesh + "'; there are " + backendNames() + ".";
    }
    if (settings.threads < 1) return "Settings::threads must be at least 1.";
    if (settings.maxPatches < 1) return "Settings::maxPatches must be at least 1.";
    if (!(settings.clearance >= 0) || !std::isfinite(settings.clearance)) {
        return "Settings::clearance must be zero or a positive number of metres.";
    }
    return {};
}

Registration::Registration(const Settings& settings, const StockTable& stock)
    : context_(std::make_shared<PairContext>()) {
    context_->settings = settings;
    context_->narrowPhases = makeNarrowPhases(settings.threads);
    for (QueryTable table : {QueryTable::contacts, QueryTable::closestPoints}) {
        for (int type0 = 0; type0 < MAX_BROADPHASE_COLLISION_TYPES; ++type0) {
            for (int type1 = 0; type1 < MAX_BROADPHASE_COLLISION_TYPES; ++type1) {
                if (!isOurPair(type0, type1)) continue;
                btCollisionAlgorithmCreateFunc* const behind = stock(table, type0, type1);
                slots_.push_back(
                    {table, type0, type1, std::make_unique<PairCreateFunc>(context_, table, behind), behind});
            }
        }
    }
}

btCollisionAlgorithmCreateFunc* Registration::ours(QueryTable table, int type0, int type1) const {
    for (const Slot& slot : slots_) {
        if (slot.table == table && slot.type0 == type0 && slot.type1 == type1) return slot.ours.get();
    }
    return nullptr;
}

void Registration::install(btCollisionDispatcher& dispatcher) const {
    for (const Slot& slot : slots_) put(dispatcher, slot.table, slot.type0, slot.type1, slot.ours.get());
}

void Registration::restoreStock(btCollisionDispatcher& dispatcher) const {
    for (const Slot& slot : slots_) put(dispatcher, slot.table, slot.type0, slot.type1, slot.stock);
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
