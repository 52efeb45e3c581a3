#include "demos/window/mesh_chunks.h"

#include <gtest/gtest.h>

namespace ricochet::window {
namespace {

/// A tenth of a metre to each side.
view::Box boxAt(float x) {
    const Eigen::Vector3f half(0.1f, 0.1f, 0.1f), at(x, 0, 0);
    return {Eigen::Vector3f(at - half), Eigen::Vector3f(at + half)};
}

TEST(MeshChunks, WhatColumnsThatAreLeftOutCoverIsOutside) {
    // clip space is twice the picture at the depth of the boxes: x from -2 to 2
    Eigen::Matrix4f viewProjection = Eigen::Matrix4f::Identity();
    viewProjection(3, 3) = 2;
    const Eigen::Matrix4f seen = withoutLeft(viewProjection, 0.25f);
    for (int i = -30; i <= 30; ++i) {
        const float x = 0.1f * float(i) + 0.05f;
        EXPECT_EQ(isOutside(boxAt(x), seen), x + 0.1f < -1 || x - 0.1f > 2) << x;
    }
    EXPECT_EQ(withoutLeft(viewProjection, 0), viewProjection);
}

}  // namespace
}  // namespace ricochet::window
