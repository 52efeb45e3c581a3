#include "demos/window/orbit_camera.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ricochet::window {
namespace {

constexpr float kRadiansPerPixel = 0.006f;
constexpr float kSteepest = 1.55f;  // radians: below a right angle, so that up stays up
constexpr float kZoom = 0.88f;      // of the distance, per notch of the wheel
const Eigen::Vector3f kUp = Eigen::Vector3f::UnitY();

/// Half of the picture's height at a distance of 1.
float slope() { return std::tan(view::Camera().fieldOfView * std::numbers::pi_v<float> / 360); }

}  // namespace

void OrbitCamera::frame(const view::Box& box, float aspect) {
    const view::Camera framed = view::makeFraming(box, view::toPoint(backwards()), {0, 1, 0}, aspect);
    target_ = view::toVector(framed.target);
    distance_ = (view::toVector(framed.eye) - target_).norm();
}

void OrbitCamera::turn(float x, float y) {
    yaw_ -= kRadiansPerPixel * x;
    pitch_ = std::clamp(pitch_ + kRadiansPerPixel * y, -kSteepest, kSteepest);
}

void OrbitCamera::pan(float x, float y, int height) {
    const float metres = 2 * slope() * distance_ / static_cast<float>(height);
    const Eigen::Vector3f right = kUp.cross(backwards()).normalized();
    target_ += metres * (y * backwards().cross(right) - x * right);
}

void OrbitCamera::zoom(float notches) { distance_ *= std::pow(kZoom, notches); }

Eigen::Vector3f OrbitCamera::backwards() const {
    return {std::sin(yaw_) * std::cos(pitch_), std::sin(pitch_), std::cos(yaw_) * std::cos(pitch_)};
}

view::Camera OrbitCamera::camera() const {
    view::Camera camera;
    camera.target = view::toPoint(target_);
    camera.eye = view::toPoint(target_ + distance_ * backwards());
    return camera;
}

PixelRay OrbitCamera::rayThrough(float x, float y, int width, int height) const {
    const auto w = static_cast<float>(width), h = static_cast<float>(height);
    const Eigen::Vector3f right = kUp.cross(backwards()).normalized();
    const Eigen::Vector3f above = backwards().cross(right);
    const Eigen::Vector3f direction =
        slope() * ((2 * x - w) / h * right + (1 - 2 * y / h) * above) - backwards();
    return {target_ + distance_ * backwards(), direction.normalized()};
}

}  // namespace ricochet::window
