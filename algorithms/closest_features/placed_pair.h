#pragma once

#include "algorithms/closest_features/polytope.h"

#include <array>

namespace ricochet {

/// Two features, of A and of B.
using PolytopeFeatures = std::array<Feature, 2>;

/// Two polytopes, and B's pose in A's frame. Refers to both. The rotation is the nearest exact one to the
/// given poses, so that both frames have the same lengths and angles: the deviation of the matrices from a
/// rotation (floats: 1e-7) becomes an error of the lengths.
class PlacedPair {
public:
    PlacedPair(const Polytope& a, const Pose& poseA, const Polytope& b, const Pose& poseB);

    /// A is side 0, B is side 1.
    const Polytope& shape(Index side) const { return *shapes_[side]; }
    /// A point of one side's frame in the other's.
    Vec3 toOther(Index side, const Vec3& p) const {
        return side == 0 ? Vec3(rotation_.transpose() * (p - translation_)) : fromB(p);
    }
    Vec3 turnToOther(Index side, const Vec3& v) const {
        return side == 0 ? Vec3(rotation_.transpose() * v) : Vec3(rotation_ * v);
    }
    Vec3 fromB(const Vec3& p) const { return rotation_ * p + translation_; }
    Vec3 turnToWorld(const Vec3& v) const { return (poseA_.rotation * v).normalized(); }
    Vec3 toWorld(const Vec3& p) const { return transformPoint(poseA_, p); }
    const Matrix3& rotation() const { return rotation_; }
    const Vec3& translation() const { return translation_; }

    /// Metres: upper bound of the distance of any two points of the pair.
    Real extent() const { return extent_; }

    /// A vertex of B in A's frame.
    Vec3 vertexOfB(Index vertex) const { return fromB(shapes_[1]->vertices[vertex]); }
    const Vec3& vertexOfA(Index vertex) const { return shapes_[0]->vertices[vertex]; }

private:
    std::array<const Polytope*, 2> shapes_;
    Pose poseA_;
    Matrix3 rotation_;  ///< B's frame to A's
    Vec3 translation_;
    Real extent_;
};

/// A plane's normal in A's frame, and the vertices of both that are closest along it.
struct SupportPair {
    Index a, b;
    Real gap;  ///< metres from A's vertex to B's along the normal; negative if they overlap
};

/// Climbs from the given vertices; `normal` is a unit vector from A to B.
SupportPair supportAlong(const PlacedPair& pair, const Vec3& normal, Index fromA, Index fromB);

}  // namespace ricochet
