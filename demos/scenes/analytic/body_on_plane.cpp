#include "demos/scenes/analytic/body_on_plane.h"

#include <algorithm>
#include <utility>

namespace ricochet::scenes {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

constexpr int kSweeps = 400;          // at most, over the contacts of a step
constexpr double kConverged = 1e-12;  // m/s: the last sweep changes no impulse by more

double radiusOf(const std::vector<Vector3d>& vertices) {
    double radius = 0;
    for (const Vector3d& vertex : vertices) radius = std::max(radius, vertex.norm());
    return radius;
}

Matrix3d crossMatrix(const Vector3d& v) {
    Matrix3d matrix;
    matrix << 0, -v.z(), v.y(), v.z(), 0, -v.x(), -v.y(), v.x(), 0;
    return matrix;
}

}  // namespace

BodyOnPlane::BodyOnPlane(std::vector<Vector3d> vertices, const Matrix3d& inertia, const Vector3d& gravity,
                         double friction, const State& start)
    : vertices_(std::move(vertices)),
      inertia_(inertia),
      gravity_(gravity),
      friction_(friction),
      radius_(radiusOf(vertices_)),
      state_(start) {}

void BodyOnPlane::simulate(double seconds, int steps) {
    for (int i = 0; i < steps; ++i) step(seconds / steps);
}

void BodyOnPlane::step(double seconds) {
    accelerate(seconds);
    findContacts(seconds);
    solve(seconds);
    move(seconds);
}

/// Applies gravity and the free rotation's change of angular velocity.
void BodyOnPlane::accelerate(double seconds) {
    rotation_ = state_.orientation.toRotationMatrix();
    mobility_ = rotation_ * inertia_.inverse() * rotation_.transpose();
    const Vector3d momentum = rotation_ * inertia_ * rotation_.transpose() * state_.spin;
    state_.velocity += seconds * gravity_;
    state_.spin -= seconds * mobility_ * state_.spin.cross(momentum);
}

/// Finds vertices that may touch the plane within the step. They start from their impulses of the last step.
void BodyOnPlane::findContacts(double seconds) {
    const double furthest =
        seconds * (state_.velocity.norm() + radius_ * state_.spin.norm() + seconds * gravity_.norm());
    contacts_.clear();
    for (Vertex i = 0; i < vertices_.size(); ++i) {
        const double gap = rotation_.row(1).dot(vertices_[i]) + state_.position.y();
        if (gap > furthest) continue;
        const Vector3d arm = rotation_ * vertices_[i];
        const Matrix3d cross = crossMatrix(arm), mobility = Matrix3d::Identity() - cross * mobility_ * cross;
        contacts_.push_back({i, gap, arm, mobility(1, 1), mobility(0, 0) + mobility(2, 2)});
        const auto last = lastImpulses_.find(i);
        if (last == lastImpulses_.end()) continue;
        contacts_.back().impulse = last->second;
        apply(contacts_.back(), last->second);
    }
}

void BodyOnPlane::solve(double seconds) {
    double change = 2 * kConverged;
    for (int sweep = 0; sweep < kSweeps && change > kConverged; ++sweep) {
        change = 0;
        for (Contact& contact : contacts_) {
            const Vector3d last = contact.impulse;
            push(contact, seconds);
            rub(contact);
            change = std::max(change, (contact.impulse - last).norm());
        }
    }
    lastImpulses_.clear();
    for (const Contact& contact : contacts_) {
        if (contact.impulse.y() > 0) lastImpulses_.emplace(contact.vertex, contact.impulse);
    }
}

Vector3d BodyOnPlane::velocityOf(const Contact& contact) const {
    return state_.velocity + state_.spin.cross(contact.arm);
}

void BodyOnPlane::push(Contact& contact, double seconds) {
    const double closing = velocityOf(contact).y() + std::max(contact.gap, 0.0) / seconds,
                 last = contact.impulse.y();
    contact.impulse.y() = std::max(0.0, last - closing / contact.normalMobility);
    apply(contact, Vector3d(0, contact.impulse.y() - last, 0));
}

/// Isotropic friction: a sliding vertex is pushed against its motion.
void BodyOnPlane::rub(Contact& contact) {
    const Vector3d velocity = velocityOf(contact), last = contact.impulse;
    Vector3d along = last - velocity / contact.tangentialMobility;
    along.y() = 0;
    const double maximum = friction_ * last.y();
    if (along.norm() > maximum) along *= maximum / along.norm();
    contact.impulse = along + Vector3d(0, last.y(), 0);
    apply(contact, contact.impulse - last);
}

void BodyOnPlane::apply(const Contact& contact, const Vector3d& impulse) {
    state_.velocity += impulse;
    state_.spin += mobility_ * contact.arm.cross(impulse);
}

void BodyOnPlane::move(double seconds) {
    state_.position += seconds * state_.velocity;
    const double speed = state_.spin.norm();
    if (speed == 0) return;
    const Eigen::AngleAxisd turn(speed * seconds, state_.spin / speed);
    state_.orientation = (turn * state_.orientation).normalized();
}

}  // namespace ricochet::scenes
