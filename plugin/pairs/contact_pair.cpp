#include "plugin/pairs/contact_pair.h"

#include "adapters/manifold/body_motion.h"
#include "adapters/manifold/query_report.h"
#include "algorithms/geometry/bounded.h"
#include "plugin/clocks.h"
#include "plugin/pairs/convex_pair.h"
#include "plugin/pairs/mesh_pair.h"
#include "plugin/pairs/plane_pair.h"
#include "plugin/pairs/round_pair.h"
#include "plugin/pairs/step_clock.h"

#include <algorithm>
#include <typeinfo>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
namespace {

std::unique_ptr<PairContacts> makeContacts(PairKind server, PairContext& context) {
    switch (server) {
        case PairKind::plane:
            return std::make_unique<PlanePair>(context);
        case PairKind::round:
            return std::make_unique<RoundPair>(context);
        case PairKind::convex:
            return std::make_unique<ConvexPair>(context);
        default:
            return std::make_unique<MeshPair>(context);
    }
}

bool isPlane(const ContactSide& side) {
    return side.wrap->getCollisionShape()->getShapeType() == STATIC_PLANE_PROXYTYPE;
}

/// Bodies with non-finite state are ignored.
bool hasFiniteState(const ContactSide& side) {
    const Pose pose = poseOf(side);
    const BodyMotion& motion = side.motion;
    return areBounded(pose.rotation) && areBounded(pose.translation) && areBounded(motion.linearVelocity) &&
           areBounded(motion.angularVelocity) && areBounded(motion.gravity);
}

/// Whether the result is of a derived class whose callback receives each point. A compound also uses such a
/// class for its children's algorithms.
bool isListenedTo(const btManifoldResult& result) { return typeid(result) != typeid(btManifoldResult); }

}  // namespace

ContactPair::ContactPair(std::shared_ptr<PairContext> context, btDispatcher& dispatcher,
                         btPersistentManifold* externalManifold, QueryTable table)
    : context_(std::move(context)), externalManifold_(externalManifold), table_(table), writer_(dispatcher) {}

void ContactPair::process(PairKind server, const btCollisionObjectWrapper& wrap0,
                          const btCollisionObjectWrapper& wrap1, const btDispatcherInfo& info,
                          btManifoldResult& result) {
    const bool isTimed = context_->settings.measureTime;
    const double begin = isTimed ? wallMicroseconds() : 0;
    PairContacts& pair = contactsOf(server, wrap0, wrap1);
    const Counters before = pair.memory.counters;
    pair.narrowPhaseMicroseconds = 0;
    pair.isRepeated = pair.contacts.isFromList = false;

    ContactSide a, b;
    a.wrap = &wrap0;
    b.wrap = &wrap1;
    if (isPlane(a)) std::swap(a, b);
    const StepInput now = step(a, b, info, result);
    const bool areApart = writer_.isEmpty() && pair.areStillApart(a, b, now);
    Statistics work;
    work.pairs = 1;
    work.roundPairs = server == PairKind::round;
    work.convexPairs = server == PairKind::convex;
    if (areApart) {
        pair.contacts.points.clear();
        pair.contacts.patches.clear();
    } else {
        if (hasFiniteState(a) && hasFiniteState(b)) {
            pair.find(a, b, now);
        } else {
            pair.forget();
        }
        work.contacts = write(a, b, now, result);
        work.candidatePairs = static_cast<long long>(pair.contacts.facePairs.size());
        work.facePairs = pair.contacts.intersectingPairs;
        work.coarsePairs = pair.contacts.isOverBudget;
        work.repeatedPairs = pair.isRepeated;
        work.updatedPairs = pair.contacts.isFromList;
        const Counters& after = pair.memory.counters;
        work.boxTests = static_cast<long long>(after.boxTests - before.boxTests);
        work.triangleTests = static_cast<long long>(after.triangleTests - before.triangleTests);
        work.narrowPhaseMicroseconds = pair.narrowPhaseMicroseconds;
    }
    if (isTimed) work.contactMicroseconds = wallMicroseconds() - begin - work.narrowPhaseMicroseconds;
    context_->counter.add(work);
}

