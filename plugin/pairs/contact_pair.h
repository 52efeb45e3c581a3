#pragma once

#include "adapters/manifold/manifold_writer.h"
#include "plugin/continuous/time_of_impact.h"
#include "plugin/pairs/pair_contacts.h"

#include <BulletCollision/CollisionDispatch/btManifoldResult.h>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// An object as Bullet's near callback passes it to an algorithm.
inline btCollisionObjectWrapper wholeObject(const btCollisionObject& object) {
    return {nullptr, object.getCollisionShape(), &object, object.getWorldTransform(), -1, -1};
}

/// A pair of collision objects served by Ricochet: its contacts, and the manifolds to which they are written.
class ContactPair {
public:
    /// `externalManifold`: a manifold of another owner that takes the contacts, or null.
    ContactPair(std::shared_ptr<PairContext> context, btDispatcher& dispatcher,
                btPersistentManifold* externalManifold, ebtDispatcherQueryType table);

    ~ContactPair();

    /// `server` must not be stock; it may be another one than in the last step.
    void process(PairKind server, const btCollisionObjectWrapper& wrap0,
                 const btCollisionObjectWrapper& wrap1, const btDispatcherInfo& info,
                 btManifoldResult& result);
    /// Finds the contacts that `process` will write in this step, if it will be called for the objects and
    /// shapes of the last one. On any thread, beside other pairs.
    void findAhead(const btDispatcherInfo& info);
    /// The objects of the last step, if `findAhead` may be called; else null.
    const btCollisionObject* object0() const { return object0_; }
    const btCollisionObject* object1() const { return object1_; }
    double microseconds() const { return microseconds_; }     ///< to find the last contacts: wall time
    std::uint32_t stepNumber() const { return stepNumber_; }  ///< of the last step in which it was processed

    /// The first narrow-phase query of the next step of two meshes, if nothing moves before; none if it
    /// starts without face pairs.
    std::optional<FacePairQuery> nextQuery(const btCollisionObjectWrapper& wrap0,
                                           const btCollisionObjectWrapper& wrap1,
                                           const btDispatcherInfo& info);
    btScalar timeOfImpact(btCollisionObject& a, btCollisionObject& b) const {
        return ricochet::timeOfImpact(context_, a, b);
    }
    void appendTo(btManifoldArray& manifolds) const { writer_.appendTo(manifolds); }

    /// All that it keeps from step to step.
    struct State {
        std::unique_ptr<const PairContacts> contacts;  ///< null: there was no step yet
        PairKind server;
        const btCollisionShape *shape0, *shape1;
        ManifoldWriter::State written;
        const void* nameForNeighbours;
    };
    State state() const;
    void restore(const State& state);
    const void* nameForNeighbours() const { return contacts_ ? contacts_->nameForNeighbours() : nullptr; }

private:
    /// The contacts of a step, and what is needed to write them.
    struct Found {
        ContactSide a, b;
        StepInput step;
        bool areApart = false;
        bool isSwapped = false;  ///< `a` is the second object
        Statistics work;
    };

    Found find(PairKind server, const btCollisionObjectWrapper& wrap0, const btCollisionObjectWrapper& wrap1,
               const btDispatcherInfo& info, const btManifoldResult& result);
    bool isTimed() const;
    bool isQuery(const btManifoldResult& result) const;
    PairContacts& contactsOf(PairKind server, const btCollisionObjectWrapper& wrap0,
                             const btCollisionObjectWrapper& wrap1);
    StepInput step(ContactSide& a, ContactSide& b, const btDispatcherInfo& info,
                   const btManifoldResult& result) const;
    int write(const ContactSide& a, const ContactSide& b, const StepInput& step, btManifoldResult& result);

    std::shared_ptr<PairContext> context_;
    btPersistentManifold* externalManifold_;
    ebtDispatcherQueryType table_;
    ManifoldWriter writer_;
    std::unique_ptr<PairContacts> contacts_;                        ///< null: there was no step yet
    std::size_t bytesOfContacts_ = 0;                               ///< the size of what it points to
    PairKind server_ = PairKind::stock;                             ///< of `contacts_`
    const btCollisionShape *shape0_ = nullptr, *shape1_ = nullptr;  ///< of `contacts_`
    const btCollisionObject *object0_ = nullptr, *object1_ = nullptr;
    std::unique_ptr<const Found> ahead_;  ///< null: `findAhead` was not called
    double microseconds_ = 0;
    std::uint32_t stepNumber_ = 0;
};

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
