#include "algorithms/gl/context.h"

#include <gmock/gmock.h>

#include <cstdlib>
#include <sys/wait.h>
#include <unistd.h>

namespace ricochet::gl {
namespace {

using testing::HasSubstr;

/// Why a process with this environment cannot create a context. (EGL reads its variables once.)
std::string sentenceUnder(const char* variable, const char* value, Version version = {4, 5}) {
    int ends[2];
    EXPECT_EQ(pipe(ends), 0);
    const pid_t child = fork();
    if (child == 0) {
        setenv(variable, value, 1);
        const auto context = Context::create(version);
        const std::string text = context ? "made" : context.error().message();
        const ssize_t written = write(ends[1], text.data(), text.size());
        _exit(written == static_cast<ssize_t>(text.size()) ? 0 : 1);
    }
    close(ends[1]);
    std::string text(2000, '\0');
    const ssize_t size = read(ends[0], text.data(), text.size());
    text.resize(size > 0 ? static_cast<std::size_t>(size) : 0);
    close(ends[0]);
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
    return text;
}

// The tests that fork come first: no EGL runs in this process yet when CTest runs them one by one.

TEST(NoContext, WithoutAVendorNamesEgl) {
    EXPECT_EQ(sentenceUnder("__EGL_VENDOR_LIBRARY_FILENAMES", "/nonexistent"),
              "There is no OpenGL: EGL: offers no display without a window system.");
}

TEST(NoContext, WithoutADriverNamesThePlatformsTried) {
    const std::string text = sentenceUnder("LIBGL_DRIVERS_PATH", "/nonexistent");
    EXPECT_THAT(text, HasSubstr("the surfaceless platform: EGL finds no driver (EGL error 0x3001)"));
}

TEST(NoContext, WithAnOldDriverNamesTheVersion) {
    const std::string text = sentenceUnder("MESA_GL_VERSION_OVERRIDE", "3.3");
    EXPECT_THAT(text, HasSubstr("the surfaceless platform: the driver has no OpenGL 4.5 core"));
    EXPECT_THAT(text, HasSubstr("of the device platform: the driver has no OpenGL 4.5 core"));
    EXPECT_EQ(sentenceUnder("MESA_GL_VERSION_OVERRIDE", "3.3", {3, 3}), "made");
}

TEST(NoContext, WithAnOldSoftwareDriverNamesTheVersion) {
    EXPECT_THAT(sentenceUnder("GALLIUM_DRIVER", "softpipe"), HasSubstr("no OpenGL 4.5 core"));
}

TEST(Context, DescribesItself) {
    const auto context = Context::create({4, 5});
    ASSERT_TRUE(context) << context.error().message();
    EXPECT_THAT((*context)->description(), HasSubstr(", OpenGL 4."));
}

TEST(Context, ANewerVersionThanAnyIsAnError) {
    const auto context = Context::create({9, 9});
    ASSERT_FALSE(context);
    EXPECT_FALSE(context.error().attempts.empty());
    for (const Attempt& attempt : context.error().attempts) EXPECT_NE(attempt.eglCode, 0);
}

}  // namespace
}  // namespace ricochet::gl
