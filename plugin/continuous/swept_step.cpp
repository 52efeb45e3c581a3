#include "adapters/shapes/convert.h"
#include "algorithms/geometry/bounded.h"
#include "algorithms/geometry/overlapping_boxes.h"
#include "plugin/continuous/pair_impact.h"
#include "plugin/continuous/swept_box.h"

#include <BulletCollision/BroadphaseCollision/btBroadphaseInterface.h>
#include <BulletCollision/BroadphaseCollision/btOverlappingPairCache.h>
#include <BulletDynamics/Dynamics/btRigidBody.h>
#include <BulletSoftBody/btSoftBody.h>
#include <LinearMath/btQuickprof.h>
#include <ricochet/swept_world.h>

#include <algorithm>
#include <deque>
#include <unordered_set>
#include <utility>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
namespace {

/// Bodies that move less than this fraction of the smallest object's radius are skipped: half of the limit in
/// `PairImpact`, which is less than the query distance of contacts.
constexpr Real kStill = 0.0625;

struct Encounter;

/// A body that moved in this step, and the time at which it must stop.
struct Mover {
    btRigidBody* body;
    MovingObject moving;
    btVector3 boxMin, boxMax;             ///< of everything that it sweeps
    Real end = 1;                         ///< of the step
    std::vector<Encounter*> others = {};  ///< its encounters with other movers
};

/// A pair of movers, or a mover and a static object.
struct Encounter {
    PairImpact impact;
    Mover* a;
    Mover* b;  ///< null for a static object
    bool isWaiting = true;
};

bool mayCollide(btCollisionWorld& world, btCollisionObject& a, btCollisionObject& b) {
    btBroadphaseProxy *const proxyA = a.getBroadphaseHandle(), *const proxyB = b.getBroadphaseHandle();
    return proxyA && proxyB &&
           world.getBroadphase()->getOverlappingPairCache()->needsBroadphaseCollision(proxyA, proxyB) &&
           world.getDispatcher()->needsCollision(&a, &b) && world.getDispatcher()->needsResponse(&a, &b);
}

Real smallestRadius(const btCollisionWorld& world) {
    Real smallest = std::numeric_limits<Real>::infinity();
    for (int i = 0; i < world.getNumCollisionObjects(); ++i) {
        smallest = std::min(smallest, radiusOf(*world.getCollisionObjectArray()[i]));
    }
    return smallest;
}

/// One step of one world.
class StepSweep {
public:
    StepSweep(btCollisionWorld& world, const std::shared_ptr<PairContext>& context)
        : world_(world),
          sweep_(context),
          contacts_(*world.getDispatcher()),
          still_(kStill * smallestRadius(world)) {}

    void addMover(btRigidBody& body, const btTransform& from) {
        const MovingObject moving{&body, motionBetween(from, body.getWorldTransform())};
        btVector3 min, max;
        sweptBox(moving, btScalar(still_), min, max);
        const bool isBounded = areBounded(toVec3(min)) && areBounded(toVec3(max));
        if (!(displacementOf(moving) > still_) || !isBounded) return;
        movers_.push_back({&body, moving, min, max});
        bodies_.insert(&body);
    }

    /// In the order of the movers.
    void findEncounters() {
        std::vector<Aabb> boxes;
        for (const Mover& mover : movers_) boxes.push_back({toVec3(mover.boxMin), toVec3(mover.boxMax)});
        const OverlappingBoxes overlapping(boxes);
        std::vector<Index> earlier;
        for (Index i = 0; i < movers_.size(); ++i) {
            earlier.clear();
            overlapping.forEachOverlapping(boxes[i], [&](Index j) {
                if (j < i) earlier.push_back(j);
            });
            std::ranges::sort(earlier);
            for (const Index j : earlier) add(movers_[i], movers_[j].moving, &movers_[j]);
            addStanding(movers_[i]);
        }
    }

    /// Handles impacts in time order. A body that stops early may be in the path of others, so these are
    /// tested again; if that does not end, the bodies that still hit another do not move at all.
    void stopMovers() {
        constexpr std::size_t kRounds = 8;
        const std::size_t patience = kRounds * (encounters_.size() + 1);
        std::deque<Encounter*> waiting;
        for (Encounter& encounter : encounters_) waiting.push_back(&encounter);
        for (std::size_t asked = 0; !waiting.empty(); ++asked) {
            Encounter& encounter = *waiting.front();
            waiting.pop_front();
            encounter.isWaiting = false;
            const auto time = encounter.impact.time(encounter.a->end,
                                                    (encounter.b ? encounter.b : encounter.a)->end, sweep_);
            if (time) stop(encounter, asked < patience ? *time : 0, waiting);
        }
    }

