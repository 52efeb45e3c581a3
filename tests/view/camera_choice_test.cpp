#include "demos/view/camera_choice.h"

#include "demos/view/viewing.h"

#include <gmock/gmock.h>

#include <cmath>

namespace ricochet::view {
namespace {

DrawnMesh boxOfSize(const Point& half) {
    DrawnMesh mesh;
    for (int i = 0; i < 8; ++i) {
        mesh.vertices.push_back(
            {i & 1 ? half[0] : -half[0], i & 2 ? half[1] : -half[1], i & 4 ? half[2] : -half[2]});
    }
    mesh.faces = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                  {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
    return mesh;
}

/// A box of 1 m on a wide floor, whose top is at a height of 0.
class CameraChoice : public testing::Test {
protected:
    void SetUp() override {
        auto created = OffscreenRenderer::create(320, 180);
        ASSERT_TRUE(created) << created.error();
        renderer_ = std::move(*created);
        floor_.mesh = renderer_->addMesh(boxOfSize({100, 1, 100}));
        floor_.translation = {0, -1, 0};
        floor_.isCut = true;
        box_.mesh = renderer_->addMesh(boxOfSize({0.5f, 0.5f, 0.5f}));
    }

    /// It moves along x by so many metres, half a metre a moment.
    std::vector<Moment> slide(float distance) const {
        std::vector<Moment> moments;
        for (float x = 0; x <= distance; x += 0.5f) {
            DrawnBody box = box_;
            box.translation = {x, 0.5f, 0};
            moments.push_back({{floor_, box}, {false, true}});
        }
        return moments;
    }

    std::vector<VisiblePart> visibleBox(const std::vector<Moment>& moments) const {
        const std::vector<Camera> cameras = chooseCameras(*renderer_, moments, {0, 1, 0});
        std::vector<VisiblePart> parts;
        for (std::size_t i = 0; i < moments.size(); ++i)
            parts.push_back(renderer_->visibleParts(moments[i].bodies, cameras[i])[1]);
        return parts;
    }

    std::unique_ptr<OffscreenRenderer> renderer_;
    DrawnBody floor_, box_;
};

TEST_F(CameraChoice, HasABodyNearTheMiddleFromStartToEnd) {
    for (const float distance : {0.0f, 1.0f, 3.0f, 6.0f, 30.0f}) {
        for (const VisiblePart& part : visibleBox(slide(distance))) {
            EXPECT_GE(part.share, 0.05f) << distance;
            EXPECT_LE(std::abs(part.middle[0]), 0.65f) << distance;
            EXPECT_LE(std::abs(part.middle[1]), 0.65f) << distance;
        }
    }
}

TEST_F(CameraChoice, FollowsOnALongPathOnly) {
    const auto travel = [this](float distance) {
        const std::vector<Camera> cameras = chooseCameras(*renderer_, slide(distance), {0, 1, 0});
        return (toVector(cameras.back().target) - toVector(cameras.front().target)).norm();
    };
    EXPECT_EQ(travel(1), 0);
    EXPECT_NEAR(travel(30), 30, 1);
}

TEST_F(CameraChoice, ShowsASlopeFromItsSide) {
    const Point up = {-0.5f, std::sqrt(0.75f), 0};  // so that the floor falls along x
    for (const Camera& camera : chooseCameras(*renderer_, slide(3), up)) {
        EXPECT_EQ(camera.up, up);
        const Eigen::Vector3f towards = (toVector(camera.eye) - toVector(camera.target)).normalized();
        EXPECT_GT(towards.z(), 0.9f);
        EXPECT_GT(towards.dot(toVector(up)), 0.1f) << "the floor is seen from above";
    }
}

TEST_F(CameraChoice, ShowsASmallStandingBodyWhole) {
    std::vector<Moment> moments = slide(0);
    DrawnBody holder = box_;
    holder.mesh = renderer_->addMesh(boxOfSize({0.2f, 0.2f, 0.2f}));
    holder.translation = {0, 1.2f, 0};
    moments.front().bodies.push_back(holder);
    moments.front().areSubjects.push_back(false);
    const Camera camera = chooseCameras(*renderer_, moments, {0, 1, 0}).front();
    const Viewing viewing =
        makeViewing(camera, Box(Eigen::Vector3f(-1, 0, -1), Eigen::Vector3f(1, 2, 1)), renderer_->aspect());
    const Eigen::Vector4f top = viewing.viewProjection * Eigen::Vector4f(0, 1.4f, 0, 1);
    EXPECT_LT(top.y(), top.w());
}

TEST_F(CameraChoice, HasTheLightFromWhereItReachesTheBody) {
    std::vector<Moment> moments = slide(0);
    const Point usual = chooseCameras(*renderer_, moments, {0, 1, 0}).front().toLight;
    EXPECT_EQ(usual, kUsualLight);
    DrawnBody wall;  // to the left and behind the camera's side, beside the view
    wall.mesh = renderer_->addMesh(boxOfSize({0.1f, 20, 20}));
    wall.translation = {-1.5f, 0, 0};
    moments.front().bodies.push_back(wall);
    moments.front().areSubjects.push_back(false);
    const Camera camera = chooseCameras(*renderer_, moments, {0, 1, 0}).front();
    EXPECT_NE(camera.toLight, kUsualLight);
    EXPECT_GT(renderer_->litPart(moments.front().bodies, moments.front().areSubjects, camera), 0.5f);
}

}  // namespace
}  // namespace ricochet::view
