#pragma once

#include "demos/view/viewing.h"

namespace ricochet::window {

/// A line through a pixel.
struct PixelRay {
    Eigen::Vector3f from, direction;  ///< unit
};

/// A camera that the user turns about a target. y is up.
class OrbitCamera {
public:
    /// Looks at all of the box.
    void frame(const view::Box& box, float aspect);
    /// Pixels that the mouse went.
    void turn(float x, float y);
    void pan(float x, float y, int height);
    void zoom(float notches);
    /// Metres, with a body that it follows.
    void follow(const Eigen::Vector3f& displacement) { target_ += displacement; }

    view::Camera camera() const;
    /// Pixels from the upper left corner.
    PixelRay rayThrough(float x, float y, int width, int height) const;

private:
    Eigen::Vector3f backwards() const;

    Eigen::Vector3f target_ = Eigen::Vector3f::Zero();
    float distance_ = 1, yaw_ = 0.5f, pitch_ = 0.48f;  ///< metres, radians
};

}  // namespace ricochet::window