    long long takeBack() const {
        long long shortened = 0;
        for (const Mover& mover : movers_) {
            if (mover.end >= 1) continue;
            mover.body->setCenterOfMassTransform(toBullet(poseAt(mover.moving.motion, mover.end)));
            ++shortened;
        }
        return shortened;
    }

    std::size_t encounterCount() const { return encounters_.size(); }
    std::ptrdiff_t coarseCount() const {
        return std::ranges::count_if(encounters_, [](const Encounter& e) { return e.impact.isCoarse(); });
    }

private:
    void addStanding(Mover& mover) {
        forEachProxyIn(mover.boxMin, mover.boxMax, *world_.getBroadphase(), [&](btBroadphaseProxy& proxy) {
            const auto* const object = static_cast<const btCollisionObject*>(proxy.m_clientObject);
            if (bodies_.contains(object)) return;
            add(mover, {object, standing(toPose(object->getWorldTransform()))}, nullptr);
        });
    }

    void add(Mover& a, const MovingObject& b, Mover* moverB) {
        if (!mayCollide(world_, *a.body, const_cast<btCollisionObject&>(*b.object))) return;
        if (auto impact = PairImpact::of(a.moving, b, sweep_, contacts_)) {
            encounters_.push_back({std::move(*impact), &a, moverB});
            if (!moverB) return;
            a.others.push_back(&encounters_.back());
            moverB->others.push_back(&encounters_.back());
        }
    }

    void stop(const Encounter& encounter, Real time, std::deque<Encounter*>& waiting) {
        for (Mover* mover : {encounter.a, encounter.b}) {
            if (!mover || mover->end <= time) continue;
            mover->end = time;
            for (Encounter* other : mover->others) {
                if (other == &encounter || other->isWaiting) continue;
                other->isWaiting = true;
                waiting.push_back(other);
            }
        }
    }

    btCollisionWorld& world_;
    ObjectSweep sweep_;
    NearContacts contacts_;
    Real still_;  ///< metres
    std::vector<Mover> movers_;
    std::unordered_set<const btCollisionObject*> bodies_;  ///< of the movers
    std::deque<Encounter> encounters_;
};

}  // namespace

SweptStep::SweptStep() = default;
SweptStep::~SweptStep() = default;

void SweptStep::begin(btCollisionWorld& world) {
    starts_.clear();
    context_ = contextOf(world);
    if (!context_) return;
    for (int i = 0; i < world.getNumCollisionObjects(); ++i) {
        btRigidBody* const body = btRigidBody::upcast(world.getCollisionObjectArray()[i]);
        if (body && !body->isStaticOrKinematicObject() && body->isActive()) {
            // A solver of small steps has moved the body already; see writeBody.
            const bool isSolved = context_->smallStepsSolvers > 0;
            starts_.push_back(
                {body, isSolved ? body->getInterpolationWorldTransform() : body->getWorldTransform()});
        }
    }
}

void SweptStep::end(btCollisionWorld& world) {
    if (!context_) return;
    BT_PROFILE("ricochet::SweptWorld");
    StepSweep step(world, context_);
    for (const auto& [body, start] : starts_) step.addMover(*body, start);
    step.findEncounters();
    step.stopMovers();
    statistics_.pairs += static_cast<long long>(step.encounterCount());
    statistics_.coarsePairs += step.coarseCount();
    statistics_.shortenedSteps += step.takeBack();
}

void SweptStep::includePaths(btCollisionWorld& world) {
    const btCollisionObjectArray& objects = world.getCollisionObjectArray();
    for (int i = 0; i < objects.size(); ++i) {
        btSoftBody* const body = btSoftBody::upcast(objects[i]);
        if (!body) continue;
        for (int n = 0; n < body->m_nodes.size(); ++n) {
            body->m_bounds[0].setMin(body->m_nodes[n].m_q);
            body->m_bounds[1].setMax(body->m_nodes[n].m_q);
        }
    }
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
