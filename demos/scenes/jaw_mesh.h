#pragma once

#include "demos/scenes/scene.h"

namespace ricochet::scenes {

/// A molar's crown: four cusps of different height about a pit, a bulging side, a flat bottom at y = 0. Two
/// metres wide. 2 * around * (along - 1) triangles.
struct ToothSize {
    int around = 24;
    int along = 20;
};
SceneMesh tooth(const ToothSize& size);

/// Teeth beside one another on an arch about the y axis, which opens towards -z; their chewing surfaces are
/// about y = 0. Those of a lower arch face upwards, those of an upper one downwards.
struct ArchSize {
    int teeth = 14;
    ToothSize tooth = {};
    double shift = 0;  ///< teeth: along the arch. Half a tooth brings cusps over pits
    bool isUpper = false;
};
SceneMesh dentalArch(const ArchSize& size);

/// Metres, of the middle of the teeth.
double archRadius();

}  // namespace ricochet::scenes
