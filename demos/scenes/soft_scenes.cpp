#include "demos/scenes/soft_scenes.h"

#include "demos/scenes/angles.h"
#include "demos/scenes/mesh_generators.h"
#include "demos/scenes/pipes_mesh.h"
#include "demos/scenes/soft_scene.h"
#include "demos/scenes/tetrahedral_sphere.h"

#include <BulletSoftBody/btSoftBody.h>
#include <BulletSoftBody/btSoftBodyHelpers.h>

#include <cmath>

namespace ricochet::scenes {
namespace {

/// A parallelogram of cells of two triangles.
btSoftBody* patch(btSoftBodyWorldInfo& info, const btVector3& corner, const btVector3& along,
                  const btVector3& across, int cellsAlong, int cellsAcross) {
    return btSoftBodyHelpers::CreatePatch(info, corner, corner + along, corner + across,
                                          corner + along + across, cellsAlong + 1, cellsAcross + 1,
                                          /*fixed corners*/ 0, /*diagonals*/ true);
}

class ClothOnTorus : public SoftScene {
public:
    ClothOnTorus(btDynamicsWorld& world, const SceneOptions& options)
        : SoftScene(world, options, /*lowest*/ -3) {
        constexpr int kCells = 100;
        constexpr btScalar kSide = btScalar(3.2), kHeight = btScalar(0.5);  // metres
        add(standing(torus({.segments = 64, .sides = 32, .ringRadius = 1, .tubeRadius = 0.4, .phase = 0})), 0,
            btTransform::getIdentity());
        const btScalar aside = btScalar(random().between(-0.1, 0.1));
        const btVector3 corner(aside - kSide / 2, kHeight, -kSide / 2);
        addSoft(patch(worldInfo(), corner, btVector3(kSide, 0, 0), btVector3(0, 0, kSide), kCells, kCells),
                /*kg*/ 1);
    }
};

class SqueezedSphere : public SoftScene {
public:
    SqueezedSphere(btDynamicsWorld& world, const SceneOptions& options)
        : SoftScene(world, options, /*lowest*/ -3) {
        constexpr int kCells = 12;
        constexpr btScalar kRadius = btScalar(0.7), kApart = btScalar(0.78);  // metres
        const Surface& ring =
            standing(torus({.segments = 64, .sides = 32, .ringRadius = 0.5, .tubeRadius = 0.2, .phase = 0}));
        const auto at = [](btScalar y) {
            return btTransform(btQuaternion::getIdentity(), btVector3(0, y, 0));
        };
        add(ring, 0, at(-kApart));
        btRigidBody& press = add(ring, 0, at(kApart));
        actingOn(press).path = {{0, at(kApart)}, {2, at(btScalar(0.45))}, {4, at(kApart)}};
        makeKinematic(press);
        btSoftBody& sphere = addSoft(tetrahedralSphere(worldInfo(), kCells, kRadius), /*kg*/ 2);
        sphere.m_cfg.kDP = btScalar(0.02);
        sphere.m_cfg.piterations = 8;
    }
};

class FlagInPipes : public SoftScene {
public:
    FlagInPipes(btDynamicsWorld& world, const SceneOptions& options)
        : SoftScene(world, options, btScalar(-kPipesCubeSide / 2)) {
        constexpr int kLong = 72, kWide = 48;
        constexpr btScalar kLength = btScalar(1.8), kWidth = btScalar(1.2);  // metres
        add(standing(pipesMesh()), 0, btTransform::getIdentity());
        const btVector3 pole = voidBetweenPipes(1, 1, 1) - btVector3(kLength / 2, kWidth / 2, 0);
        btSoftBody& flag =
            addSoft(patch(worldInfo(), pole, btVector3(kLength, 0, 0), btVector3(0, kWidth, 0), kLong, kWide),
                    btScalar(0.5));
        for (int row = 0; row <= kWide; ++row) flag.setMass(row * (kLong + 1), 0);
        flag.m_cfg.aeromodel = btSoftBody::eAeroModel::V_TwoSided;
        flag.m_cfg.kLF = btScalar(0.05);
        flag.m_cfg.kDG = btScalar(0.02);
        flag.setWindVelocity(btVector3(4, 0, 12));
    }
};

class NetWithScans : public SoftScene {
public:
    NetWithScans(btDynamicsWorld& world, const SceneOptions& options)
        : SoftScene(world, options, /*lowest*/ -5) {
        addNet();
        constexpr int kScans = 5;
        constexpr double kAside = 0.98, kHeight = 0.8;  // metres: no scan's radius is larger than 0.67
        const Surface& scan = moving(scannedBody(options.seed));
        for (int i = 0; i < kScans; ++i) {
            const double turn = kTurn / (kScans - 1) * i;
            const bool isUpper = i == kScans - 1;
            const btVector3 at(btScalar(isUpper ? 0 : kAside * std::cos(turn)),
                               btScalar(kHeight + (isUpper ? 1.4 : 0)),
                               btScalar(isUpper ? 0 : kAside * std::sin(turn)));
            add(scan, btScalar(0.3), btTransform(random().rotation(), at));
        }
    }

private:
    /// Threads along x and z, held where they end.
    void addNet() {
        constexpr int kCells = 24;
        constexpr btScalar kCell = btScalar(0.17);  // metres
        btAlignedObjectArray<btVector3> nodes;
        for (int j = 0; j <= kCells; ++j) {
            for (int i = 0; i <= kCells; ++i) {
                nodes.push_back(
                    btVector3((i - btScalar(kCells) / 2) * kCell, 0, (j - btScalar(kCells) / 2) * kCell));
            }
        }
        auto* const net = new btSoftBody(&worldInfo(), nodes.size(), &nodes[0], nullptr);
        const auto number = [](int i, int j) { return j * (kCells + 1) + i; };
        for (int j = 0; j <= kCells; ++j) {
            for (int i = 0; i < kCells; ++i) {
                net->appendLink(number(i, j), number(i + 1, j));
                net->appendLink(number(j, i), number(j, i + 1));
            }
        }
        addSoft(net, /*kg*/ 6).m_cfg.piterations = 16;
        for (int i = 0; i <= kCells; ++i) {
            for (const int held : {number(i, 0), number(i, kCells), number(0, i), number(kCells, i)})
                net->setMass(held, 0);
        }
    }
};

template <class Kind>
std::unique_ptr<Scene> makeSoft(btDynamicsWorld& world, const SceneOptions& options) {
    return std::make_unique<Kind>(world, options);
}

template <class Kind>
SceneEntry softEntry(const char* name, const char* about) {
    SceneEntry entry{name, about, {}, makeSoft<Kind>};
    entry.hasSoftBodies = true;
    return entry;
}

}  // namespace

std::vector<SceneEntry> softScenes() {
    return {softEntry<ClothOnTorus>("cloth-on-torus", "a cloth of 20,000 triangles falls on a torus"),
            softEntry<SqueezedSphere>("squeezed-sphere",
                                      "a soft sphere of 8,640 tetrahedra is squeezed between two tori"),
            softEntry<FlagInPipes>("flag-in-pipes",
                                   "a flag of 6,912 triangles in the wind among pipes of 143,690"),
            softEntry<NetWithScans>("net-with-scans",
                                    "five scans of 69,620 triangles each fall into a net of 1,200 links")};
}

}  // namespace ricochet::scenes
