#include "algorithms/wide_tree/subtree_builder.h"

#include "algorithms/geometry/surface_moments.h"
#include "algorithms/wide_tree/box_writer.h"

#include <algorithm>
#include <optional>
#include <random>

namespace ricochet::wide_tree {
namespace {

Real costOf(const std::vector<Cluster>& clusters) {
    Real sum = 0;
    for (const Cluster& c : clusters) sum += c.cost();
    return sum;
}

/// Orthonormal to double precision, so that only the rounding to float is left.
Frame rounded(const Matrix3& axes) { return orthonormal(axes).cast<float>(); }

constexpr Index kSamples = 256;             ///< triangles that a search samples
constexpr Index kTrianglesPerStart = 1024;  ///< keeps the search at a tenth of the build
constexpr int kMostStarts = 24;
constexpr int kSteps = 40;            ///< of each start
constexpr float kNeededGain = 0.93f;  ///< another frame than the mesh's own must be this much better

class FrameSearch {
public:
    explicit FrameSearch(std::span<const FloatTriangle> triangles) {
        const std::size_t stride = std::max<std::size_t>(1, triangles.size() / kSamples);
        for (std::size_t i = 0; i < triangles.size(); i += stride) samples_.push_back(triangles[i]);
    }

    float cost(const Matrix3& frame) const {
        const FloatFrame inFrame(frame.cast<float>());
        float sum = 0;
        for (const FloatTriangle& t : samples_) sum += inFrame.boxOf(t).area();
        return sum;
    }

    Matrix3 best(int starts) {
        Matrix3 best = Matrix3::Identity();
        float bestCost = cost(best);
        for (int s = 0; s < starts; ++s) {
            const Matrix3 start = s == 0 ? Matrix3(Matrix3::Identity()) : anyRotation(1).matrix();
            descend(start, 0.35, bestCost, best);
        }
        descend(Matrix3(best), 0.05, bestCost, best);
        return best;
    }

private:
    /// Any rotation if `spread` is 1; within about `spread` radians of the identity if it is small.
    Eigen::Quaterniond anyRotation(Real spread) {
        const Real w = spread == 1 ? normal_(random_) : 1;
        const Real x = spread * normal_(random_);
        const Real y = spread * normal_(random_);
        const Real z = spread * normal_(random_);
        return Eigen::Quaterniond(w, x, y, z).normalized();
    }

    /// Random steps that grow while they help and shrink while they do not.
    void descend(Matrix3 frame, Real step, float& bestCost, Matrix3& best) {
        float frameCost = cost(frame);
        for (int i = 0; i < kSteps; ++i) {
            const Matrix3 next = anyRotation(step / 2).matrix() * frame;
            const float nextCost = cost(next);
            step *= nextCost < frameCost ? 1.5 : 0.88;
            step = std::min(step, 0.5);
            if (nextCost < frameCost) {
                frame = next;
                frameCost = nextCost;
            }
            if (i == kSteps / 3 && frameCost > 1.6f * bestCost) break;
        }
        if (frameCost < bestCost) {
            bestCost = frameCost;
            best = frame;
        }
    }

