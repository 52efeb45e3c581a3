// Where a hooked program makes a btCollisionDispatcher, the linker's --wrap has it made here: of a class that
// differs in virtual functions alone. A program that restores contacts by btPersistentManifold::deSerialize,
// as PyBullet's restoreState does, so gets back what pairs remembered when these were saved. PyBullet's
// saveState reads the serialized world as a btBulletFile, whose constructor is hooked, too. Each dispatch
// stamps the manifolds of its dispatcher, and the stamp is serialized with them: it tells which moment they
// are of.

#include "plugin/preload/hooked_dispatcher.h"

#include "plugin/locked.h"
#include "plugin/process_state.h"
#include "plugin/state/pairs_state.h"

#include <BulletDynamics/Dynamics/btRigidBody.h>

#include <array>
#include <bit>
#include <deque>
#include <memory>
#include <new>
#include <optional>
#include <random>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace ricochet::preload {
namespace {

/// Number of the dispatch, and of the dispatcher, as they stand side by side in a serialized manifold.
using Stamp = std::array<int, 2>;

constexpr std::size_t kMaxMoments = 256;  // of a dispatcher; the oldest is forgotten

struct DispatcherMemory {
    Stamp stamp;                              ///< of the last dispatch
    btOverlappingPairCache* cache = nullptr;  ///< of the last dispatch; null: none yet
    std::deque<std::pair<Stamp, std::shared_ptr<const PairsState>>> saved;
    std::optional<Stamp> restored;  ///< since the last dispatch
};

/// Of the dispatchers of this process; each memory belongs to the thread that uses its dispatcher. Never
/// destroyed, so that dispatchers may be destroyed at any time while the program ends.
auto& memories() {
    using Memories = std::unordered_map<const void*, std::unique_ptr<DispatcherMemory>>;
    static auto* const all = new Locked<Memories>;
    return *all;
}

void addMemory(const btCollisionDispatcher* dispatcher) {
    memories().with([&](auto& all) {
        static int lastNumber = static_cast<int>(std::random_device{}() >> 1);  // other processes have others
        all[dispatcher] = std::make_unique<DispatcherMemory>();
        all[dispatcher]->stamp = {0, ++lastNumber};
    });
}

DispatcherMemory& memoryOf(const btCollisionDispatcher* dispatcher) {
    return memories().with([&](auto& all) -> DispatcherMemory& { return *all.at(dispatcher); });
}

/// The first for which isIt(memory), and its dispatcher; or null.
template <class IsIt>
std::pair<const btCollisionDispatcher*, DispatcherMemory*> findMemory(IsIt&& isIt) {
    using Found = std::pair<const btCollisionDispatcher*, DispatcherMemory*>;
    return memories().with([&](auto& all) -> Found {
        for (auto& [dispatcher, memory] : all) {
            if (isIt(*memory)) return {static_cast<const btCollisionDispatcher*>(dispatcher), memory.get()};
        }
        return {};
    });
}

struct HookedDispatcher final : btCollisionDispatcher {
    explicit HookedDispatcher(btCollisionConfiguration* configuration)
        : btCollisionDispatcher(configuration) {
        addMemory(this);
    }

    void dispatchAllCollisionPairs(btOverlappingPairCache* cache, const btDispatcherInfo& info,
                                   btDispatcher* dispatcher) override {
        DispatcherMemory& memory = memoryOf(this);
        if (const auto restored = std::exchange(memory.restored, std::nullopt))
            restore(*restored, memory, *cache, info);
        btCollisionDispatcher::dispatchAllCollisionPairs(cache, info, dispatcher);
        ++memory.stamp[0];
        memory.cache = cache;
        for (int i = 0; i < getNumManifolds(); ++i) {
            btPersistentManifold& manifold = *getManifoldByIndexInternal(i);
            manifold.m_companionIdA = memory.stamp[0];
            manifold.m_companionIdB = memory.stamp[1];
        }
    }

private:
    /// Bullet's importer turns rigid bodies and leaves their inertia in the world as it was.
    static void updateInertia(btOverlappingPairCache& cache) {
        const btBroadphasePairArray& pairs = cache.getOverlappingPairArray();
        for (int i = 0; i < pairs.size(); ++i) {
            for (const btBroadphaseProxy* const proxy : {pairs[i].m_pProxy0, pairs[i].m_pProxy1}) {
                auto* const object = static_cast<btCollisionObject*>(proxy->m_clientObject);
                if (btRigidBody* const body = btRigidBody::upcast(object)) body->updateInertiaTensor();
            }
        }
    }

