// Which faces are in a box, on a ray, closest to a point.

#include "algorithms/wide_tree/mesh_queries.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "algorithms/wide_tree/mesh_queries.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h, which compiles it once per target.
#include "algorithms/geometry/aabb.h"
#include "algorithms/geometry/scratch.h"
#include "algorithms/geometry/simd8-inl.h"
#include "algorithms/geometry/sort_by_key.h"

#include <hwy/highway.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <span>

HWY_BEFORE_NAMESPACE();
namespace ricochet::wide_tree::HWY_NAMESPACE {

using namespace simd8::HWY_NAMESPACE;

/// Part of the mesh's and the query box's size: upper bound of the error of coordinates in a node's frame.
/// Rounding a point, an origin, a rotation of three terms and a box's half size each cost a few times 2^-24.
constexpr float kSlack = 0x1p-19f;

/// A box along the mesh's axes against eight children at a time: each node converts it to a box along its own
/// axes, which is slightly larger.
class FaceSearch {
public:
    HWY_INLINE FaceSearch(const Tree& tree, const Mesh& mesh, const Aabb& box, std::vector<Index>& out)
        : tree_(tree), mesh_(mesh), box_(box), out_(out) {
        const Aabb clipped = intersection(box, mesh.box());
        isEmpty_ = clipped.isEmpty();
        slack_ = kSlack * static_cast<float>(tree.radius);
        const Vec3 centre = clipped.centre() - tree.centre, half = clipped.size() / 2;
        for (int k = 0; k < 3; ++k) {
            centre_[k] = static_cast<float>(centre[k]);
            half_[k] = static_cast<float>(half[k]);
        }
    }

    void run(std::vector<NodeRef>& open) {
        if (isEmpty_) return;
        open.assign(1, tree_.root);
        while (!open.empty()) {
            const NodeRef ref = open.back();
            open.pop_back();
            if (ref.isLeaf()) {
                addFaces(tree_.leaves[ref.index()]);
            } else {
                openNode(tree_.nodes[ref.index()], open);
            }
        }
    }

private:
    /// The query box along the axes of a node, relative to its origin.
    struct Turned {
        float low[3], high[3];
    };

    HWY_INLINE Turned turned(const FrameBox& frame) const {
        Turned t;
        const float x = centre_[0] - frame.x[3], y = centre_[1] - frame.y[3], z = centre_[2] - frame.z[3];
        for (int k = 0; k < 3; ++k) {
            const float middle = frame.x[k] * x + frame.y[k] * y + frame.z[k] * z;
            const float extent = std::abs(frame.x[k]) * half_[0] + std::abs(frame.y[k]) * half_[1] +
                                 std::abs(frame.z[k]) * half_[2] + slack_;
            t.low[k] = middle - extent;
            t.high[k] = middle + extent;
        }
        return t;
    }

    HWY_INLINE void openNode(const WideNode& node, std::vector<NodeRef>& open) const {
        const Turned query = turned(node.box);
        F8 gap = all(0);
        for (int k = 0; k < 3; ++k) {
            const F8 centre = load(node.centre[k]), half = load(node.half[k]);
            gap = gap | (centre + half - all(query.low[k])) | (all(query.high[k]) - (centre - half));
        }
        std::uint32_t live = ~signBits(gap) & ((1u << node.box.count) - 1);
        for (; live != 0; live &= live - 1)
            open.push_back(tree_.child(node, static_cast<unsigned>(std::countr_zero(live))));
    }

    HWY_INLINE void addFaces(const WideLeaf& leaf) const {
        const Turned query = turned(leaf.box);
        F8 gap = all(0);
        for (int k = 0; k < 3; ++k) {
            const F8 a = load(leaf.corner[0][k]), b = load(leaf.corner[1][k]), c = load(leaf.corner[2][k]);
            gap = gap | (max(max(a, b), c) - all(query.low[k])) | (all(query.high[k]) - min(min(a, b), c));
        }
        std::uint32_t live = ~signBits(gap) & ((1u << leaf.box.count) - 1);
        for (; live != 0; live &= live - 1) {
            const Index face = leaf.face[std::countr_zero(live)];
            if (!overlaps(boxOf(mesh_.triangle(face)), box_)) continue;
            forEachSide(mesh_, face, [this](Index side) { out_.push_back(side); });
        }
    }

