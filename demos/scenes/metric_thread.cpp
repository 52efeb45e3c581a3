#include "demos/scenes/metric_thread.h"

#include <numbers>

namespace ricochet::scenes {
namespace {

// ISO 965-1, for a pitch of 2 mm and a diameter of 11.2 to 22.4 mm, in metres. The tables round the formulas,
// in micrometres with the pitch P and the range's geometric mean d in millimetres, to preferred numbers.
constexpr double kUpperDeviationG = -38e-6;  // es of position g: -(15 + 11 P) = -37
constexpr double kLowerDeviationH = 0;       // EI of position H
constexpr double kBoltMajorGrade6 = 280e-6;  // Td(6): 180 P^(2/3) - 3.15 P^(-1/2) = 283
constexpr double kBoltPitchGrade6 = 160e-6;  // Td2(6): 90 P^0.4 d^0.1 = 157
constexpr double kNutMinorGrade6 = 375e-6;   // TD1(6): 230 P^0.7 = 374
constexpr double kNutPitchGrade6 = 212e-6;   // TD2(6): 1.32 Td2(6) = 207

constexpr double kHeadDiameter = 24e-3;  // ISO 4017 and 4032: width across flats, s

/// Limits of an external thread: the upper one deviates by `es` from the basic diameter.
Limits external(double basic, double tolerance) {
    return {basic + kUpperDeviationG - tolerance, basic + kUpperDeviationG};
}

/// Limits of an internal thread: the lower one deviates by `EI` from the basic diameter.
Limits internal(double basic, double tolerance) {
    return {basic + kLowerDeviationH, basic + kLowerDeviationH + tolerance};
}

double middle(const Limits& limits) { return (limits.minimum + limits.greatest) / 2; }

/// A profile with its flanks in the middle of the pitch diameter's tolerance.
ThreadProfile profile(const Limits& pitchDiameter, int rootSteps, int crestSteps) {
    return {M16::kPitch, middle(pitchDiameter) / 2, rootSteps, crestSteps, M16::kSegments, kHeadDiameter / 2};
}

}  // namespace

double M16::sharpHeight() { return std::numbers::sqrt3 / 2 * kPitch; }
double M16::pitchDiameter() { return kMajorDiameter - 2 * 3.0 / 8 * sharpHeight(); }
double M16::minorDiameter() { return kMajorDiameter - 2 * 5.0 / 8 * sharpHeight(); }

Limits M16::boltMajor() { return external(kMajorDiameter, kBoltMajorGrade6); }
Limits M16::boltPitchDiameter() { return external(pitchDiameter(), kBoltPitchGrade6); }
Limits M16::nutMinor() { return internal(minorDiameter(), kNutMinorGrade6); }
Limits M16::nutPitchDiameter() { return internal(pitchDiameter(), kNutPitchGrade6); }

// The bolt's root is a quarter of the pitch wide, as in the basic profile. Its crest would be an eighth, 22
// steps; 26 bring the major diameter to 15.803 mm, where the middle of its tolerance is 15.822.
ThreadProfile M16::bolt() { return profile(boltPitchDiameter(), kSegments / 4, 26); }

// The nut's groove, farthest from the axis, is an eighth of the pitch wide, as in the basic profile. Its
// ridge would be a quarter, 44 steps; 48 bring the minor diameter to 14.020 mm, where the middle is 14.023.
ThreadProfile M16::nut() { return profile(nutPitchDiameter(), 48, kSegments / 8); }

}  // namespace ricochet::scenes
