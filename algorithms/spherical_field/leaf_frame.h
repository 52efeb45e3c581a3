#pragma once

#include "algorithms/spherical_field/field.h"

#include <limits>

namespace ricochet::spherical_field {

/// Two leaf cells in the frame of A's: compares the boxes of their lists. The bounds are those of
/// `geometry/float_boxes.h`. A list's boxes are along its cell's axes, too, but their centres come in these:
/// of B's, c_B, s = R c_B + F_A T is off by |R - L| |c_B| <= 42 u rB, 4 u (rB + d) of the sum and 8 u d of
/// F_A T; with 8 u (1.8 (rA + rB) + d) for distances that is still below the 64 u (rA + rB + d) of the
/// offset.
class LeafFrame {
public:
    LeafFrame(const CellNode& a, const CellNode& b, const FloatBoxes& boxes)
        : boxes_(boxes),
          tolerance_(boxes.tolerance()),
          rounding_(tolerance_.offset - boxes.queryDistance()),
          queryDistanceSquared_(boxes.queryDistance() * boxes.queryDistance() * kAxesStretch),
          relative_(FloatBoxes::inFrame(a, boxes.place(b))),
          halfA_(halfSize(a.half)),
          halfB_(halfSize(b.half)) {
        for (int j = 0; j < 3; ++j) rotation_.col(j) = relative_.axis[j].head<3>().matrix();
        sizes_ = rotation_.cwiseAbs();
        axesOfA_ << a.x[0], a.y[0], a.z[0], a.x[1], a.y[1], a.z[1], a.x[2], a.y[2], a.z[2];
        offset_ = axesOfA_ * boxes.translation();
        turnOfB_ = axesOfA_ * boxes.rotation();
        centreA_ = axesOfA_ * a.centre();
        centreB_ = relative_.centre.head<3>().matrix() + centreA_;
    }

    bool mayOverlap(const Cluster& a, const Cluster& b) const {
        return mayOverlap(halfSize(a.boxHalf), halfSize(b.boxHalf), placed(b) - boxCentre(a));
    }
    /// A cluster of A and the box of B's leaf, and the reverse.
    bool mayOverlapLeafB(const Cluster& a) const {
        return mayOverlap(halfSize(a.boxHalf), halfB_, centreB_ - boxCentre(a));
    }
    bool mayOverlapLeafA(const Cluster& b) const {
        return mayOverlap(halfA_, halfSize(b.boxHalf), placed(b) - centreA_);
    }

    /// Calls visit(i, j) for each face i of A's cluster and j of B's whose boxes are not apart along the six
    /// axes of the two cells, and where the plane of i does not have j on one side (within a distance, nor
    /// that of j i). triangleOfB(j) is the face from B's centre, in the axes of mesh B; and so for A.
    template <class TriangleOfA, class TriangleOfB, class Visit>
    void forEachClosePair(const Cluster& a, const Cluster& b, TriangleOfA&& triangleOfA,
                          TriangleOfB&& triangleOfB, Visit&& visit) const {
        for (Index j = 0; j < b.count; ++j) {
            const Eigen::Vector3f centre = centreOf(b, j), half = halfSize(b, j);
            const Eigen::Vector3f inA = rotation_ * centre + offset_, extent = sizes_ * half;
            std::uint32_t close = 0;
            for (std::uint32_t left = closeTo(a, inA, extent, half.sum()); left != 0; left &= left - 1) {
                const auto i = static_cast<Index>(std::countr_zero(left));
                if (isCloseInB(a, i, centre, half)) close |= 1u << i;
            }
            if (close == 0) continue;
            close &= notOnOneSide(a, triangleOfB(j));
            // The exact test of two faces tests the second plane itself; without one it pays to test it here.
            const bool asksSecondPlane = queryDistanceSquared_ > 0;
            const Plane plane = asksSecondPlane ? planeInA(b, j) : Plane{};
            for (; close != 0; close &= close - 1) {
                const auto i = static_cast<Index>(std::countr_zero(close));
                if (!asksSecondPlane || isCrossedBy(triangleOfA(i), plane)) visit(i, j);
            }
        }
    }

private:
    static Lanes<float> halfSize(const float (&half)[3]) { return {half[0], half[1], half[2], 0}; }
    static Lanes<float> halfSize(const float (&half)[4]) { return {half[0], half[1], half[2], 0}; }
    static Eigen::Vector3f boxCentre(const Cluster& c) { return Eigen::Vector3f(c.boxCentre); }
    Eigen::Vector3f placed(const Cluster& b) const { return rotation_ * boxCentre(b) + offset_; }

    bool mayOverlap(const Lanes<float>& halfA, const Lanes<float>& halfB,
                    const Eigen::Vector3f& centre) const {
        BoxInBox<float> box = relative_;
        box.centre << centre.x(), centre.y(), centre.z(), 0;
        return !areApart<float>(halfA, halfB, box, tolerance_);
    }

    static Eigen::Vector3f centreOf(const Cluster& c, Index i) {
        return {c.centre[0][i], c.centre[1][i], c.centre[2][i]};
    }
    static Eigen::Vector3f halfSize(const Cluster& c, Index i) {
        return {c.half[0][i], c.half[1][i], c.half[2][i]};
    }

