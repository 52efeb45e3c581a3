#include "algorithms/gl/context.h"

#include <epoxy/egl.h>
#include <epoxy/gl.h>

#include <algorithm>
#include <atomic>
#include <dlfcn.h>
#include <optional>
#include <sstream>
#include <vector>

namespace ricochet::gl {
namespace {

std::atomic<std::uint64_t> contextsMade = 0;
/// What this thread made current last, through us.
thread_local struct {
    EGLContext context = EGL_NO_CONTEXT;
    std::uint64_t id = 0;
} current;

constexpr const char* kSoftwareRenderers[] = {"llvmpipe", "softpipe", "swrast", "SwiftShader"};

bool canLoad(const char* library) { return dlopen(library, RTLD_LAZY | RTLD_LOCAL) != nullptr; }

/// libepoxy aborts the process if it cannot load a library, so this is checked first.
std::optional<Attempt> missingLibrary() {
    if (!canLoad("libEGL.so.1")) return Attempt{"libEGL.so.1", "cannot be loaded"};
    if (!canLoad("libOpenGL.so.0") && !canLoad("libGL.so.1")) {
        return Attempt{"libOpenGL.so.0 and libGL.so.1", "neither can be loaded"};
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

std::vector<EGLDeviceEXT> devices() {
    std::vector<EGLDeviceEXT> found(16);
    EGLint count = 0;
    if (!eglQueryDevicesEXT(static_cast<EGLint>(found.size()), found.data(), &count)) return {};
    found.resize(static_cast<std::size_t>(count));
    return found;
}

struct NamedDisplay {
    std::string name;
    EGLDisplay display;
};

/// All displays that need no window system: devices of hardware, then the platform that chooses by itself,
/// then devices of software. Where two drivers are installed, Mesa's own platform may be software beside a
/// GPU.
std::vector<NamedDisplay> displays() {
    std::vector<NamedDisplay> hardware, surfaceless, software;
    const char* extensions = eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
    if (!hasWord(extensions, "EGL_EXT_platform_base")) return {};
    if (hasWord(extensions, "EGL_MESA_platform_surfaceless")) {
        surfaceless.push_back(
            {"the surfaceless platform",
             eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr)});
    }
    const bool canListDevices =
        hasWord(extensions, "EGL_EXT_device_base") ||
        (hasWord(extensions, "EGL_EXT_device_enumeration") && hasWord(extensions, "EGL_EXT_device_query"));
    if (canListDevices && hasWord(extensions, "EGL_EXT_platform_device")) {
        int index = 0;
        for (EGLDeviceEXT device : devices()) {
            (isSoftware(device) ? software : hardware)
                .push_back({"device " + std::to_string(index++) + " of the device platform",
                            eglGetPlatformDisplayEXT(EGL_PLATFORM_DEVICE_EXT, device, nullptr)});
        }
    }
    std::vector<NamedDisplay> all;
    for (const auto* part : {&hardware, &surfaceless, &software}) {
        all.insert(all.end(), part->begin(), part->end());
    }
    std::erase_if(all, [](const NamedDisplay& each) { return each.display == EGL_NO_DISPLAY; });
    return all;
}

Attempt failed(std::string answer) { return {"", std::move(answer), eglGetError()}; }

std::string nameOf(Version version) {
    return std::to_string(version.major) + "." + std::to_string(version.minor);
}

}  // namespace

std::uint64_t currentContext() {
    return current.id != 0 && eglGetCurrentContext() == current.context ? current.id : 0;
}

std::string ContextError::message() const {
    std::string text = "There is no OpenGL: ";
    for (const Attempt& attempt : attempts) {
        text += attempt.tried + ": " + attempt.answer;
        if (attempt.eglCode != 0 && attempt.eglCode != EGL_SUCCESS) {
            std::ostringstream code;
            code << std::hex << attempt.eglCode;
            text += " (EGL error 0x" + code.str() + ")";
        }
        text += &attempt == &attempts.back() ? "." : "; ";
    }
    return text;
}

tl::expected<std::unique_ptr<Context>, ContextError> Context::create(Version atLeast) {
    ContextError error;
    if (const auto missing = missingLibrary()) return tl::unexpected(ContextError{{*missing}});
    for (const NamedDisplay& each : displays()) {
        auto context = createOn(each.display, atLeast);
        if (context) return std::move(*context);
        context.error().tried = each.name;
        error.attempts.push_back(context.error());
    }
    if (error.attempts.empty()) error.attempts = {{"EGL", "offers no display without a window system"}};
    return tl::unexpected(error);
}

tl::expected<std::unique_ptr<Context>, Attempt> Context::createOn(void* display, Version atLeast) {
    if (!eglInitialize(display, nullptr, nullptr)) return tl::unexpected(failed("EGL finds no driver"));
    const char* extensions = eglQueryString(display, EGL_EXTENSIONS);
    for (const char* needed : {"EGL_KHR_no_config_context", "EGL_KHR_surfaceless_context"}) {
        if (!hasWord(extensions, needed)) return tl::unexpected(failed(std::string("EGL lacks ") + needed));
    }
    if (!eglBindAPI(EGL_OPENGL_API)) return tl::unexpected(failed("EGL offers no desktop OpenGL"));
    std::vector<EGLint> requested = {EGL_CONTEXT_MAJOR_VERSION,       atLeast.major,
                                     EGL_CONTEXT_MINOR_VERSION,       atLeast.minor,
                                     EGL_CONTEXT_OPENGL_PROFILE_MASK, EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT};
    // Without it a driver need not say that it has lost the context.
    if (hasWord(extensions, "EGL_KHR_create_context")) {
        requested.insert(requested.end(),
                         {EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY_KHR, EGL_LOSE_CONTEXT_ON_RESET_KHR});
    }
    requested.push_back(EGL_NONE);
    const EGLContext context = eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, requested.data());
    if (context == EGL_NO_CONTEXT) {
        return tl::unexpected(failed("the driver has no OpenGL " + nameOf(atLeast) + " core"));
    }
    std::unique_ptr<Context> result(new Context(display, context));
    if (!eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context)) {
        return tl::unexpected(failed("the driver's OpenGL cannot be made current"));
    }
    current = {context, result->id_};
    return result;
}

Context::Context(void* display, void* context) : display_(display), context_(context), id_(++contextsMade) {}

// The display stays initialised: EGL shares it within the process, so others may be using it.
Context::~Context() {
    if (eglGetCurrentContext() == context_) {
        current = {};
        eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    }
    eglDestroyContext(display_, context_);
}

void Context::makeCurrent() const {
    eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, context_);
    current = {context_, id_};
}

bool Context::isSoftware() const {
    makeCurrent();
    const std::string renderer = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
    return std::any_of(std::begin(kSoftwareRenderers), std::end(kSoftwareRenderers),
                       [&](const char* each) { return renderer.find(each) != std::string::npos; });
}

std::string Context::description() const {
    makeCurrent();
    Version version{};
    glGetIntegerv(GL_MAJOR_VERSION, &version.major);
    glGetIntegerv(GL_MINOR_VERSION, &version.minor);
    return std::string(reinterpret_cast<const char*>(glGetString(GL_RENDERER))) + ", OpenGL " +
           nameOf(version);
}

}  // namespace ricochet::gl
