#pragma once

#include "demos/view/offscreen_renderer.h"

#include <Eigen/Geometry>

#include <span>

namespace ricochet::view {

using Box = Eigen::AlignedBox3f;

inline Eigen::Vector3f toVector(const Point& p) { return {p[0], p[1], p[2]}; }
inline Point toPoint(const Eigen::Vector3f& v) { return {v.x(), v.y(), v.z()}; }

/// mesh -> world
Eigen::Matrix4f modelMatrix(const DrawnBody& body);

/// World -> camera, which looks along its negative z axis.
Eigen::Matrix4f lookAt(const Eigen::Vector3f& eye, const Eigen::Vector3f& target, const Eigen::Vector3f& up);

/// The camera as matrices and distances, fitted to the scene.
struct Viewing {
    Eigen::Matrix4f toView;
    Eigen::Matrix4f viewProjection;
    Eigen::Vector3f eye;
    Eigen::Vector3f up;      ///< unit
    Eigen::Vector2f planes;  ///< metres: distance of the near and of the far plane
    Eigen::Vector2f slope;   ///< half of the picture's width and height at a distance of 1
    float pictureHalf;       ///< metres: half of the picture's height at the target
};
Viewing makeViewing(const Camera& camera, const Box& seen, float aspect);

/// The key light: a parallel light.
struct Light {
    Eigen::Vector3f towards;  ///< unit, from the scene to the light
    Eigen::Matrix4f projection;
    float width;  ///< metres that the shadow map spans
};
Light makeLight(const Camera& camera, const Viewing& viewing, const Box& lit);

/// The nearest camera that sees the whole of some boxes from a direction.
Camera makeFraming(std::span<const Box> boxes, const Point& direction, const Point& up, float aspect);
inline Camera makeFraming(const Box& box, const Point& direction, const Point& up, float aspect) {
    return makeFraming(std::span(&box, 1), direction, up, aspect);
}

/// The largest of 1, 2 and 5 times a power of ten that is no longer than this.
float roundLength(float length);

/// (n, d): where dot(n, x) + d > 0, a body is cut away.
inline const Eigen::Vector4f kCutNothing(0, 0, 0, -1);
Eigen::Vector4f cutPlane(const Camera& camera);

}  // namespace ricochet::view
