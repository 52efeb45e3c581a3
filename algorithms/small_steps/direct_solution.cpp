#include "algorithms/small_steps/direct_solution.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>
#include <utility>

namespace ricochet::small_steps {
namespace {

// Ratios of two bodies that touch: up to the first one, one sweep brings a stack to rest, and up to the
// second one, two hold it (a box on a box; measured).
constexpr Real kMassRatioOfOneSweep = 10, kMassRatioOfTwo = 300;
constexpr std::size_t kMostBodies = 16, kMostContacts = 512, kMostJointRows = 192;
constexpr int kMostNewtonSteps = 60;
constexpr int kMostSlipRounds = 8;        // of solutions, until slip and lift agree
constexpr Real kConvergedSpeed = 1e-11;   // a Newton step's change of a speed, in units of the greatest
constexpr Real kConvergedSlope = 1e-9;    // of the cost, in units of the impulses
constexpr Real kLineSearchSlope = 1e-2;   // of the cost along a line, in units of the first one
constexpr Real kConvergedSlip = 1e-3;     // change of a slip between rounds, in units of the fastest
constexpr Real kNegligibleSlip = 1e-6;    // m/s
constexpr Real kGreatestMassRatio = 1e8;  // stiffer contacts would drown in rounding errors

/// Compliance of a row in units of its response, for bodies of one mass: a spring whose period is a small
/// step.
constexpr Real kNearRigid = 1 / (4 * std::numbers::pi_v<Real> * std::numbers::pi_v<Real>);

using Block = Eigen::Matrix<Real, 3, 6>;
using Vector = Eigen::VectorX<Real>;

/// A contact (normal and two tangents) or a joint's row (the first of three), in coordinates in which the
/// kinetic energy is half the square of the coordinates: M^-1/2 times these are velocities. They exist for
/// bodies that cannot move along an axis, too.
struct DirectRows {
    Index contact = kNone, joint = kNone;
    Index a = kNone, b = kNone;  ///< first coordinate of each movable body
    Block alongA = Block::Zero(), alongB = Block::Zero();
    Vec3 free = Vec3::Zero();    ///< m/s: speeds without the impulses
    Vec3 target = Vec3::Zero();  ///< m/s: requested speeds
    Vec3 held = Vec3::Zero();    ///< m/s: the last impulses times the compliance, at which it is not felt
    Vec3 compliance = Vec3::Ones();
    Real friction = 0;
    Real minimumImpulse = 0, maximumImpulse = 0;  ///< of a joint's row
    Real slip = 0;                                ///< m/s: of the last round
    Vec3 speed = Vec3::Zero();
    Vec3 impulse = Vec3::Zero();
    Matrix3 slope = Matrix3::Zero();  ///< of the impulse over the speed, negative

    Vec3 along(const Vector& coordinates) const {
        Vec3 sum = Vec3::Zero();
        if (a != kNone) sum += alongA * coordinates.segment<6>(a);
        if (b != kNone) sum += alongB * coordinates.segment<6>(b);
        return sum;
    }
    void project();
    void projectContact(const Vec3& sought);
};

/// The impulses for the present speed: those of the springs, projected on the cone of friction or on the
/// limits of a joint, in the norm of the compliance.
void DirectRows::project() {
    const Vec3 sought = (target + held - friction * slip * Vec3::UnitX() - speed).cwiseQuotient(compliance);
    impulse.setZero();
    slope.setZero();
    if (contact != kNone) return projectContact(sought);
    impulse[0] = std::clamp(sought[0], minimumImpulse, maximumImpulse);
    if (impulse[0] == sought[0]) slope(0, 0) = 1 / compliance[0];
}

void DirectRows::projectContact(const Vec3& sought) {
    const Real normal = sought[0];
    const Vec3 across(0, sought[1], sought[2]);
    const Real length = across.norm();
    const Real steepness = friction * compliance[1] / compliance[0];
    if (friction == 0 && normal > 0) {
        impulse[0] = normal;
        slope(0, 0) = 1 / compliance[0];
    } else if (normal > 0 && length <= friction * normal) {  // sticks
        impulse = sought;
        slope = compliance.cwiseInverse().asDiagonal();
    } else if (normal > -steepness * length) {  // slides
        const Vec3 direction = across / length;
        const Real share = 1 / (1 + friction * steepness);
        impulse[0] = share * (normal + steepness * length);
        impulse += friction * impulse[0] * direction;
        const Vec3 edge = Vec3::UnitX() + friction * direction;
        Matrix3 turning = Matrix3::Identity() - direction * direction.transpose();
        turning(0, 0) = 0;
        slope = share / compliance[0] * edge * edge.transpose() +
                friction * impulse[0] / (length * compliance[1]) * turning;
    }
}

/// Minimises half the square of the coordinates plus the cost of all rows, whose slopes are the impulses.
class DirectProblem {
public:
    DirectProblem(std::vector<DirectRows>& rows, Index coordinates) : rows_(rows), size_(coordinates) {}

