#include "demos/scenes/nut_bolt.h"

#include "demos/scenes/mesh_generators.h"
#include "demos/scenes/mesh_scene.h"
#include "demos/scenes/metric_thread.h"
#include "demos/scenes/screw_watch.h"
#include "demos/scenes/thread_mesh.h"

#include <cmath>
#include <numbers>
#include <utility>

namespace ricochet::scenes {
namespace {

// Metres.
constexpr ThreadSize kThread;
constexpr double kBoltLength = 6, kNutHeight = 1;
constexpr double kClearance = 0.05 * kThread.pitch;
constexpr double kNutStart = 4;  // a whole number of pitches above the bolt's foot
constexpr double kLargerM16 =
    100;  // scale of the real one, whose pitch is 2 mm, so that it is as long as ours
constexpr double kM16BoltLength = 4, kM16NutHeight = 1.45;  // 40 mm; ISO 4032: 14.1 to 14.8 mm
constexpr double kM16NutStart = 2;

struct NutBoltVariant {
    const char* name;
    int segments;  ///< of a turn; 0: M16's
    btScalar friction;
};
constexpr NutBoltVariant kNutBoltVariants[] = {
    {"procedural", 48, 0}, {"fine", 96, 0}, {"friction", 48, btScalar(0.3)}, {"m16", 0, 0}};

struct Pair {
    SceneMesh bolt, nut;
    double start;  ///< metres: a whole number of pitches above the bolt's foot
    double turn;   ///< pitches by which it is turned up from there
};

/// The nut starts with its edges in the middle of the bolt's facets: with edge on edge it would lie in a
/// hollow of the polyhedra, and would first have to drift out of it.
double betweenEdges(int segments) { return 0.5 / segments; }

Pair procedural(int segments) {
    ThreadSize thread = kThread;
    thread.segments = segments;
    return {boltMesh(basicProfile(thread), kBoltLength),
            nutMesh(basicProfile(thread, kClearance), kNutHeight), kNutStart, betweenEdges(segments)};
}

ThreadProfile enlarged(ThreadProfile thread) {
    thread.pitch *= kLargerM16;
    thread.pitchRadius *= kLargerM16;
    thread.headRadius *= kLargerM16;
    return thread;
}

Pair m16() {
    return {boltMesh(enlarged(M16::bolt()), kM16BoltLength), nutMesh(enlarged(M16::nut()), kM16NutHeight),
            kM16NutStart, betweenEdges(M16::kSegments)};
}

class NutBolt : public MeshScene {
public:
    NutBolt(btDynamicsWorld& world, const SceneOptions& options)
        : NutBolt(world, options, variantOf(kNutBoltVariants, options.variant)) {}

    void afterStep() override { watch_.update(); }
    std::vector<Measure> measures() const override { return watch_.measures(); }

    /// A nut that has left the thread, through it or downwards.
    Place placeOf(const btRigidBody& body) const override {
        const btVector3& p = body.getCenterOfMassPosition();
        const double lowest = 0, farthest = kThread.majorRadius / 2;  // metres
        return p.y() >= lowest && std::hypot(p.x(), p.z()) < farthest ? Place::inside : Place::through;
    }

private:
    NutBolt(btDynamicsWorld& world, const SceneOptions& options, const NutBoltVariant& variant)
        : MeshScene(world, options, btVector3(0, btScalar(-9.81), 0), variant.friction),
          watch_(addPair(options, variant.segments > 0 ? procedural(variant.segments) : m16()), kThread.pitch,
                 options.timeStep) {}

    /// The nut, as it starts on the bolt.
    const btRigidBody& addPair(const SceneOptions& options, Pair pair) {
        add(standing(std::move(pair.bolt)), 0, btTransform::getIdentity());
        const btQuaternion turn(btVector3(0, 1, 0), btScalar(2 * std::numbers::pi * pair.turn));
        const btVector3 centre = options.centreOfMass(pair.nut);
        const btVector3 raised = vertexAt(0, pair.start + pair.turn * kThread.pitch, 0);
        return add(moving(std::move(pair.nut)), 1, btTransform(turn, quatRotate(turn, centre) + raised));
    }

    ScrewWatch watch_;
};

}  // namespace

std::unique_ptr<Scene> makeNutBolt(btDynamicsWorld& world, const SceneOptions& options) {
    return std::make_unique<NutBolt>(world, options);
}

}  // namespace ricochet::scenes
