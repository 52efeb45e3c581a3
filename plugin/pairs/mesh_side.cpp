#include "plugin/pairs/mesh_side.h"

#include "adapters/shapes/convert.h"
#include "adapters/shapes/shape_kinds.h"
#include "algorithms/contact/speculative_margin.h"
#include "plugin/process_state.h"

#include <algorithm>
#include <functional>
#include <limits>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
namespace {

constexpr Real kStepsAhead = 8;  // for which trees are built beforehand

/// A sphere about Bullet's box.
Sphere sphereAbout(const btCollisionShape& shape, const btTransform& transform) {
    btVector3 min, max;
    shape.getAabb(transform, min, max);
    return {toVec3(min + max) / 2, toVec3(max - min).norm() / 2};
}

/// The box in a side's frame in which contacts may search within the step that begins after a time in
/// seconds: around the other body, grown by its motion and by the search distance of contacts. `falls`: the
/// body falls freely until then.
Aabb regionOfInterest(const ContactSide& side, const ContactSide& other, const StepInput& step, Real seconds,
                      bool falls) {
    const btCollisionShape &ground = *side.wrap->getCollisionShape(),
                           &shape = *other.wrap->getCollisionShape();
    BodyMotion motion = other.motion;
    const Vec3 falling = falls ? motion.gravity : Vec3(Vec3::Zero());
    const Vec3 displacement = seconds * (motion.linearVelocity + 0.5 * seconds * falling);
    motion.centre += displacement;
    motion.linearVelocity += seconds * falling;
    btTransform there = other.wrap->getWorldTransform();
    if (seconds > 0) there.getOrigin() += toBullet(displacement);
    const Sphere bounds = sphereAbout(shape, there);
    // the ground at the body's position
    PairInput input;
    input.a.bounds = input.b.bounds = &bounds;
    input.a.motion = motion;
    input.b.motion = side.motion;
    input.step = step;
    input.step.restGap = Real(ground.getMargin()) + Real(shape.getMargin());
    const SpeculativeMargin margin = marginWithoutSearches(input, {}, widestLimits(input));
    btVector3 min, max;
    shape.getAabb(side.wrap->getWorldTransform().inverse() * there, min, max);
    return grown({toVec3(min), toVec3(max)}, margin.queryDistance + longestApproach(input));
}

}  // namespace

bool MeshSide::read(PairContacts& pair, ContactSide& side, const ModelRequest& request, const StepInput& step,
                    const ContactSide* other, Real inside) {
    const btCollisionShape& shape = *side.wrap->getCollisionShape();
    const Mesh* const mesh = cached_.found ? cached_.found->mesh.get() : nullptr;
    const std::uint64_t deformations = cached_.deformations;
    const NarrowPhase* const narrowPhase = cached_.narrowPhase;
    ModelCache& models = processState().models;
    const bool falls = pair.contacts.points.empty();
    const auto where = [&](Real seconds) {
        return grown(regionOfInterest(side, *other, step, seconds, falls), inside);
    };
    if (other && side.object().isStaticOrKinematicObject()) {
        if (step.number > 0) models.beginStep(shape, request, step.number);
        const auto update = [&] {  // `where` by reference, so that std::function does not allocate
            models.update(shape, request, pair.context.reporter(), cached_, std::ref(where),
                          inside == 0 ? step.timeStep : 0, step.number);
        };
        update();
        if (step.isQuery && models.learnInside(shape, cached_)) update();
    } else {
        models.update(shape, request, pair.context.reporter(), cached_, /*where*/ {}, /*timeStep*/ 0,
                      step.number);
    }
    if (cached_.before) {
        pair.steady.forget();
        continueContacts(pair);
    } else if (mesh && (!cached_.found || cached_.found->mesh.get() != mesh)) {
        pair.forget();
    }
    if (cached_.narrowPhase != narrowPhase) pair.memory.cache.reset();  // numbers of another model's nodes
    if (!cached_.found) return false;
    if (cached_.deformations != deformations) {
        PersistentContacts& contacts = pair.contacts;
        pair.steady.forget();
        contacts.depth.reset();
        contacts.list.reset();
        contacts.chosenAt.reset();
        if (contacts.lastSeparated) contacts.lastSeparated->deepest = std::numeric_limits<Real>::infinity();
    }

    side.shape = &*cached_.found;
    side.margin = pair.context.settings.margins == Margins::zero ? 0 : shapeKind(shape).margin(shape);
    return true;
}

void MeshSide::prepareAhead(const PairContacts& pair, const ContactSide& side, const ContactSide& other,
                            const StepInput& step, const NarrowPhase& narrowPhase) const {
    if (!pair.contacts.points.empty() || !pair.contacts.facePairs.empty()) return;
    StepBudget& budget = processState().models.budgetAhead();
    const Index left = budget.left(step.number);
    if (left == 0) return;
    const auto where = [&] {
        const Aabb now = regionOfInterest(side, other, step, 0, /*falls*/ true);
        const Real seconds = kStepsAhead * step.timeStep;
        const Aabb then = regionOfInterest(side, other, step, seconds, /*falls*/ true);
        const BodyMotion& own = side.motion;
        const Vec3 displacement = seconds * (own.linearVelocity + 0.5 * seconds * own.gravity);
        return grown({now.min.cwiseMin(then.min), now.max.cwiseMax(then.max)}, displacement.norm());
    };
    budget.spend(step.number, prepareNear(*side.shape, narrowPhase, std::ref(where), left));
}

/// For the same surface, deformed or with another region read: its features have other numbers.
void MeshSide::continueContacts(PairContacts& pair) const {
    const ShapeModel &before = *cached_.before, &now = *cached_.found;
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
                     isA_, isAInKeys_, pair.contacts);
    if (!isSameMesh) pair.memory.cache.reset();
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
