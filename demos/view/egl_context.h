#pragma once

#include <tl/expected.hpp>

#include <memory>
#include <string>

namespace ricochet::view {

/// An OpenGL 3.3 core context without a surface: whoever draws brings a framebuffer object.
/// All OpenGL objects made in it die with it.
class EglContext {
public:
    /// Tries Mesa's surfaceless platform, then every device of the device platform, hardware first.
    static tl::expected<std::unique_ptr<EglContext>, std::string> create();
    ~EglContext();
    EglContext(const EglContext&) = delete;
    EglContext& operator=(const EglContext&) = delete;

    /// On the calling thread.
    void makeCurrent() const;

private:
    EglContext(void* display, void* context) : display_(display), context_(context) {}
    static tl::expected<std::unique_ptr<EglContext>, std::string> createOn(void* display);

    void* display_;
    void* context_;
};

}  // namespace ricochet::view
