#include "plugin/state/pair_tree.h"

#include "adapters/function_table.h"
#include "adapters/manifold/manifold_points.h"
#include "plugin/at_exit.h"
#include "plugin/state/bullets_member.h"

#include <BulletCollision/CollisionDispatch/btCompoundCollisionAlgorithm.h>
#include <BulletCollision/CollisionDispatch/btCompoundCompoundCollisionAlgorithm.h>
#include <BulletCollision/CollisionDispatch/btHashedSimplePairCache.h>
#include <BulletCollision/CollisionDispatch/btManifoldResult.h>
#include <BulletCollision/CollisionShapes/btCompoundShape.h>

#include <algorithm>
#include <utility>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

// The children's algorithms, which Bullet only reads by number; for two compounds, those of pairs of
// children.
using ChildAlgorithms = btAlignedObjectArray<btCollisionAlgorithm*>;
ChildAlgorithms& bulletsMember(btCompoundCollisionAlgorithm& compound);
template struct BulletsMember<btCompoundCollisionAlgorithm, ChildAlgorithms,
                              &btCompoundCollisionAlgorithm::m_childCollisionAlgorithms>;
btHashedSimplePairCache*& bulletsMember(btCompoundCompoundCollisionAlgorithm& compounds);
template struct BulletsMember<btCompoundCompoundCollisionAlgorithm, btHashedSimplePairCache*,
                              &btCompoundCompoundCollisionAlgorithm::m_childCollisionAlgorithmCache>;

namespace {

using Wrapper = btCollisionObjectWrapper;

// Numbers of functions of btCollisionAlgorithm.
constexpr int kProcessCollision = 0, kCalculateTimeOfImpact = 1, kGetAllContactManifolds = 2;

/// Of an algorithm of Bullet for compounds, by one of an empty compound.
template <class Algorithm>
FunctionTable tableOfBullets() {
    static const FunctionTable table = [] {
        const btCompoundShape none(/*enableDynamicAabbTree*/ false);
        const Wrapper wrapper(nullptr, &none, nullptr, btTransform::getIdentity(), -1, -1);
        return functionTable(Algorithm(btCollisionAlgorithmConstructionInfo(), &wrapper, &wrapper, false));
    }();
    return table;
}

/// Null if it is not of two compounds.
btCompoundCompoundCollisionAlgorithm* asCompounds(btCollisionAlgorithm& algorithm) {
    using Compounds = btCompoundCompoundCollisionAlgorithm;
    const bool isOne =
        inheritsFrom(tableOfBullets<Compounds>(), {kProcessCollision, kGetAllContactManifolds}, algorithm);
    return isOne ? static_cast<Compounds*>(&algorithm) : nullptr;
}

/// Of one compound, or of two; or null.
btCompoundCollisionAlgorithm* asCompound(btCollisionAlgorithm& algorithm) {
    using Compound = btCompoundCollisionAlgorithm;
    if (auto* const both = asCompounds(algorithm)) return both;
    const bool isOne =
        inheritsFrom(tableOfBullets<Compound>(), {kProcessCollision, kCalculateTimeOfImpact}, algorithm);
    return isOne ? static_cast<Compound*>(&algorithm) : nullptr;
}

/// Bullet's algorithm behind ours, or the algorithm itself.
btCollisionAlgorithm& behindOurs(btCollisionAlgorithm& algorithm) {
    auto* const pair = asOurs<PairAlgorithm>(&algorithm);
    return pair && pair->stock() ? *pair->stock() : algorithm;
}

ContactPair* ours(btCollisionAlgorithm& algorithm) {
    auto* const pair = asOurs<PairAlgorithm>(&algorithm);
    return pair ? pair->ours() : nullptr;
}

void destroy(btCollisionAlgorithm* algorithm, btDispatcher& dispatcher) {
    algorithm->~btCollisionAlgorithm();
    dispatcher.freeCollisionAlgorithm(algorithm);
}

btManifoldArray allManifolds(btCollisionAlgorithm& algorithm) {
    btManifoldArray manifolds;
    algorithm.getAllContactManifolds(manifolds);
    return manifolds;
}

/// A child of a compound, as Bullet passes it to its algorithms.
struct ChildWrapper {
    btTransform inWorld;
    Wrapper wrapper;

