#pragma once

#include "algorithms/geometry/mass_properties.h"
#include "demos/app/mesh_frame.h"
#include "demos/scenes/scene.h"

#include <memory>

namespace ricochet::app {

btVector3 floatVector(const Vec3& v);

/// The mesh of a file in metres with y up.
std::shared_ptr<Mesh> inWorldAxes(const MeshFile& file);

/// A mesh as it is.
scenes::SceneMesh sceneMesh(const Mesh& mesh);

/// A body's own frame in that of its mesh: about the centre of mass, along principal axes of inertia. Axes
/// that are principal ones up to rounding are not turned, so that flat sides remain flat.
btTransform solidFrame(const SolidProperties& properties);
/// The mesh in that frame.
scenes::SceneMesh solidMesh(const Mesh& mesh, const SolidProperties& properties);

/// kg; a mesh without volume has that of a plate.
double massOf(const Mesh& mesh, const SolidProperties& properties, double density);

}  // namespace ricochet::app
