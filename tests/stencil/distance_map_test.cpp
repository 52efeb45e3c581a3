#include "algorithms/stencil/distance_map.h"

#include "tests/support/surfaces.h"

#include <gtest/gtest.h>

namespace ricochet::stencil {
namespace {

View squareView(int pixels) {
    View view;
    view.min = Vec3(-1, -1, -8);
    view.size = Vec3(2, 2, 16);
    view.pixels = pixels;
    return view;
}

TEST(DistanceMap, OfTwoSpheresAgreesWithTheirEquations) {
    const SharedMesh a = test::sphereMesh(400, 200, 0.9), b = test::sphereMesh(400, 200, 0.6);
    const View view = squareView(64);
    for (const Real apart : {1.3, 1.5, 2.0}) {
        const Pose pose{Matrix3::Identity(), {0, 0, apart}};
        const DistanceMap map = distanceMap(*a, {}, *b, pose, view);
        Real worst = 0;
        int compared = 0;
        for (int y = 0; y < 64; ++y) {
            for (int x = 0; x < 64; ++x) {
                const Real r2 = std::pow((x + 0.5) / 32 - 1, 2) + std::pow((y + 0.5) / 32 - 1, 2);
                if (r2 > 0.3) continue;  // beyond, both surfaces are steep
                const auto found = map.at(static_cast<std::size_t>(y * 64 + x));
                ASSERT_TRUE(found);
                const Real truth = apart - std::sqrt(0.36 - r2) - std::sqrt(0.81 - r2);
                worst = std::max(worst, std::abs(*found - truth));
                ++compared;
            }
        }
        EXPECT_GT(compared, 900);
        EXPECT_LT(worst, 1e-3) << "metres: the polyhedra are that far from the spheres";
    }
}

/// A box with a box-shaped cavity.
SharedMesh hollowBox() {
    const SharedMesh outer = boxMesh({-1, -1, -2}, {1, 1, 2}),
                     inner = boxMesh({-0.75, -0.75, -1}, {0.75, 0.75, 1});
    std::vector<Vec3> vertices(outer->vertices().begin(), outer->vertices().end());
    vertices.insert(vertices.end(), inner->vertices().begin(), inner->vertices().end());
    std::vector<Face> faces(outer->faces().begin(), outer->faces().end());
    const auto first = static_cast<Index>(outer->vertices().size());
    for (const Face& face : inner->faces())
        faces.push_back({first + face[0], first + face[2], first + face[1]});
    return makeMesh(std::move(vertices), std::move(faces));
}

TEST(DistanceMap, OfBodiesApartIsPositiveOnEitherSideAndInACavity) {
    constexpr std::size_t kMiddle = 8 * 16 + 8;
    const SharedMesh box = boxMesh({-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5});
    const auto distance = [&](const SharedMesh& a, Real z) {
        return distanceMap(*a, {}, *box, {Matrix3::Identity(), {0, 0, z}}, squareView(16)).at(kMiddle);
    };
    EXPECT_NEAR(distance(box, 3).value(), 2, 1e-9);
    EXPECT_NEAR(distance(box, -3).value(), 2, 1e-9);
    EXPECT_NEAR(distance(box, -0.75).value(), -0.25, 1e-9);
    EXPECT_NEAR(distance(hollowBox(), 0).value(), 0.5, 1e-9);
    EXPECT_NEAR(distance(hollowBox(), 0.75).value(), -0.25, 1e-9) << "0.25 m into the cavity's wall";
}

TEST(DistanceMap, ColoursShowBodiesAndOverlap) {
    const SharedMesh box = boxMesh({-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5});
    const auto redOfMiddle = [&](Real z) {
        const auto pixels =
            coloured(distanceMap(*box, {}, *box, {Matrix3::Identity(), {0.25, 0, z}}, squareView(16)), 1);
        return std::array<int, 3>{pixels[3 * (8 * 16 + 9)], pixels[3 * (8 * 16 + 9) + 1],
                                  pixels[3 * (8 * 16 + 9) + 2]};
    };
    const auto deep = redOfMiddle(0), touching = redOfMiddle(1), apart = redOfMiddle(1.5),
               far = redOfMiddle(3);
    EXPECT_EQ(deep, (std::array<int, 3>{217, 13, 13}));
    EXPECT_EQ(touching, (std::array<int, 3>{255, 230, 26}));
    EXPECT_EQ(apart, (std::array<int, 3>{26, 166, 51}));
    EXPECT_EQ(far, (std::array<int, 3>{38, 77, 204}));
    const auto pixels =
        coloured(distanceMap(*box, {}, *box, {Matrix3::Identity(), {0.25, 0, 2}}, squareView(16)), 1);
    EXPECT_EQ(pixels[3 * (8 * 16 + 0)], 255) << "nothing";
    EXPECT_EQ(pixels[3 * (8 * 16 + 4)], 153) << "only A";
    EXPECT_EQ(pixels[3 * (8 * 16 + 13) + 1], 191) << "only B";
}

}  // namespace
}  // namespace ricochet::stencil
