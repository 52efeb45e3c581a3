// A sphere that rolls down a slope from rest accelerates by g sin(angle) / (1 + I / (m R^2)). A polyhedron
// loses speed at each corner, so the reference is the same polyhedron in steps of 0.1 ms.

#include "demos/scenes/analytic/analytic_scene.h"
#include "demos/scenes/analytic/analytic_scenes.h"
#include "demos/scenes/analytic/body_on_plane.h"
#include "demos/scenes/mesh_generators.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace ricochet::scenes {
namespace {

constexpr double kHeightShare = 0.005;  // of the radius
constexpr btScalar kSphereFriction = 1;
constexpr int kFineSteps = 5000;           // in a half of the run, at least
constexpr double kFineStepRadians = 0.01;  // by which the sphere turns in one at most

struct SphereVariant {
    const char* name;
    int subdivisions;
    double degrees;
    double share;         ///< of the acceleration
    double radius = 0.5;  ///< metres
    double seconds = 1;
};
constexpr SphereVariant kSphereVariants[] = {{"5120-15", 4, 15, 0.03},
                                             {"5120-5", 4, 5, 0.03},
                                             {"5120-30", 4, 30, 0.03},
                                             {"20480-5", 5, 5, 0.015},
                                             {"20480-15", 5, 15, 0.015},
                                             {"20480-30", 5, 30, 0.015},
                                             {"1m-5120-5", 4, 5, 0.03, 1, 4},
                                             {"1m-5120-15", 4, 15, 0.03, 1, 4},
                                             {"1m-5120-30", 4, 30, 0.03, 1, 4},
                                             {"1m-20480-5", 5, 5, 0.015, 1, 4},
                                             {"1m-20480-15", 5, 15, 0.015, 1, 4},
                                             {"1m-20480-30", 5, 30, 0.015, 1, 4},
                                             {"10cm-5120-5", 4, 5, 0.03, 0.1, 4},
                                             {"10cm-5120-15", 4, 15, 0.03, 0.1, 4},
                                             {"10cm-5120-30", 4, 30, 0.03, 0.1, 4},
                                             {"10cm-20480-5", 5, 5, 0.015, 0.1, 4},
                                             {"10cm-20480-15", 5, 15, 0.015, 0.1, 4},
                                             {"10cm-20480-30", 5, 30, 0.015, 0.1, 4},
                                             {"1cm-5120-5", 4, 5, 0.03, 0.01, 4},
                                             {"1cm-5120-15", 4, 15, 0.03, 0.01, 4},
                                             {"1cm-5120-30", 4, 30, 0.03, 0.01, 4},
                                             {"1cm-20480-5", 5, 5, 0.015, 0.01, 4},
                                             {"1cm-20480-15", 5, 15, 0.015, 0.01, 4},
                                             {"1cm-20480-30", 5, 30, 0.015, 0.01, 4}};

class RollingSphere : public AnalyticScene {
public:
    RollingSphere(btDynamicsWorld& world, const SceneOptions& options)
        : RollingSphere(world, options, variantOf(kSphereVariants, options.variant)) {}

    void afterStep() override {
        const btVector3 at = sphere_->getCenterOfMassPosition();
        distances_.push_back(double(at.x()));
        off_ = std::max(off_, std::abs(double(at.y()) / variant_.radius - 1));
    }

    std::vector<AnalyticFigure> analyticFigures() const override {
        const double measured = acceleration();
        std::vector<AnalyticFigure> figures = {
            figure("acceleration_m_per_s2", measured, expected_),
            {.name = "height_off", .measured = off_, .expected = 0, .minimum = 0, .maximum = kHeightShare}};
        if (timeStep() * double(distances_.size()) > variant_.seconds / 2)
            figures.push_back(figure("as_a_polyhedron_m_per_s2", measured, accelerationInFineSteps()));
        return figures;
    }

private:
    RollingSphere(btDynamicsWorld& world, const SceneOptions& options, const SphereVariant& variant)
        : AnalyticScene(world, options, gravityOnSlope(variant.degrees), kSphereFriction, variant.seconds),
          variant_(variant),
          gravity_(inDouble(gravityOnSlope(variant.degrees))) {
        add(standing(flatFloor(-2, 60, 3)), 0, btTransform::getIdentity());
        const Surface& surface = moving(icosphere(variant.subdivisions, variant.radius));
        const btQuaternion turn = random().rotation();
        btScalar lowest = 0;
        for (const btVector3& v : surface.mesh->vertices) lowest = std::min(lowest, quatRotate(turn, v).y());
        sphere_ = &add(surface, 1, btTransform(turn, btVector3(0, btScalar(kStartGap) - lowest, 0)));
        inertia_ = 1 / double(sphere_->getInvInertiaDiagLocal().x());
        expected_ = gravity_.x() / (1 + inertia_ / (variant.radius * variant.radius));
        start_.position = inDouble(sphere_->getCenterOfMassPosition());
        const btQuaternion orientation = sphere_->getOrientation();
        start_.orientation = {double(orientation.w()), double(orientation.x()), double(orientation.y()),
                              double(orientation.z())};
        for (const btVector3& vertex : surface.mesh->vertices) vertices_.push_back(inDouble(vertex));
    }

    static Eigen::Vector3d inDouble(const btVector3& v) {
        return {double(v.x()), double(v.y()), double(v.z())};
    }

    AnalyticFigure figure(const char* name, double measured, double expected) const {
        return {name, measured, expected, (1 - variant_.share) * expected, (1 + variant_.share) * expected};
    }

    double accelerationInFineSteps() const {
        BodyOnPlane sphere(vertices_, inertia_ * Eigen::Matrix3d::Identity(), gravity_,
                           double(kSphereFriction), start_);
        const double time = variant_.seconds / 2;
        const double radians =
            2 * time * time * expected_ / variant_.radius;  // in the second half, a little more
        const int steps = std::max(kFineSteps, int(radians / kFineStepRadians));
        double ends[3] = {start_.position.x()};
        for (int half = 1; half <= 2; ++half) {
            sphere.simulate(time, steps);
            ends[half] = sphere.state().position.x();
        }
        return (ends[2] - 2 * ends[1] + ends[0]) / (time * time);
    }

    /// From both halves of the run, so that it does not depend on the edge over which the body rolls first.
    /// In m of Bullet's steps a body moves a h^2 m (m + 1) / 2 from rest.
    double acceleration() const {
        const std::size_t half = distances_.size() / 2;
        if (half == 0) return 0;
        const double time = timeStep() * double(half);
        return (distances_[2 * half - 1] - 2 * distances_[half - 1]) / (time * time);
    }

    btRigidBody* sphere_;
    const SphereVariant& variant_;
    const Eigen::Vector3d gravity_;  ///< m/s²
    double inertia_;                 ///< m², of a kilogram
    double expected_;                ///< m/s²
    BodyOnPlane::State start_;
    std::vector<Eigen::Vector3d> vertices_;  ///< metres
    std::vector<double> distances_;          ///< metres, after each step
    double off_ = 0;                         ///< of the radius: deviation of the centre's height
};

}  // namespace

std::unique_ptr<Scene> makeRollingSphere(btDynamicsWorld& world, const SceneOptions& options) {
    return std::make_unique<RollingSphere>(world, options);
}

}  // namespace ricochet::scenes