    void restore(const Stamp& moment, const DispatcherMemory& memory, btOverlappingPairCache& cache,
                 const btDispatcherInfo& info) {
        const std::shared_ptr<PairContext> context = contextOf(*this);
        if (!context) return;
        updateInertia(cache);
        for (const auto& [stamp, state] : memory.saved) {
            if (stamp == moment)
                return restorePairs(cache, *this, info, *context, *state, /*addsMissing*/ false);
        }
        // Of another process, or forgotten: what is remembered is of other contacts.
        btBroadphasePairArray& pairs = cache.getOverlappingPairArray();
        for (int i = 0; i < pairs.size(); ++i) {
            const auto* const pair = asOurs<PairAlgorithm>(pairs[i].m_algorithm);
            if (pair && pair->ours()) cache.cleanOverlappingPair(pairs[i], this);
        }
    }
};
static_assert(sizeof(HookedDispatcher) == sizeof(btCollisionDispatcher));

/// If `serialized` has the manifolds of the last step of a dispatcher, its pairs are saved.
void save(std::string_view serialized) {
    const auto found = findMemory([&](const DispatcherMemory& each) {
        const auto bytes = std::bit_cast<std::array<char, sizeof(Stamp)>>(each.stamp);
        return serialized.find({bytes.data(), bytes.size()}) != std::string_view::npos;
    });
    const auto context = found.first ? contextOf(*found.first) : nullptr;
    DispatcherMemory* const memory = found.second;
    if (!context || !memory->cache) return;
    std::erase_if(memory->saved, [&](const auto& each) { return each.first == memory->stamp; });
    memory->saved.emplace_back(memory->stamp,
                               std::make_shared<const PairsState>(savePairs(*memory->cache, *context)));
    if (memory->saved.size() > kMaxMoments) memory->saved.pop_front();
}

/// `number`: of the dispatcher of a manifold, before it was restored.
void noteRestored(int number, const btPersistentManifold& manifold) {
    DispatcherMemory* const memory =
        findMemory([&](const DispatcherMemory& each) { return each.stamp[1] == number; }).second;
    if (memory) memory->restored = Stamp{manifold.m_companionIdA, manifold.m_companionIdB};
}

}  // namespace

void makeHookedDispatcher(void* memory, btCollisionConfiguration* configuration) {
    new (memory) HookedDispatcher(configuration);
}

void forgetHookedDispatcher(const void* dispatcher) {
    memories().with([&](auto& all) { all.erase(dispatcher); });
}

}  // namespace ricochet::preload

// Bullet's reader of files may be missing.
extern "C" __attribute__((weak)) void __real__ZN6bParse12btBulletFileC1EPci(void* self, char* buffer,
                                                                            int size);
extern "C" void __wrap__ZN6bParse12btBulletFileC1EPci(void* self, char* buffer, int size) {
    ricochet::preload::save({buffer, static_cast<std::size_t>(size)});
    __real__ZN6bParse12btBulletFileC1EPci(self, buffer, size);
}

#define RICOCHET_HOOK_RESTORED(name)                                              \
    extern "C" void __real_##name(btPersistentManifold* self, const void* data);  \
    extern "C" void __wrap_##name(btPersistentManifold* self, const void* data) { \
        const int number = self->m_companionIdB;                                  \
        __real_##name(self, data);                                                \
        ricochet::preload::noteRestored(number, *self);                           \
    }
RICOCHET_HOOK_RESTORED(_ZN20btPersistentManifold11deSerializeEPK30btPersistentManifoldDoubleData)
RICOCHET_HOOK_RESTORED(_ZN20btPersistentManifold11deSerializeEPK29btPersistentManifoldFloatData)
