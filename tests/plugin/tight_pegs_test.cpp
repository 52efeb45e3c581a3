// Pegs that fall into chamfered holes hardly wider than they are. A vertex over the chamfer passes its lower
// edge before it would meet the chamfer's plane: what it passes must not stop it.

#include "tests/support/bullet_mesh.h"
#include "tests/support/bullet_world.h"

#include <BulletCollision/Gimpact/btGImpactShape.h>
#include <gtest/gtest.h>
#include <ricochet/ricochet.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <ostream>
#include <random>
#include <vector>

namespace ricochet {
namespace {

using test::BulletMesh;
using test::BulletWorld;

// In peg radii.
constexpr double kPegLength = 5, kHoleDepth = 4, kChamfer = 0.1, kBlock = 4, kBlockFoot = 2;
constexpr double kKeyEnd = 1.4, kKeyHalfWidth = 0.3, kPegDrop = 0.2;
constexpr int kPegSides = 64;

enum class Section { round, key };

/// Seen from above, metres; a hole's is farther out by `growth`.
std::vector<std::array<double, 2>> sectionOf(Section section, double radius, double growth) {
    std::vector<std::array<double, 2>> outline;
    const double apothem = radius + growth, half = kKeyHalfWidth * radius + growth;
    const double root = std::sqrt(apothem * apothem - half * half), end = kKeyEnd * radius + growth;
    if (section == Section::key) outline = {{end, half}, {end, -half}, {root, -half}};
    // A round peg's corners lie on the circle that the hole's sides touch, so that it can rotate.
    const bool isInside = section == Section::round && growth == 0;
    const double corner = isInside ? radius : apothem / std::cos(std::numbers::pi / kPegSides);
    for (int i = 0; i < kPegSides; ++i) {
        const double angle = 2 * std::numbers::pi * (i + 0.5) / kPegSides;
        const double x = corner * std::cos(angle), z = -corner * std::sin(angle);
        if (section == Section::round || std::abs(std::atan2(z, x)) > 0.43) outline.push_back({x, z});
    }
    if (section == Section::key) outline.push_back({root, half});
    return outline;
}

/// A surface of rings, one below the other; each end is closed by a fan about the axis.
class RingSurface {
public:
    void addRing(const std::vector<std::array<double, 2>>& outline, double y) {
        const int count = static_cast<int>(outline.size()), first = static_cast<int>(vertices_.size());
        for (const auto& [x, z] : outline) vertices_.push_back({btScalar(x), btScalar(y), btScalar(z)});
        if (first > 0) addSides(first - count, first, count);
        last_ = first;
    }
    void addFan(int ring, int count, double y, bool isUp) {
        const int middle = static_cast<int>(vertices_.size());
        vertices_.push_back({0, btScalar(y), 0});
        for (int i = 0; i < count; ++i) {
            const int a = ring + i, b = ring + (i + 1) % count;
            faces_.push_back(isUp ? std::array{a, b, middle} : std::array{b, a, middle});
        }
    }
    int last() const { return last_; }
    BulletMesh mesh() const { return BulletMesh(vertices_, faces_); }

private:
    void addSides(int upper, int lower, int count) {
        for (int i = 0; i < count; ++i) {
            const int next = (i + 1) % count;
            faces_.push_back({upper + i, lower + i, lower + next});
            faces_.push_back({upper + i, lower + next, upper + next});
        }
    }
    std::vector<std::array<btScalar, 3>> vertices_;
    std::vector<std::array<int, 3>> faces_;
    int last_ = 0;
};

struct PegFit {
    Section section;
    double radius;   ///< metres
    double percent;  ///< of the peg's radius, by which the hole is wider on each side
    double hz;
    bool isTuned = false;
};

void PrintTo(const PegFit& fit, std::ostream* out) {
    *out << (fit.section == Section::key ? "key" : "round") << ", " << fit.radius << " m, " << fit.percent
         << " %, " << fit.hz << " Hz" << (fit.isTuned ? ", tuned" : "");
}

/// Centroid of a section's area.
double centroidOf(const std::vector<std::array<double, 2>>& outline) {
    double area = 0, moment = 0;
    for (std::size_t i = 0; i < outline.size(); ++i) {
        const auto& [ax, az] = outline[i];
        const auto& [bx, bz] = outline[(i + 1) % outline.size()];
        area += ax * bz - bx * az;
        moment += (ax + bx) * (ax * bz - bx * az) / 3;
    }
    return moment / area;
}

/// About its centre of mass.
BulletMesh pegMesh(const PegFit& fit) {
    RingSurface surface;
    auto outline = sectionOf(fit.section, fit.radius, 0);
    const double centre = centroidOf(outline);
    for (auto& [x, z] : outline) x -= centre;
    const int count = static_cast<int>(outline.size());
    const double half = kPegLength * fit.radius / 2;
    surface.addRing(outline, half);
    surface.addRing(outline, -half);
    surface.addFan(0, count, half, true);
    surface.addFan(count, count, -half, false);
    return surface.mesh();
}

/// Its mouth is at y = 0.
BulletMesh chamferedHole(const PegFit& fit) {
    const double r = fit.radius, gap = r * fit.percent / 100;
    const auto neck = sectionOf(fit.section, r, gap), mouth = sectionOf(fit.section, r, gap + kChamfer * r);
    auto outer = mouth;
    for (auto& [x, z] : outer) x *= kBlock, z *= kBlock;
    const int count = static_cast<int>(neck.size());
    RingSurface surface;
    surface.addRing(neck, -kHoleDepth * r);
    surface.addRing(neck, -kChamfer * r);
    surface.addRing(mouth, 0);
    surface.addRing(outer, 0);
    surface.addRing(outer, -(kHoleDepth + kBlockFoot) * r);
    surface.addFan(0, count, -kHoleDepth * r, true);
    surface.addFan(surface.last(), count, -(kHoleDepth + kBlockFoot) * r, false);
    return surface.mesh();
}

struct PegLanding {
    double aboveFloor;  ///< in radii
    double deepest;     ///< in gaps, over all steps
    double atRest;      ///< in gaps, in the last ten steps
};

PegLanding landingOf(const PegFit& fit, unsigned seed) {
    const double r = fit.radius, gap = r * fit.percent / 100, length = kPegLength * r;
    BulletMesh hole = chamferedHole(fit), peg = pegMesh(fit);
    btBvhTriangleMeshShape holeShape(&hole.interface, true);
    btGImpactMeshShape pegShape(&peg.interface);
    holeShape.setMargin(0);
    pegShape.setMargin(0);
    pegShape.updateBound();

    BulletWorld world;
    Settings settings;
    settings.margins = Margins::zero;
    EXPECT_EQ(registerAlgorithms(&world.dispatcher, settings), "");
    world.add(holeShape, 0, {0, 0, 0}).setFriction(btScalar(0.1));
    const double mass = 1e5 * r * r * r, across = mass * (3 * r * r + length * length) / 12;
    btRigidBody& body = world.add(pegShape, btScalar(mass), {0, 0, 0},
                                  {btScalar(across), btScalar(mass * r * r / 2), btScalar(across)});
    body.setFriction(1);

    std::mt19937 random(seed);
    std::uniform_real_distribution<double> share(0, 1);
    const double direction = 2 * std::numbers::pi * share(random),
                 about = 2 * std::numbers::pi * share(random);
    const double aside = gap / 4 * share(random), lean = 0.00125 * share(random);
    const double twist = fit.section == Section::round ? 2 * std::numbers::pi * share(random)
                                                       : gap / r * (0.4 * share(random) - 0.2);
    const btQuaternion turn =
        btQuaternion(btVector3(btScalar(std::cos(about)), 0, btScalar(std::sin(about))), btScalar(lean)) *
        btQuaternion(btVector3(0, 1, 0), btScalar(twist));
    const double x = centroidOf(sectionOf(fit.section, r, 0)) + aside * std::cos(direction);
    const btTransform start(turn, btVector3(btScalar(x), btScalar(kPegDrop * r + length / 2),
                                            btScalar(aside * std::sin(direction))));
    body.setWorldTransform(start);
    body.setInterpolationWorldTransform(start);
    if (fit.isTuned) tune(world.world, btScalar(2 * r));

    double deepest = 0, atRest = 0;
    const double fall = std::sqrt(2 * (kPegDrop + kHoleDepth) * r / 9.81);
    const int steps = static_cast<int>(2 * fall * fit.hz) + 10;
    for (int i = 0; i < steps; ++i) {
        world.run(1, btScalar(1 / fit.hz));
        if (i == steps - 10) atRest = 0;
        for (int m = 0; m < world.dispatcher.getNumManifolds(); ++m) {
            const btPersistentManifold& manifold = *world.dispatcher.getManifoldByIndexInternal(m);
            for (int p = 0; p < manifold.getNumContacts(); ++p) {
                const double depth = -double(manifold.getContactPoint(p).getDistance());
                deepest = std::max(deepest, depth);
                atRest = std::max(atRest, depth);
            }
        }
    }
    const double bottom = double(body.getWorldTransform().getOrigin().y()) - length / 2;
    return {bottom / r + kHoleDepth, deepest / gap, atRest / gap};
}

class TightPegs : public testing::TestWithParam<PegFit> {};

TEST_P(TightPegs, FallToTheBottomOfAChamferedHole) {
    for (unsigned seed = 1; seed <= 2; ++seed) {
        const PegLanding landing = landingOf(GetParam(), seed);
        EXPECT_NEAR(landing.aboveFloor, 0, 0.05) << "start " << seed;
        EXPECT_LT(landing.atRest, 2) << "start " << seed;
        // In the step in which a key peg lands, a contact beside the floor's edge may be 90 gaps deep.
        if (GetParam().section == Section::round) {
            EXPECT_LT(landing.deepest, 2) << "start " << seed;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(
    Pegs, TightPegs,
    testing::Values(PegFit{Section::round, 0.01, 0.25, 240, true}, PegFit{Section::key, 0.01, 0.1, 240},
                    PegFit{Section::round, 0.01, 0.25, 60}, PegFit{Section::key, 0.005, 0.25, 480},
                    PegFit{Section::key, 0.1, 0.5, 120}, PegFit{Section::round, 1, 0.5, 60, true}));

}  // namespace
}  // namespace ricochet