    const Tree& tree_;
    const Mesh& mesh_;
    const Aabb& box_;
    std::vector<Index>& out_;
    bool isEmpty_;
    float centre_[3], half_[3];
    float slack_;
};

void findFaces(const Tree& tree, const Mesh& mesh, const Aabb& box, std::vector<NodeRef>& open,
               std::vector<Index>& out) {
    FaceSearch(tree, mesh, box, out).run(open);
}

}  // namespace ricochet::wide_tree::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ricochet::wide_tree {
namespace {

using Lanes = Eigen::Array<Real, kWidth, 1>;

/// Up to eight boxes along the axes of one frame, for comparing a tree with data in double.
struct EightBoxes {
    Lanes centre[3], half[3];
    std::uint32_t count = 0;
};

/// Boxes in the node's frame.
EightBoxes boxesOfChildren(const WideNode& node) {
    using Floats = Eigen::Map<const Eigen::Array<float, kWidth, 1>>;
    EightBoxes boxes;
    for (int k = 0; k < 3; ++k) {
        boxes.centre[k] = Floats(node.centre[k]).cast<Real>();
        boxes.half[k] = Floats(node.half[k]).cast<Real>();
    }
    boxes.count = node.box.count;
    return boxes;
}

/// Boxes in the mesh's frame, relative to `origin`.
EightBoxes boxesOfTriangles(const WideLeaf& leaf, const Mesh& mesh, const Vec3& origin) {
    EightBoxes boxes;
    boxes.count = leaf.box.count;
    for (std::uint32_t i = 0; i < kWidth; ++i) {
        const Aabb box = boxOf(mesh.triangle(leaf.face[i]));
        for (int k = 0; k < 3; ++k) {
            boxes.centre[k][i] = 0.5 * (box.min[k] + box.max[k]) - origin[k];
            boxes.half[k][i] = 0.5 * (box.max[k] - box.min[k]);
        }
    }
    return boxes;
}

/// A point of the mesh's frame, relative to its centre, in a node's frame.
Vec3 seenFrom(const FrameBox& box, const Vec3& point) {
    return box.frame().cast<Real>() * (point - box.origin());
}

/// A point of the world in the mesh's frame, relative to the tree's centre, with an error bound (metres) that
/// includes the rounding of comparisons with boxes.
struct SeenPoint {
    Vec3 point;
    Real error;
    Real stretch;  ///< lengths in a node's frame are at most this multiple of those in the world

    SeenPoint(const Tree& tree, const Pose& pose, const Vec3& world) {
        const RelativePose seen =
            relativePose(pose, tree.sphere(), {Matrix3::Identity(), world}, {Vec3::Zero(), 0}, 0);
        point = seen.translation;
        error = 2 * Real(seen.placementError) + 1e-12 * (tree.radius + point.norm());
        stretch = seen.stretch + 1e-5;  // frames are orthonormal to 2^-23
    }
};

/// The segment from `middle - half` to `middle + half`, in one frame.
struct Segment {
    Vec3 middle, half;
};

/// Tests the segment against eight boxes at a time on six axes: those of the boxes, and their cross products
/// with the segment (Ericson. Real-Time Collision Detection. 2005, section 5.3.3). Here with a margin for
/// rounding; the remaining faces get the exact test. Calls visit(place) for each box that may contain a point
/// of the segment.
template <class Visit>
void forEachMet(const Segment& segment, const EightBoxes& boxes, Real error, Visit&& visit) {
    Lanes offset[3], extent[3];
    Lanes gap = Lanes::Constant(-1);
    for (int k = 0; k < 3; ++k) {
        offset[k] = boxes.centre[k] - segment.middle[k];
        extent[k] = boxes.half[k] + error;
        gap = gap.max(offset[k].abs() - extent[k] - std::abs(segment.half[k]));
    }
    for (int k = 0; k < 3; ++k) {
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        const Real along = segment.half[i], across = segment.half[j];
        gap = gap.max((offset[i] * across - offset[j] * along).abs() -
                      (extent[i] * std::abs(across) + extent[j] * std::abs(along)));
    }
    for (std::uint32_t place = 0; place < boxes.count; ++place) {
        if (!(gap[place] > 0)) visit(place);
    }
}

/// Metres in the world: lower bound of the distance of a box's points.
Lanes distancesTo(const EightBoxes& boxes, const Vec3& point, const SeenPoint& seen) {
    Lanes squared = Lanes::Zero();
    for (int k = 0; k < 3; ++k) {
        squared += ((boxes.centre[k] - point[k]).abs() - boxes.half[k] - seen.error).max(0).square();
    }
    return squared.sqrt() / seen.stretch;
}

/// Roussopoulos, Kelley, Vincent. Nearest Neighbor Queries. 1995: depth first, the nearest child first; nodes
/// farther than the best face are skipped. Here distances to boxes are rounded down, so that of several faces
/// at one distance the first is found.
class PointSearch {
public:
    PointSearch(const Tree& tree, const MeshInstance& placed, const PointQuery& query)
        : tree_(tree), placed_(placed), query_(query), seen_(tree, placed.pose, query.point) {}

