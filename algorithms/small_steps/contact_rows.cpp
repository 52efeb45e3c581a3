#include "algorithms/small_steps/contact_rows.h"

#include <algorithm>
#include <cmath>

namespace ricochet::small_steps {
namespace {

/// Hertz of contacts in units of the rate of small steps: an eighth, more for small bodies, up to what a
/// small step resolves. A contact settles by a multiple of g / ω² under its load, which must stay small
/// beside the bodies.
constexpr Real kStiffness = 0.125, kGreatestStiffness = 0.25;
constexpr Real kReferenceSize = 0.1;  ///< metres: smaller bodies have stiffer contacts

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

ContactRows::ContactRows(const SolverContact& contact, const BodyState& a, const BodyState& b, Real h,
                         const SolverSettings& settings)
    : contact_(&contact),
      h_(h),
      pushOutSpeed_(settings.pushOutSpeed),
      acceleration_(std::max(a.acceleration().norm(), b.acceleration().norm())) {
    // Static bodies do not give way, so the spring is twice as fast there.
    const bool isAgainstFixed = !a.isMovable || !b.isMovable;
    softness_ =
        softness((isAgainstFixed ? 2 : 1) * contactHertz(contact.size, h), settings.contactDamping, h);
    const Vec3 last = tangential(contact.frictionImpulse, contact.normal);
    tangent_ = !contact.frictionAxis.isZero(0) ? contact.frictionAxis
               : last.squaredNorm() > 0        ? last.normalized()
                                               : perpendicular(contact.normal);
    isConveyor_ = !contact.surfaceVelocity.isZero(0);
    impulse_ = contact.normalImpulse / settings.smallSteps;
    const Vec3 tangents[] = {tangent_, contact.normal.cross(tangent_)};
    for (int i = 0; i < 2; ++i) {
        const Real scale = contact.frictionScale[i];
        friction_[i] = scale > 0 ? tangents[i].dot(last) / (scale * settings.smallSteps) : 0;
    }
}

/// A direction fixed to what the normal turns with.
Vec3 ContactRows::turned(const Vec3& direction, const BodyState& a, const BodyState& b) const {
    switch (contact_->normalOwner) {
        case NormalOwner::a:
            return a.turned * direction;
        case NormalOwner::b:
            return b.turned * direction;
        case NormalOwner::both:
            break;
        case NormalOwner::points:
            return direction;
    }
    return (a.turned * direction + b.turned * direction).normalized();
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

void ContactRows::follow(std::span<const BodyState> bodies) {
    const SolverContact& c = *contact_;
    const BodyState &a = bodies[c.a], &b = bodies[c.b];
    if (isStill(a, b)) return;
    const Arms cores = measure(a, b);
    if (isFar(cores, a, b)) {
        normal_.mass = 0;
        turnsA_ = turnsB_ = kNone;
        return;
    }
    turnsA_ = a.turns;
    turnsB_ = b.turns;
    slid_ = tangential(between_, direction_);
    const Vec3& normal = direction_;
    const Vec3 armA = cores.a - c.layerA * normal, armB = cores.b + c.layerB * normal;
    normal_ = rowAlong(normal, armA, armB, a, b);
    bend_ = h_ / 2 * gapAcceleration(cores, a, b);
    axes_[0] = tangential(turned(tangent_, a, b), normal).normalized();
    axes_[1] = normal.cross(axes_[0]);
    for (int i = 0; i < 2; ++i) tangents_[i] = rowAlong(c.frictionScale[i] * axes_[i], armA, armB, a, b);
}

/// Whether the rows are those of the bodies' present poses, almost. Then computes the gap alone.
bool ContactRows::isStill(const BodyState& a, const BodyState& b) {
    const SolverContact& c = *contact_;
    if (a.turns != turnsA_ || b.turns != turnsB_ || c.normalOwner == NormalOwner::points) return false;
    between_ = c.between + (a.displacement - b.displacement) + (a.turned * c.armA - c.armA) -
               (b.turned * c.armB - c.armB);
    gap_ = direction_.dot(between_) - c.layerA - c.layerB;
    const Real slid = (between_ - direction_.dot(between_) * direction_ - slid_).squaredNorm();
    return slid < std::pow(BodyState::kTurn * c.size, 2);
}

/// The normal and the gap. A vertex slides on the face, and two edges on one another: of the face, and of
/// both edges, the points are those that are nearest now.
ContactRows::Arms ContactRows::measure(const BodyState& a, const BodyState& b) {
    const SolverContact& c = *contact_;
    Arms arms{a.turned * c.armA, b.turned * c.armB};
    between_ = c.between + (a.displacement - b.displacement) + (arms.a - c.armA) - (arms.b - c.armB);
    const bool isLine = c.normalOwner == NormalOwner::points && !between_.isZero(0);
    direction_ = isLine ? between_.normalized() : turned(c.normal, a, b);
    if (isOfEdges()) {
        const Vec3 across = (a.turned * c.alongA).cross(b.turned * c.alongB).normalized();
        direction_ = across.dot(direction_) < 0 ? Vec3(-across) : across;
    }
    gap_ = direction_.dot(between_) - c.layerA - c.layerB;
    const Vec3 slid = tangential(between_, direction_);
    if (c.normalOwner == NormalOwner::a) arms.a -= slid;
    if (c.normalOwner == NormalOwner::b) arms.b += slid;
    if (isOfEdges()) {
        const Vec3 alongA = a.turned * c.alongA, alongB = b.turned * c.alongB;
        const Real cosine = alongA.dot(alongB), sine2 = 1 - cosine * cosine;
        const Real onA = alongA.dot(slid), onB = alongB.dot(slid);
        arms.a += (cosine * onB - onA) / sine2 * alongA;
        arms.b += (onB - cosine * onA) / sine2 * alongB;
    }
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
    const Vec3 alongA = a.turned * contact_->alongA, alongB = b.turned * contact_->alongB;
    const Real rateA = -n.dot(a.angular.cross(alongA)), rateB = -n.dot(b.angular.cross(alongB));
    const Real cosine = alongA.dot(alongB), sine2 = 1 - cosine * cosine;
    return ((rateA - cosine * rateB) * alongA + (rateB - cosine * rateA) * alongB) / sine2;
}

/// Whether the contact cannot close in the next small step, even if an impact makes its bodies some times
/// faster.
bool ContactRows::isFar(const Arms& arms, const BodyState& a, const BodyState& b) const {
    constexpr Real kFaster = 4;
    if (impulse_ > 0 || !(gap_ > 0)) return false;
    const Vec3 velocity = a.linear - b.linear + a.angular.cross(arms.a) - b.angular.cross(arms.b);
    const Real closest = kFaster * h_ * velocity.norm() + kSlop * contact_->size;
    return gap_ > closest;
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

void ContactRows::warmStart(std::span<BodyState> bodies) const {
    if (impulse_ == 0) return;
    BodyState &a = bodies[contact_->a], &b = bodies[contact_->b];
    PairVelocity v(a, b);
    normal_.push(v, impulse_);
    for (int i = 0; i < 2; ++i) tangents_[i].push(v, friction_[i]);
    if (!rolling_.isZero(0)) {
        v.angularA += a.inverseInertia * rolling_;
        v.angularB -= b.inverseInertia * rolling_;
    }
    v.write(a, b);
}

/// The change of the normal impulse that one row alone would need.
Real ContactRows::normalChange(Real speed, Sweep sweep) const {
    const SolverContact& c = *contact_;
    speed += sweep == Sweep::relaxing ? -bend_ : bend_;
    if (c.stiffness > 0 || c.damping > 0) {  // implicit spring and damper
        const Real sum = h_ * c.stiffness + c.damping;
        const Real compliance = 1 / (h_ * sum), rate = gap_ > 0 ? 1 / h_ : c.stiffness / sum;
        const Real mass = 1 / (1 / normal_.mass + compliance);
        return -mass * (speed + rate * gap_ + compliance * impulse_);
    }
    // What is open after its bodies have moved strikes in the small step in which it closes. If it overlapped
    // before, it still has the speed by which it was pushed out.
    if (gap_ > 0 && sweep == Sweep::relaxing) return -normal_.mass * std::clamp(speed, Real{0}, push_);
    if (sweep == Sweep::relaxing) return -normal_.mass * speed;
    if (gap_ > 0) return -normal_.mass * (speed + gap_ / h_);
    if (c.pushOutRate >= 0) return -normal_.mass * (speed - push_);
    return -normal_.mass * softness_.mass * (speed - push_) - softness_.impulse * impulse_;
}

/// m/s: at which an overlap would shrink as a spring.
Real ContactRows::springSpeed() const {
    const Real rate = contact_->pushOutRate >= 0 ? contact_->pushOutRate : softness_.rate;
    return std::max(-rate * gap_, Real{0});
}

bool ContactRows::isDeep() const {
    return contact_->stiffness == 0 && contact_->damping == 0 && springSpeed() > pushOutSpeed_;
}

/// m/s: at which the velocities of a soft sweep push an overlap out.
Real ContactRows::pushOut() const { return isDeep() ? 0 : springSpeed(); }

void ContactRows::solveShift(std::span<BodyState> bodies) {
    BodyState &a = bodies[contact_->a], &b = bodies[contact_->b];
    if (normal_.mass == 0 || !(isDeep() || a.isShifted || b.isShifted)) return;
    const Real depth = std::max(-gap_, Real{0});
    const Real fastest = std::max(std::sqrt(2 * acceleration_ * depth), pushOutSpeed_);
    const Real wanted = isDeep() ? std::min(springSpeed(), fastest) : -std::max(gap_, Real{0}) / h_;
    PairVelocity v = PairVelocity::shifts(a, b);
    const Real next = std::max(shift_ + normal_.mass * (wanted - normal_.speed(v)), Real{0});
    if (next == shift_) return;
    normal_.push(v, next - shift_);
    shift_ = next;
    v.writeShifts(a, b);
}

std::optional<ContactRows::Target> ContactRows::target(Sweep sweep, Real speed) {
    const SolverContact& c = *contact_;
    if (normal_.mass == 0) return std::nullopt;
    if (sweep == Sweep::soft) push_ = pushOut();
    Target target{.speed = Vec3::Zero(), .compliance = 0};
    if (isConveyor_) {
        for (int i = 0; i < 2; ++i) target.speed[1 + i] = tangents_[i].direction.dot(c.surfaceVelocity);
    }
    target.speed[0] = sweep == Sweep::relaxing ? bend_ : -bend_;
    if (c.stiffness > 0 || c.damping > 0) {
        const Real sum = h_ * c.stiffness + c.damping;
        target.compliance = 1 / (h_ * sum);
        target.speed[0] -= (gap_ > 0 ? 1 / h_ : c.stiffness / sum) * gap_;
    } else if (sweep == Sweep::soft) {
        target.speed[0] += gap_ > 0 ? -gap_ / h_ : push_;
    } else if (gap_ > 0) {
        if (!(push_ > 0) || speed <= 0) return std::nullopt;
        target.speed[0] = std::max(speed - push_, Real{0});
    }
    return target;
}

void ContactRows::solve(std::span<BodyState> bodies, Sweep sweep) {
    if (normal_.mass == 0) return;
    BodyState &a = bodies[contact_->a], &b = bodies[contact_->b];
    PairVelocity v(a, b);
    if (sweep == Sweep::soft) push_ = pushOut();
    const Real next = std::max(impulse_ + normalChange(normal_.speed(v), sweep), Real{0});
    if (next == 0 && impulse_ == 0) return;
    normal_.push(v, next - impulse_);
    impulse_ = next;
    solveFriction(v);
    if (contact_->rollingFriction > 0 || contact_->spinningFriction > 0) solveRolling(a, b, v);
    v.write(a, b);
}

/// Both tangents at once, limited by Coulomb's cone, which the rows' scales make elliptic.
void ContactRows::solveFriction(PairVelocity& v) {
    const Real limit = contact_->friction * impulse_;
    if (limit == 0 && friction_.isZero(0)) return;
    Vec2 slip, mass;
    for (int i = 0; i < 2; ++i) {
        const Row& row = tangents_[i];
        slip[i] = row.speed(v) - (isConveyor_ ? row.direction.dot(contact_->surfaceVelocity) : 0);
        mass[i] = row.mass;
    }
    Vec2 next = friction_ - mass.cwiseProduct(slip);
    // The impulse against slip would be askew with masses that are as different as the scales.
    if (next.squaredNorm() > limit * limit && !contact_->frictionAxis.isZero(0) && mass.minCoeff() > 0)
        next = friction_ - mass.minCoeff() * slip;
    if (const Real square = next.squaredNorm(); square > limit * limit) next *= limit / std::sqrt(square);
    for (int i = 0; i < 2; ++i) tangents_[i].push(v, next[i] - friction_[i]);
    friction_ = next;
}

/// Angular impulses against rolling and spinning, limited by the normal impulse.
void ContactRows::solveRolling(const BodyState& a, const BodyState& b, PairVelocity& v) {
    const Matrix3 response = a.inverseInertia + b.inverseInertia;
    const Vec3 slip = v.angularA - v.angularB, &normal = normal_.direction;
    const auto limited = [&](const Vec3& axis, Real before, Real limit) {
        const Real mass = axis.dot(response * axis);
        return mass > 0 ? std::clamp(before - axis.dot(slip) / mass, -limit, limit) : 0;
    };
    Vec3 next = limited(normal, normal.dot(rolling_), contact_->spinningFriction * impulse_) * normal;
    for (int i = 0; i < 2; ++i) {
        const Real limit = contact_->rollingScale[i] * contact_->rollingFriction * impulse_;
        next += limited(axes_[i], axes_[i].dot(rolling_), limit) * axes_[i];
    }
    v.angularA += a.inverseInertia * (next - rolling_);
    v.angularB -= b.inverseInertia * (next - rolling_);
    rolling_ = next;
}

void ContactRows::write(int smallSteps, SolverContact& contact) const {
    contact.normalImpulse = smallSteps * impulse_ + impactImpulse_;
    contact.hasBounced = impactImpulse_ > 0;
    contact.frictionImpulse = impactFriction_;
    for (int i = 0; i < 2; ++i) contact.frictionImpulse += smallSteps * friction_[i] * tangents_[i].direction;
}

}  // namespace ricochet::small_steps
