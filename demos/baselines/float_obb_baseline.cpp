// Gottschalk, Lin, Manocha. OBBTree: A Hierarchical Structure for Rapid Interference Detection. 1996.
// An own implementation in the style of their program RAPID: oriented boxes in float, one face per leaf,
// boxes relative to their parents', and rounded tests of triangles.

#include "algorithms/geometry/surface_moments.h"
#include "demos/baselines/baseline.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

namespace ricochet::baselines {
namespace {

using Matrix = Eigen::Matrix3f;
using Vector = Eigen::Vector3f;
using Corners = std::array<Vector, 3>;

/// The pose of one frame in another: a point x is at rotation * x + offset.
struct Frame {
    Matrix rotation;
    Vector offset;

    Vector operator*(const Vector& x) const { return rotation * x + offset; }
};

Frame operator*(const Frame& outer, const Frame& inner) {
    return {outer.rotation * inner.rotation, outer * inner.offset};
}

/// `outer` relative to `inner`; both are given in the same frame.
Frame seenFrom(const Frame& inner, const Frame& outer) {
    return {inner.rotation.transpose() * outer.rotation,
            inner.rotation.transpose() * (outer.offset - inner.offset)};
}

Frame toFloat(const Pose& pose) { return {pose.rotation.cast<float>(), pose.translation.cast<float>()}; }

struct Node {
    Frame inParent;      ///< the root's: in the mesh
    Vector half;         ///< along its axes, the greatest spread first
    std::int32_t child;  ///< the first of two consecutive ones; or -1 - face
    bool isLeaf() const { return child < 0; }
    Index face() const { return static_cast<Index>(-1 - child); }
};

/// The tree of one mesh, built top-down: boxes along the principal axes of the surface, split at the mean
/// along the longest axis, or along the next one.
class FloatTree {
public:
    explicit FloatTree(const Mesh& mesh) : mesh_(mesh), order_(mesh.faceCount()) {
        std::iota(order_.begin(), order_.end(), Index{0});
        for (Index f = 0; f < mesh.faceCount(); ++f) {
            const Triangle t = mesh.triangle(f);
            corners_.push_back({t[0].cast<float>(), t[1].cast<float>(), t[2].cast<float>()});
        }
        nodes_.resize(1);
        const Pose meshFrame;
        std::vector<Task> tasks = {{0, order_, meshFrame}};
        while (!tasks.empty()) {
            const Task task = tasks.back();
            tasks.pop_back();
            build(task, tasks);
        }
    }

    const Node& root() const { return nodes_[0]; }
    const Node& child(const Node& node, int i) const {
        return nodes_[static_cast<std::size_t>(node.child + i)];
    }
    const Corners& corners(Index face) const { return corners_[face]; }
    std::size_t bytes() const { return nodes_.size() * sizeof(Node) + corners_.size() * sizeof(Corners); }

private:
    struct Task {
        std::size_t node;
        std::span<Index> faces;
        Pose parent;  ///< in the mesh
    };

    void build(const Task& task, std::vector<Task>& tasks) {
        const Matrix3 axes = principalAxes(moments(task.faces).covariance());
        Aabb box;
        for (const Index f : task.faces) {
            for (const Vec3& corner : mesh_.triangle(f)) box.include(axes * corner);
        }
        const Pose frame = {axes.transpose(), axes.transpose() * box.centre()};
        const Matrix3 toParent = task.parent.rotation.transpose();
        nodes_[task.node].inParent =
            toFloat({toParent * frame.rotation, toParent * (frame.translation - task.parent.translation)});
        nodes_[task.node].half = (0.5 * box.size()).cast<float>();
        if (task.faces.size() == 1) {
            nodes_[task.node].child = -1 - static_cast<std::int32_t>(task.faces[0]);
            return;
        }
        const std::size_t left = split(task.faces, axes), child = nodes_.size();
        nodes_[task.node].child = static_cast<std::int32_t>(child);
        nodes_.resize(child + 2);
        tasks.push_back({child, task.faces.first(left), frame});
        tasks.push_back({child + 1, task.faces.subspan(left), frame});
    }

    SurfaceMoments moments(std::span<const Index> faces) const {
        constexpr Real kLeastWeight = 1e-30;  // so that degenerate faces have a covariance, too
        SurfaceMoments moments;
        for (const Index f : faces) {
            const Triangle t = mesh_.triangle(f);
            moments.add(t[0], t[1], t[2], kLeastWeight);
        }
        return moments;
    }

    /// Sorts the faces into two parts; returns the size of the first.
    std::size_t split(std::span<Index> faces, const Matrix3& axes) const {
        for (int axis = 0; axis < 3; ++axis) {
            const auto along = [&](Index f) {
                const Triangle t = mesh_.triangle(f);
                return axes.row(axis).dot(t[0] + t[1] + t[2]);
            };
            Real sum = 0;
            for (const Index f : faces) sum += along(f);
            const Real mean = sum / static_cast<Real>(faces.size());
            const auto right =
                std::partition(faces.begin(), faces.end(), [&](Index f) { return along(f) < mean; });
            if (right != faces.begin() && right != faces.end()) {
                return static_cast<std::size_t>(right - faces.begin());
            }
        }
        return faces.size() / 2;
    }

