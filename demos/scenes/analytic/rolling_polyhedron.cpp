#include "demos/scenes/analytic/rolling_polyhedron.h"

#include "demos/scenes/analytic/analytic_scene.h"
#include "demos/scenes/analytic/body_on_plane.h"

#include <cmath>
#include <utility>
#include <vector>

namespace ricochet::scenes {

double speedOfRollingSphere(const SceneMesh& sphere, double radius, double inertia, double speed,
                            double seconds) {
    constexpr double kStepsPerSecond = 10'000;
    std::vector<Eigen::Vector3d> vertices;
    for (const btVector3& v : sphere.vertices)
        vertices.push_back({double(v.x()), double(v.y()), double(v.z())});
    BodyOnPlane::State start;
    start.position = {0, radius + kStartGap, 0};
    start.velocity = {speed, 0, 0};
    start.spin = {0, 0, -speed / radius};
    BodyOnPlane polyhedron(std::move(vertices), inertia * Eigen::Matrix3d::Identity(), {0, -9.81, 0}, 1,
                           start);
    polyhedron.simulate(seconds, int(std::lround(seconds * kStepsPerSecond)));
    return polyhedron.state().velocity.norm();
}

}  // namespace ricochet::scenes