    ChildWrapper(const Wrapper& compound, int child)
        : inWorld(compound.getWorldTransform() * shapeOf(compound).getChildTransform(child)),
          wrapper(&compound, shapeOf(compound).getChildShape(child), compound.getCollisionObject(), inWorld,
                  -1, child) {}
    static const btCompoundShape& shapeOf(const Wrapper& compound) {
        return *static_cast<const btCompoundShape*>(compound.getCollisionShape());
    }
};

void restore(const AlgorithmState& state, btCollisionAlgorithm& algorithm, const Wrapper& wrap0,
             const Wrapper& wrap1, Restoration& restoration);

void restoreChild(const AlgorithmState& child, btCollisionAlgorithm*& algorithm, const Wrapper& wrap0,
                  const Wrapper& wrap1, Restoration& restoration) {
    if (!algorithm) {
        algorithm =
            restoration.dispatcher.findAlgorithm(&wrap0, &wrap1, nullptr, BT_CONTACT_POINT_ALGORITHMS);
    }
    restore(child, *algorithm, wrap0, wrap1, restoration);
}

void restoreChildren(const AlgorithmState& state, btCompoundCollisionAlgorithm& compound,
                     const Wrapper& wrap0, const Wrapper& wrap1, Restoration& restoration) {
    const bool isFirst = wrap0.getCollisionShape()->isCompound();
    const Wrapper &parent = isFirst ? wrap0 : wrap1, &other = isFirst ? wrap1 : wrap0;
    ChildAlgorithms& children = bulletsMember(compound);
    std::vector<bool> isSaved(static_cast<std::size_t>(children.size()));
    for (const AlgorithmState& child : state.children) {
        const ChildWrapper a(parent, child.childA);
        if (child.childB < 0) {
            isSaved[static_cast<std::size_t>(child.childA)] = true;
            restoreChild(child, children[child.childA], a.wrapper, other, restoration);
        } else {
            const ChildWrapper b(other, child.childB);
            btCollisionAlgorithm* algorithm = nullptr;
            restoreChild(child, algorithm, a.wrapper, b.wrapper, restoration);
            bulletsMember(static_cast<btCompoundCompoundCollisionAlgorithm&>(compound))
                ->addOverlappingPair(child.childA, child.childB)
                ->m_userPointer = algorithm;
        }
    }
    for (int i = 0; i < children.size(); ++i) {
        if (isSaved[static_cast<std::size_t>(i)] || !children[i]) continue;
        destroy(children[i], restoration.dispatcher);
        children[i] = nullptr;
    }
}

/// Bullet's algorithms make their manifold when they are made, or in their first step.
void restoreStock(const AlgorithmState& state, btCollisionAlgorithm& algorithm, const Wrapper& wrap0,
                  const Wrapper& wrap1, Restoration& restoration) {
    if (state.manifolds.empty()) return;
    // Without the user's callbacks.
    const AtExit silent([added = std::exchange(gContactAddedCallback, nullptr),
                         processed = std::exchange(gContactProcessedCallback, nullptr),
                         started = std::exchange(gContactStartedCallback, nullptr)] {
        gContactAddedCallback = added;
        gContactProcessedCallback = processed;
        gContactStartedCallback = started;
    });
    btManifoldResult result(&wrap0, &wrap1);
    if (allManifolds(algorithm).size() == 0)
        algorithm.processCollision(&wrap0, &wrap1, restoration.info, &result);
    const btManifoldArray manifolds = allManifolds(algorithm);
    for (int i = 0; i < manifolds.size(); ++i) {
        const auto number = static_cast<std::size_t>(i);
        manifolds[i]->clearManifold();
        if (number >= state.manifolds.size()) continue;
        copyPoints(state.manifolds[number], *manifolds[i]);
    }
}

void restore(const AlgorithmState& state, btCollisionAlgorithm& algorithm, const Wrapper& wrap0,
             const Wrapper& wrap1, Restoration& restoration) {
    btCollisionAlgorithm& bullets = behindOurs(algorithm);
    if (ContactPair* const pair = ours(algorithm)) {
        if (!state.ours) return;
        pair->restore(*state.ours);
        if (state.ours->nameForNeighbours)
            restoration.names[state.ours->nameForNeighbours] = pair->nameForNeighbours();
    } else if (auto* const compound = asCompound(bullets)) {
        return restoreChildren(state, *compound, wrap0, wrap1, restoration);
    } else {
        restoreStock(state, bullets, wrap0, wrap1, restoration);
    }
    const btManifoldArray manifolds = allManifolds(algorithm);
    const int count = std::min(manifolds.size(), static_cast<int>(state.numbers.size()));
    for (int i = 0; i < count; ++i)
        restoration.manifolds.emplace_back(state.numbers[static_cast<std::size_t>(i)], manifolds[i]);
}

}  // namespace

AlgorithmState saveAlgorithm(btCollisionAlgorithm& algorithm) {
    AlgorithmState state;
    const auto saveChild = [&](int a, int b, btCollisionAlgorithm* child) {
        if (!child) return;
        AlgorithmState& saved = state.children.emplace_back(saveAlgorithm(*child));
        saved.childA = a;
        saved.childB = b;
    };
    btCollisionAlgorithm& bullets = behindOurs(algorithm);
    if (ContactPair* const pair = ours(algorithm)) {
        state.ours = pair->state();
    } else if (auto* const compound = asCompound(bullets)) {
        const ChildAlgorithms& children = bulletsMember(*compound);
        for (int i = 0; i < children.size(); ++i) saveChild(i, -1, children[i]);
        if (auto* const both = asCompounds(bullets)) {
            const btSimplePairArray& pairs = bulletsMember(*both)->getOverlappingPairArray();
            for (int i = 0; i < pairs.size(); ++i) {
                saveChild(pairs[i].m_indexA, pairs[i].m_indexB,
                          static_cast<btCollisionAlgorithm*>(pairs[i].m_userPointer));
            }
        }
        return state;
    }
    const btManifoldArray manifolds = allManifolds(algorithm);
    for (int i = 0; i < manifolds.size(); ++i) {
        state.numbers.push_back(manifolds[i]->m_index1a);
        if (!state.ours) state.manifolds.push_back(*manifolds[i]);
    }
    return state;
}

btCollisionAlgorithm* restoreAlgorithm(const AlgorithmState& state, btCollisionObject& object0,
                                       btCollisionObject& object1, Restoration& restoration) {
    const Wrapper wrap0(nullptr, object0.getCollisionShape(), &object0, object0.getWorldTransform(), -1, -1),
        wrap1(nullptr, object1.getCollisionShape(), &object1, object1.getWorldTransform(), -1, -1);
    btCollisionAlgorithm* const algorithm =
        restoration.dispatcher.findAlgorithm(&wrap0, &wrap1, nullptr, BT_CONTACT_POINT_ALGORITHMS);
    restore(state, *algorithm, wrap0, wrap1, restoration);
    return algorithm;
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
