#pragma once

#include "algorithms/small_steps/body_state.h"
#include "algorithms/small_steps/contact_groups.h"
#include "algorithms/small_steps/softness.h"
#include "algorithms/small_steps/solver.h"

#include <optional>
#include <vector>

namespace ricochet::small_steps {

/// Radii of the smaller body: points that are nearer may strike together, and are never far.
inline constexpr Real kSlop = 1e-3;

using Vec2 = Eigen::Matrix<Real, 2, 1>;

/// The velocities of two bodies while their rows are solved.
struct PairVelocity {
    Vec3 linearA, angularA, linearB, angularB;
    const Vec3 inverseMassA, inverseMassB;

    PairVelocity(const BodyState& a, const BodyState& b)
        : linearA(a.linear),
          angularA(a.angular),
          linearB(b.linear),
          angularB(b.angular),
          inverseMassA(a.inverseMass),
          inverseMassB(b.inverseMass) {}
    static PairVelocity shifts(const BodyState& a, const BodyState& b) {
        PairVelocity v(a, b);
        v.linearA = a.shift.linear;
        v.angularA = a.shift.angular;
        v.linearB = b.shift.linear;
        v.angularB = b.shift.angular;
        return v;
    }
    void write(BodyState& a, BodyState& b) const {
        a.linear = linearA;
        a.angular = angularA;
        b.linear = linearB;
        b.angular = angularB;
    }
    void writeShifts(BodyState& a, BodyState& b) const {
        a.shift = {.linear = linearA, .angular = angularA};
        b.shift = {.linear = linearB, .angular = angularB};
        a.isShifted = b.isShifted = true;
    }
};

/// The direction of an impulse on A, with the opposite one on B, and how the bodies answer to it.
struct Row {
    Vec3 direction = Vec3::Zero();
    Vec3 momentA = Vec3::Zero(), momentB = Vec3::Zero();    ///< arm × direction
    Vec3 angularA = Vec3::Zero(), angularB = Vec3::Zero();  ///< rad/s by a unit impulse, of A and of B
    Real mass = 0;                                          ///< kg: effective; 0: it cannot act

    Real speed(const PairVelocity& v) const {
        return direction.dot(v.linearA - v.linearB) + momentA.dot(v.angularA) - momentB.dot(v.angularB);
    }
    void push(PairVelocity& v, Real impulse) const {
        v.linearA += impulse * v.inverseMassA.cwiseProduct(direction);
        v.linearB -= impulse * v.inverseMassB.cwiseProduct(direction);
        v.angularA += impulse * angularA;
        v.angularB -= impulse * angularB;
    }
    Real speed(const BodyState& a, const BodyState& b) const { return speed(PairVelocity(a, b)); }
    void push(BodyState& a, BodyState& b, Real impulse) const {
        PairVelocity v(a, b);
        push(v, impulse);
        v.write(a, b);
    }
};

/// A contact while it is solved: a normal and two tangents, which turn with the bodies.
class ContactRows {
public:
    ContactRows(const SolverContact& contact, ContactLane lane, const BodyState& a, const BodyState& b,
                Real h, const SolverSettings& settings);

    /// The gap at the bodies' present poses, the rows, and how they respond in the sweeps.
    void follow(std::span<const BodyState> bodies);
    bool isRolling() const { return contact_->rollingFriction > 0 || contact_->spinningFriction > 0; }
    /// Angular impulses of the last small step.
    void warmStartRolling(std::span<BodyState> bodies) const;
    void solveRolling(std::span<BodyState> bodies);
    /// A deep overlap is pushed out by velocities of its own, which end with the small step, so that it
    /// leaves neither speed nor a load in contacts that hinder it. It shrinks as fast as in a free fall.
    bool isDeep() const { return isDeep_; }
    void startShift() { shift_ = 0; }
    void solveShift(std::span<BodyState> bodies);
    void write(int smallSteps, SolverContact& contact) const;

