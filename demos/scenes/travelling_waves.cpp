#include "demos/scenes/travelling_waves.h"

#include "demos/scenes/angles.h"
#include "demos/scenes/mesh_generators.h"

#include <array>
#include <cmath>
#include <cstddef>

namespace ricochet::scenes {
namespace {

struct WaveKind {
    double crests, speed, share;  // of the swell; crests are even
};
/// Speeds differ in sign, so that no rotation of the body would stop all waves.
constexpr std::array<WaveKind, 3> kWaveKinds = {{{2, 3, 0.5}, {4, -4, 0.3}, {6, 5, 0.2}}};

}  // namespace

double MeshWaves::swellAt(const btVector3& at, double seconds) const {
    double swell = 0;
    for (const MeshWave& wave : waves) {
        const double x = at.dot(wave.axes[1]), y = at.dot(wave.axes[2]);
        const double fade = x * x + y * y;  // none at the poles, where crests would meet
        const double angle = wave.crests * std::atan2(y, x) - wave.speed * seconds + wave.phase;
        swell += wave.height * fade * std::cos(angle);
    }
    return 1 + swell;
}

SceneMesh waved(const SceneMesh& mesh, const MeshWaves& waves, double seconds) {
    SceneMesh form = mesh;
    for (btVector3& vertex : form.vertices) {
        const double factor = waves.scale * waves.swellAt(vertex / btScalar(waves.radius), seconds);
        vertex =
            vertexAt(factor * double(vertex.x()), factor * double(vertex.y()), factor * double(vertex.z()));
    }
    return form;
}

TravellingWaves::TravellingWaves(Random& random) {
    for (const auto& [crests, speed, share] : kWaveKinds) {
        const btMatrix3x3 axes(random.rotation());
        const double phase = random.between(0, kTurn);
        waves_.waves.push_back(
            {.axes = axes, .crests = crests, .speed = speed, .phase = phase, .height = kMostSwell * share});
    }
}

WavySphere::WavySphere(int subdivisions, double radius, const TravellingWaves& waves)
    : sphere_(icosphere(subdivisions, 1)), waves_(waves.waves()) {
    waves_.scale = radius;
}

}  // namespace ricochet::scenes
