#include "plugin/pairs/contact_pair.h"

#include "adapters/function_table.h"
#include "adapters/manifold/body_motion.h"
#include "adapters/manifold/query_report.h"
#include "algorithms/geometry/bounded.h"
#include "algorithms/geometry/builtins.h"
#include "plugin/clocks.h"
#include "plugin/pairs/convex_pair.h"
#include "plugin/pairs/mesh_pair.h"
#include "plugin/pairs/plane_pair.h"
#include "plugin/pairs/round_pair.h"
#include "plugin/pairs/step_clock.h"

#include <LinearMath/btQuickprof.h>

#include <algorithm>
#include <new>
#include <utility>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
namespace {

/// Sets `bytes` to the object's size.
template <class Pair>
std::unique_ptr<PairContacts> make(PairContext& context, std::size_t& bytes) {
    bytes = sizeof(Pair);
    return std::make_unique<Pair>(context);
}

std::unique_ptr<PairContacts> makeContacts(PairKind server, PairContext& context, std::size_t& bytes) {
    switch (server) {
        case PairKind::plane:
            return make<PlanePair>(context, bytes);
        case PairKind::round:
            return make<RoundPair>(context, bytes);
        case PairKind::convex:
            return make<ConvexPair>(context, bytes);
        default:
            return make<MeshPair>(context, bytes);
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
bool isListenedTo(const btManifoldResult& result) {
    static const FunctionTable bullets = functionTable(btManifoldResult());
    return functionTable(result) != bullets;
}

}  // namespace

ContactPair::ContactPair(std::shared_ptr<PairContext> context, btDispatcher& dispatcher,
                         btPersistentManifold* externalManifold, ebtDispatcherQueryType table)
    : context_(std::move(context)), externalManifold_(externalManifold), table_(table), writer_(dispatcher) {
    if (context_->settings.threads > 1 && table_ == BT_CONTACT_POINT_ALGORITHMS)
        context_->pairs.with([this](auto& all) { all.insert(this); });
}

ContactPair::~ContactPair() {
    if (context_->settings.threads > 1 && table_ == BT_CONTACT_POINT_ALGORITHMS)
        context_->pairs.with([this](auto& all) { all.erase(this); });
}

void ContactPair::process(PairKind server, const btCollisionObjectWrapper& wrap0,
                          const btCollisionObjectWrapper& wrap1, const btDispatcherInfo& info,
                          btManifoldResult& result) {
    BT_PROFILE("ricochet::ContactPair::process");
    if (contacts_) prefetchLines(contacts_.get(), bytesOfContacts_);
    if (!isQuery(result) && !externalManifold_) stepNumber_ = numberOfStep(info, stepNumber_);
    // A compound's children have their own places in each step.
    const bool isOfBodies = !wrap0.m_parent && !wrap1.m_parent && !externalManifold_ &&
                            table_ == BT_CONTACT_POINT_ALGORITHMS && !isListenedTo(result);
    const auto ahead = std::move(ahead_);
    const bool isAhead = isOfBodies && ahead && server == server_ && wrap0.getCollisionShape() == shape0_ &&
                         wrap1.getCollisionShape() == shape1_ && ahead->step.number == numberOfStep(info);
    Found found = isAhead ? *ahead : find(server, wrap0, wrap1, info, result);
    object0_ = isOfBodies ? wrap0.getCollisionObject() : nullptr;
    object1_ = wrap1.getCollisionObject();
    found.a.wrap = found.isSwapped ? &wrap1 : &wrap0;
    found.b.wrap = found.isSwapped ? &wrap0 : &wrap1;
    found.work.aheadPairs = isAhead;
    if (!found.areApart) {
        const double begin = isTimed() ? wallMicroseconds() : 0;
        found.work.contacts = write(found.a, found.b, found.step, result);
        if (context_->settings.measureTime) found.work.contactMicroseconds += wallMicroseconds() - begin;
    }
    context_->counter.add(found.work);
}

void ContactPair::findAhead(const btDispatcherInfo& info) {
    const btCollisionObjectWrapper wrap0 = wholeObject(*object0_), wrap1 = wholeObject(*object1_);
    const btCollisionShape &shape0 = *wrap0.getCollisionShape(), &shape1 = *wrap1.getCollisionShape();
    if (&shape0 != shape0_ || &shape1 != shape1_ || pairKind(*context_, shape0, shape1) != server_) return;
    try {
        ahead_ = std::make_unique<Found>(find(server_, wrap0, wrap1, info, btManifoldResult(&wrap0, &wrap1)));
    } catch (const std::bad_alloc&) {  // in the pair's turn it is found again
        contacts_.reset();
    } catch (...) {  // by a user's callback
        contacts_.reset();
        throw;
    }
}

ContactPair::Found ContactPair::find(PairKind server, const btCollisionObjectWrapper& wrap0,
                                     const btCollisionObjectWrapper& wrap1, const btDispatcherInfo& info,
                                     const btManifoldResult& result) {
    const double begin = isTimed() ? wallMicroseconds() : 0;
    PairContacts& pair = contactsOf(server, wrap0, wrap1);
    const Counters before = pair.memory.counters;
    pair.narrowPhaseMicroseconds = 0;
    pair.isRepeated = pair.contacts.isFromList = false;

    Found found;
    ContactSide &a = found.a, &b = found.b;
    a.wrap = &wrap0;
    b.wrap = &wrap1;
    found.isSwapped = isPlane(a);
    if (found.isSwapped) std::swap(a, b);
    found.step = step(a, b, info, result);
    found.areApart = writer_.isEmpty() && pair.areStillApart(a, b, found.step);
    Statistics& work = found.work;
    work.pairs = 1;
    work.roundPairs = server == PairKind::round;
    work.convexPairs = server == PairKind::convex;
    if (found.areApart) {
        pair.contacts.points.clear();
        pair.contacts.patches.clear();
    } else {
        if (hasFiniteState(a) && hasFiniteState(b)) {
            pair.find(a, b, found.step);
        } else {
            pair.forget();
        }
        work.candidatePairs = static_cast<long long>(pair.contacts.facePairs.size());
        work.facePairs = pair.contacts.intersectingPairs;
        work.repeatedPairs = pair.isRepeated;
        work.updatedPairs = pair.contacts.isFromList;
        const Counters& after = pair.memory.counters;
        work.coarsePairs = pair.contacts.isOverBudget || after.coarseSweeps > before.coarseSweeps;
        work.boxTests = static_cast<long long>(after.boxTests - before.boxTests);
        work.triangleTests = static_cast<long long>(after.triangleTests - before.triangleTests);
        work.narrowPhaseMicroseconds = pair.narrowPhaseMicroseconds;
    }
    microseconds_ = isTimed() ? wallMicroseconds() - begin : 0;
    if (context_->settings.measureTime)
        work.contactMicroseconds = microseconds_ - work.narrowPhaseMicroseconds;
    return found;
}

/// Threads get the pairs by the time that they took.
bool ContactPair::isTimed() const { return context_->settings.measureTime || context_->settings.threads > 1; }

std::optional<FacePairQuery> ContactPair::nextQuery(const btCollisionObjectWrapper& wrap0,
                                                    const btCollisionObjectWrapper& wrap1,
                                                    const btDispatcherInfo& info) {
    if (externalManifold_) return std::nullopt;
    ContactSide a, b;
    a.wrap = &wrap0;
    b.wrap = &wrap1;
    const StepInput next = step(a, b, info, btManifoldResult(&wrap0, &wrap1));
    if (!hasFiniteState(a) || !hasFiniteState(b)) return std::nullopt;
    return contactsOf(PairKind::meshes, wrap0, wrap1).nextQuery(a, b, next);
}

/// What is known of contacts is valid for two particular shapes only.
PairContacts& ContactPair::contactsOf(PairKind server, const btCollisionObjectWrapper& wrap0,
                                      const btCollisionObjectWrapper& wrap1) {
    const btCollisionShape *const shape0 = wrap0.getCollisionShape(), *const shape1 =
                                                                          wrap1.getCollisionShape();
    if (!contacts_ || server != server_ || shape0 != shape0_ || shape1 != shape1_) {
        contacts_ = makeContacts(server, *context_, bytesOfContacts_);
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
    if (isQuery(result)) {
        step.minimumQueryDistance = gContactBreakingThreshold + result.m_closestPointDistanceThreshold;
        step.isQuery = true;
    } else if (externalManifold_) {
        step.minimumQueryDistance = externalManifold_->getContactBreakingThreshold();
    } else {
        step.timeStep = info.m_timeStep;
        step.minimumQueryDistance = marginForUnknownForces(a.object(), b.object());
        step.number = numberOfStep(info);
    }
    a.motion = bodyMotion(a.object(), static_cast<btScalar>(step.timeStep));
    b.motion = bodyMotion(b.object(), static_cast<btScalar>(step.timeStep));
    return step;
}

bool ContactPair::isQuery(const btManifoldResult& result) const {
    return table_ == BT_CLOSEST_POINT_ALGORITHMS || isListenedTo(result);
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
    ahead_.reset();
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
