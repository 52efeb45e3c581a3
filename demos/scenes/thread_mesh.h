#pragma once

#include "demos/scenes/scene.h"

namespace ricochet::scenes {

/// A right-handed metric thread about the y axis, as on a bolt: ISO 68-1, flanks of 60 degrees, crests an
/// eighth of the pitch wide and roots a quarter. Metres.
struct ThreadSize {
    double pitch = 0.2;
    double majorRadius = 0.8;
    int segments = 48;  ///< of one turn; a multiple of 16
};

/// A thread's flanks are where the radius of its pitch cylinder puts them, on which ridge and groove are half
/// a pitch wide each; where they end, roots and crests begin. Widths are in steps, `segments` of which are a
/// pitch: even numbers of them, so that no vertex comes near a cut.
struct ThreadProfile {
    double pitch;        ///< metres
    double pitchRadius;  ///< metres
    int rootSteps;       ///< of the flat next to the axis
    int crestSteps;      ///< of the flat away from it
    int segments;        ///< of one turn; a multiple of 16
    double headRadius;   ///< metres: of the circle in the hexagon of bolt head and nut

    double rootRadius() const;   ///< metres
    double crestRadius() const;  ///< metres
};

/// The basic profile, offset from the axis by `wider`.
ThreadProfile basicProfile(const ThreadSize& thread, double wider = 0);

/// The height of the thread over its root: five eighths of the sharp thread's.
double threadHeight(const ThreadSize& thread);

/// A bolt on its head: the thread runs from y = 0 up to y = length, whole steps of the pitch; the
/// head is below.
SceneMesh boltMesh(const ThreadProfile& thread, double length);

/// A hexagonal nut from y = 0 up to y = height, whole steps of the pitch. Some pitches above a bolt it is in
/// the middle of its play.
SceneMesh nutMesh(const ThreadProfile& thread, double height);

}  // namespace ricochet::scenes
