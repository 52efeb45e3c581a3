// The face octree over all pairs of a step in one pass against pair by pair, in Bullet worlds. See README.md.

#include "algorithms/face_octree/body_table.h"
#include "algorithms/face_octree/face_octree.h"
#include "plugin/backends.h"
#include "tests/bench/measure.h"
#include "tests/bench/ripple.h"
#include "tests/support/body_states.h"
#include "tests/support/bullet_mesh.h"
#include "tests/support/command_line.h"
#include "tests/support/surfaces.h"

#include <btBulletDynamicsCommon.h>
#include <ricochet/ricochet.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <deque>
#include <stdexcept>

namespace ricochet::bench {
namespace {

using test::BulletMesh;

/// What a run measures.
struct Case {
    const char* shape;
    SharedMesh mesh;  ///< about a metre large
    int bodies;
    bool deforms;
};

/// The search of one step by both methods, for the same queries; and how many pairs of bodies and of faces.
struct Searches {
    Stopwatch pairs, onePass;
    Stopwatch allPairs;  ///< every two bodies that have a query at all, one after the other: no broad phase
    std::size_t steps = 0, queries = 0, facePairs = 0;
};
Searches* measured = nullptr;  ///< by the narrow phase of the world that is stepped; null: not now

/// A face octree that does each search of a step by both methods, and compares them.
class MeasuredOctree final : public NarrowPhase, public FacePairBatch {
public:
    std::shared_ptr<const CollisionModel> build(std::shared_ptr<const Mesh> mesh) const override {
        return octree_.build(std::move(mesh));
    }
    void findFacePairs(const MeshInstance& a, const MeshInstance& b, Real queryDistance, PairMemory& memory,
                       FacePairs& out) const override {
        octree_.findFacePairs(a, b, queryDistance, memory, out);
    }
    const FacePairBatch* batch() const override { return this; }
    void prepare(std::span<const FacePairQuery> queries) const override {
        if (!measured) return octree_.prepare(queries);
        found_.resize(std::max(found_.size(), queries.size()));
        measured->pairs.time([&] {
            for (std::size_t q = 0; q < queries.size(); ++q) {
                const auto& [a, b, queryDistance, memory] = queries[q];
                octree_.findFacePairs(a, b, queryDistance, unused_, found_[q]);
            }
        });
        measured->onePass.time([&] { octree_.prepare(queries); });
        measureAllPairs(queries);
        ++measured->steps;
        measured->queries += queries.size();
        for (std::size_t q = 0; q < queries.size(); ++q) compare(queries[q], found_[q]);
        octree_.prepare(queries);
    }

private:
    void measureAllPairs(std::span<const FacePairQuery> queries) const {
        BodyTable table;
        table.assign(queries);
        const std::span<const MeshInstance> bodies = table.bodies();
        measured->allPairs.time([&] {
            for (std::size_t i = 0; i < bodies.size(); ++i) {
                for (std::size_t j = i + 1; j < bodies.size(); ++j) {
                    octree_.findFacePairs(bodies[i], bodies[j], queries.front().queryDistance, unused_,
                                          prepared_);
                }
            }
        });
    }

    void compare(const FacePairQuery& query, FacePairs& expected) const {
        octree_.findFacePairs(query.a, query.b, query.queryDistance, *query.memory, prepared_);
        std::sort(expected.begin(), expected.end());
        std::sort(prepared_.begin(), prepared_.end());
        if (prepared_ != expected) throw std::runtime_error("one pass found other face pairs");
        measured->facePairs += expected.size();
    }

    FaceOctree octree_{FaceOctreeSettings{.exactDistance = false, .bodies = StepBodies::onePass}};
    mutable PairMemory unused_;
    mutable std::vector<FacePairs> found_;
    mutable FacePairs prepared_;
};

void addMeasuredOctree() {
    addBackend(backend("measured", "the face octree, each search by both methods",
                       [](std::shared_ptr<const Executor>) { return std::make_shared<MeasuredOctree>(); }));
}

/// Bodies that fall into a box without a lid, and rest there in a heap.
class Heap {
public:
    Heap(const Case& what, const char* narrow) : case_(what) {
        Settings settings;
        settings.narrowPhase = narrow;
        if (const std::string error = registerAlgorithms(&dispatcher_, settings); !error.empty()) {
            throw std::runtime_error(error);
        }
        world_.setGravity({0, -10, 0});
        const int side = static_cast<int>(std::ceil(std::cbrt(what.bodies)));
        addBox(btScalar(0.55) * btScalar(side));
        addBodies(side);
    }
    ~Heap() {
        while (world_.getNumCollisionObjects() > 0) {
            world_.removeCollisionObject(world_.getCollisionObjectArray()[0]);
        }
    }

