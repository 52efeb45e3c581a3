#pragma once

#include "demos/scenes/scene.h"

namespace ricochet::scenes {

/// A right-handed metric thread about the y axis, as a bolt has it: ISO 68-1, flanks of 60 degrees, crests an
/// eighth of the pitch wide and roots a quarter. Metres.
struct ThreadSize {
    double pitch = 0.2;
    double majorRadius = 0.8;
    int segments = 48;  ///< of one turn; a multiple of 16
};

/// The height of the thread over its root: five eighths of the sharp thread's.
double threadHeight(const ThreadSize& thread);

/// A bolt that stands on its head: the thread runs from y = 0 up to y = length, some whole pitches; the head
/// is below.
SceneMesh boltMesh(const ThreadSize& thread, double length);

/// A hexagonal nut from y = 0 up to y = height, some whole pitches, whose thread has the bolt's radii and
/// `clearance` more. Some pitches above a bolt it is in the middle of its play.
SceneMesh nutMesh(const ThreadSize& thread, double clearance, double height);

}  // namespace ricochet::scenes
