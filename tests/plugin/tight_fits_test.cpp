// Bodies that fall into openings hardly wider than they are: at the mouth, edges pass one another beside each
// other, and must not stop one another.

#include "tests/support/bullet_mesh.h"
#include "tests/support/bullet_world.h"

#include <BulletCollision/Gimpact/btGImpactShape.h>
#include <gtest/gtest.h>
#include <ricochet/ricochet.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <ostream>
#include <vector>

namespace ricochet {
namespace {

using test::boxMesh;
using test::BulletMesh;
using test::BulletWorld;

// In beam widths.
constexpr double kBeamLength = 3, kNotchDepth = 1.25, kBlockHalf = 2, kFoot = 0.5;

/// A block with a notch along z; its top is y = 0.
BulletMesh notchedBlock(double width, double beam, double halfLength) {
    const double depth = kNotchDepth * beam, bottom = depth + kFoot * beam, half = kBlockHalf * beam;
    const double section[8][2] = {{-half, -bottom},    {half, -bottom},      {half, 0},       {width / 2, 0},
                                  {width / 2, -depth}, {-width / 2, -depth}, {-width / 2, 0}, {-half, 0}};
    std::vector<std::array<btScalar, 3>> vertices;
    for (const double z : {-halfLength, halfLength}) {
        for (const auto& [x, y] : section) vertices.push_back({btScalar(x), btScalar(y), btScalar(z)});
    }
    std::vector<std::array<int, 3>> faces;
    for (int i = 0; i < 8; ++i) {
        const int next = (i + 1) % 8;
        faces.push_back({i, next, next + 8});
        faces.push_back({i, next + 8, i + 8});
    }
    constexpr int kCap[6][3] = {{0, 5, 6}, {0, 6, 7}, {0, 1, 4}, {0, 4, 5}, {1, 2, 3}, {1, 3, 4}};
    for (const auto& [a, b, c] : kCap) {
        faces.push_back({a, c, b});
        faces.push_back({a + 8, b + 8, c + 8});
    }
    return BulletMesh(vertices, faces);
}

struct Fit {
    double beam;     ///< metres, its width
    double percent;  ///< by which the notch is wider
    double hz;
    bool isTuned = false;
    bool isBeamLonger = false;  ///< than the notch
};

void PrintTo(const Fit& fit, std::ostream* out) {
    *out << fit.beam << " m, " << fit.percent << " %, " << fit.hz << " Hz" << (fit.isTuned ? ", tuned" : "")
         << (fit.isBeamLonger ? ", beam longer than the notch" : "");
}

struct Landing {
    double aboveFloor;  ///< in beam widths
    double deepest;     ///< in gaps, over all steps
};

/// Drops the beam from that height in beam widths, `aside` of the half gap beside the middle.
Landing landingOf(const Fit& fit, double drop, double aside) {
    const double gap = fit.beam * fit.percent / 100, length = kBeamLength * fit.beam;
    BulletMesh block = notchedBlock(fit.beam + gap, fit.beam, (fit.isBeamLonger ? 0.4 : 0.9) * length);
    BulletMesh beam = boxMesh(btScalar(fit.beam / 2), btScalar(fit.beam / 2), btScalar(length / 2));
    btBvhTriangleMeshShape blockShape(&block.interface, true);
    btGImpactMeshShape beamShape(&beam.interface);
    blockShape.setMargin(0);
    beamShape.setMargin(0);
    beamShape.updateBound();

    BulletWorld world;
    Settings settings;
    settings.margins = Margins::zero;
    EXPECT_EQ(registerAlgorithms(&world.dispatcher, settings), "");
    world.add(blockShape, 0, {0, 0, 0});
    const auto mass = btScalar(8000 * length * fit.beam * fit.beam);  // steel
    const double across = length * length + fit.beam * fit.beam, about = 2 * fit.beam * fit.beam;
    btRigidBody& body =
        world.add(beamShape, mass, {btScalar(aside * gap / 2), btScalar((drop + 0.5) * fit.beam), 0},
                  mass / 12 * btVector3(btScalar(across), btScalar(across), btScalar(about)));
    if (fit.isTuned) tune(world.world, btScalar(fit.beam));

    double deepest = 0;
    const double fall = std::sqrt(2 * (drop + kNotchDepth) * fit.beam / 9.81);
    for (int i = 0; i < 3 * fall * fit.hz; ++i) {
        world.run(1, btScalar(1 / fit.hz));
        for (int m = 0; m < world.dispatcher.getNumManifolds(); ++m) {
            const btPersistentManifold& manifold = *world.dispatcher.getManifoldByIndexInternal(m);
            for (int p = 0; p < manifold.getNumContacts(); ++p) {
                deepest = std::max(deepest, -double(manifold.getContactPoint(p).getDistance()));
            }
        }
    }
    const double bottom = double(body.getWorldTransform().getOrigin().y()) - fit.beam / 2;
    return {bottom / fit.beam + kNotchDepth, deepest / gap};
}

class TightFits : public testing::TestWithParam<Fit> {};

TEST_P(TightFits, BeamFallsToTheBottomOfANotch) {
    const double drops[] = {0.05, 0.117, 0.25, 0.316, 0.4};
    const double asides[] = {0, 0.3, -0.6, 0.8, -0.9};
    for (int i = 0; i < 5; ++i) {
        const Landing landing = landingOf(GetParam(), drops[i], asides[i]);
        EXPECT_NEAR(landing.aboveFloor, 0, 0.005) << "dropped from " << drops[i] << " beam widths";
        EXPECT_LT(landing.deepest, 2) << "dropped from " << drops[i] << " beam widths";
    }
}

INSTANTIATE_TEST_SUITE_P(Beams, TightFits,
                         testing::Values(Fit{0.04, 0.5, 480}, Fit{0.04, 0.25, 480}, Fit{0.04, 0.1, 60},
                                         Fit{0.04, 0.25, 120}, Fit{0.04, 0.5, 240, true},
                                         Fit{0.04, 0.5, 480, false, true}, Fit{0.01, 0.25, 240},
                                         Fit{0.4, 0.5, 120, true}, Fit{4, 0.25, 60}));

}  // namespace
}  // namespace ricochet
