#pragma once

#include "algorithms/geometry/mesh.h"
#include "demos/scenes/scene.h"

#include <memory>

namespace ricochet::app {

/// A scene's mesh for the algorithms.
std::shared_ptr<Mesh> meshOf(const scenes::SceneMesh& mesh);

/// Centre of mass of the solid that a mesh bounds, in the mesh's frame.
btVector3 centreOfMass(const scenes::SceneMesh& mesh);

/// Inertia of that solid with a mass of 1 kg, about its axes through its centre, in kg m².
btVector3 unitInertia(const scenes::SceneMesh& mesh);

}  // namespace ricochet::app
