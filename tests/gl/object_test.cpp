#include "algorithms/gl/object.h"

#include "algorithms/gl/context.h"
#include "algorithms/gl/thread.h"
#include "algorithms/gl/timestamps.h"

#include <epoxy/gl.h>
#include <gtest/gtest.h>

#include <numeric>

namespace ricochet::gl {
namespace {

class GlObjects : public testing::Test {
protected:
    void SetUp() override {
        auto made = Context::create({4, 5});
        ASSERT_TRUE(made) << made.error().message();
        context_ = std::move(*made);
    }
    std::unique_ptr<Context> context_;
};

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