    /// Microseconds of processor time for detection.
    double step() {
        ++steps_;
        if (case_.deforms) deform();
        dispatcher_.microseconds = 0;
        world_.stepSimulation(btScalar(1) / 60, 0);
        return dispatcher_.microseconds;
    }
    std::vector<btScalar> state() const { return test::statesOf(moving_); }
    long long contacts() const { return statistics(dispatcher_).contacts; }

private:
    struct TimedDispatcher : BatchDispatcher {
        using BatchDispatcher::BatchDispatcher;
        void dispatchAllCollisionPairs(btOverlappingPairCache* pairs, const btDispatcherInfo& info,
                                       btDispatcher* dispatcher) override {
            Stopwatch watch;
            watch.time([&] { BatchDispatcher::dispatchAllCollisionPairs(pairs, info, dispatcher); });
            microseconds += watch.sum();
        }
        double microseconds = 0;
    };

    void addBox(btScalar half) {
        for (const auto& [normal, offset] : {std::pair{btVector3(0, 1, 0), btScalar(0)},
                                             {btVector3(1, 0, 0), half},
                                             {btVector3(-1, 0, 0), half},
                                             {btVector3(0, 0, 1), half},
                                             {btVector3(0, 0, -1), half}}) {
            planes_.emplace_back(normal, -offset);
            add(planes_.back(), 0, {0, 0, 0});
        }
    }

    void addBodies(int side) {
        Random random(7);
        rest_ = std::vector<Vec3>(case_.mesh->vertices().begin(), case_.mesh->vertices().end());
        for (int i = 0; i < case_.bodies; ++i) {
            if (meshes_.empty() || case_.deforms) addShape();
            const auto jitter = [&] { return btScalar(uniform(random, -0.02, 0.02)); };
            const btVector3 at(btScalar(i % side) - btScalar(0.5) * btScalar(side - 1) + jitter(),
                               btScalar(0.6) + btScalar(i / side / side),
                               btScalar(i / side % side) - btScalar(0.5) * btScalar(side - 1) + jitter());
            btRigidBody& body = add(shapes_.back(), 1, btScalar(1.05) * at);
            const auto turn = randomPose(random, 1).rotation;
            btMatrix3x3 basis;
            for (int r = 0; r < 3; ++r)
                basis[r].setValue(btScalar(turn(r, 0)), btScalar(turn(r, 1)), btScalar(turn(r, 2)));
            body.getWorldTransform().setBasis(basis);
            moving_.push_back(&body);
        }
    }

    void addShape() {
        std::vector<std::array<btScalar, 3>> vertices;
        for (const Vec3& v : rest_) vertices.push_back({btScalar(v.x()), btScalar(v.y()), btScalar(v.z())});
        std::vector<std::array<int, 3>> faces;
        for (const auto& [u, v, w] : case_.mesh->faces()) faces.push_back({int(u), int(v), int(w)});
        shapes_.emplace_back(&meshes_.emplace_back(vertices, faces).interface, true);
        shapes_.back().setMargin(btScalar(0.01));
    }

    btRigidBody& add(btCollisionShape& shape, btScalar mass, const btVector3& at) {
        btRigidBody::btRigidBodyConstructionInfo info(mass, nullptr, &shape,
                                                      mass * btScalar(0.1) * btVector3(1, 1, 1));
        info.m_startWorldTransform.setOrigin(at);
        bodies_.emplace_back(info);
        bodies_.back().setActivationState(DISABLE_DEACTIVATION);
        world_.addRigidBody(&bodies_.back());
        return bodies_.back();
    }

