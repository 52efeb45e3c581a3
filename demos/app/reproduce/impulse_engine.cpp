#include "demos/app/reproduce/impulse_engine.h"

#include "algorithms/geometry/triangle_triangle.h"
#include "demos/app/body_pairs.h"
#include "demos/app/mesh_solid.h"
#include "demos/app/simulation.h"
#include "plugin/backends.h"
#include "plugin/clocks.h"

#include <algorithm>

namespace ricochet::app {
namespace {

constexpr Real kRestitution = 0.5;

Vec3 vectorOf(const btVector3& v) { return {v.x(), v.y(), v.z()}; }

/// The moving body, and the scene's gravity about it.
class Mover {
public:
    explicit Mover(btRigidBody& body)
        : body_(body),
          pose_(poseOf(body)),
          velocity_(vectorOf(body.getLinearVelocity())),
          spin_(vectorOf(body.getAngularVelocity())),
          inverseMass_(body.getInvMass()),
          inverseInertia_(vectorOf(body.getInvInertiaDiagLocal())) {}

    const Pose& pose() const { return pose_; }

    void fall(Real dt) { velocity_ += dt * vectorOf(body_.getGravity()); }

    /// Applies an impulse at a point along a surface's normal (unit, towards this body) if the body
    /// approaches.
    void bounce(const Vec3& point, const Vec3& normal) {
        const Vec3 arm = point - pose_.translation;
        const Real approach = normal.dot(velocity_ + spin_.cross(arm));
        if (approach >= 0) return;
        const Vec3 turn = worldInverseInertia() * arm.cross(normal);
        const Real impulse = -(1 + kRestitution) * approach / (inverseMass_ + normal.dot(turn.cross(arm)));
        velocity_ += impulse * inverseMass_ * normal;
        spin_ += impulse * turn;
    }

    void move(Real dt) {
        pose_.translation += dt * velocity_;
        const Real angle = dt * spin_.norm();
        if (angle > 0) {
            const Eigen::Quaternion<Real> turned(
                Matrix3(Eigen::AngleAxis<Real>(angle, spin_.normalized()) * pose_.rotation));
            pose_.rotation = turned.normalized().toRotationMatrix();
        }
        // read by the scene's own force field
        btTransform transform;
        transform.setIdentity();
        transform.setOrigin({btScalar(pose_.translation.x()), btScalar(pose_.translation.y()),
                             btScalar(pose_.translation.z())});
        body_.setWorldTransform(transform);
    }

private:
    Matrix3 worldInverseInertia() const {
        return pose_.rotation * inverseInertia_.asDiagonal() * pose_.rotation.transpose();
    }

    btRigidBody& body_;
    Pose pose_;
    Vec3 velocity_, spin_;
    Real inverseMass_;
    Vec3 inverseInertia_;
};

/// An approximate common point of two triangles.
Vec3 touchPoint(const Triangle& a, const Triangle& b) {
    if (const auto segment = intersectionSegment(a, b)) return 0.5 * (segment->begin + segment->end);
    return (b[0] + b[1] + b[2]) / 3;
}

}  // namespace

Result<IntersectionRow> countWithImpulses(const RunOptions& options, const std::string& narrowPhase) {
    const auto backend = selectBackend(narrowPhase);
    if (!backend) return tl::unexpected(backend.error());
    const auto simulation = Simulation::create(options);
    if (!simulation) return tl::unexpected(simulation.error());
    scenes::Scene& scene = (*simulation)->scene();
    const auto& bodies = scene.bodies();
    if (bodies.size() != 2 || !bodies[0].mesh || !bodies[1].mesh) {
        return tl::unexpected("the scene '" + options.scene +
                              "' does not consist of one static and one moving mesh");
    }
    const auto detection = backend->make(makeSerialExecutor()).narrowPhase;
    const auto standing = detection->build(meshOf(*bodies[0].mesh)),
               moving = detection->build(meshOf(*bodies[1].mesh));
    const Placed ground{standing.get(), poseOf(*bodies[0].body)};
    Mover mover(*bodies[1].body);
    const Real dt = 1 / options.hz;
    PairMemory memory;
    FacePairs pairs;
    double microseconds = 0;
    for (int step = 0; step < options.steps; ++step) {
        scene.beforeStep();
        mover.fall(dt);
        const Placed body{moving.get(), mover.pose()};
        const double start = threadMicroseconds();
        detection->findFacePairs(body, ground, 0, memory, pairs);
        microseconds += threadMicroseconds() - start;
        std::sort(pairs.begin(), pairs.end());  // so that the motion does not depend on the narrow phase
        for (const FacePair& pair : pairs) {
            const Triangle of = ground.triangle(pair.faceB);
            const Vec3 normal = (of[1] - of[0]).cross(of[2] - of[0]);
            if (normal.squaredNorm() > 0) {
                mover.bounce(touchPoint(body.triangle(pair.faceA), of), normal.normalized());
            }
        }
        mover.move(dt);
    }
    const Counters& sums = memory.counters;
    return IntersectionRow{backend->name + ", impulses", double(options.steps),      double(sums.facePairs),
                           double(sums.boxTests),        double(sums.triangleTests), microseconds};
}

}  // namespace ricochet::app
