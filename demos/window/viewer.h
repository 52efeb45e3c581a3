#pragma once

#include "demos/window/drawn_bodies.h"
#include "demos/window/glfw_window.h"
#include "demos/window/line_drawer.h"
#include "demos/window/orbit_camera.h"
#include "demos/window/panel.h"

namespace ricochet::window {

/// What became of a session in a window, for the last line that the program prints.
struct Viewed {
    std::vector<double> frameSeconds;  ///< of the wall
    double dragged = 0;                ///< metres that bodies were dragged
    int drags = 0;
};

/// A session in a window: input, pictures and the panel.
class Viewer {
public:
    Viewer(GlfwWindow& window, Painter& painter, Session& session);

    /// Until the user closes the window, or `frames` frames, each of one step, are over; the last one goes to
    /// a PNG file unless its name is empty. 0 frames: any number, at the pace of the wall's clock.
    tl::expected<Viewed, std::string> run(int frames, const std::string& screenshot);

private:
    void takeKeys();
    void takeMouse();
    void beginDrag(const PixelRay& ray);
    /// `covered`: columns of pixels at the left, by the panel.
    tl::expected<void, std::string> draw(int covered);
    void collectLines();
    void viewAll();
    void follow();
    bool isHidden();
    PixelRay mouseRay() const;

    GlfwWindow& window_;
    Painter& painter_;
    Session& session_;
    Shown shown_;
    Panel panel_;
    OrbitCamera camera_;
    DrawnBodies bodies_;
    LineDrawer drawer_;
    Viewed viewed_;
    btVector3 dragStart_;
    btVector3 followed_;  ///< where the body that the camera follows was last
};

}  // namespace ricochet::window
