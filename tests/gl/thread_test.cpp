#include "algorithms/gl/thread.h"

#include <epoxy/egl.h>
#include <epoxy/gl.h>
#include <gmock/gmock.h>

#include <array>
#include <atomic>
#include <future>
#include <stdexcept>

namespace ricochet::gl {
namespace {

using testing::HasSubstr;

constexpr Version kVersion = {4, 5};

class GlThread : public testing::Test {
protected:
    void SetUp() override {
        auto started = Thread::start(kVersion);
        ASSERT_TRUE(started) << started.error().message();
        thread_ = std::move(*started);
    }
    std::unique_ptr<Thread> thread_;
};

TEST_F(GlThread, RunsWorkOfManyThreadsOneByOne) {
    std::atomic<int> atOnce = 0;
    int sum = 0;  // only work touches it
    std::vector<std::thread> askers;
    for (int asker = 0; asker < 4; ++asker) {
        askers.emplace_back([&] {
            for (int i = 0; i < 100; ++i) {
                EXPECT_TRUE(thread_->run([&] {
                    EXPECT_EQ(++atOnce, 1);
                    ++sum;
                    --atOnce;
                }));
            }
        });
    }
    for (std::thread& asker : askers) asker.join();
    EXPECT_EQ(sum, 400);
}

TEST_F(GlThread, WorkHasAContextAndTheCallerHasNone) {
    GLint major = 0;
    ASSERT_TRUE(thread_->run([&] { glGetIntegerv(GL_MAJOR_VERSION, &major); }));
    EXPECT_EQ(major, 4);
    EXPECT_EQ(eglGetCurrentContext(), EGL_NO_CONTEXT);
}

TEST_F(GlThread, AnExceptionEndsItForWaitingAndFutureCallers) {
    std::promise<void> started, released;
    const auto failing = std::async(std::launch::async, [&] {
        return thread_->run([&] {
            started.set_value();
            released.get_future().wait();
            throw std::runtime_error("out of memory");
        });
    });
    started.get_future().wait();
    std::vector<std::future<tl::expected<void, std::string>>> behind;
    for (int i = 0; i < 3; ++i) {
        behind.push_back(std::async(std::launch::async, [&] { return thread_->run([] {}); }));
    }
    std::this_thread::sleep_for(
        std::chrono::milliseconds(50));  // so that they wait; late ones come after the end
    released.set_value();
    for (auto& each : behind) {
        const auto answer = each.get();
        ASSERT_FALSE(answer);
        EXPECT_THAT(answer.error(), HasSubstr("out of memory"));
    }
    const auto later = thread_->run([] { FAIL() << "no more work is done"; });
    ASSERT_FALSE(later);
    EXPECT_THAT(later.error(), HasSubstr("out of memory"));
}

TEST(GlThreadStart, WithoutTheVersionIsAnError) {
    const auto started = Thread::start({9, 9});
    ASSERT_FALSE(started);
    EXPECT_THAT(started.error().message(), HasSubstr("no OpenGL 9.9 core"));
}

/// A host program's context, framebuffer and state on its own thread.
TEST(HostState, IsUnchangedForAHostThatDraws) {
    const auto host = Context::create({3, 3});
    ASSERT_TRUE(host) << host.error().message();
    GLuint texture = 0, framebuffer = 0;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    glGenFramebuffers(1, &framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
    const auto draw = [] {
        std::array<GLubyte, 4> pixel{};
        glClear(GL_COLOR_BUFFER_BIT);
        glReadPixels(1, 1, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel.data());
        return pixel;
    };
    glClearColor(1, 0, 1, 1);
    const auto before = draw();
    const EGLContext contextBefore = eglGetCurrentContext();
    {
        const auto thread = Thread::start(kVersion);
        ASSERT_TRUE(thread);
        ASSERT_TRUE((*thread)->run([] {
            glClearColor(0, 1, 0, 0);
            glBindFramebuffer(GL_FRAMEBUFFER, 0);
            glEnable(GL_STENCIL_TEST);
        }));
    }
    EXPECT_EQ(eglGetCurrentContext(), contextBefore);
    EXPECT_EQ(draw(), before);
    EXPECT_EQ(before, (std::array<GLubyte, 4>{255, 0, 255, 255}));
    EXPECT_FALSE(glIsEnabled(GL_STENCIL_TEST));
}

}  // namespace
}  // namespace ricochet::gl