    Index a() const { return contact_->a; }
    Index b() const { return contact_->b; }
    const SolverContact& contact() const { return *contact_; }
    /// Along the normal (0) and both tangents.
    Row row(int i) const;
    Row normal() const { return row(0); }
    Row tangent(int i) const { return row(1 + i); }
    Real gap() const { return gap_; }
    /// N s: along the normal and both tangents.
    Vec3 impulse() const { return lane_.get(lane_.group->impulse); }
    void setImpulse(const Vec3& impulse) { lane_.set(lane_.group->impulse, impulse); }
    void forgetImpulses();
    /// What a sweep asks of a contact: speeds along the normal and both tangents, less the compliance times
    /// the normal impulse.
    struct Target {
        Vec3 speed;       ///< m/s
        Real compliance;  ///< m/s by a unit impulse along the normal
    };
    /// None for a contact that the sweep leaves alone. `speed`: m/s, along the normal now.
    std::optional<Target> target(Sweep sweep, Real speed) const;
    /// An impact within the step, which no later small step starts from: counts for what is written alone.
    void addImpact(Real normalImpulse, const Vec3& frictionImpulse) {
        impactImpulse_ += normalImpulse;
        impactFriction_ += frictionImpulse;
    }

private:
    bool isOfEdges() const { return !contact_->alongA.isZero(0); }
    bool isSpring() const { return contact_->stiffness > 0 || contact_->damping > 0; }
    Real normalImpulse() const { return lane_(lane_.group->impulse[0]); }
    Vec3 turned(const Vec3& direction, const BodyState& a, const BodyState& b) const;
    void setRow(int i, const Row& row);
    Row rowAlong(const Vec3& direction, const Vec3& armA, const Vec3& armB, const BodyState& a,
                 const BodyState& b) const;
    /// Metres, from the centres of both bodies: points that move with them, where the contact is now.
    struct Arms {
        Vec3 a, b;
    };
    Arms measure(const BodyState& a, const BodyState& b);
    bool isStill(const BodyState& a, const BodyState& b);
    bool isFar(const Arms& arms, const BodyState& a, const BodyState& b);
    void followRows(const BodyState& a, const BodyState& b);
    Vec3 normalRate(const Vec3& velocity, const BodyState& a, const BodyState& b) const;
    Real gapAcceleration(const Arms& arms, const BodyState& a, const BodyState& b) const;
    void setResponses();

    const SolverContact* contact_;
    ContactLane lane_;
    Real h_, pushOutSpeed_;
    Real acceleration_;  ///< m/s²: the larger one of the bodies', by forces
    Softness softness_;
    Real pushOutRate_;  ///< 1/s
    Vec3 tangent_;      ///< the first one, at the beginning
    Vec3 axes_[2];      ///< the unit tangents now; friction's rows are scaled
    Real mass_ = 0;     ///< kg: effective, along the normal; 0: it cannot act
    Vec3 direction_;    ///< the normal now
    Vec3 between_;      ///< metres: from B's point to A's, now
    Real gap_ = 0;
    int farFor_ = 0;                         ///< small steps in which it need not be looked at
    Index turnsA_ = kNone, turnsB_ = kNone;  ///< of the bodies, when the rows were computed
    Vec3 slid_ = Vec3::Zero();               ///< metres: A's point beside B's, then
    Real bend_ = 0;  ///< m/s: mean speed of the gap in the small step that is due to arcs
    bool isDeep_ = false;
    Real shift_ = 0;               ///< N s: along the normal, in the shift
    Real push_ = 0;                ///< m/s: at which the next soft sweep pushes an overlap out
    Real pushed_ = 0;              ///< m/s: at which the last one did
    Vec3 rolling_ = Vec3::Zero();  ///< angular impulse
    Real impactImpulse_ = 0;
    Vec3 impactFriction_ = Vec3::Zero();
};

}  // namespace ricochet::small_steps
