#include "plugin/pairs/contact_pair.h"

#include "adapters/manifold/body_motion.h"
#include "adapters/manifold/query_report.h"
#include "adapters/shapes/convert.h"
#include "adapters/shapes/round_shapes.h"
#include "adapters/shapes/shape_kinds.h"
#include "algorithms/contact/features/internal_edges.h"
#include "algorithms/contact/half_space_contact.h"
#include "algorithms/contact/manifold/renumber.h"
#include "algorithms/contact/nearest_contacts.h"
#include "algorithms/contact/speculative_margin.h"
#include "algorithms/contact/tolerances.h"
#include "algorithms/geometry/bounded.h"
#include "algorithms/swept_contacts/swept_contacts.h"
#include "plugin/pairs/step_clock.h"
#include "plugin/process_state.h"

#include <BulletCollision/CollisionShapes/btStaticPlaneShape.h>

#include <algorithm>
#include <limits>
#include <span>
#include <typeinfo>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
namespace {

bool isPlane(const ContactSide& side) {
    return side.wrap->getCollisionShape()->getShapeType() == STATIC_PLANE_PROXYTYPE;
}

Pose poseOf(const ContactSide& side) { return toPose(side.wrap->getWorldTransform()); }

/// Bodies with non-finite state are ignored.
bool hasFiniteState(const ContactSide& side) {
    const Pose pose = poseOf(side);
    const BodyMotion& motion = side.motion;
    return areBounded(pose.rotation) && areBounded(pose.translation) && areBounded(motion.linearVelocity) &&
           areBounded(motion.angularVelocity) && areBounded(motion.gravity);
}

/// A body known only by Bullet's box, which bounds the distance of its points from the middle.
MarginBody marginBodyOf(const btVector3& min, const btVector3& max, const BodyMotion& motion) {
    return {toVec3(max - min).norm() / 2, toVec3(min + max) / 2, motion};
}

/// The box in a side's frame in which contacts may search within the step that begins after a time in
/// seconds: around the other body, grown by its motion and by the search distance of contacts. `falls`: the
/// body falls freely until then.
Aabb regionOfInterest(const ContactSide& side, const ContactSide& other, MarginInput input, Real seconds,
                      bool falls) {
    constexpr Real kUnknown = std::numeric_limits<Real>::infinity();
    const btCollisionShape &ground = *side.wrap->getCollisionShape(),
                           &shape = *other.wrap->getCollisionShape();
    btVector3 min, max;
    BodyMotion motion = other.motion;
    const Vec3 falling = falls ? motion.gravity : Vec3(Vec3::Zero());
    const Vec3 displacement = seconds * (motion.linearVelocity + 0.5 * seconds * falling);
    motion.centre += displacement;
    motion.linearVelocity += seconds * falling;
    btTransform there = other.wrap->getWorldTransform();
    if (seconds > 0) there.getOrigin() += toBullet(displacement);
    shape.getAabb(there, min, max);
    input.a = marginBodyOf(min, max, motion);
    input.b = marginBodyOf(min, max, side.motion);  // the ground at the body's position
    input.restGap = Real(ground.getMargin()) + Real(shape.getMargin());
    input.springDepth = input.isCompliant ? kTolerances.springs * input.a.radius : 0;
    const SpeculativeMargin margin = speculativeMarginOf(input, {}, kUnknown, kUnknown);
    const btTransform toSide = side.wrap->getWorldTransform().inverse() * there;
    shape.getAabb(toSide, min, max);
    return grown({toVec3(min), toVec3(max)}, margin.queryDistance + longestApproach(input));
}

/// Whether the result is of a derived class whose callback receives each point. A compound also uses such a
/// class for its children's algorithms.
bool isListenedTo(const btManifoldResult& result) { return typeid(result) != typeid(btManifoldResult); }

}  // namespace

ContactPair::ContactPair(std::shared_ptr<PairContext> context, btDispatcher& dispatcher,
                         btPersistentManifold* externalManifold, QueryTable table)
    : context_(std::move(context)), externalManifold_(externalManifold), table_(table), writer_(dispatcher) {}

ContactPair::~ContactPair() { forgetNotes(); }

void ContactPair::forgetNotes() {
    if (noted0_) context_->neighbours.forget(this, noted0_, noted1_);
    noted0_ = noted1_ = nullptr;
}

