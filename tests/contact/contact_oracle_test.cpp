// The gap that contacts predict after a small motion, against an oracle that shares no code with them: all
// separating axes of two convex bodies, from their vertices alone.

#include "tests/contact/contact_scene.h"
#include "tests/support/surfaces.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace ricochet::test {
namespace {

constexpr Real kUnbounded = std::numeric_limits<Real>::infinity();
constexpr Real kMotion = 0.004;  // metres, and radians; the bodies measure half a metre to a metre

struct Axes {
    std::vector<Vec3> normals, edges;
};

void addOnce(std::vector<Vec3>& directions, const Vec3& direction, bool isSigned) {
    const bool isKnown = std::ranges::any_of(directions, [&](const Vec3& other) {
        const Real cosine = other.dot(direction);
        return (isSigned ? cosine : std::abs(cosine)) > 1 - 1e-12;
    });
    if (!isKnown) directions.push_back(direction);
}

/// Each direction once.
Axes axesOf(const Mesh& mesh) {
    Axes axes;
    for (const Face& face : mesh.faces()) {
        const auto at = [&](int k) -> const Vec3& {
            return mesh.vertices()[face[static_cast<std::size_t>(k % 3)]];
        };
        addOnce(axes.normals, (at(1) - at(0)).cross(at(2) - at(0)).normalized(), true);
        for (int k = 0; k < 3; ++k) addOnce(axes.edges, (at(k + 1) - at(k)).normalized(), false);
    }
    return axes;
}

/// The gap of two convex bodies along their best separating axis; negative if they intersect, and then minus
/// the depth. Axes between vertices are omitted: they do not decide whether bodies intersect.
class Separation {
public:
    Separation(const Mesh& a, const Mesh& b) : a_(a), b_(b), axesA_(axesOf(a)), axesB_(axesOf(b)) {}

    struct Answer {
        Real gap = -kUnbounded;
        Real margin = 0;  ///< metres, to the next best axis, and to the next vertex along this one
    };
    Answer at(const Pose& poseA, const Pose& poseB) {
        transformPoint(a_, poseA, pointsA_);
        transformPoint(b_, poseB, pointsB_);
        best_ = {};
        axis_.setZero();
        for (const Vec3& n : axesA_.normals) consider(-(poseA.rotation * n), 3, 1);
        for (const Vec3& n : axesB_.normals) consider(poseB.rotation * n, 1, 3);
        for (const Vec3& u : axesA_.edges) {
            for (const Vec3& v : axesB_.edges) {
                const Vec3 n = (poseA.rotation * u).cross(poseB.rotation * v);
                if (n.norm() < 1e-6) continue;
                consider(n.normalized(), 2, 2);
                consider(-n.normalized(), 2, 2);
            }
        }
        return best_;
    }

private:
    static void transformPoint(const Mesh& mesh, const Pose& pose, std::vector<Vec3>& points) {
        points.clear();
        for (const Vec3& v : mesh.vertices()) points.push_back(pose.rotation * v + pose.translation);
    }

    /// `n`: from B to A. `ofA`, `ofB`: number of vertices of the features that give the axis.
    void consider(const Vec3& n, std::size_t ofA, std::size_t ofB) {
        const auto [lowestA, marginA] = lowest(pointsA_, n, ofA);
        const auto [lowestB, marginB] = lowest(pointsB_, -n, ofB);
        const Real gap = lowestA + lowestB;
        const bool isSame = axis_.dot(n) > 1 - 1e-9;
        if (gap > best_.gap) {
            const Real before = isSame ? best_.margin : gap - best_.gap;
            best_ = {gap, std::min({before, marginA, marginB})};
            axis_ = n;
        } else if (!isSame) {
            best_.margin = std::min(best_.margin, best_.gap - gap);
        }
    }

