#pragma once

#include "demos/scenes/random.h"
#include "demos/scenes/scene.h"

#include <array>
#include <vector>

namespace ricochet::scenes {

/// Waves that run round a sphere and swell and pinch it. They are the same at opposite points, so the solid
/// keeps its centre of mass.
class TravellingWaves {
public:
    /// Draws axes and phases of the waves.
    explicit TravellingWaves(Random& random);

    /// The radius in a direction (a unit vector), relative to the sphere's: 1 give or take `kMostSwell`.
    double radiusAt(const btVector3& direction, double seconds) const;

    static constexpr double kMostSwell = 0.25;

private:
    struct Wave {
        btVector3 axis, across, along;  ///< a frame; the wave runs about the axis
        double crests;                  ///< round the equator; even
        double speed;                   ///< rad/s of phase
        double phase, share;            ///< share of the swell
    };
    std::array<Wave, 3> waves_;
};

/// A sphere with waves.
class WavySphere {
public:
    WavySphere(int subdivisions, double radius, const TravellingWaves& waves);

    /// The form at a time; faces and order of vertices are always the same.
    SceneMesh at(double seconds) const;

private:
    SceneMesh sphere_;  ///< of radius 1
    double radius_;     ///< metres
    TravellingWaves waves_;
};

}  // namespace ricochet::scenes
