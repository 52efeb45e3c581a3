#include "algorithms/octree_motion/weng_ahuja.h"

#include "algorithms/octree_motion/six_steps.h"

#include <numbers>

namespace ricochet::octree_motion {
namespace {

using Node = PointerOctree::Node;

/// A target node's cube, in the coordinates of placed cubes.
struct TargetNode {
    Vec3 centre;
    Real half;
    int levelsLeft;  ///< to a voxel

    TargetNode octant(int k) const {
        const Real by = half / 2;
        return {centre + octantOffset(k, by), by, levelsLeft - 1};
    }
};

/// Tests one source cube after another; `meet(cube, centre, half edge)` compares it with a target cube.
template <class Meet>
class CubeByCubeMotion {
public:
    CubeByCubeMotion(WengAhujaMemory& memory, const Axes& axes, const Meet& meet)
        : memory_(memory), placed_(memory.placed), axes_(axes), meet_(meet) {}

    void run() {
        const TargetNode root = {Vec3::Zero(), placed_.rootHalf(), placed_.level};
        for (Index cube = 0; cube < placed_.count(); ++cube) node(cube, memory_.octree.root(), root);
    }

private:
    void node(Index cube, Node& node, const TargetNode& at) {
        if (node.colour == Colour::black) return;
        if (at.levelsLeft == 0) return voxel(cube, node, at);
        ++memory_.counters.cubeTests;
        const CubeRelation relation = meet_(cube, at.centre, placed_.comparedHalf(at.half));
        if (relation == CubeRelation::apart) return;
        if (relation == CubeRelation::covered) return memory_.octree.blacken(node);
        if (node.colour == Colour::white) memory_.octree.subdivide(node);
        for (int k = 0; k < 8; ++k) this->node(cube, node.octants[k], at.octant(k));
        memory_.octree.condense(node);
    }

    void voxel(Index cube, Node& node, const TargetNode& at) {
        ++memory_.counters.voxelTests;
        const bool isBlack = placed_.rule == VoxelRule::centre ? contains(placed_, cube, at.centre)
                                                               : touches(cube, at) != CubeRelation::apart;
        if (isBlack) node.colour = Colour::black;
    }

    CubeRelation touches(Index cube, const TargetNode& at) const {
        if constexpr (Meet::kIsExact) return meet_(cube, at.centre, at.half);
        return relationByAxes(placed_, axes_, cube, at.centre, at.half);
    }

    WengAhujaMemory& memory_;
    const PlacedCubes& placed_;
    const Axes& axes_;
    const Meet& meet_;
};

/// Compares by the axis-aligned box of the circumscribed sphere.
struct BoxOfSphere {
    static constexpr bool kIsExact = false;
    const PlacedCubes& placed;

    CubeRelation operator()(Index cube, const Vec3& centre, Real half) const {
        const Real halfExtent = placed.halves[cube] * std::numbers::sqrt3_v<Real> + half;
        const bool isApart = (placed.centres[cube] - centre).cwiseAbs().maxCoeff() > halfExtent;
        return isApart ? CubeRelation::apart : CubeRelation::intersect;
    }
};

struct ByAxes {
    static constexpr bool kIsExact = true;
    const PlacedCubes& placed;
    const Axes& axes;

    CubeRelation operator()(Index cube, const Vec3& centre, Real half) const {
        return relationByAxes(placed, axes, cube, centre, half);
    }
};

struct BySixSteps {
    static constexpr bool kIsExact = true;
    const SixSteps& steps;

    CubeRelation operator()(Index cube, const Vec3& centre, Real half) const {
        TargetCube target = steps.target(centre, half);
        return steps(cube, target);
    }
};

struct ByFacePlanes {
    static constexpr bool kIsExact = true;
    const PlacedCubes& placed;

    CubeRelation operator()(Index cube, const Vec3& centre, Real half) const {
        const Real distance = (placed.centres[cube] - centre).cwiseAbs().maxCoeff();
        if (distance > placed.halves[cube] + half) return CubeRelation::apart;
        return distance + half <= placed.halves[cube] ? CubeRelation::covered : CubeRelation::intersect;
    }
};

void moveEachCube(NodeTest test, WengAhujaMemory& memory) {
    const Axes axes = axesOf(memory.placed.rotation);
    const auto run = [&](const auto& meet) {
        CubeByCubeMotion<std::decay_t<decltype(meet)>>(memory, axes, meet).run();
    };
    switch (test) {
        case NodeTest::boxOfSphere:
            return run(BoxOfSphere{memory.placed});
        case NodeTest::axes:
            return run(ByAxes{memory.placed, axes});
        case NodeTest::facePlanes:
            return run(ByFacePlanes{memory.placed});
        case NodeTest::sixSteps:
            SixSteps steps;
            steps.prepare(memory.placed);
            return run(BySixSteps{steps});
    }
}

void write(const Node& node, PreorderWriter& writer) {
    if (node.colour != Colour::grey) return writer.leaf(node.colour);
    const std::size_t opened = writer.open();
    for (int k = 0; k < 8; ++k) write(node.octants[k], writer);
    writer.close(opened);
}

}  // namespace

void PointerOctree::clear() {
    if (memory_ == NodeMemory::heap) releaseBelow(root_);
    root_ = {};
    free_.clear();
    used_ = 0;
}

PointerOctree::Node* PointerOctree::allocate() {
    if (memory_ == NodeMemory::heap) return new Node[8];
    if (!free_.empty()) {
        Node* const octants = free_.back();
        free_.pop_back();
        return octants;
    }
    if (used_ / kPerBlock == blocks_.size()) blocks_.emplace_back(kPerBlock);
    Node* const octants = blocks_[used_ / kPerBlock][used_ % kPerBlock].data();
    ++used_;
    return octants;
}

void PointerOctree::release(Node* octants) {
    if (memory_ == NodeMemory::heap) {
        delete[] octants;
    } else {
        free_.push_back(octants);
    }
}

void PointerOctree::releaseBelow(Node& node) {
    if (node.colour != Colour::grey) return;
    for (int k = 0; k < 8; ++k) releaseBelow(node.octants[k]);
    release(node.octants);
}

void PointerOctree::subdivide(Node& node) {
    node.octants = allocate();
    for (int k = 0; k < 8; ++k) node.octants[k] = {node.colour, nullptr};
    node.colour = Colour::grey;
}

void PointerOctree::blacken(Node& node) {
    releaseBelow(node);
    node = {Colour::black, nullptr};
}

void PointerOctree::condense(Node& node) {
    const Colour colour = node.octants[0].colour;
    if (colour == Colour::grey) return;
    for (int k = 1; k < 8; ++k) {
        if (node.octants[k].colour != colour) return;
    }
    release(node.octants);
    node = {colour, nullptr};
}

LinearOctree linearOctree(const PointerOctree& octree) {
    LinearOctree linear;
    PreorderWriter writer(linear);
    write(octree.root(), writer);
    return linear;
}

Result<void> moveByWengAhuja(const CubeSet& source, const Pose& pose, const Grid& target,
                             const WengAhujaSettings& settings, WengAhujaMemory& memory) {
    auto placed = placeCubes(source, pose, target, settings.rule, settings.outside, memory.placed);
    if (!placed) return placed;
    if (settings.test == NodeTest::facePlanes && memory.placed.rotation != Matrix3::Identity()) {
        return tl::unexpected(std::string("a motion with rotation cannot be tested by face planes"));
    }
    memory.octree.clear();
    moveEachCube(settings.test, memory);
    return placed;
}

}  // namespace ricochet::octree_motion
