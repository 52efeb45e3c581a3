#include "algorithms/mktree/predict.h"

#include "algorithms/geometry/bounded.h"
#include "algorithms/mktree/close_pairs.h"
#include "algorithms/mktree/face_contacts.h"
#include "algorithms/mktree/recent_values.h"
#include "algorithms/mktree/separating_normal.h"

#include <algorithm>

namespace ricochet::mktree {
namespace {

/// Part of the body's radius: for shorter motions the slice is not halved any more. Roots are found anyway.
constexpr Real kShortestMotion = 1.0 / 64;
/// A pair is divided as long as its larger node is at least this many times as large as the motion.
constexpr Real kSizeOfMotion = 2;
/// Part of the smaller triangle's size: features are tested once the motion is at most this long.
constexpr Real kMotionOfTriangle = 0.5;

/// Bounds a sphere during a slice: a thickened segment from `middle - half` to `middle + half`.
struct Capsule {
    Vec3 middle, half, absoluteHalf;
    Real radius, motion;  ///< metres; `motion`: greatest displacement of a point of the axis
};

/// Whether a box overlaps the segment thickened by the radius along each axis.
bool overlaps(const Capsule& capsule, const Aabb& box) {
    const Vec3 middle = capsule.middle - box.centre();
    const Vec3 size = 0.5 * box.size() + Vec3::Constant(capsule.radius);
    const Vec3 &half = capsule.half, &absolute = capsule.absoluteHalf;
    if ((middle.cwiseAbs().array() > (size + absolute).array()).any()) return false;
    const Vec3 cross = middle.cross(half).cwiseAbs();
    for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        if (cross[i] > kRoundUp * (size[j] * absolute[k] + size[k] * absolute[j])) return false;
    }
    return true;
}

/// The planes of a triangle and of its edges, with normals pointing outwards; zero if degenerate.
struct TrianglePlanes {
    struct Plane {
        Vec3 normal, point;
    };
    std::array<Plane, 4> planes;  ///< the first is the triangle's own

    TrianglePlanes() = default;
    explicit TrianglePlanes(const Triangle& t) {
        const Vec3 normal = (t[1] - t[0]).cross(t[2] - t[0]).stableNormalized();
        planes[0] = {normal, t[0]};
        for (std::size_t k = 0; k < 3; ++k) {
            planes[k + 1] = {(t[(k + 1) % 3] - t[k]).cross(normal).stableNormalized(), t[k]};
        }
    }

    bool areAway(const Capsule& capsule) const {
        for (std::size_t k = 0; k < planes.size(); ++k) {
            const auto& [normal, point] = planes[k];
            const Real height = normal.dot(capsule.middle - point);
            const Real maximum = kRoundUp * (capsule.radius + std::abs(normal.dot(capsule.half)));
            if (height > maximum || (k == 0 && -height > maximum)) return true;
        }
        return false;
    }
};

class Predictor {
public:
    Predictor(const MkTree& tree, const MovingBody& body, const Pose& pose, const ScrewMotion& screw,
              std::uint64_t mostBoxTests, PredictCounters& counters)
        : tree_(tree),
          leaves_(tree),
          body_(body),
          pose_(pose),
          screw_(screw),
          counters_(counters),
          growth_(tree, pose),
          radius_(growth_.stretch * body.nodes[0].radius),
          lastTest_(counters.boxTests + mostBoxTests),
          contacts_(body, pose, screw, growth_.rounding) {}

    Result<std::optional<Prediction>> first(Real end) {
        if (const auto good = findStart(); !good) return tl::unexpected(good.error());
        const bool stands = screw_.angle == 0 && screw_.rise == 0;
        if (contacts_.first() || stands || tree_.directory().nodes.empty()) return contacts_.first();
        contacts_.setEnd(end);
        const auto slices = static_cast<int>(std::max(Real(1), std::ceil(screw_.angle * end / kLongestTurn)));
        const NodePair roots{0, WorldNode::ofDirectory(0)};
        for (int i = 0; i < slices && !contacts_.first(); ++i) {
            const auto good = visit(end * i / slices, end * (i + 1) / slices, {&roots, 1}, 0);
            if (!good) return tl::unexpected(good.error());
        }
        return withSeparatingNormal(contacts_.first(), tree_, body_, pose_, screw_);
    }

    std::size_t leaves() const { return leaves_.count(); }

private:
    Capsule nodeCapsule(const MovingBody::Node& node, const Slice& slice) const {
        const ScrewPath path = pathOf(screw_, transformPoint(pose_, node.centre));
        const Vec3 begin = path.at(slice.atBegin), end = path.at(slice.atEnd);
        const Real sagitta = chordDeviation(path.radius(), slice.motion.angle);
        const Vec3 half = 0.5 * (end - begin);
        return {0.5 * (begin + end), half, half.cwiseAbs(),
                growth_.of(node.radius, begin) + kRoundUp * sagitta, 2 * (half.norm() + sagitta)};
    }

