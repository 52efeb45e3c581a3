#pragma once

#include "demos/scenes/thread_mesh.h"

namespace ricochet::scenes {

/// Limits of size of a diameter, metres.
struct Limits {
    double minimum, greatest;
};

/// The bolt and the nut of a screw thread M16, coarse, 6g and 6H, in the middle of their tolerances; metres.
/// ISO 68-1: the basic profile. ISO 261: its pitch. ISO 965-1: deviations and tolerances.
struct M16 {
    static constexpr double kPitch = 2e-3;           ///< ISO 261, coarse
    static constexpr double kMajorDiameter = 16e-3;  ///< d = D
    static constexpr int kSegments = 176;            ///< of a turn: facets are 1.3 um off the circle at most

    static double sharpHeight();        ///< ISO 68-1: H = sqrt(3)/2 P
    static double pitchDiameter();      ///< ISO 68-1: d2 = D2 = d - 2 (3/8) H
    static double minorDiameter();      ///< ISO 68-1: d1 = D1 = d - 2 (5/8) H
    static Limits boltMajor();          ///< 6g
    static Limits boltPitchDiameter();  ///< 6g
    static Limits nutMinor();           ///< 6H
    static Limits nutPitchDiameter();   ///< 6H

    static ThreadProfile bolt();
    static ThreadProfile nut();
};

}  // namespace ricochet::scenes
