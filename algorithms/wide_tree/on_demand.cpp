#include "algorithms/wide_tree/on_demand.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ricochet::wide_tree {
namespace {

constexpr Index kBuiltAtOnce = 1024;  ///< triangles of a part that is built whole: half a millisecond
constexpr Index kTrianglesToFloat = 16384;
constexpr std::size_t kAreaSamples = 256;

/// Leaves that a part of so many triangles may always have. Halves of halves never need more, since their
/// leaves have at least four triangles; most parts have a sixth of their triangles. The promises of parts of
/// at least 128 triangles sum up to no more than that of all of them.
constexpr std::size_t promisedLeaves(std::size_t triangles) {
    return triangles < 128 ? triangles : triangles / 4 + triangles / 16;
}

/// Beyond what is promised, for parts that have more leaves.
constexpr std::size_t roomBeyond(std::size_t triangles) { return triangles / 16; }

/// A node has eight children, or only leaves, and at least two of them.
constexpr std::size_t nodesAbove(std::size_t leaves) { return 4 * leaves / 7 + 1; }

/// Half the side of a square of eight triangles of average area.
Real likelyLeafWidth(std::span<const FloatTriangle> triangles) {
    const std::size_t stride = std::max<std::size_t>(1, triangles.size() / kAreaSamples);
    Real area = 0;
    int count = 0;
    for (std::size_t i = 0; i < triangles.size(); i += stride, ++count) {
        const auto corner = [&](int k) -> Vec3 {
            return triangles[i].corner[k].head<3>().cast<Real>().matrix();
        };
        area += 0.5 * (corner(1) - corner(0)).cross(corner(2) - corner(0)).norm();
    }
    return std::sqrt(kWidth * area / count) / 2;
}

/// For how many triangles of a root a part counts, by the time that it takes to build.
constexpr Index work(Index triangles) { return triangles > kBuiltAtOnce ? triangles / 4 : 2 * triangles; }

}  // namespace

PendingParts::PendingParts(std::shared_ptr<const Mesh> mesh, const BuildSettings& settings,
                           const Executor& executor, Tree& tree)
    : mesh_(std::move(mesh)), settings_(settings), space_{*mesh_, settings_, {}, {}, {}, {}} {
    const Index count = mesh_->frontCount();
    centreOn(*mesh_, tree);
    space_.sphere.centre = tree.centre;
    space_.sphere.radius = tree.radius;
    space_.triangles.resize(count);
    space_.boxes.resize(count);
    space_.order.resize(count);
    std::iota(space_.order.begin(), space_.order.end(), Index{0});
    forEachPart(executor, count, kTrianglesToFloat, [this](Index begin, Index end) {
        for (Index f = begin; f < end; ++f) {
            space_.triangles[f] = floatTriangle(*mesh_, space_.sphere, f);
        }
    });
    tree.leafWidth = likelyLeafWidth(space_.triangles);

    leafRoom_ = roomBeyond(count);
    const std::size_t leaves = promisedLeaves(count) + leafRoom_;
    tree.leaves.resize(leaves);  // untouched memory is not used
    tree.nodes.resize(nodesAbove(leaves));
    leaves_ = tree.leaves.data();
    nodes_ = tree.nodes.data();
    // Each pending part has more than eight triangles, and is in a node of at least two.
    references_ = std::make_unique<std::atomic<std::uint32_t>[]>(count / 4 + kWidth);
    pendingTriangles_ = count;
    const Frame frame = settings_.searchesMeshFrame ? meshFrame(space_.triangles) : Frame(Frame::Identity());
    tree.root = build({0, count, frame, std::nullopt});
}

NodeRef PendingParts::built(NodeRef ref) {
    const std::uint32_t bits = references_[ref.index()].load(std::memory_order_acquire);
    if (bits != 0) return NodeRef::fromBits(bits);
    const std::lock_guard lock(building_);
    return buildNumber(ref.index());
}

Index PendingParts::trianglesIn(NodeRef ref) const {
    const std::lock_guard lock(building_);
    return references_[ref.index()].load(std::memory_order_relaxed) != 0 ? 0 : ranges_[ref.index()].size();
}

void PendingParts::buildRest() {
    const std::lock_guard lock(building_);
    for (Index number = 0; number < ranges_.size(); ++number) buildNumber(number);
}

/// Under the lock.
NodeRef PendingParts::buildNumber(Index number) {
    std::atomic<std::uint32_t>& reference = references_[number];
    if (const std::uint32_t bits = reference.load(std::memory_order_relaxed); bits != 0) {
        return NodeRef::fromBits(bits);
    }
    const FaceRange range = ranges_[number];
    const NodeRef made = build(range);  // never node 0, which is the root
    reference.store(made.bits(), std::memory_order_release);
    if (pendingTriangles_ == 0) {
        space_.triangles = {};
        space_.boxes = {};
        space_.order = {};
        ranges_ = {};
    }
    return made;
}