    void deform() {
        for (std::size_t i = 0; i < meshes_.size(); ++i) {
            const std::vector<Vec3> moved = rippled(rest_, steps_ + static_cast<int>(i));
            for (std::size_t v = 0; v < moved.size(); ++v) {
                meshes_[i].vertices[v] = {btScalar(moved[v].x()), btScalar(moved[v].y()),
                                          btScalar(moved[v].z())};
            }
            shapes_[i].recalcLocalAabb();
            notifyDeformed(shapes_[i]);
        }
    }

    const Case& case_;
    int steps_ = 0;
    btDefaultCollisionConfiguration configuration_;
    TimedDispatcher dispatcher_{&configuration_};
    SweepAndPruneBroadphase broadphase_;
    btSequentialImpulseConstraintSolver solver_;
    btDiscreteDynamicsWorld world_{&dispatcher_, &broadphase_, &solver_, &configuration_};
    std::vector<Vec3> rest_;
    std::deque<BulletMesh> meshes_;
    std::deque<btBvhTriangleMeshShape> shapes_;
    std::deque<btStaticPlaneShape> planes_;
    std::deque<btRigidBody> bodies_;
    std::vector<btRigidBody*> moving_;
};

double median(std::vector<double> values) { return Stopwatch(std::move(values)).median(); }

void measure(const Case& what, int fall, int steps) {
    Searches searches;
    Heap measuredHeap(what, "measured"), pairs(what, "face-octree"),
        onePass(what, "face-octree?step=one-pass");
    std::vector<double> byPairs, byOnePass;
    for (int step = 0; step < fall + steps; ++step) {
        const bool counts = step >= fall;
        measured = counts ? &searches : nullptr;
        measuredHeap.step();
        measured = nullptr;
        const double ofPairs = pairs.step(), ofOnePass = onePass.step();
        if (!counts) continue;
        byPairs.push_back(ofPairs);
        byOnePass.push_back(ofOnePass);
    }
    if (pairs.state() != onePass.state()) throw std::runtime_error("one pass gives another world");
    if (searches.steps == 0) throw std::runtime_error("no pairs of bodies");
    const double onePassUs = searches.onePass.median();
    std::printf("%s,%zu,%d,%s,%zu,%zu,%.1f,%.2f,%.1f,%.2f,%.1f,%.3f,%.3f,%.2f\n", what.shape,
                std::size_t{what.mesh->faceCount()}, what.bodies, what.deforms ? "deforming" : "rigid",
                searches.queries / searches.steps, searches.facePairs / searches.steps,
                searches.allPairs.median(), searches.allPairs.median() / onePassUs, searches.pairs.median(),
                searches.pairs.median() / onePassUs, onePassUs, median(byPairs) / 1000,
                median(byOnePass) / 1000, median(byPairs) / median(byOnePass));
    std::fflush(stdout);
}

}  // namespace
}  // namespace ricochet::bench

int main(int argc, char** argv) {
    using namespace ricochet;
    test::CommandLine commandLine(
        "The face octree in one pass over all bodies of a step, against pair by pair.");
    std::vector<int> bodies = {5, 10, 20, 40, 100, 300, 1000};
    int fall = 90, steps = 30;
    commandLine.option("--bodies", bodies, "numbers of bodies", test::between(2, 100000));
    commandLine.option("--fall", fall, "steps before the measurement", test::between(0, 100000));
    commandLine.option("--steps", steps, "that are measured", test::between(1, 100000));
    commandLine.parseOrExit(argc, argv);
    return bench::exitCodeOf([&] {
        bench::addMeasuredOctree();
        std::printf(
            "# %s\nshape,faces,bodies,kind,pairs of bodies,face pairs,all pairs us,times,pairs us,times,"
            "one pass us,detection by pairs ms,in one pass ms,times\n",
            bench::machine().c_str());
        const SharedMesh sphere = test::sphereMesh(24, 12, 0.5), torus = torusMesh(0.4, 0.15, 22, 12);
        for (const int count : bodies) {
            for (const bool deforms : {false, true}) {
                bench::measure({"sphere", sphere, count, deforms}, fall, steps);
                bench::measure({"torus", torus, count, deforms}, fall, steps);
            }
        }
    });
}
