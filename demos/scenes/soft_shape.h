#pragma once

#include "demos/scenes/scene_description.h"

#include <array>
#include <string>
#include <vector>

class btSoftBody;
struct btSoftBodyWorldInfo;

namespace ricochet::scenes {

/// A soft body as a description has it.
struct DescribedSoft {
    SoftShape shape;
    btScalar mass = 0;            ///< kg
    btScalar friction = 0;        ///< Bullet multiplies it with that of a rigid body
    btVector3 velocity{0, 0, 0};  ///< m/s
    std::string unexpressed;      ///< the first thing that a description cannot have; empty: there is none
};

/// Nodes, links and faces; the caller owns it. `pose`: of the shape in the world.
btSoftBody* makeSoft(btSoftBodyWorldInfo& info, const SoftShape& shape, const btTransform& pose);

/// What is set when the body is in the world: all else.
void finishSoft(btSoftBody& body, const SoftShape& shape, btScalar friction, const btVector3& velocity);

/// The nodes are in the world. Of a body that `SoftBodies` has added.
DescribedSoft describeSoft(const btSoftBody& body);

/// Each edge of the faces once, in their order.
std::vector<std::array<int, 2>> edgesOf(const std::vector<std::array<int, 3>>& faces);

}  // namespace ricochet::scenes
