#include "demos/baselines/dop_tree.h"

#include <Eigen/LU>

#include <algorithm>
#include <cassert>
#include <limits>
#include <numeric>
#include <span>

namespace ricochet::baselines {
namespace {

constexpr int kHalfSpaces = 2 * kDopDirections;

/// Metres per metre: far above the rounding of heights, far below the size of a face.
constexpr Real kOutwards = 1e-12;

/// Outward normal of a half-space: of the maximum along direction k, or, for 9 + k, of the minimum.
Vec3 normalOf(int halfSpace) {
    const Vec3& direction = dopDirections()[static_cast<std::size_t>(halfSpace % kDopDirections)];
    return halfSpace < kDopDirections ? direction : Vec3(-direction);
}

int oppositeOf(int halfSpace) { return (halfSpace + kDopDirections) % kHalfSpaces; }

/// Three half-spaces whose planes meet in a corner of the DOP about the unit sphere, and the matrix that
/// expresses a vector by their normals.
struct UnitCorner {
    std::array<int, 3> halfSpaces;
    Matrix3 weights;
};

bool isInUnitDop(const Vec3& point) {
    for (int k = 0; k < kHalfSpaces; ++k) {
        if (normalOf(k).dot(point) > normalOf(k).norm() * (1 + 1e-9)) return false;
    }
    return true;
}

std::vector<UnitCorner> makeUnitCorners() {
    std::vector<UnitCorner> corners;
    for (int i = 0; i < kHalfSpaces; ++i) {
        for (int j = i + 1; j < kHalfSpaces; ++j) {
            for (int k = j + 1; k < kHalfSpaces; ++k) {
                Matrix3 normals;
                normals << normalOf(i), normalOf(j), normalOf(k);
                if (std::abs(normals.determinant()) < 1e-6) continue;
                const Vec3 heights(normalOf(i).norm(), normalOf(j).norm(), normalOf(k).norm());
                if (isInUnitDop(normals.transpose().inverse() * heights)) {
                    corners.push_back({{i, j, k}, normals.inverse()});
                }
            }
        }
    }
    return corners;
}

/// Their normal cones cover all directions.
const std::vector<UnitCorner>& unitCorners() {
    static const std::vector<UnitCorner> all = makeUnitCorners();
    return all;
}

/// The corner in whose normal cone a direction lies: up to rounding, all weights are positive.
const UnitCorner& cornerTowards(const Vec3& direction, Vec3& weights) {
    const UnitCorner* best = nullptr;
    Real minimum = -std::numeric_limits<Real>::infinity();
    for (const UnitCorner& corner : unitCorners()) {
        const Vec3 own = corner.weights * direction;
        if (own.minCoeff() <= minimum) continue;
        minimum = own.minCoeff();
        weights = own;
        best = &corner;
        if (minimum >= 0) break;
    }
    assert(minimum > -1e-9);
    weights = weights.cwiseMax(0);
    return *best;
}

class DopTreeBuilder {
public:
    explicit DopTreeBuilder(const Mesh& mesh) : mesh_(mesh), faces_(mesh.faceCount()) {
        std::iota(faces_.begin(), faces_.end(), Index{0});
        for (const Vec3& vertex : mesh.vertices()) radius_ = std::max(radius_, vertex.norm());
    }

    DopTree build() {
        tree_.nodes.reserve(2 * faces_.size());
        tree_.nodes.emplace_back();
        fill(0, faces_);
        return std::move(tree_);
    }

private:
    Vec3 middle(Index face) const {
        const Triangle triangle = mesh_.triangle(face);
        return (triangle[0] + triangle[1] + triangle[2]) / 3;
    }

    void fill(Index node, std::span<Index> faces) {
        if (faces.size() == 1) {
            tree_.nodes[node] = {dopOf(faces[0]), faces[0], true};
            return;
        }
        Aabb middles;
        for (const Index face : faces) middles.include(middle(face));
        int axis = 0;
        middles.size().maxCoeff(&axis);
        const std::size_t half = faces.size() / 2;
        std::nth_element(
            faces.begin(), faces.begin() + static_cast<std::ptrdiff_t>(half), faces.end(),
            [&](Index a, Index b) { return std::pair(middle(a)[axis], a) < std::pair(middle(b)[axis], b); });
        const auto left = static_cast<Index>(tree_.nodes.size());
        tree_.nodes.resize(tree_.nodes.size() + 2);
        fill(left, faces.first(half));
        fill(left + 1, faces.subspan(half));
        Dop both = tree_.nodes[left].dop;
        both.include(tree_.nodes[left + 1].dop);
        tree_.nodes[node] = {both, left, false};
    }

