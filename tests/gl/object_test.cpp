#include "algorithms/gl/object.h"

#include "algorithms/gl/context.h"
#include "algorithms/gl/thread.h"
#include "algorithms/gl/timestamps.h"
#include "tests/gl/current_context.h"

#include <epoxy/egl.h>
#include <epoxy/gl.h>
#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <numeric>
#include <thread>
#include <vector>

namespace ricochet::gl {
namespace {

class GlObjects : public CurrentContext {};

TEST_F(GlObjects, EndWithTheirOwner) {
    GLuint name = 0;
    {
        Object first = makeBuffer();
        name = first;
        ASSERT_TRUE(glIsBuffer(name));
        Object second = std::move(first);
        EXPECT_EQ(name, GLuint{second});
        EXPECT_TRUE(glIsBuffer(name));
    }
    EXPECT_FALSE(glIsBuffer(name));
    Object replaced = makeTexture(GL_TEXTURE_2D);
    name = replaced;
    replaced = makeTexture(GL_TEXTURE_2D);
    EXPECT_FALSE(glIsTexture(name));
}

TEST_F(GlObjects, OfEveryKindAreDeleted) {
    std::array<GLuint, 3> names{};
    {
        const Object framebuffer = makeFramebuffer(), vertexArray = makeVertexArray(),
                     query = makeQuery(GL_TIMESTAMP);
        names = {framebuffer, vertexArray, query};
        EXPECT_TRUE(glIsFramebuffer(names[0]) && glIsVertexArray(names[1]) && glIsQuery(names[2]));
    }
    EXPECT_FALSE(glIsFramebuffer(names[0]) || glIsVertexArray(names[1]) || glIsQuery(names[2]));
}

struct Kind {
    const char* name;
    std::function<Object()> make;
    std::function<bool(GLuint)> exists;
};

std::vector<Kind> kinds() {
    return {{"buffer", makeBuffer, [](GLuint name) { return glIsBuffer(name) == GL_TRUE; }},
            {"framebuffer", makeFramebuffer, [](GLuint name) { return glIsFramebuffer(name) == GL_TRUE; }},
            {"vertex array", makeVertexArray, [](GLuint name) { return glIsVertexArray(name) == GL_TRUE; }},
            {"query", [] { return makeQuery(GL_TIMESTAMP); },
             [](GLuint name) { return glIsQuery(name) == GL_TRUE; }},
            {"texture", [] { return makeTexture(GL_TEXTURE_2D); },
             [](GLuint name) { return glIsTexture(name) == GL_TRUE; }}};
}

TEST_F(GlObjects, AreMadeAndDeletedOneByOne) {
    constexpr GLuint kNames = 200;
    for (const Kind& kind : kinds()) {
        const auto count = [&] {
            int existing = 0;
            for (GLuint name = 1; name <= kNames; ++name) existing += kind.exists(name);
            return existing;
        };
        const int before = count();
        std::vector<Object> objects;
        for (int i = 1; i <= 50; ++i) {
            objects.push_back(kind.make());
            EXPECT_EQ(count(), before + i) << kind.name;
        }
        objects.pop_back();
        EXPECT_EQ(count(), before + 49) << kind.name;
        objects.erase(objects.begin());
        EXPECT_EQ(count(), before + 48) << kind.name;
    }
}

/// Names are numbers that every context gives out anew.
TEST_F(GlObjects, OfAnotherContextAreLeftAlone) {
    Object mine = makeBuffer();
    const GLuint name = mine;
    const auto other = Context::create({4, 5});
    ASSERT_TRUE(other);
    const Object sameName = makeBuffer();
    ASSERT_EQ(name, GLuint{sameName});
    mine = {};
    EXPECT_TRUE(glIsBuffer(sameName));
    context_->makeCurrent();
    EXPECT_TRUE(glIsBuffer(name)) << "remains until its context ends";
}

TEST_F(GlObjects, NoContextIsCurrentAfterItsEnd) {
    const Object mine = makeBuffer();
    EXPECT_NE(currentContext(), 0u);
    context_.reset();
    EXPECT_EQ(currentContext(), 0u);
}

TEST_F(GlObjects, AContextIsCurrentWhileItsOwnThreadHasIt) {
    const std::uint64_t own = currentContext();
    EXPECT_NE(own, 0u);
    std::thread([] { EXPECT_EQ(currentContext(), 0u); }).join();
    const EGLDisplay display = eglGetCurrentDisplay();
    eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);  // as a host does
    EXPECT_EQ(currentContext(), 0u);
    context_->makeCurrent();
    EXPECT_EQ(currentContext(), own);
}

TEST_F(GlObjects, TimestampsCountTheLapsBetweenMarks) {
    Timestamps timestamps;
    EXPECT_TRUE(timestamps.laps().empty());
    const Object buffer = makeBuffer();
    glNamedBufferStorage(buffer, 1 << 24, nullptr, 0);
    const std::uint32_t zero = 0;
    for (int repeat = 0; repeat < 2; ++repeat) {
        timestamps.restart();
        timestamps.mark();
        for (int i = 0; i < 8; ++i) {
            glClearNamedBufferData(buffer, GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT, &zero);
        }
        timestamps.mark();
        timestamps.mark();
        const std::vector<double> laps = timestamps.laps();
        ASSERT_EQ(laps.size(), 2u);
        EXPECT_GT(laps[0], 0);
        EXPECT_GE(laps[1], 0);
        EXPECT_LT(laps[1], laps[0]) << "nothing was to be done";
    }
}

}  // namespace
}  // namespace ricochet::gl