void ContactPair::process(PairKind server, const btCollisionObjectWrapper& wrap0,
                          const btCollisionObjectWrapper& wrap1, const btDispatcherInfo& info,
                          btManifoldResult& result) {
    const double begin = isTimed() ? wallMicroseconds() : 0;
    const Counters before = pairMemory_.counters;
    narrowPhaseMicroseconds_ = 0;

    noticeExchange(server, wrap0.getCollisionShape(), wrap1.getCollisionShape());
    ContactSide a, b;
    a.wrap = &wrap0;
    b.wrap = &wrap1;
    if (isPlane(a)) std::swap(a, b);
    const PairStep step = stepOf(a, b, info, result);
    a.motion = motionOf(a.object(), step.timeStep);
    b.motion = motionOf(b.object(), step.timeStep);
    if (areStillApart(server, a, b, step)) return countConvexPair(begin);
    findContacts(server, a, b, step);
    int written = 0;
    if (step.isQuery || externalManifold_) {
        written = reportContacts(a, b, contacts_, step.minimumQueryDistance, externalManifold_, result);
    } else {
        written = writer_.write(a, b, contacts_, step.timeStep);
    }

    Statistics work;
    work.pairs = 1;
    work.roundPairs = server == PairKind::round;
    work.convexPairs = server == PairKind::convex;
    work.candidatePairs = static_cast<long long>(contacts_.facePairs.size());
    work.facePairs = contacts_.intersectingPairs;
    work.coarsePairs = contacts_.isOverBudget;
    work.contacts = written;
    work.boxTests = static_cast<long long>(pairMemory_.counters.boxTests - before.boxTests);
    work.triangleTests = static_cast<long long>(pairMemory_.counters.triangleTests - before.triangleTests);
    work.narrowPhaseMicroseconds = narrowPhaseMicroseconds_;
    if (isTimed()) work.contactMicroseconds = wallMicroseconds() - begin - narrowPhaseMicroseconds_;
    context_->counter.add(work);
}

/// The most frequent case of convex bodies with overlapping boxes.
bool ContactPair::areStillApart(PairKind server, ContactSide& a, ContactSide& b, const PairStep& step) {
    if (server != PairKind::convex || !writer_.isEmpty() || !readConvexBodies(a, b)) return false;
    return convexMethod_->areStillApart(taskOf(a, b, step), pairMemory_);
}

void ContactPair::countConvexPair(double begin) {
    contacts_.points.clear();
    contacts_.patches.clear();
    Statistics work;
    work.pairs = work.convexPairs = 1;
    if (isTimed()) work.contactMicroseconds = wallMicroseconds() - begin;
    context_->counter.add(work);
}

ContactPair::PairStep ContactPair::stepOf(const ContactSide& a, const ContactSide& b,
                                          const btDispatcherInfo& info,
                                          const btManifoldResult& result) const {
    if (table_ == QueryTable::closestPoints || isListenedTo(result)) {
        return {0, gContactBreakingThreshold + result.m_closestPointDistanceThreshold, true, 0};
    }
    if (externalManifold_) return {0, externalManifold_->getContactBreakingThreshold(), false, 0};
    const btScalar margin = std::max(marginForUnknownForces(a.object()), marginForUnknownForces(b.object()));
    return {info.m_timeStep, margin, false, numberOfStep(info)};
}

/// Keys of contacts are valid for two particular shapes only.
void ContactPair::noticeExchange(PairKind server, const btCollisionShape* shape0,
                                 const btCollisionShape* shape1) {
    if (server != lastServer_ || shape0 != last0_ || shape1 != last1_) {
        forgetContacts();
        forgetNotes();
    }
    lastServer_ = server;
    last0_ = shape0;
    last1_ = shape1;
}

void ContactPair::findContacts(PairKind server, ContactSide& a, ContactSide& b, const PairStep& step) {
    if (!hasFiniteState(a) || !hasFiniteState(b)) return forgetContacts();
    switch (server) {
        case PairKind::plane:
            return findPlaneContacts(a, b, step);
        case PairKind::round:
            return findRoundContacts(a, b, step);
        case PairKind::convex:
            return findConvexContacts(a, b, step);
        default:
            return findMeshContacts(a, b, step);
    }
}

const MeshBackend& ContactPair::backendOf(const ContactSide& a, const ContactSide& b) const {
    return meshBackendOf(*context_, *a.wrap->getCollisionShape(), *b.wrap->getCollisionShape());
}