    /// From the rows' impulses. False if it does not converge.
    bool solve();

private:
    bool minimise();
    void project();
    Vector sumOfImpulses() const;
    Eigen::MatrixX<Real> curvature() const;
    Real lineSearch(const Vector& direction, const std::vector<Vec3>& change);

    std::vector<DirectRows>& rows_;
    Index size_;
    Vector now_;
};

bool DirectProblem::solve() {
    now_ = sumOfImpulses();
    for (DirectRows& row : rows_) row.speed = row.free + row.along(now_);
    for (int round = 0; round < kMostSlipRounds; ++round) {
        Real fastest = 0, change = 0;
        for (DirectRows& row : rows_) {
            if (row.friction == 0) continue;
            const Real slip = (row.speed - row.target).tail<2>().norm();
            fastest = std::max(fastest, slip);
            change = std::max(change, std::abs(slip - row.slip));
            row.slip = slip;
        }
        if (round > 0 && change <= std::max(kConvergedSlip * fastest, kNegligibleSlip)) break;
        if (!minimise()) return false;
    }
    return true;
}

/// Newton's method with a line search: the cost is convex, so it ends at the one minimum.
bool DirectProblem::minimise() {
    std::vector<Vec3> change(rows_.size());
    project();
    for (int step = 0; step < kMostNewtonSteps; ++step) {
        const Vector slope = now_ - sumOfImpulses();
        Real impulses = 0, fastest = 0;
        for (const DirectRows& row : rows_) {
            if (row.a != kNone) impulses += (row.alongA.transpose() * row.impulse).squaredNorm();
            if (row.b != kNone) impulses += (row.alongB.transpose() * row.impulse).squaredNorm();
            fastest = std::max({fastest, row.free.lpNorm<Eigen::Infinity>(),
                                row.target.lpNorm<Eigen::Infinity>(), row.speed.lpNorm<Eigen::Infinity>()});
        }
        if (!slope.allFinite()) return false;
        if (slope.norm() <= kConvergedSlope * std::sqrt(impulses)) return true;
        const Eigen::LLT<Eigen::MatrixX<Real>> factors(curvature());
        if (factors.info() != Eigen::Success) return false;
        const Vector direction = -factors.solve(slope);
        Real greatest = 0;
        for (std::size_t i = 0; i < rows_.size(); ++i) {
            change[i] = rows_[i].along(direction);
            greatest = std::max(greatest, change[i].lpNorm<Eigen::Infinity>());
        }
        const Real share = lineSearch(direction, change);
        now_ += share * direction;
        if (share * greatest <= kConvergedSpeed * fastest) return true;
    }
    return false;
}

/// Moves the rows' speeds by a share of the change, and returns the share.
Real DirectProblem::lineSearch(const Vector& direction, const std::vector<Vec3>& change) {
    const Real linear = now_.dot(direction), square = direction.squaredNorm();
    Real present = 0;
    const auto slopeAt = [&](Real share) {
        Real sum = linear + share * square;
        for (std::size_t i = 0; i < rows_.size(); ++i) {
            rows_[i].speed += (share - present) * change[i];
            rows_[i].project();
            sum -= rows_[i].impulse.dot(change[i]);
        }
        present = share;
        return sum;
    };
    constexpr int kMostTries = 40;
    Real low = 0, high = 1, slopeLow = slopeAt(0), slopeHigh = slopeAt(1);
    const Real flat = kLineSearchSlope * std::abs(slopeLow);
    for (; slopeHigh < -flat && high < 8; high *= 2) {
        low = high;
        slopeLow = slopeHigh;
        slopeHigh = slopeAt(2 * high);
    }
    Real slope = slopeHigh;
    // False position, with the kept end's slope halved (Illinois), so that both ends close in.
    for (int i = 0; i < kMostTries && std::abs(slope) > flat && slopeHigh > 0 && slopeLow < 0; ++i) {
        const Real share = low + (high - low) * slopeLow / (slopeLow - slopeHigh);
        slope = slopeAt(share);
        if (slope > 0) {
            high = share;
            slopeHigh = slope;
            slopeLow /= 2;
        } else {
            low = share;
            slopeLow = slope;
            slopeHigh /= 2;
        }
    }
    return present;
}

void DirectProblem::project() {
    for (DirectRows& row : rows_) row.project();
}

Vector DirectProblem::sumOfImpulses() const {
    Vector sum = Vector::Zero(size_);
    for (const DirectRows& row : rows_) {
        if (row.a != kNone) sum.segment<6>(row.a) += row.alongA.transpose() * row.impulse;
        if (row.b != kNone) sum.segment<6>(row.b) += row.alongB.transpose() * row.impulse;
    }
    return sum;
}

/// The lower half of the second derivative of the cost.
Eigen::MatrixX<Real> DirectProblem::curvature() const {
    Eigen::MatrixX<Real> sum = Eigen::MatrixX<Real>::Identity(size_, size_);
    for (const DirectRows& row : rows_) {
        if (row.slope.isZero(0)) continue;
        const Block onA = row.slope * row.alongA, onB = row.slope * row.alongB;
        if (row.a != kNone) sum.block<6, 6>(row.a, row.a) += row.alongA.transpose() * onA;
        if (row.b != kNone) sum.block<6, 6>(row.b, row.b) += row.alongB.transpose() * onB;
        if (row.a == kNone || row.b == kNone) continue;
        if (row.a > row.b) sum.block<6, 6>(row.a, row.b) += row.alongA.transpose() * onB;
        if (row.b > row.a) sum.block<6, 6>(row.b, row.a) += row.alongB.transpose() * onA;
    }
    return sum;
}

/// A body's velocities by its coordinates: M^-1/2.
struct DirectScale {
    Vec3 linear;
    Matrix3 angular;
};

DirectScale directScale(const BodyState& body) {
    Eigen::SelfAdjointEigenSolver<Matrix3> axes;
    axes.computeDirect(body.inverseInertia);
    const Vec3 roots = axes.eigenvalues().cwiseMax(0).cwiseSqrt();
    return {body.inverseMass.cwiseSqrt(),
            axes.eigenvectors() * roots.asDiagonal() * axes.eigenvectors().transpose()};
}

void setDirectRow(Block& block, int row, const DirectScale& scale, const Vec3& linear, const Vec3& angular) {
    block.block<1, 3>(row, 0) = linear.cwiseProduct(scale.linear).transpose();
    block.block<1, 3>(row, 3) = angular.transpose() * scale.angular;
}

void pushContact(const ContactRows& contact, std::span<BodyState> bodies, const Vec3& impulse) {
    for (int i = 0; i < 3; ++i) {
        contact.row(i).push(bodies[contact.a()], bodies[contact.b()], impulse[i]);
    }
}

void pushJoint(const JointRow& joint, std::span<BodyState> bodies, Real impulse) {
    bodies[joint.a].push(joint.linearA * impulse, joint.angularA * impulse);
    bodies[joint.b].push(joint.linearB * impulse, joint.angularB * impulse);
}

Real jointSpeed(const JointRow& joint, std::span<const BodyState> bodies) {
    const BodyState &a = bodies[joint.a], &b = bodies[joint.b];
    return joint.linearA.dot(a.linear) + joint.angularA.dot(a.angular) + joint.linearB.dot(b.linear) +
           joint.angularB.dot(b.angular);
}

bool isMassRatioAbove(Real ratio, const BodyState& a, const BodyState& b) {
    const auto [light, heavy] = std::minmax({a.mass(), b.mass()});
    return light > 0 && heavy > ratio * light;
}

}  // namespace

DirectSolution::DirectSolution(const Islands& islands, std::span<const BodyState> bodies,
                               std::span<const SolverContact> contacts, std::span<const JointRow> joints) {
    const auto isHeavyOnLight = [&](const SolverContact& c) {
        return isMassRatioAbove(kMassRatioOfOneSweep, bodies[c.a], bodies[c.b]);
    };
    if (std::ranges::none_of(contacts, isHeavyOnLight)) return;

    std::vector<Index> place(islands.count(), kNone);  // in islands_
    for (const SolverContact& contact : contacts) {
        if (!isHeavyOnLight(contact)) continue;
        Index& island = place[islands.of(contact.a)];
        if (island != kNone) continue;
        island = static_cast<Index>(islands_.size());
        islands_.emplace_back();
    }
    const auto islandOf = [&](Index a, Index b) {
        const Index island = islands.of(a, b);
        return island == kNone ? kNone : place[island];
    };
    for (Index i = 0; i < contacts.size(); ++i) {
        const SolverContact& contact = contacts[i];
        islandOfContact_.push_back(islandOf(contact.a, contact.b));
        if (islandOfContact_.back() == kNone) continue;
        Island& island = islands_[islandOfContact_.back()];
        island.contacts.push_back(i);
        island.isDirect |= isMassRatioAbove(kMassRatioOfTwo, bodies[contact.a], bodies[contact.b]);
        island.isBounded &= contact.rollingFriction == 0 && contact.spinningFriction == 0;
    }
    for (Index i = 0; i < joints.size(); ++i) {
        islandOfJoint_.push_back(islandOf(joints[i].a, joints[i].b));
        if (islandOfJoint_.back() != kNone) islands_[islandOfJoint_.back()].joints.push_back(i);
    }
    coordinate_.assign(bodies.size(), kNone);
    for (Index i = 0; i < bodies.size(); ++i) {
        if (islandOf(i, i) == kNone) continue;
        Island& island = islands_[islandOf(i, i)];
        coordinate_[i] = static_cast<Index>(6 * island.bodies.size());
        island.bodies.push_back(i);
    }
    for (Island& island : islands_) {
        Real lightest = std::numeric_limits<Real>::infinity(), heaviest = 0;
        for (const Index body : island.bodies) {
            const Real mass = bodies[body].mass();
            if (mass > 0) lightest = std::min(lightest, mass);
            heaviest = std::max(heaviest, mass);
        }
        island.massRatio = std::min(heaviest / lightest, kGreatestMassRatio);
        island.isBounded &= island.bodies.size() <= kMostBodies && island.contacts.size() <= kMostContacts &&
                            island.joints.size() <= kMostJointRows;
    }
}

void DirectSolution::solve(std::span<ContactRows> rows, std::span<JointRow> joints,
                           std::span<BodyState> bodies, Sweep sweep, Real jointRate) {
    for (Island& island : islands_) {
        if (!island.isDirect) continue;
        if (sweep == Sweep::soft) {
            island.isSolved = island.isBounded && solve(island, rows, joints, bodies, sweep, jointRate);
            ++(island.isSolved ? counts_.solved : counts_.leftToSweeps);
        } else if (island.isSolved && !solve(island, rows, joints, bodies, sweep, jointRate)) {
            island.isSolved = false;
            --counts_.solved;
            ++counts_.leftToSweeps;
        }
    }
}

bool DirectSolution::solve(const Island& island, std::span<ContactRows> rows, std::span<JointRow> joints,
                           std::span<BodyState> bodies, Sweep sweep, Real jointRate) const {
    std::vector<DirectScale> scales;
    std::vector<std::pair<Vec3, Vec3>> before;
    for (const Index body : island.bodies) {
        scales.push_back(directScale(bodies[body]));
        before.emplace_back(bodies[body].linear, bodies[body].angular);
    }
    std::vector<DirectRows> all;
    const auto add = [&](Index a, Index b) -> DirectRows& {
        all.push_back({.a = coordinate_[a], .b = coordinate_[b]});
        return all.back();
    };
    const auto setRow = [&](Block& block, Index first, int row, const Vec3& linear, const Vec3& angular) {
        if (first != kNone) setDirectRow(block, row, scales[first / 6], linear, angular);
    };
    const Real nearRigid = kNearRigid / island.massRatio;
    for (const Index i : island.contacts) {
        ContactRows& contact = rows[i];
        const std::optional<ContactRows::Target> target =
            contact.target(sweep, contact.normal().speed(bodies[contact.a()], bodies[contact.b()]));
        if (!target) continue;
        DirectRows& row = add(contact.a(), contact.b());
        const Real rigid = nearRigid / contact.normal().mass;
        row.contact = i;
        row.target = target->speed;
        row.held = rigid * contact.impulse();
        row.compliance = Vec3::Constant(rigid) + target->compliance * Vec3::UnitX();
        row.friction = contact.contact().friction;
        row.impulse = contact.impulse();
        for (int k = 0; k < 3; ++k) {
            const Row along = contact.row(k);
            setRow(row.alongA, row.a, k, along.direction, along.momentA);
            setRow(row.alongB, row.b, k, -along.direction, -along.momentB);
        }
    }
    for (const Index i : island.joints) {
        const JointRow& joint = joints[i];
        const Real response = bodies[joint.a].response(joint.linearA, joint.angularA) +
                              bodies[joint.b].response(joint.linearB, joint.angularB);
        if (!(response > 0)) continue;
        DirectRows& row = add(joint.a, joint.b);
        const Real rigid = nearRigid * response;
        row.joint = i;
        row.target[0] = joint.isMotor ? joint.speed : sweep == Sweep::soft ? jointRate * joint.error : 0;
        row.held[0] = rigid * joint.impulse;
        row.compliance[0] = rigid + joint.compliance;
        row.minimumImpulse = joint.minimumImpulse;
        row.maximumImpulse = joint.maximumImpulse;
        row.impulse[0] = joint.impulse;
        setRow(row.alongA, row.a, 0, joint.linearA, joint.angularA);
        setRow(row.alongB, row.b, 0, joint.linearB, joint.angularB);
    }
    for (const DirectRows& row : all) {
        if (row.contact != kNone) pushContact(rows[row.contact], bodies, -row.impulse);
        if (row.joint != kNone) pushJoint(joints[row.joint], bodies, -row.impulse[0]);
    }
    for (DirectRows& row : all) {
        if (row.joint != kNone) {
            row.free[0] = jointSpeed(joints[row.joint], bodies);
        } else {
            const ContactRows& contact = rows[row.contact];
            for (int k = 0; k < 3; ++k) {
                row.free[k] = contact.row(k).speed(bodies[contact.a()], bodies[contact.b()]);
            }
        }
    }
    if (!DirectProblem(all, static_cast<Index>(6 * island.bodies.size())).solve()) {
        for (std::size_t i = 0; i < before.size(); ++i) {
            bodies[island.bodies[i]].linear = before[i].first;
            bodies[island.bodies[i]].angular = before[i].second;
        }
        return false;
    }
    for (const DirectRows& row : all) {
        if (row.joint != kNone) {
            joints[row.joint].impulse = row.impulse[0];
            pushJoint(joints[row.joint], bodies, row.impulse[0]);
        } else {
            rows[row.contact].setImpulse(row.impulse);
            pushContact(rows[row.contact], bodies, row.impulse);
        }
    }
    return true;
}

}  // namespace ricochet::small_steps
