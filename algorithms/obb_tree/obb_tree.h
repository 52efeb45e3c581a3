#pragma once

#include "algorithms/geometry/executor.h"
#include "algorithms/geometry/narrow_phase.h"
#include "algorithms/obb_tree/obb_tree_builder.h"

namespace ricochet {

/// Which of two overlapping boxes is opened.
enum class ObbDescent : std::uint8_t {
    asFit,       ///< with `Fit::ours` the one of the larger area, else the one of the longer side
    largerArea,  ///< saves up to a quarter of the box tests
    longerSide   ///< as RAPID, the paper's implementation; the paper's text has no rule
};

struct ObbTreeSettings {
    obb_tree::BuildSettings build;
    ObbDescent descent = ObbDescent::asFit;
    /// A deformed tree is rebuilt once its boxes' summed area has grown by this factor.
    Real rebuildGrowth = 2;

    bool opensLongerSide() const {
        return descent == ObbDescent::asFit ? build.fit != obb_tree::Fit::ours
                                            : descent == ObbDescent::longerSide;
    }
};

/// Binary tree of oriented boxes, each fitted to the surface of the convex hull of its contents.
/// Gottschalk, Lin, Manocha. OBBTree: A Hierarchical Structure for Rapid Interference Detection. 1996.
/// See README.md for where ours differs.
/// Counters: box tests are tests of two boxes on up to fifteen axes, triangle tests are pairs of faces whose
/// boxes are not apart.
class ObbTree final : public NarrowPhase {
public:
    explicit ObbTree(ObbTreeSettings settings = {},
                     std::shared_ptr<const Executor> executor = makeSerialExecutor())
        : settings_(settings), executor_(std::move(executor)) {}

    std::shared_ptr<const CollisionModel> build(std::shared_ptr<const Mesh> mesh) const override;
    std::shared_ptr<const CollisionModel> rebuild(const CollisionModel& model) const override;
    void findFacePairs(const MeshInstance& a, const MeshInstance& b, Real queryDistance, PairMemory& memory,
                       FacePairs& out) const override;
    void findFaces(const CollisionModel& model, const Aabb& box, std::vector<Index>& out) const override;

private:
    ObbTreeSettings settings_;
    std::shared_ptr<const Executor> executor_;
};

}  // namespace ricochet