std::optional<NextQuery> ContactPair::nextQuery(PairKind server, const btCollisionObjectWrapper& wrap0,
                                                const btCollisionObjectWrapper& wrap1,
                                                const btDispatcherInfo& info) {
    if (server != PairKind::meshes || externalManifold_) return std::nullopt;
    ContactSide a, b;
    a.wrap = &wrap0;
    b.wrap = &wrap1;
    const MeshBackend& backend = backendOf(a, b);
    const auto* const batch = dynamic_cast<const FacePairBatch*>(backend.narrowPhase.get());
    if (!batch || !batch->wantsQueries() || backend.method) return std::nullopt;
    noticeExchange(server, wrap0.getCollisionShape(), wrap1.getCollisionShape());
    const PairStep step = stepOf(a, b, info, btManifoldResult(&wrap0, &wrap1));
    a.motion = motionOf(a.object(), step.timeStep);
    b.motion = motionOf(b.object(), step.timeStep);
    if (!hasFiniteState(a) || !hasFiniteState(b)) return std::nullopt;
    if (!readShapes(a, b, backend.request(), &step)) return std::nullopt;
    meetNeighbours(a, b, *backend.narrowPhase, step);
    const ContactInput input = inputOf(a, b, step);
    if (isSteady(input, step)) return std::nullopt;
    return NextQuery{batch, firstQuery(input, contactSettings(), pairMemory_, contacts_)};
}

ContactInput ContactPair::inputOf(const ContactSide& a, const ContactSide& b, const PairStep& step) const {
    ContactInput input{{a.shape->model.get(), poseOf(a)},
                       {b.shape->model.get(), poseOf(b)},
                       a.shape->surface.get(),
                       b.shape->surface.get(),
                       a.motion,
                       b.motion};
    input.timeStep = step.timeStep;
    input.restGap = Real(a.margin) + Real(b.margin);
    input.minimumQueryDistance = step.minimumQueryDistance;
    input.isCompliant = writer_.hasSprings();
    input.besideA = besideA_;
    input.besideB = besideB_;
    input.removesInternalEdges = context_->settings.internalEdgeRemoval;
    return input;
}

bool ContactPair::wasDeep(Real radius) const {
    const Real shallow = kTolerances.shallow * kTolerances.linearSlop * radius;
    return std::ranges::any_of(contacts_.points,
                               [&](const ContactPoint& point) { return point.distance < -shallow; });
}

void ContactPair::meetNeighbours(const ContactSide& a, const ContactSide& b, const NarrowPhase& narrowPhase,
                                 const PairStep& step) {
    besideA_.clear();
    besideB_.clear();
    if (step.number == 0 || !context_->settings.internalEdgeRemoval) return;
    Neighbours& all = context_->neighbours;
    const Real radius = std::min(a.radius(), b.radius());
    const bool isSunk = wasDeep(radius);  // then the body is on no side of the mesh
    // A contact is on the mesh, or beside a face by a part of the smaller radius; seams bridge far less.
    const Real distance = radius + relativeFall(a.motion, b.motion, step.timeStep);
    const auto meet = [&](const ContactSide& side, const ContactSide& other, std::vector<Neighbour>& beside) {
        if (!side.shape) return;
        all.find(this, {side.wrap, side.shape->model, &narrowPhase}, other.object(), step.number, distance,
                 beside);
        all.note(this, {side.wrap, isSunk ? nullptr : side.shape->model, &narrowPhase}, other.object(),
                 step.number);
    };
    meet(a, b, besideA_);
    meet(b, a, besideB_);
    noted0_ = &a.object();
    noted1_ = &b.object();
}

