#include "demos/window/glfw_window.h"

#include "demos/view/png_writer.h"

#define GLFW_INCLUDE_NONE  // epoxy has OpenGL
#include <epoxy/gl.h>

#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <cstdint>
#include <imgui.h>
#include <vector>

namespace ricochet::window {
namespace {

constexpr const char* kHeadless =
    "; without a window, `ricochet run SCENE --frames FOLDER` draws pictures and --html FILE writes a replay";

std::string glfwError() {
    const char* text = nullptr;
    return glfwGetError(&text) == GLFW_NO_ERROR || !text ? "it gives no reason" : text;
}

tl::unexpected<std::string> failure(const std::string& what) {
    auto error = tl::unexpected(what + ": " + glfwError() + kHeadless);
    glfwTerminate();
    return error;
}

tl::expected<void, std::string> writeFrame(const std::string& path, int width, int height) {
    std::vector<std::uint8_t> pixels(std::size_t{3} * static_cast<std::size_t>(width * height));
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, width, height, GL_RGB, GL_UNSIGNED_BYTE, pixels.data());
    return view::writePng(path, width, height, pixels);
}

}  // namespace

tl::expected<std::unique_ptr<GlfwWindow>, std::string> GlfwWindow::open(const WindowSettings& settings) {
    if (!glfwInit()) return failure("there is no display");
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    GLFWwindow* const window =
        glfwCreateWindow(settings.width, settings.height, settings.title.c_str(), nullptr, nullptr);
    if (!window) return failure("the display has no OpenGL 3.3");
    glfwMakeContextCurrent(window);
    glfwSwapInterval(settings.isUnlimited ? 0 : 1);
    return std::unique_ptr<GlfwWindow>(new GlfwWindow(window));
}

GlfwWindow::GlfwWindow(GLFWwindow* window) : window_(window) {
    ImGui::CreateContext();
    ImGui::GetIO().IniFilename = nullptr;  // nothing is written beside the user's files
    ImGui::StyleColorsLight();
    ImGui_ImplGlfw_InitForOpenGL(window_, /*install_callbacks*/ true);
    ImGui_ImplOpenGL3_Init("#version 330 core");
    glfwGetFramebufferSize(window_, &width_, &height_);
}

GlfwWindow::~GlfwWindow() {
    ImGui_ImplOpenGL3_Shutdown();
    ImGui_ImplGlfw_Shutdown();
    ImGui::DestroyContext();
    glfwDestroyWindow(window_);
    glfwTerminate();
}

bool GlfwWindow::isClosed() const { return glfwWindowShouldClose(window_); }
void GlfwWindow::close() { glfwSetWindowShouldClose(window_, GLFW_TRUE); }

void GlfwWindow::beginFrame() {
    glfwPollEvents();
    glfwGetFramebufferSize(window_, &width_, &height_);
    ImGui_ImplOpenGL3_NewFrame();
    ImGui_ImplGlfw_NewFrame();
    ImGui::NewFrame();
}

tl::expected<void, std::string> GlfwWindow::endFrame(const std::string& screenshot) {
    ImGui::Render();
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
    tl::expected<void, std::string> written;
    if (!screenshot.empty()) written = writeFrame(screenshot, width_, height_);
    glfwSwapBuffers(window_);
    return written;
}

std::string GlfwWindow::renderer() const { return reinterpret_cast<const char*>(glGetString(GL_RENDERER)); }

bool GlfwWindow::isSoftware() const {
    for (const char* name : {"llvmpipe", "softpipe", "swrast", "SwiftShader"}) {
        if (renderer().find(name) != std::string::npos) return true;
    }
    return false;
}

}  // namespace ricochet::window
