#include "algorithms/mktree/predict.h"

#include "algorithms/geometry/closest_points.h"
#include "algorithms/geometry/triangle_triangle.h"
#include "algorithms/mktree/feature_contact.h"
#include "algorithms/mktree/pinned_leaves.h"

#include <algorithm>
#include <numbers>
#include <tuple>

namespace ricochet::mktree {
namespace {

/// Of the body's radius: where motions are shorter, time is not halved any more. Roots are found in any case.
constexpr Real kShortestMotion = 1.0 / 64;
/// Of both sizes of a pair that is divided: it is while the larger one is so many times the motion.
constexpr Real kSizeOfMotion = 2;
/// Of the smaller triangle: features are asked once the motion is so short.
constexpr Real kMotionOfTriangle = 0.5;
constexpr Real kLongestTurn = std::numbers::pi / 2;  // radians in a slice: beyond, chords say nothing
constexpr Real kRoundUp = 1 + 1e-12;

/// A node of the body and a node of the world, or two triangles.
struct NodePair {
    Index body;
    WorldNode world;
};

/// A segment, thickened by `radius` along each axis, and a box.
bool overlaps(const Vec3& begin, const Vec3& end, Real radius, const FloatBox& floatBox) {
    const Aabb box = floatBox.box();
    const Vec3 half = 0.5 * (end - begin), middle = 0.5 * (begin + end) - box.centre();
    const Vec3 size = 0.5 * box.size() + Vec3::Constant(radius);
    const Vec3 absolute = half.cwiseAbs();
    if ((middle.cwiseAbs().array() > (size + absolute).array()).any()) return false;
    const Vec3 cross = middle.cross(half).cwiseAbs();
    for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        if (cross[i] > kRoundUp * (size[j] * absolute[k] + size[k] * absolute[j])) return false;
    }
    return true;
}

class Predictor {
public:
    Predictor(const MkTree& tree, const MovingBody& body, const Pose& pose, const ScrewMotion& screw,
              PredictCounters& counters)
        : tree_(tree), leaves_(tree), body_(body), pose_(pose), screw_(screw), counters_(counters) {
        // Bullet's matrices are rotations only to about 1e-7: spheres grow by what they stretch.
        const Matrix3 square = pose.rotation.transpose() * pose.rotation;
        stretch_ = kRoundUp * std::sqrt(square.cwiseAbs().rowwise().sum().maxCoeff());
        radius_ = stretch_ * body.nodes[0].radius;
        rounding_ = roundingAt(tree.box().min.cwiseAbs().cwiseMax(tree.box().max.cwiseAbs()).maxCoeff());
    }

    Result<std::optional<Prediction>> first(Real end) {
        if (tree_.directory().nodes.empty()) return std::optional<Prediction>();
        if (const auto good = findStart(); !good) return tl::unexpected(good.error());
        if (best_ || (screw_.angle == 0 && screw_.rise == 0)) return best_;
        end_ = end;
        const auto slices = static_cast<int>(std::max(Real(1), std::ceil(screw_.angle * end / kLongestTurn)));
        const NodePair roots{0, WorldNode::ofDirectory(0)};
        for (int i = 0; i < slices && !best_; ++i) {
            const auto good = visit(end * i / slices, end * (i + 1) / slices, {&roots, 1}, 0);
            if (!good) return tl::unexpected(good.error());
        }
        return best_;
    }

    std::size_t leaves() const { return leaves_.count(); }

private:
    /// Where a node's sphere is in the course of a slice.
    struct Capsule {
        Vec3 begin, end;
        Real radius, motion;
    };
    Capsule capsuleOf(const MovingBody::Node& node, const Slice& slice) const {
        const ScrewPath path = pathOf(screw_, place(pose_, node.centre));
        const Vec3 begin = path.at(slice.atBegin), end = path.at(slice.atEnd);
        const Real sagitta = chordDeviation(path.radius(), slice.motion.angle);
        return {
            begin, end,
            stretch_ * node.radius + kRoundUp * sagitta + rounding_ + roundingAt(begin.cwiseAbs().maxCoeff()),
            (end - begin).norm() + 2 * sagitta};
    }