    std::vector<FloatTriangle> samples_;
    std::mt19937 random_{1};
    std::normal_distribution<Real> normal_;
};

}  // namespace

Subtree SubtreeBuilder::build(const FaceRange& all) {
    Subtree tree;
    tree.leaves.reserve(all.size() / 6 + 1);
    tree.nodes.reserve(all.size() / 30 + 1);
    std::vector<FaceRange> children;
    std::vector<Task> tasks = {{all, kNone, 0}};
    while (!tasks.empty()) {
        const Task task = tasks.back();
        tasks.pop_back();
        NodeRef ref;
        if (task.range.size() <= kWidth) {
            ref = NodeRef::toLeaf(static_cast<Index>(tree.leaves.size()));
            makeLeaf(task.range, tree.leaves.emplace_back(), tree.boxArea);
        } else {
            const auto index = static_cast<Index>(tree.nodes.size());
            ref = NodeRef::toNode(index);
            tree.nodes.push_back(makeNode(task.range, children, tree.boxArea));
            // The first child, with all its descendants, is processed before the second.
            for (std::size_t i = children.size(); i-- > 0;) {
                tasks.push_back({children[i], index, static_cast<int>(i)});
            }
        }
        if (task.parent == kNone) {
            tree.root = ref;
        } else {
            tree.nodes[task.parent].child[task.place] = ref;
        }
    }
    return tree;
}

BuilderBox SubtreeBuilder::computeBoxes(const FaceRange& range, const Frame& frame) {
    const FloatFrame inFrame(frame);
    BuilderBox all;
    for (Index f : facesOf(range)) {
        const BuilderBox box = inFrame.boxOf(space_.triangles[f]);
        space_.boxes[f] = box;
        all.include(box);
    }
    return all;
}

void SubtreeBuilder::makeLeaf(const FaceRange& range, WideLeaf& leaf, Real& boxArea) {
    Frame frame = range.frame;
    BuilderBox box = range.box ? *range.box : computeBoxes(range, frame);
    const Frame own = areaFrame(space_.triangles, facesOf(range));
    const BuilderBox ownBox = computeBoxes(range, own);
    if (ownBox.area() < space_.settings.ownFrameGain * box.area()) {
        frame = own;
        box = ownBox;
    }
    boxArea += box.area();
    writeLeaf(space_.mesh, space_.sphere, frame, box, facesOf(range), leaf);
}

WideNode SubtreeBuilder::makeNode(const FaceRange& range, std::vector<FaceRange>& children, Real& boxArea) {
    Frame frame = range.frame;
    splitInto(clusters_, range, range.box ? *range.box : computeBoxes(range, frame));
    bool areBoxesOfFrame = true;
    if (range.size() <= space_.settings.ownFrameUpTo) areBoxesOfFrame = tryOwnFrame(range, frame);

    WideNode node{};
    BuilderBox boxes[kWidth];
    children.clear();
    for (std::size_t i = 0; i < clusters_.size(); ++i) {
        const Cluster& c = clusters_[i];
        boxes[i] = c.box;
        boxArea += c.box.area();
        children.push_back({c.begin, c.end, frame, areBoxesOfFrame ? std::optional(c.box) : std::nullopt});
    }
    writeBoxes(frame, {boxes, clusters_.size()}, space_.sphere.radius, node);
    return node;
}

/// Splits the node's faces again in the frame of their area, and uses the better split; returns whether it is
/// the new one.
bool SubtreeBuilder::tryOwnFrame(const FaceRange& range, Frame& frame) {
    const std::span<const Index> mine = facesOf(range);
    orderBefore_.assign(mine.begin(), mine.end());
    const Frame own = areaFrame(space_.triangles, mine);
    splitInto(ownClusters_, range, computeBoxes(range, own));
    if (costOf(ownClusters_) < space_.settings.ownFrameGain * costOf(clusters_)) {
        frame = own;
        std::swap(clusters_, ownClusters_);
        return true;
    }
    std::copy(orderBefore_.begin(), orderBefore_.end(), space_.order.begin() + range.begin);
    return false;
}

/// Repeatedly splits the largest cluster that is not a leaf, until there are eight or only leaves.
void SubtreeBuilder::splitInto(Clusters& clusters, const FaceRange& range, const BuilderBox& box) {
    const auto size = [this](const Cluster& c) {
        return splitsByHalves_ ? static_cast<float>(c.size()) : c.box.area();
    };
    sah_.begin();
    clusters.assign(1, {range.begin, range.end, box});
    while (clusters.size() < kWidth) {
        Cluster* largest = nullptr;
        for (Cluster& c : clusters) {
            if (c.size() > kWidth && (!largest || size(c) > size(*largest))) largest = &c;
        }
        if (!largest) break;
        const auto [first, second] = splitsByHalves_ ? sah_.halve(*largest) : sah_.split(*largest);
        *largest = first;
        clusters.push_back(second);
    }
}

Frame areaFrame(std::span<const FloatTriangle> triangles, std::span<const Index> faces) {
    SurfaceMoments moments;
    const auto corner = [&](Index face, int k) -> Vec3 {
        return triangles[face].corner[k].head<3>().cast<Real>().matrix();
    };
    const Vec3 near = corner(faces[0], 0);
    for (Index f : faces) moments.add(corner(f, 0) - near, corner(f, 1) - near, corner(f, 2) - near, 1e-30);
    return principalAxes(moments.covariance()).cast<float>();
}

Frame meshFrame(std::span<const FloatTriangle> triangles) {
    const int starts =
        static_cast<int>(std::min<std::size_t>(kMostStarts, triangles.size() / kTrianglesPerStart));
    if (starts == 0) return Frame::Identity();
    FrameSearch search(triangles);
    const Matrix3 best = search.best(starts);
    const bool isBetter = search.cost(best) < kNeededGain * search.cost(Matrix3::Identity());
    return isBetter ? rounded(best) : Frame(Frame::Identity());
}

}  // namespace ricochet::wide_tree
