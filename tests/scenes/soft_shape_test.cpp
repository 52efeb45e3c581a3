#include "demos/scenes/soft_shape.h"

#include "demos/scenes/soft_bodies.h"
#include "tests/scenes/stock_world.h"

#include <BulletSoftBody/btSoftBody.h>
#include <gmock/gmock.h>

namespace ricochet::scenes {
namespace {

using testing::ElementsAre;

/// Two triangles, with values that are neither Bullet's own nor ours.
SoftShape quad() {
    return {.nodes = {{1, 2, 3}, {2, 2, 3}, {1, 2, 4}, {2, 2, 4}},
            .links = {{0, 1}, {2, 1}, {3, 2}},
            .faces = {{0, 2, 1}, {1, 2, 3}},
            .held = {1, 3},
            .stiffness = btScalar(0.3),
            .damping = btScalar(0.1),
            .drag = btScalar(0.7),
            .crossForce = btScalar(0.9),
            .wind = btVector3(4, 5, 6),
            .iterations = 7};
}

/// In a world of its own.
struct SoftInWorld {
    StockWorld stock;
    SoftBodies bodies{stock.world};
    btSoftBody& body;

    explicit SoftInWorld(const SoftShape& shape, const btTransform& pose = btTransform::getIdentity())
        : body(bodies.add(makeSoft(bodies.worldInfo(), shape, pose), btScalar(2.3))) {
        finishSoft(body, shape, /*friction*/ btScalar(0.35), btVector3(1, 0, 2));
    }
};

TEST(SoftShape, ThereAndBackIsTheSame) {
    const SoftShape given = quad();
    const SoftInWorld world(given);
    const DescribedSoft described = describeSoft(world.body);
    EXPECT_EQ(described.unexpressed, "");
    EXPECT_EQ(described.shape.nodes, given.nodes);
    EXPECT_EQ(described.shape.links, given.links);
    EXPECT_EQ(described.shape.faces, given.faces);
    EXPECT_EQ(described.shape.held, given.held);
    EXPECT_EQ(described.shape.stiffness, given.stiffness);
    EXPECT_EQ(described.shape.damping, given.damping);
    EXPECT_EQ(described.shape.drag, given.drag);
    EXPECT_EQ(described.shape.crossForce, given.crossForce);
    EXPECT_EQ(described.shape.wind, given.wind);
    EXPECT_EQ(described.shape.iterations, given.iterations);
    EXPECT_NEAR(described.mass, 2.3, 1e-6);
    EXPECT_EQ(described.friction, btScalar(0.35));
    EXPECT_EQ(described.velocity, btVector3(1, 0, 2));
    const SoftInWorld again(described.shape);
    EXPECT_EQ(again.body.m_nodes[0].m_im, world.body.m_nodes[0].m_im);
}

TEST(SoftShape, ItsNodesAreAtItsPose) {
    const btTransform pose(btQuaternion(btVector3(0, 1, 0), SIMD_HALF_PI), btVector3(0, 0, 9));
    const SoftInWorld world(quad(), pose);
    EXPECT_LT((world.body.m_nodes[2].m_x - btVector3(4, 2, 8)).length(), 1e-5);
}

TEST(SoftShape, WhatADescriptionCannotHaveIsNamed) {
    const auto unexpressed = [](const auto& change) {
        SoftInWorld world(quad());
        change(world.body);
        return describeSoft(world.body).unexpressed;
    };
    EXPECT_THAT(unexpressed([](btSoftBody& body) { body.setMass(2, 9); }), testing::HasSubstr("masses"));
    EXPECT_THAT(unexpressed([](btSoftBody& body) { body.m_nodes[2].m_v.setX(9); }),
                testing::HasSubstr("velocities"));
    EXPECT_THAT(unexpressed([](btSoftBody& body) { body.appendMaterial(); }),
                testing::HasSubstr("materials"));
    EXPECT_THAT(unexpressed([](btSoftBody& body) { body.m_cfg.kPR = 1; }), testing::HasSubstr("pressure"));
    EXPECT_THAT(unexpressed([](btSoftBody& body) { body.m_cfg.aeromodel = btSoftBody::eAeroModel::V_Point; }),
                testing::HasSubstr("air"));
}

TEST(SoftShape, EachEdgeOfFacesIsOneLink) {
    EXPECT_THAT(edgesOf({{0, 2, 1}, {1, 2, 3}}),
                ElementsAre(std::array{0, 2}, std::array{1, 2}, std::array{0, 1}, std::array{2, 3},
                            std::array{1, 3}));
}

}  // namespace
}  // namespace ricochet::scenes