    Real timeLeft() const { return best_ ? best_->contact.time : end_; }

    /// The first contact in a slice among pairs: those that are small beside the motion wait for a half of
    /// it.
    Result<void> visit(Real begin, Real end, std::span<const NodePair> pairs, std::size_t depth) {
        if (begin > timeLeft()) return {};
        ++counters_.slices;
        const Slice slice = Slice::of(screw_, begin, end);
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
            const Real middle = 0.5 * (begin + end);
            good = visit(begin, middle, later, depth + 1);
            if (good) good = visit(middle, end, later, depth + 1);
        }
        later_[depth] = std::move(later);
        return good;
    }

    Result<void> examine(const NodePair& pair, const Slice& slice, std::vector<NodePair>& stack,
                         std::vector<NodePair>& later) {
        const MovingBody::Node& node = body_.nodes[pair.body];
        const FloatBox& box = leaves_.boxOf(pair.world);
        const Capsule capsule = capsuleOf(node, slice);
        ++counters_.boxTests;
        if (!overlaps(capsule.begin, capsule.end, capsule.radius, box)) return {};

        const Real bodySize = 2 * node.radius, worldSize = box.box().size().norm();
        const bool isShort = capsule.motion <= kShortestMotion * radius_;
        const bool opensBody = !node.isLeaf && (pair.world.isTriangle() || bodySize > worldSize);
        if (node.isLeaf && pair.world.isTriangle()) {
            if (isShort || capsule.motion <= kMotionOfTriangle * std::min(bodySize, worldSize)) {
                askFaces(node.first, pair.world, slice);
            } else {
                later.push_back(pair);
            }
            return {};
        }
        const bool mayOpen = isShort || (opensBody ? bodySize : worldSize) >= kSizeOfMotion * capsule.motion;
        // A leaf is read only once the body comes no farther than its size.
        const bool isTooEarly = !opensBody && leaves_.isUnread(pair.world) && capsule.motion > 2 * radius_;
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

    // ---- at the start

    /// Faces that meet at time 0, exactly: the first in the order of parts and numbers.
    Result<void> findStart() {
        const Slice start = Slice::of(screw_, 0, 0);
        std::vector<NodePair> stack = {{0, WorldNode::ofDirectory(0)}};
        while (!stack.empty()) {
            const NodePair pair = stack.back();
            stack.pop_back();
            const MovingBody::Node& node = body_.nodes[pair.body];
            const FloatBox& box = leaves_.boxOf(pair.world);
            const Capsule sphere = capsuleOf(node, start);
            ++counters_.boxTests;
            const Aabb grownBox = grown(box.box(), sphere.radius);
            if (!grownBox.contains(sphere.begin)) continue;
            const bool opensBody =
                !node.isLeaf && (pair.world.isTriangle() || 2 * node.radius > box.box().size().norm());
            if (node.isLeaf && pair.world.isTriangle()) {
                askStart(node.first, pair.world);
            } else if (opensBody) {
                stack.push_back({node.first + 1, pair.world});
                stack.push_back({node.first, pair.world});
            } else {
                const auto good = leaves_.forEachChild(pair.world, [&](const WorldNode& child) {
                    stack.push_back({pair.body, child});
                });
                if (!good) return good;
            }
        }
        return {};
    }

    void askStart(Index face, const WorldNode& triangle) {
        const Triangle a = place(pose_, body_.mesh->triangle(face)), b = leaves_.corners(triangle);
        const auto [part, number] = leaves_.nameOf(triangle);
        if (best_ && std::tuple(best_->part, best_->contact.faces.faceB, best_->contact.faces.faceA) <
                         std::tuple(part, number, face)) {
            return;
        }
        if (!intersects(a, b)) return;
        const ClosestPoints met = closestPoints(a, b);
        best_ = Prediction{{.time = 0, .faces = {face, number}, .onA = met.onA, .onB = met.onB}, part, true};
    }

    // ---- features

    /// A face of the body in a slice, and one of the world.
    struct Faces {
        const Slice& slice;
        Index faceA;
        WorldNode triangleB;
        Triangle cornersA, cornersB;      ///< at the slice's beginning
        std::array<ScrewPath, 3> pathsA;  ///< in the slice
        std::array<ScrewPath, 3> pathsB;  ///< as the body sees the world
    };

    void askFaces(Index faceA, const WorldNode& triangleB, const Slice& slice) {
        ++counters_.facePairs;
        Faces faces{slice, faceA, triangleB, {}, leaves_.corners(triangleB), {}, {}};
        const Triangle corners = body_.mesh->triangle(faceA);
        for (std::size_t k = 0; k < 3; ++k) {
            faces.cornersA[k] = pathOf(screw_, place(pose_, corners[k])).at(slice.atBegin);
            faces.pathsA[k] = pathOf(slice.motion, faces.cornersA[k]);
        }
        if (areBoxesApart(faces)) return;
        const Real angle = slice.motion.angle;
        const StandingFace standsB(faces.cornersB);
        if (areBeside(standsB, faces.pathsA, angle)) return;
        const ScrewMotion back = inverse(slice.motion);
        for (std::size_t k = 0; k < 3; ++k) faces.pathsB[k] = pathOf(back, faces.cornersB[k]);
        const StandingFace standsA(faces.cornersA);
        if (areBeside(standsA, faces.pathsB, angle)) return;
        askFeatures(faces, standsA, standsB);
    }

    bool areBoxesApart(const Faces& faces) const {
        Aabb a;
        Real sagitta = 0;
        const ScrewMoment end = momentOf(faces.slice.motion.angle, 1);
        for (const ScrewPath& path : faces.pathsA) {
            a.include(path.start);
            a.include(path.at(end));
            sagitta = std::max(sagitta, chordDeviation(path.radius(), faces.slice.motion.angle));
        }
        const Real rounding = roundingAt(a.min.cwiseAbs().cwiseMax(a.max.cwiseAbs()).maxCoeff());
        return !ricochet::overlaps(grown(a, kRoundUp * sagitta + rounding + rounding_),
                                   boxOf(faces.cornersB));
    }

    void askFeatures(const Faces& faces, const StandingFace& standsA, const StandingFace& standsB) {
        const unsigned ownedA = body_.owned[faces.faceA], ownedB = leaves_.owned(faces.triangleB);
        const Real angle = faces.slice.motion.angle;
        for (unsigned k = 0; k < 3; ++k) {
            if (ownedA >> k & 1) {
                record(faces, firstTouch(faces.pathsA[k], standsB, angle, endIn(faces)),
                       TouchingFeatures::vertexFace, k, 0, standsB.normal);
            }
            if (ownedB >> k & 1) {
                record(faces, firstTouch(faces.pathsB[k], standsA, angle, endIn(faces)),
                       TouchingFeatures::faceVertex, 0, k, standsA.normal);
            }
            if (ownedA >> (3 + k) & 1) askEdge(faces, k, ownedB);
        }
    }

    void askEdge(const Faces& faces, unsigned k, unsigned ownedB) {
        const MovingEdge edge{faces.pathsA[k], faces.pathsA[(k + 1) % 3]};
        for (unsigned l = 0; l < 3; ++l) {
            if (!(ownedB >> (3 + l) & 1)) continue;
            const Vec3 &from = faces.cornersB[l], &to = faces.cornersB[(l + 1) % 3];
            record(faces, firstTouch(edge, from, to, faces.slice.motion, endIn(faces)),
                   TouchingFeatures::edgeEdge, k, l, Vec3::Zero());
        }
    }

    /// In the slice's time.
    Real endIn(const Faces& faces) const {
        const Slice& slice = faces.slice;
        return std::min(Real(1), kRoundUp * (timeLeft() - slice.begin) / (slice.end - slice.begin));
    }

    void record(const Faces& faces, const std::optional<Real>& time, TouchingFeatures features, unsigned k,
                unsigned l, const Vec3& normal) {
        if (!time) return;
        const auto [part, number] = leaves_.nameOf(faces.triangleB);
        Prediction found{
            {.time = faces.slice.timeOf(*time),
             .faces = {faces.faceA, number},
             .features = features,
             .featureA = features == TouchingFeatures::faceVertex ? faces.faceA : 3 * faces.faceA + k,
             .featureB = features == TouchingFeatures::vertexFace ? number : 3 * number + l},
            part,
            false};
        if (found.contact.time > end_) return;
        if (best_ && !isBefore(found, *best_)) return;
        describe(faces, *time, k, l, normal, found.contact);
        best_ = found;
    }

    static bool isBefore(const Prediction& a, const Prediction& b) {
        if (a.contact.time != b.contact.time) return a.contact.time < b.contact.time;
        if (a.part != b.part) return a.part < b.part;
        return ricochet::isBefore(a.contact, b.contact);
    }

    /// Points and the normal, which looks against the way that A goes over B.
    void describe(const Faces& faces, Real time, unsigned k, unsigned l, Vec3 normal,
                  SweptContact& contact) const {
        const ScrewMotion& motion = faces.slice.motion;
        const ScrewMoment moment = momentOf(motion.angle, time);
        Triangle a;
        for (std::size_t i = 0; i < 3; ++i) a[i] = faces.pathsA[i].at(moment);
        const Triangle& b = faces.cornersB;
        switch (contact.features) {
            case TouchingFeatures::vertexFace:
                contact.onA = a[k];
                contact.onB = closestPoint(b, contact.onA);
                break;
            case TouchingFeatures::faceVertex:
                contact.onB = b[l];
                contact.onA = closestPoint(a, contact.onB);
                normal = (a[1] - a[0]).cross(a[2] - a[0]).stableNormalized();
                break;
            case TouchingFeatures::edgeEdge: {
                const ClosestPoints met = closestPoints(a[k], a[(k + 1) % 3], b[l], b[(l + 1) % 3]);
                contact.onA = met.onA;
                contact.onB = met.onB;
                normal = (a[(k + 1) % 3] - a[k]).cross(b[(l + 1) % 3] - b[l]).stableNormalized();
                break;
            }
        }
        const Vec3 velocity =
            motion.rise * motion.axis + motion.angle * motion.axis.cross(contact.onA - motion.point);
        contact.normal = normal.dot(velocity) > 0 ? Vec3(-normal) : normal;
    }

    const MkTree& tree_;
    PinnedLeaves leaves_;
    const MovingBody& body_;
    const Pose& pose_;
    const ScrewMotion& screw_;
    PredictCounters& counters_;
    Real stretch_, radius_, rounding_, end_ = 1;
    std::optional<Prediction> best_;
    std::vector<std::vector<NodePair>> later_;  ///< memory that each depth uses again
};

}  // namespace

Result<std::optional<Prediction>> predict(const MkTree& tree, const MovingBody& body, const Pose& pose,
                                          const ScrewMotion& screw, const PredictSettings& settings,
                                          PredictCounters* counters) {
    const bool isFinite = pose.rotation.allFinite() && pose.translation.allFinite() &&
                          screw.point.allFinite() && screw.axis.allFinite() && std::isfinite(screw.angle) &&
                          std::isfinite(screw.rise) && settings.end >= 0;
    if (!isFinite) return tl::unexpected(std::string("a pose or a motion has a number that is not finite"));
    if (screw.angle < 0) return tl::unexpected(std::string("a motion's angle is negative"));
    if (std::abs(screw.axis.norm() - 1) > 1e-9) {
        return tl::unexpected(std::string("a motion's axis is not of unit length"));
    }
    PredictCounters mine;
    Predictor predictor(tree, body, pose, screw, counters ? *counters : mine);
    auto first = predictor.first(std::min(settings.end, Real(1)));
    if (counters) counters->leaves += predictor.leaves();
    return first;
}

}  // namespace ricochet::mktree
