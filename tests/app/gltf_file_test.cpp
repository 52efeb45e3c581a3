#include "demos/app/recorder.h"
#include "tests/app/program_outcome.h"
#include "tests/support/temporary_file.h"

#include <assimp/Importer.hpp>
#include <assimp/scene.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <map>

namespace ricochet::app {
namespace {

using testing::HasSubstr;

constexpr double kAccuracy = 1e-3;  // of the scene's size, and of a rotation's components

/// A run's file, as Assimp reads it.
class GltfFile : public testing::Test {
protected:
    const TemporaryFile file{".glb", ""};
    Assimp::Importer importer;
    const aiScene* scene = nullptr;
    std::map<std::string, const aiNodeAnim*> animations;  ///< by the names of their nodes

    void read(std::vector<std::string> arguments) {
        arguments.insert(arguments.end(), {"--penetration-every", "0", "--record", file.path()});
        const Outcome outcome = runWith(arguments);
        ASSERT_EQ(outcome.exitCode, 0) << outcome.error;
        scene = importer.ReadFile(file.path(), 0);
        ASSERT_NE(scene, nullptr) << importer.GetErrorString();
        ASSERT_EQ(scene->mNumAnimations, 1u);
        const aiAnimation& all = *scene->mAnimations[0];
        for (unsigned i = 0; i < all.mNumChannels; ++i)
            animations[all.mChannels[i]->mNodeName.C_Str()] = all.mChannels[i];
    }

    void expectPose(const std::string& node, unsigned frame, const btTransform& pose, double size) {
        ASSERT_TRUE(animations.count(node)) << node;
        const aiNodeAnim& animation = *animations[node];
        ASSERT_GT(animation.mNumPositionKeys, frame);
        const aiVector3D position = animation.mPositionKeys[frame].mValue;
        for (int k = 0; k < 3; ++k)
            EXPECT_NEAR(position[unsigned(k)], pose.getOrigin()[k], kAccuracy * size) << node << ' ' << frame;
        const aiQuaternion q = animation.mRotationKeys[frame].mValue;
        const btQuaternion expected = pose.getRotation();
        const double dot =
            double(expected.dot(btQuaternion(btScalar(q.x), btScalar(q.y), btScalar(q.z), btScalar(q.w))));
        EXPECT_NEAR(std::abs(dot), 1, kAccuracy * kAccuracy) << node << ' ' << frame;
    }
};

TEST_F(GltfFile, HasTheRunsPosesAndEachMeshOnce) {
    ASSERT_NO_FATAL_FAILURE(read({"run", "chain", "--steps", "30"}));
    RunOptions options;
    options.scene = "chain";
    options.narrow = "wide-tree";
    options.steps = 30;
    options.penetrationEvery = 0;
    std::size_t moving = 0, triangles = 0;
    const auto report = runScene(options, [&](Simulation& simulation, int step) {
        const auto& bodies = simulation.scene().bodies();
        moving = triangles = 0;
        std::map<const scenes::SceneMesh*, std::size_t> meshes;
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            meshes[bodies[i].mesh.get()] = bodies[i].mesh->faces.size();
            const std::string node = "wide-tree, body " + std::to_string(i + 1);
            const btTransform& pose = bodies[i].body->getWorldTransform();
            if (bodies[i].body->isStaticObject()) {
                const aiNode* standing = scene->mRootNode->FindNode(node.c_str());
                ASSERT_NE(standing, nullptr);
                EXPECT_NEAR(standing->mTransformation.b4, pose.getOrigin().y(), kAccuracy);
                continue;
            }
            ++moving;
            expectPose(node, unsigned(step), pose, /*size*/ 1);
        }
        for (const auto& [mesh, faces] : meshes) triangles += faces;
    });
    ASSERT_TRUE(report.has_value());
    EXPECT_EQ(animations.size(), moving);
    EXPECT_EQ(scene->mAnimations[0]->mChannels[0]->mNumPositionKeys, 31u);
    EXPECT_NEAR(scene->mAnimations[0]->mDuration / scene->mAnimations[0]->mTicksPerSecond, 0.5, 1e-6);
    // Coordinates and indices of a triangle take about 18 bytes; a pose and its time 32.
    EXPECT_LT(std::filesystem::file_size(file.path()), 30 * triangles + 31 * 32 * moving + 20'000);
}

TEST_F(GltfFile, OfAComparisonShowsTheRunsSideBySide) {
    ASSERT_NO_FATAL_FAILURE(read({"compare", "chain", "--steps", "2", "--narrow", "wide-tree,stock"}));
    const aiNode *ours = scene->mRootNode->FindNode("wide-tree"),
                 *stock = scene->mRootNode->FindNode("stock");
    ASSERT_TRUE(ours && stock);
    EXPECT_EQ(ours->mNumChildren, stock->mNumChildren);
    EXPECT_EQ(ours->mTransformation.a4, 0);
    EXPECT_GT(stock->mTransformation.a4, 0);
}

TEST_F(GltfFile, ADeformingBodyIsRefusedByOneSentence) {
    const Outcome outcome =
        runWith({"run", "blobs", "--bodies", "1", "--steps", "1", "--record", file.path()});
    EXPECT_EQ(outcome.exitCode, 1);
    EXPECT_THAT(outcome.error, HasSubstr("ricochet: --record: bodies of this scene deform"));
}

}  // namespace
}  // namespace ricochet::app
