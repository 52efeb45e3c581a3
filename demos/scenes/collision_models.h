#pragma once

#include "demos/scenes/scene.h"

#include <array>

namespace ricochet::scenes {

// The objects of the experiments in Smith, Kitamura: Towards the Realization of Real-Time Collision
// Detection. 1994. Made by code, with the paper's numbers of triangles; y points up. Closed; parts overlap
// where they join.

/// Latitudes and longitudes about y, the poles included: 2 * meridians * (bands - 1) triangles.
SceneMesh latitudeSphere(int meridians, int bands, double radius = 1);

/// Meridians and bands of the spheres of 8, 10, 24, 48, 54, 80, 120, 168, 224, 360, 528, 728, 960 and 3,968
/// triangles, figures 3.5 to 3.7.
struct SphereSize {
    int meridians, bands;
    int triangles() const { return 2 * meridians * (bands - 1); }
};
const std::array<SphereSize, 14>& paperSpheres();

/// The one with this number of triangles, which must be one of these; radius 1.
SceneMesh paperSphere(int triangles);

/// Figures 2.5 and 3.12: 528 triangles; 2 m long, nose along +x.
SceneMesh spaceShuttle();

/// Figure 3.11: 146 triangles; 1.2 m high, faces +z.
SceneMesh chair();

/// Figure 3.11: 1,816 triangles; 1.6 m high, faces +z.
SceneMesh venusHead();

}  // namespace ricochet::scenes
