#pragma once

#include "demos/scenes/scene.h"

#include <memory>
#include <vector>

namespace ricochet::app {

/// A mesh as it is usually approximated in Bullet: a compound of the hulls of its convex pieces. Larger
/// meshes, whose decomposition would take minutes, are halved at the median of their longest side until there
/// are kChunks chunks, with one hull each: coarser, and dents finer than a chunk are lost.
class HullCompound : public btCompoundShape {
public:
    explicit HullCompound(const scenes::SceneMesh& mesh);

    static constexpr std::size_t kMostFacesToDecompose = 2500;
    static constexpr int kChunks = 32;
    static constexpr int kFacesPerChunk = 8;  ///< a chunk of fewer faces is not halved

    void setMargin(btScalar margin) override;

private:
    std::vector<std::unique_ptr<btConvexHullShape>> hulls_;
};

}  // namespace ricochet::app
