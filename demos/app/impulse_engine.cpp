#include "demos/app/impulse_engine.h"

#include "algorithms/geometry/triangle_triangle.h"
#include "demos/app/body_pairs.h"
#include "demos/app/mesh_solid.h"
#include "plugin/clocks.h"

#include <algorithm>
#include <utility>

namespace ricochet::app {
namespace {

Vec3 vectorOf(const btVector3& v) { return {v.x(), v.y(), v.z()}; }

btVector3 bulletVectorOf(const Vec3& v) { return {btScalar(v.x()), btScalar(v.y()), btScalar(v.z())}; }

btMatrix3x3 bulletMatrixOf(const Matrix3& m) {
    const auto at = [&](int row, int column) { return btScalar(m(row, column)); };
    return {at(0, 0), at(0, 1), at(0, 2), at(1, 0), at(1, 1), at(1, 2), at(2, 0), at(2, 1), at(2, 2)};
}

/// An approximate common point of two triangles.
Vec3 touchPoint(const Triangle& a, const Triangle& b) {
    if (const auto segment = intersectionSegment(a, b)) return 0.5 * (segment->begin + segment->end);
    return (b[0] + b[1] + b[2]) / 3;
}

}  // namespace

Result<std::unique_ptr<ImpulseEngine>> ImpulseEngine::create(scenes::Scene& scene,
                                                             std::shared_ptr<const NarrowPhase> detection) {
    const auto& bodies = scene.bodies();
    const bool isPair = bodies.size() == 2 && bodies[0].mesh && bodies[1].mesh &&
                        bodies[0].body->isStaticObject() && !bodies[1].body->isStaticOrKinematicObject();
    if (!isPair) {
        return tl::unexpected(
            std::string("impulses move scenes of one static and one moving mesh: pipes, torus and torpedo"));
    }
    auto standing = detection->build(meshOf(*bodies[0].mesh)),
         moving = detection->build(meshOf(*bodies[1].mesh));
    return std::unique_ptr<ImpulseEngine>(new ImpulseEngine(
        *bodies[0].body, *bodies[1].body, std::move(detection), std::move(standing), std::move(moving)));
}

ImpulseEngine::ImpulseEngine(btRigidBody& standing, btRigidBody& moving,
                             std::shared_ptr<const NarrowPhase> detection,
                             std::shared_ptr<const CollisionModel> standingModel,
                             std::shared_ptr<const CollisionModel> movingModel)
    : detection_(std::move(detection)),
      standingModel_(std::move(standingModel)),
      movingModel_(std::move(movingModel)),
      body_(moving),
      ground_{standingModel_.get(), poseOf(standing)},
      pose_(poseOf(moving)),
      velocity_(vectorOf(moving.getLinearVelocity())),
      spin_(vectorOf(moving.getAngularVelocity())),
      restitution_(standing.getRestitution() * moving.getRestitution()) {}

void ImpulseEngine::step(Real seconds) {
    velocity_ += seconds * vectorOf(body_.getGravity());
    findContacts();
    for (const FacePair& pair : contacts_) {
        const Triangle stood = ground_.triangle(pair.faceB);
        const Vec3 normal = (stood[1] - stood[0]).cross(stood[2] - stood[0]);
        if (!(normal.squaredNorm() > 0)) continue;  // a face without area has no side to be pushed to
        const MeshInstance moved{movingModel_.get(), pose_};
        bounce(touchPoint(moved.triangle(pair.faceA), stood), normal.normalized());
    }
    move(seconds);
    show();
}

void ImpulseEngine::findContacts() {
    const double start = threadMicroseconds();
    detection_->findFacePairs({movingModel_.get(), pose_}, ground_, 0, memory_, contacts_);
    milliseconds_ = 1e-3 * (threadMicroseconds() - start);
    totalMilliseconds_ += milliseconds_;
    std::sort(contacts_.begin(), contacts_.end());  // so that the motion does not depend on the narrow phase
}

/// Applies an impulse at a point along a surface's normal (unit, towards the body) if the body approaches.
void ImpulseEngine::bounce(const Vec3& point, const Vec3& normal) {
    const Vec3 arm = point - pose_.translation;
    const Real approach = normal.dot(velocity_ + spin_.cross(arm));
    if (approach >= 0) return;
    const Real inverseMass = body_.getInvMass();
    const Vec3 turn = worldInverseInertia() * arm.cross(normal);
    const Real impulse = -(1 + restitution_) * approach / (inverseMass + normal.dot(turn.cross(arm)));
    velocity_ += impulse * inverseMass * normal;
    spin_ += impulse * turn;
}

void ImpulseEngine::move(Real seconds) {
    pose_.translation += seconds * velocity_;
    const Real angle = seconds * spin_.norm();
    if (!(angle > 0)) return;
    const Matrix3 turn = Eigen::AngleAxis<Real>(angle, spin_.normalized()).toRotationMatrix();
    pose_.rotation = Eigen::Quaternion<Real>(Matrix3(turn * pose_.rotation)).normalized().toRotationMatrix();
}

/// In the Bullet world, where the scene's own force field reads it too.
void ImpulseEngine::show() const {
    const btTransform transform(bulletMatrixOf(pose_.rotation), bulletVectorOf(pose_.translation));
    body_.setWorldTransform(transform);
    body_.setInterpolationWorldTransform(transform);
    body_.setLinearVelocity(bulletVectorOf(velocity_));
    body_.setAngularVelocity(bulletVectorOf(spin_));
}

Matrix3 ImpulseEngine::worldInverseInertia() const {
    const Vec3 local = vectorOf(body_.getInvInertiaDiagLocal());
    return pose_.rotation * local.asDiagonal() * pose_.rotation.transpose();
}

}  // namespace ricochet::app
