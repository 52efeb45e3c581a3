#pragma once

#include "algorithms/geometry/narrow_phase.h"

#include <BulletCollision/CollisionShapes/btBoxShape.h>
#include <BulletCollision/CollisionShapes/btBvhTriangleMeshShape.h>

#include <atomic>
#include <memory>
#include <utility>

namespace ricochet::test {

/// Builds empty models, and counts them.
class CountingNarrowPhase : public NarrowPhase {
public:
    std::shared_ptr<const CollisionModel> build(std::shared_ptr<const Mesh> mesh) const override {
        ++built;
        return std::make_shared<const CollisionModel>(std::move(mesh));
    }
    void findFacePairs(const MeshInstance&, const MeshInstance&, Real, PairMemory&,
                       FacePairs& out) const override {
        out.clear();
    }
    mutable std::atomic<int> built = 0;
};

/// One address for shapes of two types. The test makes and destroys them.
union ShapePlace {
    ShapePlace() {}
    ~ShapePlace() {}
    btBoxShape box;
    btBvhTriangleMeshShape bvh;
};

}  // namespace ricochet::test
