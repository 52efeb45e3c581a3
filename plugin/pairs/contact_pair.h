#pragma once

#include "adapters/manifold/manifold_writer.h"
#include "adapters/shape_cache/convex_cache.h"
#include "adapters/shapes/round_shapes.h"
#include "algorithms/contact/contact.h"
#include "algorithms/contact/manifold/renumber.h"
#include "algorithms/contact/speculative_margin.h"
#include "algorithms/contact/steady_input.h"
#include "algorithms/swept_contacts/swept_contacts.h"
#include "plugin/continuous/time_of_impact.h"
#include "plugin/pair_kind.h"
#include "plugin/pairs/timed_narrow_phase.h"
#include "plugin/registration.h"

#include <BulletCollision/CollisionDispatch/btManifoldResult.h>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// The first narrow-phase query that the contacts of a pair will make.
struct NextQuery {
    const FacePairBatch* batch;
    FacePairQuery query;
};

/// A pair of collision objects served by Ricochet: all its state from step to step, and the computation of
/// its contacts.
class ContactPair {
public:
    /// `foreign`: a manifold of another owner that takes the contacts, or null.
    ContactPair(std::shared_ptr<PairContext> context, btDispatcher& dispatcher,
                btPersistentManifold* externalManifold, QueryTable table);
    ~ContactPair();
    ContactPair(const ContactPair&) = delete;
    ContactPair& operator=(const ContactPair&) = delete;

    /// `server` must not be stock; it may be another one than in the last step.
    void process(PairKind server, const btCollisionObjectWrapper& wrap0,
                 const btCollisionObjectWrapper& wrap1, const btDispatcherInfo& info,
                 btManifoldResult& result);
    /// For the next step, if nothing moves before; none if it starts without face pairs, or
    /// its narrow phase wants no queries beforehand.
    std::optional<NextQuery> nextQuery(PairKind server, const btCollisionObjectWrapper& wrap0,
                                       const btCollisionObjectWrapper& wrap1, const btDispatcherInfo& info);
    btScalar timeOfImpact(btCollisionObject& a, btCollisionObject& b) const {
        return ricochet::timeOfImpact(context_, a, b);
    }
    void appendTo(btManifoldArray& manifolds) const { writer_.appendTo(manifolds); }

private:
    struct PairStep {
        btScalar timeStep;              ///< seconds; 0 in a query
        btScalar minimumQueryDistance;  ///< metres
        bool isQuery;                   ///< the contacts go to the result
        std::uint32_t number;           ///< from `numberOfStep`; 0 in a query
    };

    /// How a pair reads one of its sides. A static side may be large, and is then read in parts.
    struct ReadOptions {
        NamedAs named;
        const ContactSide* from = nullptr;  ///< the other side; null: all is needed
        const PairStep* step = nullptr;     ///< null where `from` is
    };

    PairStep stepOf(const ContactSide& a, const ContactSide& b, const btDispatcherInfo& info,
                    const btManifoldResult& result) const;
    void findContacts(PairKind server, ContactSide& a, ContactSide& b, const PairStep& step);
    void noticeExchange(PairKind server, const btCollisionShape* shape0, const btCollisionShape* shape1);
    ContactInput inputOf(const ContactSide& a, const ContactSide& b, const PairStep& step) const;
    void findMeshContacts(ContactSide& a, ContactSide& b, const PairStep& step);
    /// Whether the contacts are those of the last step.
    bool isSteady(const ContactInput& input, const PairStep& step) const;
    bool missesNearestFace() const;
    bool seeksSeparation(const ContactSide& round, const ContactSide& mesh);
    void findPlaneContacts(ContactSide& mesh, ContactSide& plane, const PairStep& step);
    /// By a contact method, unless the contacts are those of the last step.
    void findByMethod(const ContactMethod& method, const NarrowPhase& narrowPhase, const ContactTask& task,
                      const PairStep& step);
    void findRoundContacts(ContactSide& a, ContactSide& b, const PairStep& step);
    void findConvexContacts(ContactSide& a, ContactSide& b, const PairStep& step);
    void countConvexPair(double begin);
    bool readConvexBodies(ContactSide& a, ContactSide& b);
    bool areStillApart(PairKind server, ContactSide& a, ContactSide& b, const PairStep& step);
    bool readConvex(ContactSide& side, const std::shared_ptr<const ContactMethod>& method,
                    ConvexCache::Cached& cached);
    ContactTask taskOf(const ContactSide& a, const ContactSide& b, const PairStep& step) const;
    ContactBody bodyOf(const ContactSide& side) const;
    /// What neighbours know of the sides.
    void forgetNotes();
    /// Whether the contacts of the last step were deeper than single features detect; `radius`: the smaller
    /// body's, metres.
    bool wasDeep(Real radius) const;
    /// Finds what is beside either side, and notes what the sides are to others: for contacts at seams.
    void meetNeighbours(const ContactSide& a, const ContactSide& b, const NarrowPhase& narrowPhase,
                        const PairStep& step);
    const MeshBackend& backendOf(const ContactSide& a, const ContactSide& b) const;
    bool readShape(ContactSide& side, ModelCache::Cached& cached, const ModelCache::Request& request,
                   const ReadOptions& options);
    bool readShapes(ContactSide& a, ContactSide& b, const ModelCache::Request& request, const PairStep* step);
    void continueFrom(const ShapeModel& before, const ShapeModel& now, NamedAs named);
    void forgetContacts();
    void forgetSweptContacts();
    void lookAhead(const NarrowPhase& narrowPhase, const ContactInput& input);
    /// Unless the settings or the bodies exclude it.
    void lookAheadIfAllowed(const NarrowPhase& narrowPhase, const ContactInput& input, const PairStep& step);
    ContactSettings contactSettings() const;
    bool isTimed() const { return context_->settings.measureTime; }

    std::shared_ptr<PairContext> context_;
    btPersistentManifold* externalManifold_;
    QueryTable table_;
    ManifoldWriter writer_;
    ModelCache::Cached shapeA_, shapeB_;
    CachedRoundShape round_;                                      ///< of the side that is round
    std::shared_ptr<const ContactMethod> convexMethod_;           ///< of two convex bodies, in this step
    ConvexCache::Cached convexA_, convexB_;                       ///< of these
    const btCollisionShape *last0_ = nullptr, *last1_ = nullptr;  ///< in the last step
    PairKind lastServer_ = PairKind::stock;                       ///< in the last step; stock: there was none
    PairMemory pairMemory_;
    PersistentContacts contacts_;
    SteadyInput steady_;
    std::vector<Neighbour> besideA_, besideB_;                       ///< in this step
    const btCollisionObject *noted0_ = nullptr, *noted1_ = nullptr;  ///< whose parts others may be beside
    Real inside_ = 0;                     ///< metres: search distance beyond its box of a body inside a solid
    AppendedContacts sweptContacts_;      ///< at the end of the contacts: of one step only
    double narrowPhaseMicroseconds_ = 0;  ///< of the present step
};

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
