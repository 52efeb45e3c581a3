// Worlds in memory and in a file, for Bullet.
#pragma once

#include "algorithms/geometry/float_box.h"
#include "tests/mktree/worlds.h"
#include "tests/support/bullet_mesh.h"

#include <BulletCollision/CollisionShapes/btBvhTriangleMeshShape.h>
#include <ricochet/mktree_shape.h>

#include <deque>
#include <memory>
#include <string>

namespace ricochet::test {

/// What Bullet in single precision holds exactly. (A cast there and back is optimised away by g++ 12.)
inline mktree::test::Objects ofFloats(mktree::test::Objects objects) {
    for (mktree::WorldObject& object : objects) {
        for (Vec3& v : object.vertices) {
            for (Real& x : v) x = Real(roundedToFloat(x));
        }
    }
    return objects;
}

/// The objects of a world as the parts of one of Bullet's meshes.
class ObjectsInMemory {
public:
    explicit ObjectsInMemory(const mktree::test::Objects& objects) {
        for (const mktree::WorldObject& object : objects) {
            std::vector<std::array<btScalar, 3>> vertices;
            std::vector<std::array<int, 3>> faces;
            for (const Vec3& v : object.vertices) {
                vertices.push_back({btScalar(v.x()), btScalar(v.y()), btScalar(v.z())});
            }
            for (const Face& f : object.faces) faces.push_back({int(f[0]), int(f[1]), int(f[2])});
            const BulletMesh& mesh = meshes_.emplace_back(std::move(vertices), std::move(faces));
            btIndexedMesh part = mesh.interface.getIndexedMeshArray()[0];
            all_.addIndexedMesh(part, part.m_indexType);
        }
        shape_ = std::make_unique<btBvhTriangleMeshShape>(&all_, true);
    }
    btBvhTriangleMeshShape& shape() { return *shape_; }

private:
    std::deque<BulletMesh> meshes_;
    btTriangleIndexVertexArray all_;
    std::unique_ptr<btBvhTriangleMeshShape> shape_;
};

/// The same objects in a file of a folder of its own.
class ObjectsInFile {
public:
    explicit ObjectsInFile(const mktree::test::Objects& objects, Index leafTriangles = 60) {
        const auto report =
            mktree::build(mktree::test::streamOf(objects), path(), {.leafTriangles = leafTriangles});
        EXPECT_TRUE(report) << report.error();
    }
    std::string path() const { return folder_.file("world.mkt"); }
    std::shared_ptr<const MkTreeFile> open(long long cacheBytes = MkTreeFile::kCacheBytes) const {
        MkTreeFile::Opened opened = MkTreeFile::open(path(), cacheBytes);
        EXPECT_EQ(opened.error, "");
        return opened.file;
    }

private:
    mktree::test::TemporaryFolder folder_;
};

/// A mesh of Bullet's as the only object, rounded to float as the box of a file is.
inline mktree::test::Objects objectsOf(const BulletMesh& mesh) {
    mktree::WorldObject object;
    for (const auto& v : mesh.vertices) object.vertices.emplace_back(v[0], v[1], v[2]);
    for (const auto& f : mesh.faces) object.faces.push_back({Index(f[0]), Index(f[1]), Index(f[2])});
    return ofFloats({object});
}

}  // namespace ricochet::test
