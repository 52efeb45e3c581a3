#include "demos/view/viewing.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace ricochet::view {
namespace {

using Eigen::Matrix4f;
using Eigen::Vector3f;

constexpr float kNearest = 1e-3f;      // near plane over far plane, at least: resolution of the depth buffer
constexpr float kBeforeTarget = 0.2f;  // of its distance: a target is seen in the largest scene
constexpr float kLitAround = 3.0f;     // radius of the shadow map's view, in halves of the picture's height
constexpr float kRoomAround = 1.05f;   // so that nothing is right at a plane or at the picture's edge

float radiusOf(const Box& box) {
    return box.isEmpty() ? 1.0f : std::max(0.5f * box.diagonal().norm(), 1e-6f);
}
Vector3f centreOf(const Box& box) { return box.isEmpty() ? Vector3f::Zero().eval() : box.center().eval(); }

/// Half of the picture's height at a distance of 1.
float slopeOf(const Camera& camera) {
    return std::tan(0.5f * camera.fieldOfView * std::numbers::pi_v<float> / 180.0f);
}

Matrix4f perspective(const Eigen::Vector2f& slope, const Eigen::Vector2f& planes) {
    const float depth = planes.y() - planes.x();
    Matrix4f m = Matrix4f::Zero();
    m(0, 0) = 1 / slope.x();
    m(1, 1) = 1 / slope.y();
    m(2, 2) = -(planes.y() + planes.x()) / depth;
    m(2, 3) = -2 * planes.y() * planes.x() / depth;
    m(3, 2) = -1;
    return m;
}

}  // namespace

Matrix4f modelMatrix(const DrawnBody& body) {
    Matrix4f m = Matrix4f::Identity();
    m.topLeftCorner<3, 3>() =
        Eigen::Map<const Eigen::Matrix<float, 3, 3, Eigen::RowMajor>>(body.rotation.data());
    m.topRightCorner<3, 1>() = toVector(body.translation);
    return m;
}

Matrix4f lookAt(const Vector3f& eye, const Vector3f& target, const Vector3f& up) {
    const Vector3f back = (eye - target).normalized();
    // a camera that looks along `up` may have any roll
    Vector3f right = up.cross(back);
    right = right.norm() > 1e-4f * up.norm() ? right.normalized() : back.unitOrthogonal();
    Matrix4f m = Matrix4f::Identity();
    m.row(0).head<3>() = right;
    m.row(1).head<3>() = back.cross(right);
    m.row(2).head<3>() = back;
    m.topRightCorner<3, 1>() = -m.topLeftCorner<3, 3>() * eye;
    return m;
}

Viewing makeViewing(const Camera& camera, const Box& seen, float aspect) {
    Viewing viewing;
    viewing.eye = toVector(camera.eye);
    viewing.up = toVector(camera.up).normalized();
    const float away = (viewing.eye - centreOf(seen)).norm();
    const float farthest = away + kRoomAround * radiusOf(seen);
    const float toTarget = (viewing.eye - toVector(camera.target)).norm();
    const float nearest = std::min(kNearest * farthest, kBeforeTarget * toTarget);
    viewing.planes = {std::max(away - kRoomAround * radiusOf(seen), nearest), farthest};
    const float height = slopeOf(camera);
    viewing.slope = {height * aspect, height};
    viewing.pictureHalf = height * toTarget;
    viewing.toView = lookAt(viewing.eye, toVector(camera.target), viewing.up);
    viewing.viewProjection = perspective(viewing.slope, viewing.planes) * viewing.toView;
    return viewing;
}

Light makeLight(const Camera& camera, const Viewing& viewing, const Box& lit) {
    Light light;
    const Vector3f right = viewing.toView.row(0).head<3>();
    Eigen::Matrix3f axes;
    axes << right, viewing.up, right.cross(viewing.up).normalized();
    light.towards = (axes * toVector(camera.toLight)).normalized();
    // in a large scene only the surroundings of the target, so that a small body casts a sharp shadow
    const float whole = kRoomAround * radiusOf(lit);
    const float radius = std::min(whole, kLitAround * viewing.pictureHalf);
    const Vector3f centre = radius < whole ? toVector(camera.target) : centreOf(lit);
    const float highest = light.towards.dot(centreOf(lit) - centre) + whole;
    Matrix4f orthographic = Matrix4f::Identity() / radius;
    orthographic(2, 2) = -1 / whole;
    orthographic(2, 3) = -1;
    orthographic(3, 3) = 1;
    light.projection = orthographic * lookAt(centre + highest * light.towards, centre, viewing.up);
    light.width = 2 * radius;
    return light;
}

Camera makeFraming(std::span<const Box> boxes, const Point& direction, const Point& up, float aspect) {
    Camera camera;
    camera.up = up;
    Box whole;
    for (const Box& box : boxes) whole.extend(box);
    const Vector3f middle = centreOf(whole), towards = toVector(direction).normalized();
    const Eigen::Matrix3f turn = lookAt(towards, Vector3f::Zero(), toVector(up)).topLeftCorner<3, 3>();
    // A side of the picture is a plane through the eye. Two opposite ones that touch the boxes meet at the
    // distance needed; a box of size zero is viewed from its radius.
    const float height = slopeOf(camera);
    const Eigen::Vector2f slope = Eigen::Vector2f(height * aspect, height) / kRoomAround;
    float away = radiusOf(whole);
    Vector3f shift = Vector3f::Zero();
    for (int axis = 0; axis < 2; ++axis) {
        float extents[2];
        for (int side = 0; side < 2; ++side) {
            Vector3f normal = Vector3f::UnitZ();
            normal[axis] = (side == 0 ? 1 : -1) / slope[axis];
            normal = turn.transpose() * normal;
            extents[side] = std::numeric_limits<float>::lowest();
            for (const Box& box : boxes) {
                const float extent =
                    normal.dot(box.center() - middle) + 0.5f * normal.cwiseAbs().dot(box.sizes());
                if (!box.isEmpty()) extents[side] = std::max(extents[side], extent);
            }
        }
        if (whole.isEmpty()) continue;
        away = std::max(away, 0.5f * (extents[0] + extents[1]));
        shift[axis] = 0.5f * slope[axis] * (extents[0] - extents[1]);
    }
    const Vector3f target = middle + turn.transpose() * shift;
    camera.target = toPoint(target);
    camera.eye = toPoint(target + away * towards);
    return camera;
}

float roundLength(float length) {
    const float power = std::pow(10.0f, std::floor(std::log10(length)));
    return power * (length >= 5 * power ? 5.0f : length >= 2 * power ? 2.0f : 1.0f);
}

Eigen::Vector4f cutPlane(const Camera& camera) {
    if (!camera.cutaway) return kCutNothing;
    const Vector3f normal = toVector(camera.cutaway->normal).normalized();
    return {normal.x(), normal.y(), normal.z(), -normal.dot(toVector(camera.cutaway->point))};
}

}  // namespace ricochet::view
