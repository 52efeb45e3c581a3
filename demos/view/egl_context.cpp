#include "demos/view/egl_context.h"

#include <epoxy/egl.h>
#include <epoxy/gl.h>

#include <algorithm>
#include <array>
#include <dlfcn.h>
#include <optional>
#include <sstream>
#include <vector>

namespace ricochet::view {
namespace {

using Failure = tl::unexpected<std::string>;

bool canLoad(const char* library) { return dlopen(library, RTLD_LAZY | RTLD_LOCAL) != nullptr; }

/// libepoxy ends the process where it cannot load a library, so we look before it does.
std::optional<std::string> missingLibrary() {
    if (!canLoad("libEGL.so.1")) return "libEGL.so.1 cannot be loaded.";
    if (!canLoad("libOpenGL.so.0") && !canLoad("libGL.so.1")) {
        return "Neither libOpenGL.so.0 nor libGL.so.1 can be loaded.";
    }
    return std::nullopt;
}

bool hasWord(const char* list, const char* word) {
    std::istringstream words(list ? list : "");
    for (std::string each; words >> each;) {
        if (each == word) return true;
    }
    return false;
}

bool isSoftware(EGLDeviceEXT device) {
    return hasWord(eglQueryDeviceStringEXT(device, EGL_EXTENSIONS), "EGL_MESA_device_software");
}

std::vector<EGLDeviceEXT> hardwareFirst() {
    std::array<EGLDeviceEXT, 16> devices;
    EGLint count = 0;
    if (!eglQueryDevicesEXT(devices.size(), devices.data(), &count)) return {};
    std::stable_partition(devices.begin(), devices.begin() + count, [](auto d) { return !isSoftware(d); });
    return {devices.begin(), devices.begin() + count};
}

/// All displays that need no window system, in the order of our liking.
std::vector<EGLDisplay> displays() {
    std::vector<EGLDisplay> found;
    const char* extensions = eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
    if (!hasWord(extensions, "EGL_EXT_platform_base")) return found;
    if (hasWord(extensions, "EGL_MESA_platform_surfaceless")) {
        found.push_back(
            eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr));
    }
    const bool canListDevices =
        hasWord(extensions, "EGL_EXT_device_base") ||
        (hasWord(extensions, "EGL_EXT_device_enumeration") && hasWord(extensions, "EGL_EXT_device_query"));
    if (canListDevices && hasWord(extensions, "EGL_EXT_platform_device")) {
        for (EGLDeviceEXT device : hardwareFirst()) {
            found.push_back(eglGetPlatformDisplayEXT(EGL_PLATFORM_DEVICE_EXT, device, nullptr));
        }
    }
    std::erase(found, EGL_NO_DISPLAY);
    return found;
}

}  // namespace

tl::expected<std::unique_ptr<EglContext>, std::string> EglContext::create() {
    if (const auto missing = missingLibrary()) return Failure(*missing);
    std::string reason = "EGL offers no display without a window system.";
    for (EGLDisplay display : displays()) {
        auto context = createOn(display);
        if (context) return context;
        reason = context.error();
    }
    return Failure(reason);
}

tl::expected<std::unique_ptr<EglContext>, std::string> EglContext::createOn(void* display) {
    if (!eglInitialize(display, nullptr, nullptr)) return Failure("EGL finds no driver.");
    const char* extensions = eglQueryString(display, EGL_EXTENSIONS);
    for (const char* needed : {"EGL_KHR_no_config_context", "EGL_KHR_surfaceless_context"}) {
        if (!hasWord(extensions, needed)) return Failure(std::string("EGL lacks ") + needed + ".");
    }
    if (!eglBindAPI(EGL_OPENGL_API)) return Failure("EGL offers no desktop OpenGL.");
    const EGLint version[] = {EGL_CONTEXT_MAJOR_VERSION,
                              3,
                              EGL_CONTEXT_MINOR_VERSION,
                              3,
                              EGL_CONTEXT_OPENGL_PROFILE_MASK,
                              EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                              EGL_NONE};
    const EGLContext context = eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, version);
    if (context == EGL_NO_CONTEXT) return Failure("The driver has no OpenGL 3.3.");
    std::unique_ptr<EglContext> result(new EglContext(display, context));
    if (!eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context)) {
        return Failure("The driver's OpenGL cannot be made current.");
    }
    return result;
}

// The display stays initialised: EGL gives the same one to all of the process, so others may be using it.
EglContext::~EglContext() {
    eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    eglDestroyContext(display_, context_);
}

void EglContext::makeCurrent() const { eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, context_); }

}  // namespace ricochet::view
