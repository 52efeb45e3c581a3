#pragma once

#include "algorithms/geometry/mesh.h"
#include "algorithms/geometry/rigid_motion.h"

#include <unordered_map>

namespace ricochet {

/// What a face reaches while it moves: all of it stays within `deviation` of the hull of its places at both
/// ends.
struct SweptHull {
    Triangle at0, at1;
    Real deviation = 0;  ///< metres; none where corners go straight
    Aabb box;            ///< of the whole sweep, deviation included
};

/// A face of a body that moves rigidly.
struct SweptFace : SweptHull {
    std::array<PointPath, 3> paths;
};

/// The faces of one mesh in one motion, each swept once. Refers to both.
class FaceSweeper {
public:
    FaceSweeper(const Mesh& mesh, const RigidMotion& motion)
        : mesh_(mesh), motion_(motion), begin_(momentOf(motion, 0)), end_(momentOf(motion, 1)) {}
    const SweptFace& operator[](Index face);

private:
    const Mesh& mesh_;
    const RigidMotion& motion_;
    Moment begin_, end_;
    std::unordered_map<Index, SweptFace> swept_;
};

/// Smith, Kitamura 1994, chapter 4: whether the spaces that two faces sweep may come within `gap` (metres) of
/// each other. No is a proof. Theirs intersects the hulls' faces and edges; here a separating axis is
/// searched.
bool mayMeet(const SweptHull& a, const SweptHull& b, Real gap);

}  // namespace ricochet