void ContactPair::findMeshContacts(ContactSide& a, ContactSide& b, const PairStep& step) {
    const MeshBackend& backend = backendOf(a, b);
    const ContactMethod* const method = step.isQuery ? nullptr : backend.method.get();
    if (!readShapes(a, b, backend.request(), method ? nullptr : &step)) return forgetContacts();
    const TimedNarrowPhase narrowPhase(*backend.narrowPhase, isTimed());
    if (method) {
        forgetSweptContacts();
        method->findContacts(narrowPhase, taskOf(a, b, step), contactSettings(), pairMemory_, contacts_);
        if (method->findsByFaces()) {
            auto ofMethod = std::move(pairMemory_.cache);  // the narrow phase would replace it
            lookAheadIfAllowed(narrowPhase, inputOf(a, b, step), step);
            pairMemory_.cache = std::move(ofMethod);
        }
        narrowPhaseMicroseconds_ = narrowPhase.microseconds();
        return;
    }

    meetNeighbours(a, b, *backend.narrowPhase, step);
    ContactInput input = inputOf(a, b, step);
    if (isSteady(input, step)) return SteadyInput::repeat(contacts_);
    steady_.begin(input, contactSettings(), contacts_);
    forgetSweptContacts();
    const auto find = step.isQuery ? findNearestContacts : ricochet::findContacts;
    find(narrowPhase, input, contactSettings(), pairMemory_, contacts_);
    while (missesNearestFace()) {
        const bool isFar = shapeA_.isNothing() || shapeB_.isNothing();
        const Real radius = std::min(input.surfaceA->radius, input.surfaceB->radius);
        inside_ = isFar ? std::max(radius, 2 * inside_) : *contacts_.insideBy;
        forgetContacts();
        if (!readShapes(a, b, backend.request(), &step)) return;
        input = inputOf(a, b, step);
        find(narrowPhase, input, contactSettings(), pairMemory_, contacts_);
    }
    // The box includes the motion of the next step in any case.
    inside_ = contacts_.insideBy.value_or(0);
    lookAheadIfAllowed(narrowPhase, input, step);
    steady_.end(contacts_);
    narrowPhaseMicroseconds_ = narrowPhase.microseconds();
}

bool ContactPair::isSteady(const ContactInput& input, const PairStep& step) const {
    return !step.isQuery && sweptContacts_.points == 0 && steady_.givesTheSame(input, contactSettings());
}

void ContactPair::lookAheadIfAllowed(const NarrowPhase& narrowPhase, const ContactInput& input,
                                     const PairStep& step) {
    const bool looksAhead =
        context_->settings.sweptContacts && contacts_.entanglement != Entanglement::entangled;
    if (looksAhead && step.timeStep > 0) lookAhead(narrowPhase, input);
}

/// Whether the face nearest to a body inside a solid may lie outside the region that was read.
bool ContactPair::missesNearestFace() const {
    if (!shapeA_.region && !shapeB_.region) return false;
    return contacts_.insideBy && *contacts_.insideBy > inside_;
}

void ContactPair::findPlaneContacts(ContactSide& mesh, ContactSide& plane, const PairStep& step) {
    if (!readShape(mesh, shapeA_, {}, {{true, true}})) return forgetContacts();

    const auto& shape = static_cast<const btStaticPlaneShape&>(*plane.wrap->getCollisionShape());
    HalfSpaceInput input;
    input.mesh = mesh.shape->mesh.get();
    input.surface = mesh.shape->surface.get();
    input.meshPose = poseOf(mesh);
    input.meshMotion = mesh.motion;
    input.planePose = poseOf(plane);
    input.planeMotion = plane.motion;
    input.normal = (input.planePose.rotation * toVec3(shape.getPlaneNormal())).normalized();
    input.offset = Real(shape.getPlaneConstant()) + input.normal.dot(input.planePose.translation);
    input.timeStep = step.timeStep;
    input.restGap = mesh.margin;
    input.minimumQueryDistance = step.minimumQueryDistance;
    input.isCompliant = writer_.hasSprings();
    findHalfSpaceContacts(input, contactSettings(), contacts_);
}

void ContactPair::findByMethod(const ContactMethod& method, const NarrowPhase& narrowPhase,
                               const ContactTask& task, const PairStep& step) {
    // A round or convex side has no model: its changes are noticed where it is read.
    const ContactInput input = contactInputOf(task);
    if (isSteady(input, step)) return SteadyInput::repeat(contacts_);
    steady_.begin(input, contactSettings(), contacts_);
    method.findContacts(narrowPhase, task, contactSettings(), pairMemory_, contacts_);
    steady_.end(contacts_);
}

