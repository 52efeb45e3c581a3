#pragma once

#include "tests/fuzz/choices.h"
#include "tests/support/bullet_mesh.h"

#include <BulletCollision/CollisionShapes/btCollisionShape.h>
#include <ricochet/mktree_shape.h>

#include <memory>
#include <string>
#include <vector>

namespace ricochet::fuzz {

/// A shape of a random kind, and what it refers to. Every shape that an object of this class makes has the
/// same address.
class RandomShape {
public:
    /// Of `size` metres. `world` may be null: then no shape is a world in a file.
    RandomShape(Choices& random, btScalar size, const std::shared_ptr<const MkTreeFile>& world = nullptr);
    ~RandomShape();
    RandomShape(const RandomShape&) = delete;
    RandomShape& operator=(const RandomShape&) = delete;

    btCollisionShape& shape() const { return *shape_; }
    const std::string& kind() const { return kind_; }
    bool isFixed() const;       ///< Bullet's own algorithms need it static: a plane, a terrain
    bool isClosed() const;      ///< a mesh with an inside
    bool isDegenerate() const;  ///< has no area, no faces, or numbers that are not finite

    /// Destroys the shape, with or without a call of `release`, and makes another one at its address.
    void replace(Choices& random);
    /// Moves some vertices, and updates Bullet's own boxes; then calls `notifyDeformed`, or not. Whether
    /// there are any.
    bool deform(Choices& random, bool isNoticed);
    /// The last deformation was without notice: what is prepared may be that of the former vertices.
    bool hasStaleModel() const { return hasStaleModel_; }
    /// One coordinate becomes no number; for meshes whose tree Bullet does not rebuild. Whether there is one.
    bool spoil(Choices& random);
    /// Of a compound. Whether it is one.
    bool addChild(Choices& random);
    bool removeChild(Choices& random);

private:
    static constexpr std::size_t kBytes = 1024;

    template <class Shape, class... Arguments>
    Shape& make(Arguments&&... arguments) {
        static_assert(sizeof(Shape) <= kBytes);
        auto* shape = new (place_) Shape(std::forward<Arguments>(arguments)...);
        shape_ = shape;
        return *shape;
    }
    void makeAny(Choices& random);
    void makeConvex(Choices& random);
    void makeTriangles(Choices& random, bool isOpen, bool isSoup);
    void makeTerrain(Choices& random);
    void makeCompound(Choices& random);
    void destroy(bool isReleased);

    alignas(16) unsigned char place_[kBytes];
    btCollisionShape* shape_ = nullptr;
    std::string kind_;
    btScalar size_;
    std::shared_ptr<const MkTreeFile> world_;
    bool isDegenerate_ = false, hasStaleModel_ = false;
    std::unique_ptr<test::BulletMesh> mesh_;
    std::vector<float> heights_;
    std::unique_ptr<btCollisionShape> inner_;
    std::vector<std::unique_ptr<RandomShape>> children_;
};

}  // namespace ricochet::fuzz
