// Worlds to build MKtrees of, and the files that they are in.
#pragma once

#include "algorithms/mktree/build.h"
#include "algorithms/mktree/mktree.h"
#include "tests/support/meshes.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <random>
#include <string>
#include <unistd.h>

namespace ricochet::mktree::test {

/// A temporary folder, removed with the object.
class TemporaryFolder {
public:
    TemporaryFolder() {
        std::string name = testing::TempDir() + "mktree-XXXXXX";
        path_ = mkdtemp(name.data());
    }
    ~TemporaryFolder() { std::filesystem::remove_all(path_); }
    TemporaryFolder(const TemporaryFolder&) = delete;

    std::string file(const std::string& name) const { return (path_ / name).string(); }
    std::size_t files() const {
        return static_cast<std::size_t>(
            std::distance(std::filesystem::directory_iterator(path_), std::filesystem::directory_iterator()));
    }

private:
    std::filesystem::path path_;
};

using Objects = std::vector<WorldObject>;

inline ObjectStream streamOf(const Objects& objects) {
    return [&objects, next = std::size_t{0}](WorldObject& object) mutable -> Result<bool> {
        if (next == objects.size()) return false;
        object = objects[next++];
        return true;
    };
}

inline WorldObject objectOf(const Mesh& mesh, Index part) {
    return {.part = part, .vertices = mesh.vertices(), .faces = mesh.faces(), .numbers = {}};
}

/// Turned boxes and tori, in a cube of 10 m, as floats or as doubles.
inline Objects clutter(unsigned seed, int count, bool isOfFloats = true) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<Real> transformPoint(-5, 5), size(0.1, 0.8);
    std::normal_distribution<Real> normal;
    Objects objects;
    for (int i = 0; i < count; ++i) {
        const Real s = size(random);
        WorldObject object =
            i % 3 == 0 ? objectOf(*torusMesh(s, s / 3, 12, 8), static_cast<Index>(i))
                       : objectOf(*boxMesh(Vec3(-s, -s / 2, -s / 3), Vec3(s, s, s)), static_cast<Index>(i));
        const Eigen::Quaternion<Real> turn(normal(random), normal(random), normal(random), normal(random));
        const Vec3 at(transformPoint(random), transformPoint(random), transformPoint(random));
        for (Vec3& v : object.vertices) {
            v = turn.normalized() * v + at;
            if (isOfFloats) v = v.cast<float>().cast<Real>();
        }
        objects.push_back(std::move(object));
    }
    return objects;
}

inline std::size_t triangleCount(const Objects& objects) {
    std::size_t count = 0;
    for (const WorldObject& object : objects) count += object.faces.size();
    return count;
}

inline std::shared_ptr<const MkTree> builtTree(const Objects& objects, const std::string& path,
                                               const BuildSettings& settings = {},
                                               const OpenSettings& openSettings = {}) {
    const auto report = build(streamOf(objects), path, settings);
    EXPECT_TRUE(report) << report.error();
    const auto tree = MkTree::open(path, openSettings);
    EXPECT_TRUE(tree) << tree.error();
    return *tree;
}

/// The world as one mesh; `names` are the part and number of each face.
struct WholeWorld {
    std::shared_ptr<Mesh> mesh;
    std::vector<std::pair<Index, Index>> names;
};
inline WholeWorld whole(const Objects& objects) {
    std::vector<Vec3> vertices;
    std::vector<Face> faces;
    WholeWorld world;
    for (const WorldObject& object : objects) {
        const auto first = static_cast<Index>(vertices.size());
        vertices.insert(vertices.end(), object.vertices.begin(), object.vertices.end());
        for (std::size_t f = 0; f < object.faces.size(); ++f) {
            const Face& face = object.faces[f];
            faces.push_back({face[0] + first, face[1] + first, face[2] + first});
            world.names.emplace_back(object.part, object.numberOf(f));
        }
    }
    world.mesh = makeMesh(std::move(vertices), std::move(faces));
    return world;
}

}  // namespace ricochet::mktree::test