    std::optional<ClosestFace> run() {
        open_.assign(1, {0, tree_.root});
        while (!open_.empty()) {
            const Open next = open_.back();
            open_.pop_back();
            if (isTooFar(next.distance)) continue;
            if (next.ref.isLeaf()) {
                measure(tree_.leaves[next.ref.index()]);
            } else {
                openNode(tree_.nodes[next.ref.index()]);
            }
        }
        return best_;
    }

private:
    struct Open {
        Real distance;  ///< metres in the world: lower bound of the distance of its faces
        NodeRef ref;
    };

    bool isTooFar(Real distance) const { return distance > (best_ ? best_->distance : query_.upTo); }

    void openNode(const WideNode& node) {
        const Lanes distances = distancesTo(boxesOfChildren(node), seenFrom(node.box, seen_.point), seen_);
        const std::size_t first = open_.size();
        for (std::uint32_t i = 0; i < node.box.count; ++i) {
            if (!isTooFar(distances[i])) open_.push_back({distances[i], tree_.child(node, i)});
        }
        insertByKey(std::span(open_).subspan(first),
                    [](const Open& open) { return sortKeyOf(-open.distance); });  // the nearest one last
    }

    void measure(const WideLeaf& leaf) {
        const EightBoxes boxes = boxesOfTriangles(leaf, placed_.mesh(), tree_.centre);
        const Lanes distances = distancesTo(boxes, seen_.point, seen_);
        for (std::uint32_t i = 0; i < boxes.count; ++i) {
            if (isTooFar(distances[i])) continue;
            forEachSide(placed_.mesh(), leaf.face[i],
                        [this](Index side) { keepNearer(placed_, query_, side, best_); });
        }
    }

    const Tree& tree_;
    const MeshInstance& placed_;
    const PointQuery& query_;
    const SeenPoint seen_;
    ScratchVector<Open> open_;
    std::optional<ClosestFace> best_;
};

}  // namespace

HWY_EXPORT(findFaces);

void findFaces(const Tree& tree, const Mesh& mesh, const Aabb& box, std::vector<Index>& out) {
    thread_local std::vector<NodeRef> open;
    out.clear();
    HWY_DYNAMIC_DISPATCH(findFaces)(tree, mesh, box, open, out);
}

void castRay(const Tree& tree, const MeshInstance& placed, const Ray& ray, std::vector<Index>& out) {
    out.clear();
    if (!ray.from.allFinite() || !ray.to.allFinite()) return;
    const SeenPoint from(tree, placed.pose, ray.from), to(tree, placed.pose, ray.to);
    const Real error = from.error + to.error;
    const Segment whole = {0.5 * (from.point + to.point), 0.5 * (to.point - from.point)};
    thread_local std::vector<NodeRef> open;
    open.assign(1, tree.root);
    while (!open.empty()) {
        const NodeRef ref = open.back();
        open.pop_back();
        if (ref.isLeaf()) {
            const WideLeaf& leaf = tree.leaves[ref.index()];
            forEachMet(
                whole, boxesOfTriangles(leaf, placed.mesh(), tree.centre), error, [&](std::uint32_t place) {
                    if (!meets(placed, leaf.face[place], ray)) return;
                    forEachSide(placed.mesh(), leaf.face[place], [&out](Index side) { out.push_back(side); });
                });
        } else {
            const WideNode& node = tree.nodes[ref.index()];
            const Segment inFrame = {seenFrom(node.box, whole.middle),
                                     node.box.frame().cast<Real>() * whole.half};
            forEachMet(inFrame, boxesOfChildren(node), error,
                       [&](std::uint32_t place) { open.push_back(tree.child(node, place)); });
        }
    }
}

std::optional<ClosestFace> closestFace(const Tree& tree, const MeshInstance& placed,
                                       const PointQuery& query) {
    if (!query.point.allFinite()) return std::nullopt;
    return PointSearch(tree, placed, query).run();
}

}  // namespace ricochet::wide_tree
#endif
