#pragma once

#include "tests/support/bullet_mesh.h"
#include "tests/support/random_geometry.h"

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
    RandomShape(Random& random, btScalar size, const std::shared_ptr<const MkTreeFile>& world = nullptr);
    ~RandomShape();
    RandomShape(const RandomShape&) = delete;
    RandomShape& operator=(const RandomShape&) = delete;

    btCollisionShape& shape() const { return *shape_; }
    const std::string& kind() const { return kind_; }
    bool isFixed() const;       ///< Bullet's own algorithms need it static: a plane, a terrain
    bool isClosed() const;      ///< a mesh with an inside
    bool isDegenerate() const;  ///< has no area, no faces, or numbers that are not finite

    /// Destroys the shape, with or without a call of `release`, and makes another one at its address.
    void replace(Random& random);
    /// Moves some vertices, and updates Bullet's own boxes; then calls `notifyDeformed`, or not. Whether
    /// there are any.
    bool deform(Random& random, bool isNoticed);
    /// The last deformation was without notice: what is prepared may be that of the former vertices.
    bool hasStaleModel() const { return hasStaleModel_; }
    /// One coordinate becomes no number; for meshes whose tree Bullet does not rebuild. Whether there is one.
    bool spoil(Random& random);
    /// Of a compound. Whether it is one.
    bool addChild(Random& random);
    bool removeChild(Random& random);

private:
    static constexpr std::size_t kBytes = 1024;

    template <class Shape, class... Arguments>
    Shape& make(Arguments&&... arguments) {
        static_assert(sizeof(Shape) <= kBytes);
        auto* shape = new (place_) Shape(std::forward<Arguments>(arguments)...);
        shape_ = shape;
        return *shape;
    }
    void makeAny(Random& random);
    void makeConvex(Random& random);
    void makeTriangles(Random& random, bool isOpen, bool isSoup);
    void makeTerrain(Random& random);
    void makeCompound(Random& random);
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