    /// The lowest height along `n`, and how much higher the first vertex lies that does not belong to the
    /// feature.
    std::pair<Real, Real> lowest(const std::vector<Vec3>& points, const Vec3& n, std::size_t ofFeature) {
        heights_.clear();
        for (const Vec3& p : points) heights_.push_back(n.dot(p));
        std::ranges::sort(heights_);
        std::size_t other = 1;
        while (other < heights_.size() && heights_[other] - heights_[0] < 1e-9) ++other;
        const Real margin =
            ofFeature == 1 && other > 1 ? 0 : heights_[std::min(other, heights_.size() - 1)] - heights_[0];
        return {heights_[0], margin};
    }

    const Mesh &a_, &b_;
    const Axes axesA_, axesB_;
    std::vector<Vec3> pointsA_, pointsB_;
    std::vector<Real> heights_;
    Answer best_;
    Vec3 axis_ = Vec3::Zero();
};

/// Moves A along the direction until the bodies are `gap` apart.
Pose atGap(Real gap, const Pose& turn, const Vec3& direction, const Pose& poseB, Separation& separation) {
    Real near = 0, far = 4;
    for (int i = 0; i < 40; ++i) {
        const Real middle = (near + far) / 2;
        (separation.at({turn.rotation, middle * direction}, poseB).gap < gap ? near : far) = middle;
    }
    return {turn.rotation, far * direction};
}

Real leastPredictedGap(const PersistentContacts& contacts, const Pose& moved) {
    Real minimum = kUnbounded;
    for (const ContactPoint& point : contacts.points) {
        const Vec3 displacement = moved.rotation * point.localOnA + moved.translation - point.onA;
        minimum = std::min(minimum, point.distance + point.normal.dot(displacement));
    }
    return minimum;
}

/// Results over all poses and motions of a pair of bodies.
struct Counts {
    int steady = 0, wrong = 0;     ///< the same features touch after the motion
    int others = 0, far = 0;       ///< other features may touch
    Real worst = 0, farthest = 0;  ///< metres
};

Counts compare(const SharedMesh& a, const SharedMesh& b, Random& random) {
    Counts counts;
    Separation separation(*a, *b);
    for (int i = 0; i < 60; ++i) {
        const Pose poseB = randomPose(random, 0);
        const Pose poseA = atGap(uniform(random, 0, 0.002), randomPose(random, 0),
                                 randomPoint(random, 1).normalized(), poseB, separation);
        ContactScene scene(a, poseA, b, poseB);
        scene.input.step.minimumQueryDistance = 4 * kMotion;
        const PersistentContacts contacts = scene.contacts();
        const Real margin = separation.at(poseA, poseB).margin;
        for (int k = 0; k < 10; ++k) {
            const Pose moved = turned(kMotion, randomPoint(random, 1).normalized(), Vec3::Zero());
            const Pose next{moved.rotation * poseA.rotation,
                            poseA.translation + kMotion * randomPoint(random, 1)};
            const Real truth = separation.at(next, poseB).gap;
            const Real error = std::abs(leastPredictedGap(contacts, next) - truth);
            if (margin > 10 * kMotion) {
                ++counts.steady;
                counts.wrong += error > 4 * kMotion * kMotion;
                counts.worst = std::max(counts.worst, error);
            } else if (truth < -kMotion) {
                ++counts.others;
                counts.far += error > 0.1 * kMotion;
                counts.farthest = std::max(counts.farthest, error);
            }
        }
    }
    return counts;
}

TEST(ContactOracle, ContactsPredictTheGapOfConvexBodies) {
    Random random(16);
    const std::array bodies = {gridBoxMesh({1, 0.6, 0.4}), sphereMesh(4, 2, 0.5), sphereMesh(6, 3, 0.5),
                               sphereMesh(3, 2, 0.5)};
    Counts all;
    for (const SharedMesh& a : bodies) {
        for (const SharedMesh& b : bodies) {
            const Counts counts = compare(a, b, random);
            all.steady += counts.steady;
            all.others += counts.others;
            EXPECT_EQ(counts.wrong, 0) << "by " << counts.worst << " m";
            EXPECT_EQ(counts.far, 0) << "by " << counts.farthest << " m";
        }
    }
    EXPECT_GT(all.steady, 500);
    EXPECT_GT(all.others, 50);
}

}  // namespace
}  // namespace ricochet::test