    Dop dopOf(Index face) const {
        Dop dop = Dop::empty();
        for (const Vec3& corner : mesh_.triangle(face)) dop.include(corner);
        for (std::size_t k = 0; k < kDopDirections; ++k) {
            dop.min[k] -= kOutwards * radius_;
            dop.max[k] += kOutwards * radius_;
        }
        return dop;
    }

    const Mesh& mesh_;
    std::vector<Index> faces_;
    Real radius_ = 0;  ///< metres
    DopTree tree_;
};

}  // namespace

const std::array<Vec3, kDopDirections>& dopDirections() {
    static const std::array<Vec3, kDopDirections> directions = {
        Vec3(1, 0, 0), Vec3(0, 1, 0),  Vec3(0, 0, 1),  Vec3(1, 1, 0), Vec3(1, 0, 1),
        Vec3(0, 1, 1), Vec3(1, -1, 0), Vec3(1, 0, -1), Vec3(0, 1, -1)};
    return directions;
}

Dop Dop::empty() {
    Dop dop;
    dop.min.fill(std::numeric_limits<Real>::infinity());
    dop.max.fill(-std::numeric_limits<Real>::infinity());
    return dop;
}

void Dop::include(const Vec3& p) {
    const std::array<Real, kDopDirections> heights = {p.x(),         p.y(),         p.z(),
                                                      p.x() + p.y(), p.x() + p.z(), p.y() + p.z(),
                                                      p.x() - p.y(), p.x() - p.z(), p.y() - p.z()};
    for (std::size_t k = 0; k < kDopDirections; ++k) {
        min[k] = std::min(min[k], heights[k]);
        max[k] = std::max(max[k], heights[k]);
    }
}

void Dop::include(const Dop& other) {
    for (std::size_t k = 0; k < kDopDirections; ++k) {
        min[k] = std::min(min[k], other.min[k]);
        max[k] = std::max(max[k], other.max[k]);
    }
}

bool Dop::overlaps(const Dop& other) const {
    for (std::size_t k = 0; k < kDopDirections; ++k) {
        if (min[k] > other.max[k] || other.min[k] > max[k]) return false;
    }
    return true;
}

Real Dop::size() const {
    Real sum = 0;
    for (std::size_t k = 0; k < kDopDirections; ++k) sum += max[k] - min[k];
    return sum;
}

DopTree buildDopTree(const Mesh& mesh) { return DopTreeBuilder(mesh).build(); }

DopAlignment::DopAlignment(const Matrix3& rotation, const Vec3& translation) {
    for (std::size_t i = 0; i < kDopDirections; ++i) {
        const Vec3& direction = dopDirections()[i];
        Vec3 weights = Vec3::Zero();
        const UnitCorner& corner = cornerTowards(rotation.transpose() * direction, weights);
        combinations_[i] = {corner.halfSpaces, weights, direction.dot(translation)};
    }
}

Dop DopAlignment::aligned(const Dop& dop) const {
    const auto height = [&dop](int halfSpace) {
        return halfSpace < kDopDirections ? dop.max[static_cast<std::size_t>(halfSpace)]
                                          : -dop.min[static_cast<std::size_t>(halfSpace - kDopDirections)];
    };
    Dop result;
    for (std::size_t i = 0; i < kDopDirections; ++i) {
        const Combination& sum = combinations_[i];
        Real above = 0, below = 0;
        for (int k = 0; k < 3; ++k) {
            const int halfSpace = sum.bound[static_cast<std::size_t>(k)];
            above += sum.weight[k] * height(halfSpace);
            below += sum.weight[k] * height(oppositeOf(halfSpace));
        }
        result.max[i] = sum.offset + above;
        result.min[i] = sum.offset - below;
    }
    return result;
}

}  // namespace ricochet::baselines
