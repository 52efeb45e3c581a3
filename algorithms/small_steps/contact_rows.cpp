#include "algorithms/small_steps/contact_rows.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ricochet::small_steps {
namespace {

/// Hertz of contacts in units of the rate of small steps: an eighth, more for small bodies, up to what a
/// small step resolves. A contact settles by a multiple of g / ω² under its load, which must stay small
/// beside the bodies.
constexpr Real kStiffness = 0.125, kGreatestStiffness = 0.25;
constexpr Real kReferenceSize = 0.1;  ///< metres: smaller bodies have stiffer contacts

/// Radians in a small step: beyond it, arcs are not followed. Their second order is then off by a tenth, and
/// bodies that spin faster gain energy.
constexpr Real kFollowedTurn = 0.25;

Real contactHertz(Real size, Real h) {
    const Real stiffness = kStiffness * std::sqrt(kReferenceSize / std::max(size, Real{1e-9}));
    return std::clamp(stiffness, kStiffness, kGreatestStiffness) / h;
}

Vec3 perpendicular(const Vec3& normal) {
    Index least = 0;
    normal.cwiseAbs().minCoeff(&least);
    return normal.cross(Vec3::Unit(least)).normalized();
}

/// The part in the tangent plane.
Vec3 tangential(const Vec3& v, const Vec3& normal) { return v - normal.dot(v) * normal; }

}  // namespace

ContactRows::ContactRows(const SolverContact& contact, ContactLane lane, const BodyState& a,
                         const BodyState& b, Real h, const SolverSettings& settings)
    : contact_(&contact),
      lane_(lane),
      h_(h),
      pushOutSpeed_(settings.pushOutSpeed),
      acceleration_(std::max(a.acceleration().norm(), b.acceleration().norm())) {
    // Static bodies do not give way, so the spring is twice as fast there.
    const bool isAgainstFixed = !a.isMovable || !b.isMovable;
    softness_ =
        softness((isAgainstFixed ? 2 : 1) * contactHertz(contact.size, h), settings.contactDamping, h);
    pushOutRate_ = contact.pushOutRate >= 0 ? contact.pushOutRate : softness_.rate;
    const Vec3 last = tangential(contact.frictionImpulse, contact.normal);
    tangent_ = !contact.frictionAxis.isZero(0) ? contact.frictionAxis
               : last.squaredNorm() > 0        ? last.normalized()
                                               : perpendicular(contact.normal);
    const Vec3 tangents[] = {tangent_, contact.normal.cross(tangent_)};
    Vec3 impulse(contact.normalImpulse / settings.smallSteps, 0, 0);
    for (int i = 0; i < 2; ++i) {
        const Real scale = contact.frictionScale[i];
        if (scale > 0 && contact.normalImpulse > 0)
            impulse[1 + i] = tangents[i].dot(last) / (scale * settings.smallSteps);
    }
    setImpulse(impulse);
    lane_(lane_.group->friction) = contact.friction;
}

/// A direction fixed to what the normal turns with.
Vec3 ContactRows::turned(const Vec3& direction, const BodyState& a, const BodyState& b) const {
    switch (contact_->normalOwner) {
        case NormalOwner::a:
            return a.carried * direction;
        case NormalOwner::b:
            return b.carried * direction;
        case NormalOwner::both:
            break;
        case NormalOwner::points:
            return direction;
    }
    return (a.carried * direction + b.carried * direction).normalized();
}

Row ContactRows::rowAlong(const Vec3& direction, const Vec3& armA, const Vec3& armB, const BodyState& a,
                          const BodyState& b) const {
    Row row;
    row.direction = direction;
    row.momentA = armA.cross(direction);
    row.momentB = armB.cross(direction);
    row.angularA = a.inverseInertia * row.momentA;
    row.angularB = b.inverseInertia * row.momentB;
    const Real response = direction.dot((a.inverseMass + b.inverseMass).cwiseProduct(direction)) +
                          row.momentA.dot(row.angularA) + row.momentB.dot(row.angularB);
    row.mass = response > 0 ? 1 / response : 0;
    return row;
}

Row ContactRows::row(int i) const {
    const ContactGroup::Row& from = lane_.group->rows[i];
    return {.direction = lane_.get(from.direction),
            .momentA = lane_.get(from.momentA),
            .momentB = lane_.get(from.momentB),
            .angularA = lane_.get(from.angularA),
            .angularB = lane_.get(from.angularB),
            .mass = from.mass[lane_.lane]};
}

