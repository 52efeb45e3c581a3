#include "adapters/convert.h"
#include "plugin/meeting.h"
#include "plugin/swept_box.h"

#include <BulletCollision/BroadphaseCollision/btBroadphaseInterface.h>
#include <BulletCollision/BroadphaseCollision/btOverlappingPairCache.h>
#include <BulletDynamics/Dynamics/btRigidBody.h>
#include <ricochet/swept_world.h>

#include <algorithm>
#include <deque>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
namespace {

/// Bodies that move less than this part of the smallest object's radius are not looked at: less than what
/// contacts look ahead, as in `Meeting`, shared by two.
constexpr Real kStill = 0.0625;

/// A body that moved in this step, and when it has to stop.
struct Mover {
    btRigidBody* body;
    MovingObject moving;
    SweptBox box;
    Real end = 1;  ///< of the step
};

/// A pair of movers, or a mover and something that stands.
struct Encounter {
    Meeting meeting;
    Mover* a;
    Mover* b;  ///< null: it stands
    bool isWaiting = true;
};

bool mayCollide(btCollisionWorld& world, btCollisionObject& a, btCollisionObject& b) {
    btBroadphaseProxy *const proxyA = a.getBroadphaseHandle(), *const proxyB = b.getBroadphaseHandle();
    return proxyA && proxyB &&
           world.getBroadphase()->getOverlappingPairCache()->needsBroadphaseCollision(proxyA, proxyB) &&
           world.getDispatcher()->needsCollision(&a, &b) && world.getDispatcher()->needsResponse(&a, &b);
}

/// Hands every object whose box overlaps to an action.
template <class Action>
class ForEachObject : public btBroadphaseAabbCallback {
public:
    explicit ForEachObject(Action& action) : action_(action) {}
    bool process(const btBroadphaseProxy* proxy) override {
        action_(*static_cast<btCollisionObject*>(proxy->m_clientObject));
        return true;
    }

private:
    Action& action_;
};

Real smallestRadius(const btCollisionWorld& world) {
    Real smallest = std::numeric_limits<Real>::infinity();
    for (int i = 0; i < world.getNumCollisionObjects(); ++i) {
        smallest = std::min(smallest, radiusOf(*world.getCollisionObjectArray()[i]));
    }
    return smallest;
}

/// One step of one world.
class Step {
public:
    Step(btCollisionWorld& world, const std::shared_ptr<PairContext>& context)
        : world_(world),
          sweep_(context),
          contacts_(*world.getDispatcher()),
          still_(kStill * smallestRadius(world)) {}

    void addMover(btRigidBody& body, const btTransform& from) {
        const MovingObject moving{&body, motionBetween(from, body.getWorldTransform())};
        if (wayOf(moving) > still_) movers_.push_back({&body, moving, sweptBox(moving, btScalar(still_))});
    }

    void findEncounters() {
        for (std::size_t i = 0; i < movers_.size(); ++i) {
            for (std::size_t j = 0; j < i; ++j) {
                if (movers_[i].box.overlaps(movers_[j].box)) add(movers_[i], movers_[j].moving, &movers_[j]);
            }
            addStanding(movers_[i]);
        }
    }

    /// Lets bodies meet one another in their order of time. Who stops early may be in the way of others, so
    /// these are asked again; where that has no end, those that still meet somebody do not move at all.
    void stopMovers() {
        constexpr std::size_t kRounds = 8;
        const std::size_t patience = kRounds * (encounters_.size() + 1);
        std::deque<Encounter*> waiting;
        for (Encounter& encounter : encounters_) waiting.push_back(&encounter);
        for (std::size_t asked = 0; !waiting.empty(); ++asked) {
            Encounter& encounter = *waiting.front();
            waiting.pop_front();
            encounter.isWaiting = false;
            const auto time = encounter.meeting.time(encounter.a->end,
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

private:
    bool isMover(const btCollisionObject& object) const {
        return std::any_of(movers_.begin(), movers_.end(),
                           [&](const Mover& mover) { return mover.body == &object; });
    }

    void addStanding(Mover& mover) {
        const auto action = [&](btCollisionObject& object) {
            if (isMover(object)) return;
            add(mover, {&object, standing(toPose(object.getWorldTransform()))}, nullptr);
        };
        ForEachObject callback(action);
        world_.getBroadphase()->aabbTest(mover.box.min, mover.box.max, callback);
    }

    void add(Mover& a, const MovingObject& b, Mover* moverB) {
        if (!mayCollide(world_, *a.body, const_cast<btCollisionObject&>(*b.object))) return;
        if (auto meeting = Meeting::of(a.moving, b, sweep_, contacts_)) {
            encounters_.push_back({std::move(*meeting), &a, moverB});
        }
    }

    void stop(const Encounter& encounter, Real time, std::deque<Encounter*>& waiting) {
        for (Mover* mover : {encounter.a, encounter.b}) {
            if (!mover || mover->end <= time) continue;
            mover->end = time;
            for (Encounter& other : encounters_) {
                const bool isOfMover = other.a == mover || other.b == mover;
                if (&other == &encounter || !isOfMover || !other.b || other.isWaiting) continue;
                other.isWaiting = true;
                waiting.push_back(&other);
            }
        }
    }

    btCollisionWorld& world_;
    ObjectSweep sweep_;
    NearContacts contacts_;
    Real still_;  ///< metres
    std::vector<Mover> movers_;
    std::deque<Encounter> encounters_;
};

}  // namespace

class SweptStep::Implementation {
public:
    void begin(btCollisionWorld& world) {
        starts_.clear();
        context_ = contextOfWorld(world);
        if (!context_) return;
        for (int i = 0; i < world.getNumCollisionObjects(); ++i) {
            btRigidBody* const body = btRigidBody::upcast(world.getCollisionObjectArray()[i]);
            if (body && !body->isStaticOrKinematicObject() && body->isActive()) {
                starts_.push_back({body, body->getWorldTransform()});
            }
        }
    }

    void end(btCollisionWorld& world) {
        if (!context_) return;
        Step step(world, context_);
        for (const Start& start : starts_) step.addMover(*start.body, start.transform);
        step.findEncounters();
        step.stopMovers();
        statistics_.pairs += static_cast<long long>(step.encounterCount());
        statistics_.shortenedSteps += step.takeBack();
    }

    const SweptStatistics& statistics() const { return statistics_; }

private:
    struct Start {
        btRigidBody* body;
        btTransform transform;
    };

    static std::shared_ptr<PairContext> contextOfWorld(btCollisionWorld& world) {
        const auto* dispatcher = dynamic_cast<const btCollisionDispatcher*>(world.getDispatcher());
        return dispatcher ? contextOf(*dispatcher) : nullptr;
    }

    std::shared_ptr<PairContext> context_;
    std::vector<Start> starts_;
    SweptStatistics statistics_;
};

SweptStep::SweptStep() : implementation_(std::make_unique<Implementation>()) {}
SweptStep::~SweptStep() = default;
void SweptStep::begin(btCollisionWorld& world) { implementation_->begin(world); }
void SweptStep::end(btCollisionWorld& world) { implementation_->end(world); }
SweptStatistics SweptStep::statistics() const { return implementation_->statistics(); }

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
