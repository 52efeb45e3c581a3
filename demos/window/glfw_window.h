#pragma once

#include <tl/expected.hpp>

#include <memory>
#include <string>

struct GLFWwindow;

namespace ricochet::window {

struct WindowSettings {
    int width = 1280, height = 720;  ///< pixels
    std::string title;
    bool isUnlimited = false;  ///< frames do not wait for the display
};

/// A window with OpenGL 3.3 and Dear ImGui. One at a time, on the thread that made it.
class GlfwWindow {
public:
    /// Fails with one sentence without a display or without OpenGL 3.3.
    static tl::expected<std::unique_ptr<GlfwWindow>, std::string> open(const WindowSettings& settings);
    ~GlfwWindow();
    GlfwWindow(const GlfwWindow&) = delete;
    GlfwWindow& operator=(const GlfwWindow&) = delete;

    bool isClosed() const;
    void close();
    /// Takes what the user did since, and begins the panels of a frame.
    void beginFrame();
    /// Draws the panels and shows the frame. `screenshot`: a PNG file for it; empty: none.
    tl::expected<void, std::string> endFrame(const std::string& screenshot);

    int width() const { return width_; }  ///< pixels, as the user has it
    int height() const { return height_; }
    bool isSoftware() const;  ///< a CPU draws
    std::string renderer() const;

private:
    explicit GlfwWindow(GLFWwindow* window);

    GLFWwindow* window_;
    int width_ = 0, height_ = 0;
};

}  // namespace ricochet::window