void ContactRows::setRow(int i, const Row& row) {
    ContactGroup::Row& to = lane_.group->rows[i];
    lane_.set(to.direction, row.direction);
    lane_.set(to.momentA, row.momentA);
    lane_.set(to.momentB, row.momentB);
    lane_.set(to.angularA, row.angularA);
    lane_.set(to.angularB, row.angularB);
    lane_(to.mass) = row.mass;
    if (i > 0) lane_(to.target) = row.direction.dot(contact_->surfaceVelocity);
}

void ContactRows::follow(std::span<const BodyState> bodies) {
    const BodyState &a = bodies[contact_->a], &b = bodies[contact_->b];
    if (farFor_ > 0) {
        --farFor_;
        return;
    }
    if (!isStill(a, b)) followRows(a, b);
    setResponses();
}

void ContactRows::followRows(const BodyState& a, const BodyState& b) {
    const SolverContact& c = *contact_;
    const Arms cores = measure(a, b);
    if (isFar(cores, a, b)) {
        mass_ = lane_(lane_.group->rows[0].mass) = 0;
        turnsA_ = turnsB_ = kNone;
        return;
    }
    turnsA_ = a.turns;
    turnsB_ = b.turns;
    slid_ = tangential(between_, direction_);
    const Vec3& normal = direction_;
    const Vec3 armA = cores.a - c.layerA * normal, armB = cores.b + c.layerB * normal;
    const Row along = rowAlong(normal, armA, armB, a, b);
    setRow(0, along);
    mass_ = along.mass;
    const bool isSlow = h_ * std::max(a.angular.norm(), b.angular.norm()) < kFollowedTurn;
    bend_ = isSlow && a.carriesContacts && b.carriesContacts ? h_ / 2 * gapAcceleration(cores, a, b) : 0;
    axes_[0] = tangential(turned(tangent_, a, b), normal).normalized();
    axes_[1] = normal.cross(axes_[0]);
    Vec2 masses;
    for (int i = 0; i < 2; ++i) {
        const Row tangent = rowAlong(c.frictionScale[i] * axes_[i], armA, armB, a, b);
        setRow(1 + i, tangent);
        masses[i] = tangent.mass;
    }
    const Real least = masses.minCoeff();
    const bool isScaled = !c.frictionAxis.isZero(0) && least > 0;
    for (int i = 0; i < 2; ++i) lane_(lane_.group->slidingMass[i]) = isScaled ? least : masses[i];
}

/// Whether the rows are those of the bodies' present poses, almost. Then computes the gap alone.
bool ContactRows::isStill(const BodyState& a, const BodyState& b) {
    const SolverContact& c = *contact_;
    if (a.turns != turnsA_ || b.turns != turnsB_ || c.normalOwner == NormalOwner::points) return false;
    between_ = c.between + (a.displacement - b.displacement) + (a.carried * c.armA - c.armA) -
               (b.carried * c.armB - c.armB);
    gap_ = direction_.dot(between_) - c.layerA - c.layerB;
    const Real slid = (between_ - direction_.dot(between_) * direction_ - slid_).squaredNorm();
    return slid < std::pow(BodyState::kTurn * c.size, 2);
}

/// The normal and the gap. A vertex slides on the face, and two edges on one another: of the face, and of
/// both edges, the points are those that are nearest now.
ContactRows::Arms ContactRows::measure(const BodyState& a, const BodyState& b) {
    const SolverContact& c = *contact_;
    Arms arms{a.carried * c.armA, b.carried * c.armB};
    between_ = c.between + (a.displacement - b.displacement) + (arms.a - c.armA) - (arms.b - c.armB);
    const bool isLine = c.normalOwner == NormalOwner::points && !between_.isZero(0);
    direction_ = isLine ? between_.normalized() : turned(c.normal, a, b);
    if (isOfEdges()) {
        const Vec3 across = (a.carried * c.alongA).cross(b.carried * c.alongB).normalized();
        direction_ = across.dot(direction_) < 0 ? Vec3(-across) : across;
    }
    gap_ = direction_.dot(between_) - c.layerA - c.layerB;
    const Vec3 slid = tangential(between_, direction_);
    if (c.normalOwner == NormalOwner::a) arms.a -= slid;
    if (c.normalOwner == NormalOwner::b) arms.b += slid;
    if (isOfEdges()) {
        const Vec3 alongA = a.carried * c.alongA, alongB = b.carried * c.alongB;
        const Real cosine = alongA.dot(alongB), sine2 = 1 - cosine * cosine;
        const Real onA = alongA.dot(slid), onB = alongB.dot(slid);
        arms.a += (cosine * onB - onA) / sine2 * alongA;
        arms.b += (onB - cosine * onA) / sine2 * alongB;
    }
    if (!a.carriesContacts) arms.a = direction_.dot(arms.a) * direction_;
    if (!b.carriesContacts) arms.b = direction_.dot(arms.b) * direction_;
    return arms;
}

