#pragma once

#include "demos/scenes/random.h"
#include "demos/scenes/scene.h"

#include <vector>

namespace ricochet::scenes {

/// A wave that runs about an axis through a mesh's origin, and swells and pinches the mesh.
struct MeshWave {
    btMatrix3x3 axes;   ///< rows: the axis, and two directions across it at angles 0 and 90 degrees
    double crests = 2;  ///< round the axis
    double speed = 0;   ///< rad/s of phase
    double phase = 0;   ///< radians
    double height = 0;  ///< share of a vertex's distance from the origin by which it moves
};

/// Waves in a mesh.
struct MeshWaves {
    double scale = 1;   ///< of the mesh without waves
    double radius = 1;  ///< metres before it is scaled: distance from its axis at which a wave has its height
    std::vector<MeshWave> waves;

    /// The factor by which a vertex is farther from the origin than without waves; `at`: by `radius`.
    double swellAt(const btVector3& at, double seconds) const;
};

/// A mesh with its waves at a time; faces and order of vertices are always the same.
SceneMesh waved(const SceneMesh& mesh, const MeshWaves& waves, double seconds);

/// Waves that run round a sphere. They are the same at opposite points, so the solid keeps its centre of
/// mass.
class TravellingWaves {
public:
    /// Draws axes and phases of the waves.
    explicit TravellingWaves(Random& random);

    const MeshWaves& waves() const { return waves_; }  ///< of a sphere of radius 1

    static constexpr double kMostSwell = 0.25;

private:
    MeshWaves waves_;
};

/// A sphere with waves.
class WavySphere {
public:
    WavySphere(int subdivisions, double radius, const TravellingWaves& waves);

    /// The form at a time.
    SceneMesh at(double seconds) const { return waved(sphere_, waves_, seconds); }

    const SceneMesh& sphere() const { return sphere_; }  ///< of radius 1
    const MeshWaves& waves() const { return waves_; }

private:
    SceneMesh sphere_;
    MeshWaves waves_;
};

}  // namespace ricochet::scenes