    /// Finds the first contact among pairs in a slice. Pairs that are small compared with the motion are
    /// deferred to its halves.
    Result<void> visit(Real begin, Real end, std::span<const NodePair> pairs, std::size_t depth) {
        if (begin > contacts_.timeLeft()) return {};
        ++counters_.slices;
        const Slice slice = Slice::of(screw_, begin, end);
        const Real middle = 0.5 * (begin + end);
        canHalve_ = begin < middle && middle < end;
        capsules_.forget();
        faces_.forget();
        if (later_.size() <= depth) later_.emplace_back();
        std::vector<NodePair> later = std::move(later_[depth]), stack(pairs.begin(), pairs.end());
        later.clear();
        std::ranges::reverse(stack);
        while (!stack.empty()) {
            const NodePair pair = stack.back();
            stack.pop_back();
            const auto good = examine(pair, slice, stack, later);
            if (!good) return good;
        }
        Result<void> good;
        if (!later.empty()) {
            good = visit(begin, middle, later, depth + 1);
            if (good) good = visit(middle, end, later, depth + 1);
        }
        later_[depth] = std::move(later);
        return good;
    }

    Result<void> examine(const NodePair& pair, const Slice& slice, std::vector<NodePair>& stack,
                         std::vector<NodePair>& later) {
        const MovingBody::Node& node = body_.nodes[pair.body];
        const Aabb box = leaves_.boxOf(pair.world);
        const Capsule& capsule = capsules_.get(pair.body, [&] { return nodeCapsule(node, slice); });
        if (++counters_.boxTests > lastTest_) {
            return tl::unexpected(
                std::string("the first contact of a motion takes too many box tests: "
                            "divide the motion into shorter ones"));
        }
        if (!overlaps(capsule, box)) return {};
        if (pair.world.isTriangle()) {
            const auto key = std::uint64_t{pair.world.place} << 32 | pair.world.index;
            if (planes_.get(key, [&] { return TrianglePlanes(leaves_.corners(pair.world)); })
                    .areAway(capsule)) {
                return {};
            }
        }

        const Real bodySize = 2 * node.radius, worldSize = box.size().norm();
        const bool isShort = capsule.motion <= kShortestMotion * radius_ || !canHalve_;
        const bool opensBody = !node.isLeaf && (pair.world.isTriangle() || bodySize > worldSize);
        if (node.isLeaf && pair.world.isTriangle()) {
            if (isShort || capsule.motion <= kMotionOfTriangle * std::min(bodySize, worldSize)) {
                ++counters_.facePairs;
                const MovingFace& face =
                    faces_.get(node.first, [&] { return contacts_.moving(node.first, slice); });
                contacts_.test(face, leaves_.triangle(pair.world), slice);
            } else {
                later.push_back(pair);
            }
            return {};
        }
        const bool mayOpen = isShort || (opensBody ? bodySize : worldSize) >= kSizeOfMotion * capsule.motion;
        // A leaf is read only once the motion is at most as long as the body.
        const bool isTooEarly =
            !opensBody && leaves_.isUnread(pair.world) && capsule.motion > 2 * radius_ && canHalve_;
        if (!mayOpen || isTooEarly) {
            later.push_back(pair);
            return {};
        }
        if (opensBody) {
            stack.push_back({node.first + 1, pair.world});
            stack.push_back({node.first, pair.world});
            return {};
        }
        return leaves_.forEachChild(pair.world, [&](const WorldNode& child) {
            stack.push_back({pair.body, child});
        });
    }

    /// Finds faces that meet at time 0.
    Result<void> findStart() {
        return forEachClosePair(tree_, leaves_, body_, pose_, [&](Index face, const WorldNode& triangle) {
            contacts_.testStart(face, leaves_.triangle(triangle));
        });
    }

    const MkTree& tree_;
    PinnedLeaves leaves_;
    const MovingBody& body_;
    const Pose& pose_;
    const ScrewMotion& screw_;
    PredictCounters& counters_;
    SphereGrowth growth_;
    Real radius_;
    std::uint64_t lastTest_;
    bool canHalve_ = true;  ///< the present slice, in this precision
    FaceContacts contacts_;
    RecentValues<Capsule, 128> capsules_;  ///< of the body's nodes, in the present slice
    RecentValues<MovingFace, 32> faces_;
    RecentValues<TrianglePlanes, 64> planes_;
    std::vector<std::vector<NodePair>> later_;  ///< reused memory, per depth
};

}  // namespace

Result<void> checkMotion(const Pose& pose, const ScrewMotion& screw, Real end) {
    const bool isBounded = areBounded(pose.rotation) && areBounded(pose.translation) &&
                           areBounded(screw.point) && areBounded(screw.axis) &&
                           areBounded(Vec3(screw.angle, screw.rise, 0)) && end >= 0;
    if (!isBounded) return tl::unexpected(std::string("a pose or a motion is not finite, or beyond 1e40"));
    if (!isRotation(pose.rotation)) return tl::unexpected(std::string("a pose's matrix is not a rotation"));
    if (screw.angle < 0) return tl::unexpected(std::string("a motion's angle is negative"));
    if (screw.angle > kMostRadians) {
        return tl::unexpected(std::string("a motion turns by more than 100,000 radians"));
    }
    if (std::abs(screw.axis.norm() - 1) > 1e-9) {
        return tl::unexpected(std::string("a motion's axis is not of unit length"));
    }
    return {};
}

Result<std::optional<Prediction>> predict(const MkTree& tree, const MovingBody& body, const Pose& pose,
                                          const ScrewMotion& screw, const PredictSettings& settings,
                                          PredictCounters* counters) {
    if (const auto good = checkMotion(pose, screw, settings.end); !good) return tl::unexpected(good.error());
    PredictCounters mine;
    Predictor predictor(tree, body, pose, screw, settings.mostBoxTests, counters ? *counters : mine);
    auto first = predictor.first(std::min({settings.end, Real(1), repeatsAfter(screw)}));
    if (counters) counters->leaves += predictor.leaves();
    return first;
}

}  // namespace ricochet::mktree