/// 1/s. `velocity`: m/s, of A's point relative to B's.
Vec3 ContactRows::normalRate(const Vec3& velocity, const BodyState& a, const BodyState& b) const {
    const Vec3& n = direction_;
    switch (contact_->normalOwner) {
        case NormalOwner::a:
            return a.angular.cross(n);
        case NormalOwner::b:
            return b.angular.cross(n);
        case NormalOwner::points: {
            const Real distance = n.dot(between_);
            return distance > 0 ? Vec3(tangential(velocity, n) / distance) : Vec3::Zero();
        }
        case NormalOwner::both:
            break;
    }
    if (!isOfEdges()) return (a.angular + b.angular).cross(n) / 2;
    const Vec3 alongA = a.carried * contact_->alongA, alongB = b.carried * contact_->alongB;
    const Real rateA = -n.dot(a.angular.cross(alongA)), rateB = -n.dot(b.angular.cross(alongB));
    const Real cosine = alongA.dot(alongB), sine2 = 1 - cosine * cosine;
    return ((rateA - cosine * rateB) * alongA + (rateB - cosine * rateA) * alongB) / sine2;
}

/// Whether the contact cannot close in the next small step, even if an impact makes its bodies some times
/// faster. If it cannot close in several ones, it is not looked at until then.
bool ContactRows::isFar(const Arms& arms, const BodyState& a, const BodyState& b) {
    constexpr Real kFaster = 4;
    constexpr int kSkipped = 3;  // small steps
    if (normalImpulse() > 0 || !(gap_ > 0)) return false;
    const Vec3 velocity = a.linear - b.linear + a.angular.cross(arms.a) - b.angular.cross(arms.b);
    const Real acceleration =
        acceleration_ + a.angular.squaredNorm() * arms.a.norm() + b.angular.squaredNorm() * arms.b.norm();
    const auto closest = [&](int smallSteps) {
        const Real time = smallSteps * h_;
        return kFaster * time * (velocity.norm() + time * acceleration) + kSlop * contact_->size;
    };
    if (gap_ > closest(1 + kSkipped)) farFor_ = kSkipped;
    return gap_ > closest(1);
}

/// m/s²: how the gap accelerates while both bodies keep their velocities, since points and normal move on
/// arcs.
Real ContactRows::gapAcceleration(const Arms& arms, const BodyState& a, const BodyState& b) const {
    const Vec3 spinA = a.angular.cross(arms.a), spinB = b.angular.cross(arms.b);
    const Vec3 velocity = a.linear - b.linear + spinA - spinB;
    const Real bend = direction_.dot(a.angular.cross(spinA) - b.angular.cross(spinB));
    const int share = contact_->normalOwner == NormalOwner::points ? 1 : 2;
    return bend + share * normalRate(velocity, a, b).dot(velocity);
}

void ContactRows::forgetImpulses() {
    setImpulse(Vec3::Zero());
    rolling_.setZero();
}

void ContactRows::warmStartRolling(std::span<BodyState> bodies) const {
    bodies[contact_->a].angular += bodies[contact_->a].inverseInertia * rolling_;
    bodies[contact_->b].angular -= bodies[contact_->b].inverseInertia * rolling_;
}

