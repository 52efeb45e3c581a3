#pragma once

#include <tl/expected.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace ricochet::gl {

/// One attempt to get a context, and its result.
struct Attempt {
    std::string tried;
    std::string answer;
    int eglCode = 0;  ///< of eglGetError; 0 if EGL was not called
};

/// Why there is no context.
struct ContextError {
    std::vector<Attempt> attempts;

    /// One sentence: every attempt and its result.
    std::string message() const;
};

/// The lowest sufficient version of OpenGL core.
struct Version {
    int major;
    int minor;
};

/// Which `Context` is current on the calling thread: no two of a process have the same number. 0: none.
std::uint64_t currentContext();

/// An OpenGL core context without a surface: the caller brings a framebuffer object. Needs no window
/// system. All OpenGL objects made in it die with it.
class Context {
public:
    /// Tries every hardware device of the device platform, then Mesa's surfaceless platform, then software
    /// devices. The new context is current on the calling thread.
    static tl::expected<std::unique_ptr<Context>, ContextError> create(Version atLeast);
    ~Context();
    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;

    /// On the calling thread.
    void makeCurrent() const;

    /// "llvmpipe (LLVM 15.0.6, 256 bits), OpenGL 4.5"
    std::string description() const;
    /// Whether a CPU draws: "llvmpipe" and the like.
    bool isSoftware() const;

private:
    Context(void* display, void* context);
    static tl::expected<std::unique_ptr<Context>, Attempt> createOn(void* display, Version atLeast);

    void* display_;
    void* context_;
    std::uint64_t id_;
};

}  // namespace ricochet::gl
