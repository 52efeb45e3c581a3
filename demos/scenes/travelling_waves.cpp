#include "demos/scenes/travelling_waves.h"

#include "demos/scenes/angles.h"
#include "demos/scenes/mesh_generators.h"

#include <cmath>
#include <cstddef>

namespace ricochet::scenes {
namespace {

struct WaveKind {
    double crests, speed, share;
};
/// Speeds differ in sign, so that no rotation of the body would stop all waves.
constexpr std::array<WaveKind, 3> kWaveKinds = {{{2, 3, 0.5}, {4, -4, 0.3}, {6, 5, 0.2}}};

}  // namespace

TravellingWaves::TravellingWaves(Random& random) {
    for (std::size_t i = 0; i < waves_.size(); ++i) {
        const btMatrix3x3 frame(random.rotation());
        const double phase = random.between(0, kTurn);
        const auto& [crests, speed, share] = kWaveKinds[i];
        waves_[i] = {frame.getRow(0), frame.getRow(1), frame.getRow(2), crests, speed, phase, share};
    }
}

double TravellingWaves::radiusAt(const btVector3& direction, double seconds) const {
    double swell = 0;
    for (const Wave& wave : waves_) {
        const double x = direction.dot(wave.across), y = direction.dot(wave.along);
        const double fade = x * x + y * y;  // none at the poles, where crests would meet
        const double angle = wave.crests * std::atan2(y, x) - wave.speed * seconds + wave.phase;
        swell += wave.share * fade * std::cos(angle);
    }
    return 1 + kMostSwell * swell;
}

WavySphere::WavySphere(int subdivisions, double radius, const TravellingWaves& waves)
    : sphere_(icosphere(subdivisions, 1)), radius_(radius), waves_(waves) {}

SceneMesh WavySphere::at(double seconds) const {
    SceneMesh mesh = sphere_;
    for (btVector3& vertex : mesh.vertices) {
        const btVector3 direction = vertex;
        const double radius = radius_ * waves_.radiusAt(direction, seconds);
        vertex = vertexAt(radius * double(direction.x()), radius * double(direction.y()),
                          radius * double(direction.z()));
    }
    return mesh;
}

}  // namespace ricochet::scenes