void ContactPair::findRoundContacts(ContactSide& a, ContactSide& b, const PairStep& step) {
    const MeshBackend& backend = backendOf(a, b);
    const bool isRoundA = isRound(*a.wrap->getCollisionShape());
    ContactSide &round = isRoundA ? a : b, &mesh = isRoundA ? b : a;
    const btCollisionShape& shape = *round.wrap->getCollisionShape();
    if (update(shape, round_)) steady_.forget();
    round.round = &round_.shape;
    round.margin = context_->settings.margins == Margins::zero ? 0 : roundMargin(shape);
    const ReadOptions options{{!isRoundA, /*isAInKeys*/ false}, &round, &step};
    inside_ = 0;
    do {
        if (!readShape(mesh, shapeA_, backend.request(), options)) return forgetContacts();
    } while (seeksSeparation(round, mesh));
    meetNeighbours(a, b, *backend.narrowPhase, step);
    const TimedNarrowPhase narrowPhase(*backend.narrowPhase, isTimed());
    findByMethod(*context_->roundMethod, narrowPhase, taskOf(a, b, step), step);
    narrowPhaseMicroseconds_ = narrowPhase.microseconds();
}

/// For a round shape that starts inside a solid with no face near, increases the search distance step by
/// step.
bool ContactPair::seeksSeparation(const ContactSide& round, const ContactSide& mesh) {
    if (!shapeA_.isNothing() || !mesh.shape->surface->holdsPoint || contacts_.lastSeparated) return false;
    const btTransform toMesh = mesh.wrap->getWorldTransform().inverse() * round.wrap->getWorldTransform();
    if (!mesh.shape->surface->holdsPoint(toVec3(toMesh.getOrigin()))) return false;
    inside_ = std::max(radiusOf(*round.round), 2 * inside_);
    return true;
}

void ContactPair::findConvexContacts(ContactSide& a, ContactSide& b, const PairStep& step) {
    if (!(a.convex && b.convex) && !readConvexBodies(a, b)) return forgetContacts();
    const NarrowPhase& unasked = *context_->meshBackend->narrowPhase;
    findByMethod(*convexMethod_, unasked, taskOf(a, b, step), step);
}

bool ContactPair::readConvexBodies(ContactSide& a, ContactSide& b) {
    auto method = convexMethodOf(*context_, *a.wrap->getCollisionShape(), *b.wrap->getCollisionShape());
    if (method != convexMethod_) steady_.forget();
    convexMethod_ = std::move(method);
    const bool isReadA = readConvex(a, convexMethod_, convexA_);
    return readConvex(b, convexMethod_, convexB_) && isReadA;
}

bool ContactPair::readConvex(ContactSide& side, const std::shared_ptr<const ContactMethod>& method,
                             ConvexCache::Cached& cached) {
    const btCollisionShape& shape = *side.wrap->getCollisionShape();
    const std::shared_ptr<const ConvexModel> before = cached.model;  // keeps its address in use meanwhile
    processState().convexModels.update(shape, method, context_->reporter(), cached);
    if (before && cached.model != before) forgetContacts();
    if (!cached.model) return false;
    side.convex = cached.model.get();
    side.margin = context_->settings.margins == Margins::zero ? 0 : polyhedralMargin(shape);
    return true;
}

ContactTask ContactPair::taskOf(const ContactSide& a, const ContactSide& b, const PairStep& step) const {
    ContactTask task;
    task.a = bodyOf(a);
    task.b = bodyOf(b);
    task.timeStep = step.timeStep;
    task.restGap = Real(a.margin) + Real(b.margin);
    task.minimumQueryDistance = step.minimumQueryDistance;
    task.isCompliant = writer_.hasSprings();
    task.looksAhead = context_->settings.sweptContacts && step.timeStep > 0;
    task.besideA = besideA_;
    task.besideB = besideB_;
    task.removesInternalEdges = context_->settings.internalEdgeRemoval;
    return task;
}

ContactBody ContactPair::bodyOf(const ContactSide& side) const {
    ContactBody body;
    if (side.shape) {
        body.model = side.shape->model.get();
        body.surface = side.shape->surface.get();
    }
    body.round = side.round;
    body.convex = side.convex;
    body.pose = poseOf(side);
    body.motion = side.motion;
    return body;
}

/// `step`: null if both are needed whole.
bool ContactPair::readShapes(ContactSide& a, ContactSide& b, const ModelCache::Request& request,
                             const PairStep* step) {
    return readShape(a, shapeA_, request, {{true, true}, step ? &b : nullptr, step}) &&
           readShape(b, shapeB_, request, {{false, false}, step ? &a : nullptr, step});
}