    /// A bit for each of A's faces that is not apart along A's axes from a box of B's; `sum` is of its half
    /// sizes.
    std::uint32_t closeTo(const Cluster& a, const Eigen::Vector3f& centre, const Eigen::Vector3f& extent,
                          float sum) const {
        using Eight = Eigen::Array<float, Cluster::kWidth, 1>;
        using Rows = Eigen::Map<const Eight, Eigen::Aligned16>;
        const Rows halfs[3] = {Rows(a.half[0]), Rows(a.half[1]), Rows(a.half[2])};
        const Eight doubt = rounding_ + tolerance_.rotation * (halfs[0] + halfs[1] + halfs[2] + sum);
        Eight squared = Eight::Zero();
        for (int k = 0; k < 3; ++k) {
            const Eight gap = (Rows(a.centre[k]) - centre[k]).abs() - halfs[k] - extent[k] - doubt;
            squared += gap.max(0).square();
        }
        std::uint32_t bits = 0;
        for (std::uint32_t i = 0; i < Cluster::kWidth; ++i) {
            bits |= std::uint32_t{!(squared[i] > queryDistanceSquared_)} << i;
        }
        return bits & ((1u << a.count) - 1);
    }

    /// A bit for each of A's faces whose plane a face of B crosses or comes near.
    std::uint32_t notOnOneSide(const Cluster& a, const Triangle& face) const {
        using Eight = Eigen::Array<float, Cluster::kWidth, 1>;
        using Rows = Eigen::Map<const Eight, Eigen::Aligned16>;
        Eight highest = Eight::Constant(-std::numeric_limits<float>::infinity()), lowest = -highest;
        for (const Vec3& corner : face) {
            const Eigen::Vector3f p = turnOfB_ * corner.cast<float>() + offset_;
            const Eight height = Rows(a.normal[0]) * p[0] + Rows(a.normal[1]) * p[1] +
                                 Rows(a.normal[2]) * p[2] - Rows(a.normal[3]);
            highest = highest.max(height);
            lowest = lowest.min(height);
        }
        const Eight gap = lowest.max(-highest) - boxes_.pointTolerance();
        std::uint32_t bits = 0;
        for (std::uint32_t i = 0; i < Cluster::kWidth; ++i) bits |= std::uint32_t{!(gap[i] > 0)} << i;
        return bits;
    }

    bool isCloseInB(const Cluster& a, Index i, const Eigen::Vector3f& centre,
                    const Eigen::Vector3f& half) const {
        const Eigen::Vector3f halfA = halfSize(a, i);
        const Eigen::Vector3f away = rotation_.transpose() * (centreOf(a, i) - offset_) - centre;
        const float doubt = rounding_ + tolerance_.rotation * (halfA.sum() + half.sum());
        const Eigen::Vector3f gap =
            away.cwiseAbs() - half - sizes_.transpose() * halfA - Eigen::Vector3f::Constant(doubt);
        return !(gap.cwiseMax(0).squaredNorm() > queryDistanceSquared_);
    }

    /// The plane of a face of B in the axes of mesh A, about A's centre.
    struct Plane {
        Eigen::Vector3f normal;
        float height;
    };
    Plane planeInA(const Cluster& b, Index j) const {
        const Eigen::Vector3f seenByA =
            rotation_ * Eigen::Vector3f(b.normal[0][j], b.normal[1][j], b.normal[2][j]);
        return {axesOfA_.transpose() * seenByA, seenByA.dot(offset_) + b.normal[3][j]};
    }

    /// Whether a face of A is not all on one side of a plane.
    bool isCrossedBy(const Triangle& face, const Plane& plane) const {
        float highest = -std::numeric_limits<float>::infinity(), lowest = -highest;
        for (const Vec3& corner : face) {
            const float over = plane.normal.dot(corner.cast<float>()) - plane.height;
            highest = std::max(highest, over);
            lowest = std::min(lowest, over);
        }
        return !(std::max(lowest, -highest) > boxes_.pointTolerance());
    }

    const FloatBoxes& boxes_;
    /// Lengths along axes that are orthonormal to 2^-23, squared.
    static constexpr float kAxesStretch = 1 + 0x1p-18f;

    const BoxTolerance<float> tolerance_;
    const float rounding_;              ///< metres: the tolerance's offset without the query distance
    const float queryDistanceSquared_;  ///< its square
    const BoxInBox<float> relative_;    ///< B's cell in the frame of A's
    const Lanes<float> halfA_, halfB_;
    Eigen::Matrix3f axesOfA_;
    Eigen::Vector3f centreA_, centreB_;  ///< of the leaves' boxes, in the frame of A's cell
    Eigen::Matrix3f rotation_;           ///< B's cell frame to A's
    Eigen::Matrix3f sizes_;              ///< its absolute values
    Eigen::Vector3f offset_;             ///< from A's centre to B's, in the frame of A's cell
    Eigen::Matrix3f turnOfB_;            ///< axes of mesh B to A's cell
};

}  // namespace ricochet::spherical_field
