// Soft bodies: CPU time of a step, and what it loses, with Bullet's own detection and with ours. The worlds
// of a scene take their steps in turn.

#include "algorithms/geometry/point_in_mesh.h"
#include "algorithms/geometry/triangle_triangle.h"
#include "tests/support/bullet_mesh.h"
#include "tests/support/command_line.h"
#include "tests/support/meshes.h"

#include <BulletSoftBody/btSoftBody.h>
#include <BulletSoftBody/btSoftBodyHelpers.h>
#include <BulletSoftBody/btSoftBodyRigidBodyCollisionConfiguration.h>
#include <BulletSoftBody/btSoftRigidDynamicsWorld.h>
#include <btBulletDynamicsCommon.h>
#include <ricochet/ricochet.h>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <functional>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

namespace ricochet::bench {
namespace {

using Collision = btSoftBody::fCollision;

struct Detection {
    std::string name;
    bool isOurs, hasSolver;
    int collisions;
    int clusters = 0;
};

double cpuMilliseconds() { return 1e3 * static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

/// Without the first step, in which Bullet builds its trees of faces.
double mean(const std::vector<double>& ofSteps) {
    return std::accumulate(ofSteps.begin() + 1, ofSteps.end(), 0.0) / static_cast<double>(ofSteps.size() - 1);
}

Vec3 position(const btVector3& x) { return Vec3(x.x(), x.y(), x.z()); }

double detectionMilliseconds = 0;  // ms of CPU time in pairs of bodies

void timedNearCallback(btBroadphasePair& pair, btCollisionDispatcher& dispatcher,
                       const btDispatcherInfo& info) {
    const double begin = cpuMilliseconds();
    btCollisionDispatcher::defaultNearCallback(pair, dispatcher, info);
    detectionMilliseconds += cpuMilliseconds() - begin;
}

/// One world of a scene.
struct SoftScene {
    Detection detection;
    btSoftBodyRigidBodyCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher{&configuration};
    btDbvtBroadphase broadphase;
    btSequentialImpulseConstraintSolver solver;
    std::unique_ptr<btSoftBodySolver> softSolver;
    std::unique_ptr<btSoftRigidDynamicsWorld> world;
    std::unique_ptr<test::BulletMesh> mesh;
    std::unique_ptr<btCollisionShape> shape;
    std::unique_ptr<btRigidBody> ground;
    std::vector<std::unique_ptr<btSoftBody>> cloths;
    std::vector<double> milliseconds, ofDetection;

    explicit SoftScene(const Detection& by) : detection(by) {
        if (by.isOurs) {
            if (const std::string error = registerAlgorithms(&dispatcher, {}); !error.empty())
                throw std::runtime_error(error);
        }
        dispatcher.setNearCallback(timedNearCallback);
        if (by.hasSolver) softSolver = std::make_unique<SoftBodySolver>();
        world = std::make_unique<btSoftRigidDynamicsWorld>(&dispatcher, &broadphase, &solver, &configuration,
                                                           softSolver.get());
        world->setGravity(btVector3(0, -10, 0));
        world->getWorldInfo().m_gravity = btVector3(0, -10, 0);
    }
    ~SoftScene() {
        for (const auto& cloth : cloths) world->removeSoftBody(cloth.get());
        if (ground) world->removeRigidBody(ground.get());
        world.reset();
    }

    void addGround(std::unique_ptr<btCollisionShape> added) {
        shape = std::move(added);
        ground = std::make_unique<btRigidBody>(btScalar(0), nullptr, shape.get());
        world->addRigidBody(ground.get());
    }
    void addTorus() {
        mesh.reset(new test::BulletMesh(test::torusMesh(btScalar(0.4))));
        addGround(std::make_unique<btBvhTriangleMeshShape>(&mesh->interface, true));
    }
    btSoftBody& addCloth(const btVector3& centre, btScalar side, int cells) {
        const btScalar s = side / 2;
        btSoftBody* const cloth = btSoftBodyHelpers::CreatePatch(
            world->getWorldInfo(), centre + btVector3(-s, 0, -s), centre + btVector3(s, 0, -s),
            centre + btVector3(-s, 0, s), centre + btVector3(s, 0, s), cells + 1, cells + 1, 0, true);
        cloth->m_cfg.collisions = detection.collisions;
        cloth->m_cfg.piterations = 4;
        cloth->getCollisionShape()->setMargin(btScalar(0.02));
        cloth->setTotalMass(1);
        if (detection.clusters > 0) cloth->generateClusters(detection.clusters);
        cloths.emplace_back(cloth);
        world->addSoftBody(cloth);
        return *cloth;
    }
    void step() {
        detectionMilliseconds = 0;
        const double begin = cpuMilliseconds();
        world->stepSimulation(btScalar(1) / 60, 0);
        ofDetection.push_back(detectionMilliseconds);
        milliseconds.push_back(cpuMilliseconds() - begin);
    }
};

int nodesInsideOrBelow(const SoftScene& scene) {
    std::vector<Vec3> vertices;
    std::vector<Face> faces;
    for (const auto& v : scene.mesh->vertices) vertices.emplace_back(v[0], v[1], v[2]);
    for (const auto& f : scene.mesh->faces) faces.push_back({Index(f[0]), Index(f[1]), Index(f[2])});
    const SharedMesh solid = makeMesh(vertices, faces);
    int count = 0;
    for (const auto& cloth : scene.cloths) {
        for (int i = 0; i < cloth->m_nodes.size(); ++i) {
            const Vec3 x = position(cloth->m_nodes[i].m_x);
            count += x.y() < -3 || contains(*solid, Pose{}, x);
        }
    }
    return count;
}

/// Nodes of the upper cloth that are below the lower cloth's node beside them.
int nodesThatPassed(const SoftScene& scene) {
    const btSoftBody &lower = *scene.cloths[0], &upper = *scene.cloths[1];
    btScalar lowest = 1000;
    for (int i = 0; i < lower.m_nodes.size(); ++i) lowest = std::min(lowest, lower.m_nodes[i].m_x.y());
    int count = 0;
    for (int i = 0; i < upper.m_nodes.size(); ++i) count += upper.m_nodes[i].m_x.y() < lowest;
    return count;
}

struct SceneKind {
    std::string name;
    std::vector<Detection> detections;
    std::function<void(SoftScene&, int cells)> build;
    std::function<int(const SoftScene&)> lost;
};

std::vector<SceneKind> sceneKinds() {
    const int byNodes = Collision::SDF_RS, byFaces = Collision::SDF_RS | Collision::VF_SS;
    return {{"cloth on a torus",
             {{"ours, SDF_RS", true, false, byNodes},
              {"ours, SDF_RS, SoftBodySolver", true, true, byNodes},
              {"stock, SDF_RS", false, false, byNodes},
              {"stock, CL_RS", false, false, Collision::CL_RS, 64}},
             [](SoftScene& scene, int cells) {
                 scene.addTorus();
                 scene.addCloth(btVector3(0, btScalar(0.5), 0), btScalar(3.2), cells);
             },
             nodesInsideOrBelow},
            {"cloth on a cloth that hangs by its corners",
             {{"ours, VF_SS", true, false, byFaces},
              {"ours, VF_SS, SoftBodySolver", true, true, byFaces},
              {"stock, VF_SS", false, false, byFaces},
              {"stock, CL_SS", false, false, Collision::CL_RS | Collision::CL_SS, 64}},
             [](SoftScene& scene, int cells) {
                 btSoftBody& lower = scene.addCloth(btVector3(0, 0, 0), 2, cells);
                 const int row = cells + 1;
                 for (int corner : {0, cells, row * cells, row * row - 1}) lower.setMass(corner, 0);
                 scene.addCloth(btVector3(btScalar(0.03), btScalar(0.1), btScalar(0.05)), 1, cells);
             },
             nodesThatPassed},
            {"cloth that collides with itself, in fall",
             {{"ours, SoftBodySolver", true, true, byFaces},
              {"stock, CL_SELF", false, false, Collision::CL_SS | Collision::CL_SELF, 64}},
             [](SoftScene& scene, int cells) {
                 scene.addCloth(btVector3(0, 0, 0), 2, cells).setSelfCollision(true);
             },
             [](const SoftScene&) { return 0; }}};
}

void measure(const SceneKind& kind, int cells, int steps) {
    std::vector<std::unique_ptr<SoftScene>> scenes;
    for (const Detection& detection : kind.detections) {
        scenes.push_back(std::make_unique<SoftScene>(detection));
        kind.build(*scenes.back(), cells);
    }
    for (int i = 0; i < steps; ++i) {
        for (const auto& scene : scenes) scene->step();
    }
    for (const auto& scene : scenes) {
        std::printf("| %s | %d | %s | %.2f | %.2f | %d |\n", kind.name.c_str(),
                    2 * cells * cells * static_cast<int>(scene->cloths.size()), scene->detection.name.c_str(),
                    mean(scene->milliseconds), mean(scene->ofDetection), kind.lost(*scene));
    }
}

}  // namespace
}  // namespace ricochet::bench

int main(int argc, char** argv) {
    ricochet::test::CommandLine commandLine("CPU time of a step of soft bodies, and the nodes that it loses");
    int cells = 100, steps = 60, only = -1;
    commandLine.option("--cells", cells, "along the side of a cloth", ricochet::test::between(1, 1000));
    commandLine.option("--steps", steps, "of each world", ricochet::test::between(2, 100000));
    commandLine.option("--only", only, "number of the scene; -1: all", ricochet::test::between(-1, 2));
    commandLine.parseOrExit(argc, argv);
    std::puts(
        "| scene | faces | detection | CPU of a step, ms | of it pairs of bodies, ms | nodes lost "
        "|\n|---|---|---|---|---|---|");
    const auto kinds = ricochet::bench::sceneKinds();
    for (int i = 0; i < static_cast<int>(kinds.size()); ++i) {
        if (only < 0 || only == i) ricochet::bench::measure(kinds[static_cast<std::size_t>(i)], cells, steps);
    }
    return 0;
}
