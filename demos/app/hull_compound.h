#pragma once

#include "demos/scenes/scene.h"

#include <memory>
#include <vector>

namespace ricochet::app {

/// A mesh as users of Bullet approximate it today: a compound of convex hulls. The faces are halved at the
/// median of their longest side until there are at most kHulls chunks; one hull goes round each. Coarser than
/// a decomposition that looks for concavities, and no dents finer than a chunk survive.
class HullCompound : public btCompoundShape {
public:
    explicit HullCompound(const scenes::SceneMesh& mesh);

    static constexpr int kHulls = 32;
    static constexpr int kFacesPerHull = 8;  ///< a chunk of fewer faces is not halved

    void setMargin(btScalar margin) override;

private:
    std::vector<std::unique_ptr<btConvexHullShape>> hulls_;
};

}  // namespace ricochet::app