    const Mesh& mesh_;
    std::vector<Index> order_;
    std::vector<Corners> corners_;
    std::vector<Node> nodes_;
};

/// Whether one of fifteen axes separates two boxes; `b` is the second one's frame in the first one's.
bool areApart(const Vector& halfA, const Vector& halfB, const Frame& b) {
    constexpr float kRounding = 1e-6f;
    const Matrix& r = b.rotation;
    const Vector& t = b.offset;
    const Matrix size = r.cwiseAbs() + Matrix::Constant(kRounding);
    for (int i = 0; i < 3; ++i) {
        if (std::abs(t[i]) > halfA[i] + size.row(i).dot(halfB)) return true;
    }
    for (int j = 0; j < 3; ++j) {
        if (std::abs(t.dot(r.col(j))) > halfB[j] + size.col(j).dot(halfA)) return true;
    }
    for (int i = 0; i < 3; ++i) {
        const int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
        for (int j = 0; j < 3; ++j) {
            const int j1 = (j + 1) % 3, j2 = (j + 2) % 3;
            const float extent = halfA[i1] * size(i2, j) + halfA[i2] * size(i1, j) + halfB[j1] * size(i, j2) +
                                 halfB[j2] * size(i, j1);
            if (std::abs(t[i2] * r(i1, j) - t[i1] * r(i2, j)) > extent) return true;
        }
    }
    return false;
}

bool separates(const Vector& axis, const Corners& a, const Corners& b) {
    const auto [lowA, highA] = std::minmax({axis.dot(a[0]), axis.dot(a[1]), axis.dot(a[2])});
    const auto [lowB, highB] = std::minmax({axis.dot(b[0]), axis.dot(b[1]), axis.dot(b[2])});
    return lowA > highB || lowB > highA;
}

/// By seventeen axes: both normals, cross products of edges, and each edge's perpendicular in the face's
/// plane.
bool intersect(const Corners& a, const Corners& b) {
    const auto edges = [](const Corners& t) { return Corners{t[1] - t[0], t[2] - t[1], t[0] - t[2]}; };
    const Corners edgesA = edges(a), edgesB = edges(b);
    const Vector normalA = edgesA[0].cross(edgesA[1]), normalB = edgesB[0].cross(edgesB[1]);
    if (separates(normalA, a, b) || separates(normalB, a, b)) return false;
    for (const Vector& edgeA : edgesA) {
        for (const Vector& edgeB : edgesB) {
            if (separates(edgeA.cross(edgeB), a, b)) return false;
        }
    }
    for (int i = 0; i < 3; ++i) {
        if (separates(edgesA[i].cross(normalA), a, b) || separates(edgesB[i].cross(normalB), a, b))
            return false;
    }
    return true;
}

class FloatObbBaseline final : public Baseline {
public:
    FloatObbBaseline(const Mesh& a, const Mesh& b) : a_(a), b_(b) {}

    void collide(const PosePair& poses) override {
        pairs_.clear();
        const Matrix3 toA = poses.a.rotation.transpose();
        bToA_ = toFloat({toA * poses.b.rotation, toA * (poses.b.translation - poses.a.translation)});
        const Frame rootB = bToA_ * b_.root().inParent;
        descend(a_.root(), b_.root(), seenFrom(a_.root().inParent, rootB));
    }
    std::size_t pairCount() override { return pairs_.size(); }
    std::size_t bytes() const override { return a_.bytes() + b_.bytes(); }

private:
    /// Opens the larger box. `b` is the second box's frame in the first one's.
    void descend(const Node& nodeA, const Node& nodeB, const Frame& b) {
        if (areApart(nodeA.half, nodeB.half, b)) return;
        if (nodeA.isLeaf() && nodeB.isLeaf()) return test(nodeA.face(), nodeB.face());
        const bool opensA =
            nodeB.isLeaf() || (!nodeA.isLeaf() && nodeA.half.maxCoeff() > nodeB.half.maxCoeff());
        for (int i = 0; i < 2; ++i) {
            if (opensA) {
                const Node& child = a_.child(nodeA, i);
                descend(child, nodeB, seenFrom(child.inParent, b));
            } else {
                const Node& child = b_.child(nodeB, i);
                descend(nodeA, child, b * child.inParent);
            }
        }
    }

    void test(Index faceA, Index faceB) {
        const Corners& b = b_.corners(faceB);
        if (intersect(a_.corners(faceA), {bToA_ * b[0], bToA_ * b[1], bToA_ * b[2]})) {
            pairs_.push_back({faceA, faceB});
        }
    }

    FloatTree a_, b_;
    Frame bToA_;
    FacePairs pairs_;
};

}  // namespace

std::unique_ptr<Baseline> makeFloatObb(const SharedMesh& a, const SharedMesh& b) {
    return std::make_unique<FloatObbBaseline>(*a, *b);
}

}  // namespace ricochet::baselines
