#include "algorithms/wide_tree/frame_search.h"

#include "algorithms/geometry/surface_moments.h"

#include <algorithm>
#include <random>

namespace ricochet::wide_tree {
namespace {

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
        const FloatFrame turn(frame.cast<float>());
        float sum = 0;
        for (const FloatTriangle& t : samples_) sum += turn.boxOf(t).area();
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