NodeRef PendingParts::build(const FaceRange& range) {
    return range.size() > kBuiltAtOnce ? buildNode(range) : buildAll(range);
}

NodeRef PendingParts::buildNode(const FaceRange& range) {
    SubtreeBuilder builder(space_);
    std::vector<FaceRange> children;
    Real boxArea = 0;
    WideNode node = builder.makeNode(range, children, boxArea);
    if (!hasRoomFor(range, children)) {
        builder.splitByHalves();
        node = builder.makeNode(range, children, boxArea);
    }
    std::size_t promised = 0;
    for (std::size_t k = 0; k < children.size(); ++k) {
        promised += promisedLeaves(children[k].size());
        node.child[k] = refer(children[k]);
    }
    leafRoom_ = leafRoom_ + promisedLeaves(range.size()) - promised;
    nodes_[used_.nodes] = node;
    return NodeRef::toNode(static_cast<Index>(used_.nodes++));
}

bool PendingParts::hasRoomFor(const FaceRange& range, const std::vector<FaceRange>& children) const {
    std::size_t promised = 0;
    for (const FaceRange& child : children) promised += promisedLeaves(child.size());
    return promised <= promisedLeaves(range.size()) + leafRoom_;
}

/// A leaf is built at once.
NodeRef PendingParts::refer(const FaceRange& range) {
    if (range.size() <= kWidth) return buildAll(range);
    ranges_.push_back(range);
    return NodeRef::toPending(static_cast<Index>(ranges_.size() - 1));
}

NodeRef PendingParts::buildAll(const FaceRange& range) {
    const std::size_t promised = promisedLeaves(range.size());
    Subtree part = SubtreeBuilder(space_).build(range);
    if (part.leaves.size() > promised + leafRoom_) {
        SubtreeBuilder builder(space_);
        builder.splitByHalves();
        part = builder.build({range.begin, range.end, range.frame, std::nullopt});
    }
    const auto placed = [this](NodeRef ref) {
        return ref.isLeaf() ? NodeRef::toLeaf(static_cast<Index>(ref.index() + used_.leaves))
                            : NodeRef::toNode(static_cast<Index>(ref.index() + used_.nodes));
    };
    for (WideNode& node : part.nodes) {
        for (std::uint32_t k = 0; k < node.box.count; ++k) node.child[k] = placed(node.child[k]);
    }
    const NodeRef root = placed(part.root);
    std::ranges::copy(part.nodes, nodes_ + used_.nodes);
    std::ranges::copy(part.leaves, leaves_ + used_.leaves);
    used_.nodes += part.nodes.size();
    used_.leaves += part.leaves.size();
    leafRoom_ = leafRoom_ + promised - part.leaves.size();
    pendingTriangles_ -= range.size();
    return root;
}

std::size_t PendingParts::bytes() const {
    const std::lock_guard lock(building_);
    return sizeof *this + used_.nodes * sizeof(WideNode) + used_.leaves * sizeof(WideLeaf) +
           space_.triangles.capacity() * sizeof(FloatTriangle) +
           space_.boxes.capacity() * sizeof(BuilderBox) + space_.order.capacity() * sizeof(Index) +
           (mesh_->frontCount() / 4 + kWidth) * sizeof references_[0] +
           ranges_.capacity() * sizeof(FaceRange);
}

// Level by level, since large parts take longest. What is below a part that is built whole is built, too.
Index buildNear(const Tree& tree, const Aabb& box, Index triangles) {
    const Vec3 centre = box.centre() - tree.centre, half = box.size() / 2;
    const auto isNear = [&](const WideNode& node, std::uint32_t child) {
        const Matrix3 axes = node.box.frame().cast<Real>();
        const Vec3 inNode = axes * (centre - node.box.origin()), extent = axes.cwiseAbs() * half;
        for (int k = 0; k < 3; ++k) {
            if (std::abs(inNode[k] - node.centre[k][child]) > extent[k] + node.half[k][child]) return false;
        }
        return true;
    };
    Index built = 0;
    std::vector<NodeRef> open = {tree.root};
    for (std::size_t next = 0; next < open.size() && built < triangles; ++next) {
        if (open[next].isLeaf()) continue;
        const WideNode& node = tree.nodes[open[next].index()];
        for (std::uint32_t k = 0; k < node.box.count && built < triangles; ++k) {
            if (!node.child[k].isPending() || !isNear(node, k)) continue;
            built += work(tree.pending->trianglesIn(node.child[k]));
            open.push_back(tree.child(node, k));
        }
    }
    return built;
}

NodeRef Tree::builtChild(NodeRef ref) const { return pending->built(ref); }

Tree buildTreeOnDemand(std::shared_ptr<const Mesh> mesh, const BuildSettings& settings,
                       const Executor& executor) {
    Tree tree;
    tree.pending = std::make_shared<PendingParts>(std::move(mesh), settings, executor, tree);
    return tree;
}

}  // namespace ricochet::wide_tree
