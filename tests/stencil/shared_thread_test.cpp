#include "algorithms/stencil/detector.h"
#include "algorithms/stencil/hybrid.h"
#include "algorithms/stencil/layer_source.h"
#include "tests/stencil/scenes.h"

#include <epoxy/gl.h>
#include <gtest/gtest.h>

#include <chrono>

namespace ricochet::stencil {
namespace {

using namespace ricochet::test;

constexpr Real kViewRadius = 1.8;  // metres: no mesh of the scenes is larger

/// A program that the driver still uses is only marked as deleted.
bool isProgram(GLuint name) {
    GLint isDeleted = GL_TRUE;
    if (glIsProgram(name)) glGetProgramiv(name, GL_DELETE_STATUS, &isDeleted);
    return isDeleted == GL_FALSE;
}

/// How many buffers, textures, framebuffers, vertex arrays, programs and queries there are.
int objectsOf(gl::Thread& thread) {
    constexpr GLuint kMostNames = 1000;
    int count = 0;
    EXPECT_TRUE(thread.run([&] {
        for (GLuint name = 1; name < kMostNames; ++name) {
            count += glIsBuffer(name) + glIsTexture(name) + glIsFramebuffer(name) + glIsVertexArray(name) +
                     isProgram(name) + glIsQuery(name);
        }
    }));
    return count;
}

/// Worlds share one OpenGL thread for as long as the process lives.
TEST(StencilThreads, WhatDrawsLeavesNothingOnASharedThread) {
    auto started = gl::Thread::start({4, 5});
    ASSERT_TRUE(started);
    const std::shared_ptr<gl::Thread> thread = std::move(*started);
    EXPECT_EQ(objectsOf(*thread), 0);
    {
        const auto made = Detector::create({}, thread);
        ASSERT_TRUE(made) << made.error();
        const Case solids = stencilScenes()[2];
        const auto a = (*made)->upload(solids.a), b = (*made)->upload(solids.b);
        Random random(3);
        const auto [poseA, poseB] = randomPoses(random, 0.3 * solids.spread);
        for (const int pixels : {16, 32, 64, 128}) {  // more than the detector keeps images for
            const View view = randomView(random, poseA, poseB, kViewRadius, pixels);
            for (const Undecided undecided : {Undecided::lists, Undecided::blending}) {
                for (const Examiner examiner : {Examiner::readBack, Examiner::compute, Examiner::occlusion}) {
                    DetectorSettings settings;
                    settings.undecided = undecided;
                    settings.examiner = examiner;
                    settings.hiddenFaces = HiddenFaces::culled;
                    settings.fewestCulled = 0;
                    settings.timesPhases = true;
                    ASSERT_TRUE((*made)->detect(**a, poseA, **b, poseB, view, settings));
                }
            }
        }
        const auto layers = DrawnLayers::create(thread);
        const auto hybrid = StencilHybrid::create({.drawFrom = 0}, thread);
        ASSERT_TRUE(layers && hybrid);
        EXPECT_GT(objectsOf(*thread), 50);
    }
    EXPECT_EQ(objectsOf(*thread), 0);
}

/// The phases are those of the call: none is counted twice, and little lies between them.
TEST(StencilTimes, OfThePhasesAddUpToTheTimeOfTheCall) {
    const auto made = Detector::create();
    ASSERT_TRUE(made) << made.error();
    const Case solids = stencilScenes()[2];
    const auto a = (*made)->upload(solids.a), b = (*made)->upload(solids.b);
    Random random(5);
    const auto [poseA, poseB] = randomPoses(random, 0.3 * solids.spread);
    const View view = randomView(random, poseA, poseB, kViewRadius, 256);
    DetectorSettings settings;
    settings.timesPhases = true;
    settings.cacheDepths = settings.drawsBothAtOnce = false;
    for (const Examiner examiner : {Examiner::readBack, Examiner::compute, Examiner::occlusion}) {
        settings.examiner = examiner;
        std::vector<double> shares;
        for (int repeat = 0; repeat < 7; ++repeat) {
            const auto begin = std::chrono::steady_clock::now();
            const auto answer = (*made)->detect(**a, poseA, **b, poseB, view, settings);
            const double all =
                std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
            ASSERT_TRUE(answer);
            const PhaseTimes& times = answer->times;
            EXPECT_GT(times.draw1, 0);
            EXPECT_GT(times.draw2, 0);
            EXPECT_GT(times.examine2, 0);
            EXPECT_GE(times.lists, 0);
            shares.push_back((times.draw1 + times.examine1 + times.draw2 + times.examine2 + times.lists) /
                             all);
        }
        std::sort(shares.begin(), shares.end());
        EXPECT_LE(shares.back(), 1.01);
        EXPECT_GT(shares[shares.size() / 2], 0.5);
    }
}

}  // namespace
}  // namespace ricochet::stencil