bool ContactPair::readShape(ContactSide& side, ModelCache::Cached& cached, const ModelCache::Request& request,
                            const ReadOptions& options) {
    const btCollisionShape& shape = *side.wrap->getCollisionShape();
    const Mesh* const mesh = cached.found ? cached.found->mesh.get() : nullptr;
    const std::uint64_t deformations = cached.deformations;
    const NarrowPhase* const narrowPhase = cached.narrowPhase;
    const struct {
        const ContactSide& side;
        const ReadOptions& options;
        bool isCompliant;
        bool falls;
        Real inside;
    } captured{side, options, writer_.hasSprings(), contacts_.points.empty(), inside_};
    const auto where = [&captured](
                           Real seconds) {  // captures one reference, so that std::function does not allocate
        MarginInput input;
        input.timeStep = captured.options.step->timeStep;
        input.minimumQueryDistance = captured.options.step->minimumQueryDistance;
        input.isCompliant = captured.isCompliant;
        return grown(regionOfInterest(captured.side, *captured.options.from, input, seconds, captured.falls),
                     captured.inside);
    };
    const bool isInParts = options.from && side.object().isStaticOrKinematicObject();
    if (isInParts && options.step->number > 0) {
        processState().models.beginStep(shape, request, options.step->number);
    }
    processState().models.update(shape, request, context_->reporter(), cached,
                                 isInParts ? RegionOfInterest(where) : RegionOfInterest{},
                                 isInParts && inside_ == 0 ? Real(options.step->timeStep) : 0,
                                 isInParts ? options.step->number : 0);
    if (cached.before) {
        steady_.forget();
        continueFrom(*cached.before, *cached.found, options.named);
    } else if (mesh && (!cached.found || cached.found->mesh.get() != mesh)) {
        forgetContacts();
    }
    if (cached.narrowPhase != narrowPhase) pairMemory_.cache.reset();  // numbers of another model's nodes
    if (!cached.found) return false;
    if (cached.deformations != deformations) {
        steady_.forget();
        contacts_.depth.reset();
        if (contacts_.lastSeparated) contacts_.lastSeparated->deepest = std::numeric_limits<Real>::infinity();
    }

    side.shape = &*cached.found;
    side.margin =
        context_->settings.margins == Margins::zero ? 0 : shapeKind(shape.getShapeType())->margin(shape);
    return true;
}

/// For the same surface, deformed or with another region read: its features have other numbers.
void ContactPair::continueFrom(const ShapeModel& before, const ShapeModel& now, NamedAs named) {
    const bool isSameMesh = before.mesh == now.mesh;
    const std::vector<FaceName>& fronts = *now.faceNames;
    const auto faceNow = [&](Index face) {
        if (isSameMesh) return face;
        const bool isBack = face >= before.mesh->frontCount();
        if (isBack && !now.mesh->isTwoSided()) return kNone;
        const FaceName& name = before.nameOf(face);
        auto found = std::ranges::lower_bound(fronts, name);  // a mesh's names ascend, a terrain's do not
        if (found == fronts.end() || *found != name) found = std::ranges::find(fronts, name);
        if (found == fronts.end()) return kNone;
        return static_cast<Index>(found - fronts.begin()) + (isBack ? now.mesh->frontCount() : 0);
    };
    renumberContacts({before.mesh.get(), before.surface.get()}, {now.mesh.get(), now.surface.get()}, faceNow,
                     named, contacts_);
    if (!isSameMesh) pairMemory_.cache.reset();
}

void ContactPair::lookAhead(const NarrowPhase& narrowPhase, const ContactInput& input) {
    sweptContacts_ = addSweptContacts(narrowPhase, input, contactSettings(), pairMemory_, contacts_);
}

/// Predicted contacts of the last step are not real ones: no contact continues them.
void ContactPair::forgetSweptContacts() {
    contacts_.points.resize(contacts_.points.size() - sweptContacts_.points);
    contacts_.patches.resize(contacts_.patches.size() - sweptContacts_.patches);
    sweptContacts_ = {};
}

/// Faces and vertices of another mesh: the data of previous contacts is invalid.
void ContactPair::forgetContacts() {
    contacts_ = {};
    sweptContacts_ = {};
    steady_.forget();
    pairMemory_.cache.reset();
}

ContactSettings ContactPair::contactSettings() const {
    const Settings& settings = context_->settings;
    return {static_cast<Index>(settings.maxPatches), Real(settings.clearance),
            static_cast<Index>(settings.pairBudget)};
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