/// How each sweep changes the normal impulse: as the row alone would need.
void ContactRows::setResponses() {
    const SolverContact& c = *contact_;
    const Real springSpeed = std::max(-pushOutRate_ * gap_, Real{0});
    isDeep_ = !isSpring() && springSpeed > pushOutSpeed_;
    pushed_ = push_;
    push_ = isDeep_ ? 0 : springSpeed;
    NormalResponse soft{.offset = bend_, .mass = mass_}, relaxing{.offset = -bend_, .mass = mass_};
    if (isSpring()) {  // implicit spring and damper
        const Real sum = h_ * c.stiffness + c.damping, compliance = 1 / (h_ * sum);
        soft.mass = mass_ > 0 ? 1 / (1 / mass_ + compliance) : 0;
        soft.share = soft.mass * compliance;
        const Real speed = (gap_ > 0 ? 1 / h_ : c.stiffness / sum) * gap_;
        soft.offset += speed;
        relaxing = {.offset = speed - bend_, .mass = soft.mass, .share = soft.share};
    } else if (gap_ > 0) {
        soft.offset += gap_ / h_;
        // What is open after its bodies have moved strikes in the small step in which it closes. If it
        // overlapped before, it still has the speed by which it was pushed out.
        relaxing.least = 0;
        relaxing.most = pushed_;
    } else {
        soft.offset -= push_;
        if (c.pushOutRate < 0 && !isDeep_) {
            soft.mass *= softness_.mass;
            soft.share = softness_.impulse;
        }
    }
    lane_.set(lane_.group->soft, soft);
    lane_.set(lane_.group->relaxing, relaxing);
}

void ContactRows::solveShift(std::span<BodyState> bodies) {
    BodyState &a = bodies[contact_->a], &b = bodies[contact_->b];
    if (mass_ == 0 || !(isDeep_ || a.isShifted || b.isShifted)) return;
    const Real depth = std::max(-gap_, Real{0});
    const Real fastest = std::max(std::sqrt(2 * acceleration_ * depth), pushOutSpeed_);
    const Real target = isDeep_ ? std::min(pushOutRate_ * depth, fastest) : -std::max(gap_, Real{0}) / h_;
    PairVelocity v = PairVelocity::shifts(a, b);
    const Row along = normal();
    const Real next = std::max(shift_ + mass_ * (target - along.speed(v)), Real{0});
    if (next == shift_) return;
    along.push(v, next - shift_);
    shift_ = next;
    v.writeShifts(a, b);
}

std::optional<ContactRows::Target> ContactRows::target(Sweep sweep, Real speed) const {
    const SolverContact& c = *contact_;
    if (mass_ == 0) return std::nullopt;
    Target target{.speed = Vec3::Zero(), .compliance = 0};
    for (int i = 1; i < 3; ++i) target.speed[i] = lane_(lane_.group->rows[i].target);
    target.speed[0] = sweep == Sweep::relaxing ? bend_ : -bend_;
    if (isSpring()) {
        const Real sum = h_ * c.stiffness + c.damping;
        target.compliance = 1 / (h_ * sum);
        target.speed[0] -= (gap_ > 0 ? 1 / h_ : c.stiffness / sum) * gap_;
    } else if (sweep == Sweep::soft) {
        target.speed[0] += gap_ > 0 ? -gap_ / h_ : push_;
    } else if (gap_ > 0) {
        if (!(pushed_ > 0) || speed <= 0) return std::nullopt;
        target.speed[0] = std::max(speed - pushed_, Real{0});
    }
    return target;
}

/// Angular impulses against rolling and spinning, limited by the normal impulse.
void ContactRows::solveRolling(std::span<BodyState> bodies) {
    BodyState &a = bodies[contact_->a], &b = bodies[contact_->b];
    if (mass_ == 0) return;
    const Matrix3 response = a.inverseInertia + b.inverseInertia;
    const Vec3 slip = a.angular - b.angular;
    const auto limited = [&](const Vec3& axis, Real limit) -> Vec3 {
        const Real mass = axis.dot(response * axis);
        if (!(mass > 0)) return Vec3::Zero();
        return std::clamp(axis.dot(rolling_) - axis.dot(slip) / mass, -limit, limit) * axis;
    };
    Vec3 next = limited(direction_, contact_->spinningFriction * normalImpulse());
    for (int i = 0; i < 2; ++i) {
        next += limited(axes_[i], contact_->rollingScale[i] * contact_->rollingFriction * normalImpulse());
    }
    a.angular += a.inverseInertia * (next - rolling_);
    b.angular -= b.inverseInertia * (next - rolling_);
    rolling_ = next;
}

void ContactRows::write(int smallSteps, SolverContact& contact) const {
    contact.normalImpulse = smallSteps * normalImpulse() + impactImpulse_;
    contact.hasBounced = impactImpulse_ > 0;
    contact.frictionImpulse = impactFriction_;
    for (int i = 0; i < 2; ++i)
        contact.frictionImpulse += smallSteps * impulse()[1 + i] * tangent(i).direction;
}

}  // namespace ricochet::small_steps