std::optional<NextQuery> ContactPair::nextQuery(PairKind server, const btCollisionObjectWrapper& wrap0,
                                                const btCollisionObjectWrapper& wrap1,
                                                const btDispatcherInfo& info) {
    if (server != PairKind::meshes || externalManifold_) return std::nullopt;
    const MeshBackend& backend =
        meshBackendOf(*context_, *wrap0.getCollisionShape(), *wrap1.getCollisionShape());
    const auto* const batch = dynamic_cast<const FacePairBatch*>(backend.narrowPhase.get());
    if (!batch || !batch->wantsQueries()) return std::nullopt;
    ContactSide a, b;
    a.wrap = &wrap0;
    b.wrap = &wrap1;
    const StepInput next = step(a, b, info, btManifoldResult(&wrap0, &wrap1));
    if (!hasFiniteState(a) || !hasFiniteState(b)) return std::nullopt;
    const auto query = contactsOf(server, wrap0, wrap1).nextQuery(a, b, next);
    return query ? std::optional(NextQuery{batch, *query}) : std::nullopt;
}

/// What is known of contacts is valid for two particular shapes only.
PairContacts& ContactPair::contactsOf(PairKind server, const btCollisionObjectWrapper& wrap0,
                                      const btCollisionObjectWrapper& wrap1) {
    const btCollisionShape *const shape0 = wrap0.getCollisionShape(), *const shape1 =
                                                                          wrap1.getCollisionShape();
    if (!contacts_ || server != server_ || shape0 != shape0_ || shape1 != shape1_) {
        contacts_ = makeContacts(server, *context_);
    }
    server_ = server;
    shape0_ = shape0;
    shape1_ = shape1;
    return *contacts_;
}

/// The step, or the query, that Bullet asks for; sets the motions of both sides.
StepInput ContactPair::step(ContactSide& a, ContactSide& b, const btDispatcherInfo& info,
                            const btManifoldResult& result) const {
    const Settings& settings = context_->settings;
    StepInput step{.isCompliant = writer_.hasSprings(),
                   .looksAhead = settings.sweptContacts,
                   .isRaw = context_->smallStepsSolvers > 0,
                   .removesInternalEdges = settings.internalEdgeRemoval};
    if (table_ == QueryTable::closestPoints || isListenedTo(result)) {
        step.minimumQueryDistance = gContactBreakingThreshold + result.m_closestPointDistanceThreshold;
        step.isQuery = true;
    } else if (externalManifold_) {
        step.minimumQueryDistance = externalManifold_->getContactBreakingThreshold();
    } else {
        step.timeStep = info.m_timeStep;
        step.minimumQueryDistance =
            std::max(marginForUnknownForces(a.object()), marginForUnknownForces(b.object()));
        step.number = numberOfStep(info);
    }
    a.motion = bodyMotion(a.object(), static_cast<btScalar>(step.timeStep));
    b.motion = bodyMotion(b.object(), static_cast<btScalar>(step.timeStep));
    return step;
}

ContactPair::State ContactPair::state() const {
    return {.contacts = contacts_ ? contacts_->copy() : nullptr,
            .server = server_,
            .shape0 = shape0_,
            .shape1 = shape1_,
            .written = writer_.state(),
            .nameForNeighbours = nameForNeighbours()};
}

void ContactPair::restore(const State& state) {
    contacts_ = state.contacts ? state.contacts->copy() : nullptr;
    server_ = state.server;
    shape0_ = state.shape0;
    shape1_ = state.shape1;
    writer_.restore(state.written);
}

/// Returns the number of points written.
int ContactPair::write(const ContactSide& a, const ContactSide& b, const StepInput& step,
                       btManifoldResult& result) {
    if (step.isQuery || externalManifold_) {
        return reportContacts(a, b, contacts_->contacts, static_cast<btScalar>(step.minimumQueryDistance),
                              externalManifold_, result);
    }
    return writer_.write(a, b, contacts_->contacts, static_cast<btScalar>(step.timeStep), step.isRaw);
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
