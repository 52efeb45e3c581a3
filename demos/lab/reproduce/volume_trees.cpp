#include "demos/lab/reproduce/volume_trees.h"

#include "algorithms/geometry/separating_axes.h"
#include "algorithms/geometry/triangle_triangle.h"

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <numeric>
#include <span>

namespace ricochet::lab {
namespace {

constexpr Real kSlack = 1e-6;  // of coordinates: matrices of floats are rotations only to about 1e-7

/// The principal axes of the triangles, weighted by area.
Matrix3 axesOf(const Mesh& mesh, std::span<const Index> faces) {
    Real sum = 0;
    Vec3 mean = Vec3::Zero();
    Matrix3 moment = Matrix3::Zero();
    for (const Index f : faces) {
        const Triangle t = mesh.triangle(f);
        const Real area = (t[1] - t[0]).cross(t[2] - t[0]).norm() + 1e-300;
        const Vec3 corners = t[0] + t[1] + t[2];
        sum += area;
        mean += area / 3 * corners;
        moment += area / 12 * (corners * corners.transpose());
        for (const Vec3& p : t) moment += area / 12 * (p * p.transpose());
    }
    mean /= sum;
    const Eigen::SelfAdjointEigenSolver<Matrix3> solver(Matrix3(moment / sum - mean * mean.transpose()));
    return solver.eigenvectors().transpose();
}

Obb boxAlong(const Matrix3& axes, const Mesh& mesh, std::span<const Index> faces) {
    Aabb box;
    for (const Index f : faces) {
        for (const Vec3& p : mesh.triangle(f)) box.include(axes * p);
    }
    return {axes, axes.transpose() * box.centre(),
            0.5 * box.size() + Vec3::Constant(kSlack * (1 + box.max.cwiseAbs().maxCoeff()))};
}

class Builder {
public:
    explicit Builder(VolumeTree& tree) : tree_(tree), faces_(tree.mesh->faceCount()) {
        std::iota(faces_.begin(), faces_.end(), Index{0});
        tree_.nodes.emplace_back();
        build(0, faces_);
    }

private:
    Vec3 middleOf(Index face) const {
        const Triangle t = tree_.mesh->triangle(face);
        return (t[0] + t[1] + t[2]) / 3;
    }

    void build(Index at, std::span<Index> faces) {
        const Mesh& mesh = *tree_.mesh;
        VolumeNode node;
        node.oriented = boxAlong(axesOf(mesh, faces), mesh, faces);
        node.aligned = boxAlong(Matrix3::Identity(), mesh, faces);
        node.centre = node.aligned.centre;
        node.radius = 0;
        for (const Index f : faces) {
            for (const Vec3& p : mesh.triangle(f))
                node.radius = std::max(node.radius, (p - node.centre).norm());
        }
        node.radius *= 1 + kSlack;
        node.left = kNone;
        node.face = faces[0];
        if (faces.size() > 1) node.left = static_cast<Index>(tree_.nodes.size());
        tree_.nodes[at] = node;
        if (faces.size() == 1) return;
        tree_.nodes.resize(tree_.nodes.size() + 2);
        const std::size_t middle = split(node.oriented, faces);
        build(node.left, faces.subspan(0, middle));
        build(node.left + 1, faces.subspan(middle));
    }

    /// Splits at the mean along the longest axis of the oriented box; into halves if one side would be empty.
    std::size_t split(const Obb& box, std::span<Index> faces) const {
        int axis;
        box.half.maxCoeff(&axis);
        const auto along = [&](Index f) { return box.axes.row(axis).dot(middleOf(f)); };
        Real mean = 0;
        for (const Index f : faces) mean += along(f) / static_cast<Real>(faces.size());
        const auto at = std::partition(faces.begin(), faces.end(), [&](Index f) { return along(f) < mean; });
        const auto count = static_cast<std::size_t>(at - faces.begin());
        return count == 0 || count == faces.size() ? faces.size() / 2 : count;
    }

    VolumeTree& tree_;
    std::vector<Index> faces_;
};

class Descent {
public:
    Descent(const VolumeTree& a, const Pose& poseA, const VolumeTree& b, const Pose& poseB, Volume volume)
        : a_(a), b_(b), poseA_(poseA), poseB_(poseB), volume_(volume) {
        bToA_.rotation = poseA.rotation.transpose() * poseB.rotation;
        bToA_.translation = poseA.rotation.transpose() * (poseB.translation - poseA.translation);
        spread_ = bToA_.rotation.cwiseAbs();
    }

    VolumeCounts run() {
        visit(0, 0);
        return counts_;
    }

private:
    bool areApart(const VolumeNode& a, const VolumeNode& b) {
        ++counts_.volumeTests;
        if (volume_ == Volume::sphere) {
            const Vec3 between = transformPoint(bToA_, b.centre) - a.centre;
            const Real extent = a.radius + b.radius + kSlack * (1 + between.cwiseAbs().maxCoeff());
            return between.squaredNorm() > extent * extent;
        }
        if (volume_ == Volume::axisAlignedBox) {
            const Vec3 between = (transformPoint(bToA_, b.aligned.centre) - a.aligned.centre).cwiseAbs();
            const Vec3 extent = a.aligned.half + spread_ * b.aligned.half;
            return ((between - extent).array() > kSlack).any();
        }
        return !overlaps(a.oriented, Obb{b.oriented.axes * bToA_.rotation.transpose(),
                                         transformPoint(bToA_, b.oriented.centre), b.oriented.half});
    }

    void visit(Index i, Index j) {
        const VolumeNode &a = a_.nodes[i], &b = b_.nodes[j];
        if (areApart(a, b)) return;
        if (a.left == kNone && b.left == kNone) {
            ++counts_.triangleTests;
            counts_.facePairs += intersects(transformTriangle(poseA_, a_.mesh->triangle(a.face)),
                                            transformTriangle(poseB_, b_.mesh->triangle(b.face)));
            return;
        }
        const bool opensA = b.left == kNone || (a.left != kNone && a.radius > b.radius);
        for (const Index child : {0u, 1u}) {
            opensA ? visit(a.left + child, j) : visit(i, b.left + child);
        }
    }

    const VolumeTree &a_, &b_;
    Pose poseA_, poseB_, bToA_;
    Matrix3 spread_;  ///< maps half sizes of B's boxes to those of their bounds along A's axes
    Volume volume_;
    VolumeCounts counts_;
};

}  // namespace

VolumeTree::VolumeTree(const Mesh& ofMesh) : mesh(&ofMesh) { Builder builder(*this); }

VolumeCounts countPairs(const VolumeTree& a, const Pose& poseA, const VolumeTree& b, const Pose& poseB,
                        Volume volume) {
    return Descent(a, poseA, b, poseB, volume).run();
}

}  // namespace ricochet::lab
