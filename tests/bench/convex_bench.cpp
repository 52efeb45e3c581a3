// Closest features in coherent motion compared with Bullet's GJK and EPA, libccd and FCL. Nanoseconds per
// query.

#include "tests/bench/measure.h"
#include "tests/closest_features/polytopes.h"
#include "tests/support/command_line.h"

#include <BulletCollision/CollisionShapes/btConvexHullShape.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btPointCollector.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>
#include <fcl/geometry/shape/convex.h>
#include <fcl/narrowphase/detail/gjk_solver_indep.h>

#include <ccd/ccd.h>
#include <ccd/quat.h>
#include <cmath>
#include <cstdio>
#include <functional>
#include <map>
#include <numbers>

namespace ricochet::bench {
namespace {

using namespace test;

/// Two hulls and the poses of the second; the first stays.
struct Motion {
    std::vector<Vec3> pointsOfA, pointsOfB;
    Polytope a, b;
    std::vector<Pose> poses;
};

/// Rotates by `degrees` per step, half as fast about the first, at a fixed gap (metres; negative: depth).
Motion makeMotion(int vertices, Real gap, Real degrees, int steps) {
    Random random(900 + static_cast<unsigned>(vertices));
    Motion m;
    m.pointsOfA = roundPoints(random, vertices);
    m.pointsOfB = roundPoints(random, vertices);
    for (std::vector<Vec3>* points : {&m.pointsOfA, &m.pointsOfB}) {
        for (Vec3& p : *points) p = p.cast<float>().cast<Real>();
    }
    m.a = polytopeOf(m.pointsOfA);
    m.b = polytopeOf(m.pointsOfB);
    const Real angle = degrees * std::numbers::pi / 180;
    Vec3 axis = randomPoint(random).normalized();
    Pose pose{randomRotation(random), {2.2, 0, 0}};
    FeatureMemory memory;
    for (int i = 0; i < steps; ++i) {
        axis = (axis + 0.1 * randomPoint(random)).normalized();
        pose.rotation = Eigen::AngleAxis<Real>(angle, axis).toRotationMatrix() * pose.rotation;
        pose.translation =
            Eigen::AngleAxis<Real>(angle / 2, Vec3(0.2, 1, 0.3).normalized()) * pose.translation;
        for (int k = 0; k < 3; ++k) {
            const ClosestFeatures now = findClosestFeatures(m.a, {}, m.b, pose, memory);
            pose.translation -= (gap - now.distance) * now.normal;
        }
        m.poses.push_back(pose);
    }
    return m;
}

/// A solver prepared for a motion: answers the query at one of its poses.
using Solver = std::function<void(const Pose&)>;

template <FeatureMethod method>
Solver ours(const Motion& m) {
    auto memory = std::make_shared<FeatureMemory>();
    return [&m, memory](const Pose& pose) { findClosestFeatures(m.a, {}, m.b, pose, *memory, method); };
}

/// Only whether they are apart, if the last step's normal proves it.
Solver lastAxis(const Motion& m) {
    auto memory = std::make_shared<FeatureMemory>();
    return [&m, memory](const Pose& pose) {
        const PlacedPair pair(m.a, {}, m.b, pose);
        if (gapAlongLastAxis(pair, *memory) > 0) return;
        findClosestFeatures(pair, *memory, FeatureMethod::axis);
    };
}

std::shared_ptr<btConvexHullShape> bulletHull(const std::vector<Vec3>& points) {
    auto hull = std::make_shared<btConvexHullShape>();
    for (const Vec3& p : points)
        hull->addPoint(btVector3(btScalar(p.x()), btScalar(p.y()), btScalar(p.z())), false);
    hull->setMargin(0);
    hull->recalcLocalAabb();
    return hull;
}

btTransform bulletPose(const Pose& pose) {
    const Matrix3& r = pose.rotation;
    const auto f = [](Real x) { return static_cast<btScalar>(x); };
    return btTransform(btMatrix3x3(f(r(0, 0)), f(r(0, 1)), f(r(0, 2)), f(r(1, 0)), f(r(1, 1)), f(r(1, 2)),
                                   f(r(2, 0)), f(r(2, 1)), f(r(2, 2))),
                       btVector3(f(pose.translation.x()), f(pose.translation.y()), f(pose.translation.z())));
}

/// As in btConvexConvexAlgorithm: a detector for each query.
Solver bulletGjkEpa(const Motion& m) {
    auto a = bulletHull(m.pointsOfA), b = bulletHull(m.pointsOfB);
    auto simplex = std::make_shared<btVoronoiSimplexSolver>();
    auto epa = std::make_shared<btGjkEpaPenetrationDepthSolver>();
    return [a, b, simplex, epa](const Pose& pose) {
        btGjkPairDetector detector(a.get(), b.get(), simplex.get(), epa.get());
        btGjkPairDetector::ClosestPointInput input;
        input.m_transformA.setIdentity();
        input.m_transformB = bulletPose(pose);
        btPointCollector result;
        detector.getClosestPoints(input, result, nullptr);
    };
}

struct CcdHull {
    const std::vector<Vec3>* points;
    Pose pose;
};

void ccdSupportOf(const void* object, const ccd_vec3_t* direction, ccd_vec3_t* out) {
    const CcdHull& hull = *static_cast<const CcdHull*>(object);
    const Vec3 d = hull.pose.rotation.transpose() * Vec3(direction->v[0], direction->v[1], direction->v[2]);
    const Vec3* best = &hull.points->front();
    Real maximum = d.dot(*best);
    for (const Vec3& p : *hull.points) {
        const Real value = d.dot(p);
        if (value > maximum) maximum = value, best = &p;
    }
    const Vec3 world = hull.pose.rotation * *best + hull.pose.translation;
    ccdVec3Set(out, world.x(), world.y(), world.z());
}

Solver libccd(const Motion& m) {
    auto ccd = std::make_shared<ccd_t>();
    CCD_INIT(ccd.get());
    ccd->support1 = ccd->support2 = ccdSupportOf;
    ccd->max_iterations = 500;
    ccd->epa_tolerance = 1e-6;
    return [&m, ccd](const Pose& pose) {
        const CcdHull a{&m.pointsOfA, {}}, b{&m.pointsOfB, pose};
        ccd_real_t depth;
        ccd_vec3_t direction, position;
        ccdGJKPenetration(&a, &b, ccd.get(), &depth, &direction, &position);
    };
}

std::shared_ptr<fcl::Convexd> fclHull(const Polytope& p) {
    auto vertices = std::make_shared<std::vector<fcl::Vector3d>>(p.vertices.begin(), p.vertices.end());
    auto faces = std::make_shared<std::vector<int>>();
    for (Index f = 0; f < p.faces.size(); ++f) {
        faces->push_back(static_cast<int>(p.faces[f].count));
        for (const Index side : p.sidesOf(f)) {
            const Polytope::Edge& edge = p.edges[side];
            faces->push_back(static_cast<int>(edge.left == f ? edge.tail : edge.head));
        }
    }
    return std::make_shared<fcl::Convexd>(vertices, static_cast<int>(p.faces.size()), faces);
}

/// The distance if they are apart, else a contact.
Solver fclGjk(const Motion& m) {
    auto a = fclHull(m.a), b = fclHull(m.b);
    auto solver = std::make_shared<fcl::detail::GJKSolver_indepd>();
    return [a, b, solver](const Pose& pose) {
        fcl::Transform3d at = fcl::Transform3d::Identity();
        at.linear() = pose.rotation;
        at.translation() = pose.translation;
        double distance = 0;
        fcl::Vector3d onA, onB;
        if (solver->shapeDistance(*a, fcl::Transform3d::Identity(), *b, at, &distance, &onA, &onB)) return;
        std::vector<fcl::ContactPointd> contacts;
        solver->shapeIntersect(*a, fcl::Transform3d::Identity(), *b, at, &contacts);
    };
}

struct Rival {
    const char* name;
    Solver (*make)(const Motion&);
};

/// The first is the reference. libccd only returns whether bodies are apart, so it is also compared with the
/// fourth, which does the same.
const Rival kRivals[] = {{"ricochet", ours<FeatureMethod::automatic>},
                         {"walk", ours<FeatureMethod::walk>},
                         {"simplex", ours<FeatureMethod::simplex>},
                         {"axis", lastAxis},
                         {"bullet", bulletGjkEpa},
                         {"libccd", libccd},
                         {"fcl", fclGjk}};

struct State {
    const char* name;
    Real gap;  ///< metres, for bodies of radius 1
};
const State kStates[] = {{"apart 0.3", 0.3}, {"gap 0.02", 0.02}, {"touching", 0}, {"shallow", -0.02}};

constexpr std::size_t kAxis = 3, kLibccd = 5;

constexpr Real kIncoherent = 90;  ///< degrees per step: printed, but not included in the ratios

/// Untimed passes before each timed one, so that none is measured with the caches and branch predictions of
/// another solver: with one pass the same code is 9 % slower after FCL than after itself.
constexpr int kWarmUps = 4;

/// Nanoseconds per query, median of `rounds` in which all take turns.
std::vector<double> measureCell(const Motion& motion, int rounds) {
    std::vector<Solver> solvers;
    for (const Rival& rival : kRivals) solvers.push_back(rival.make(motion));
    std::vector<Stopwatch> watches(solvers.size());
    for (int round = 0; round < rounds; ++round) {
        for (std::size_t s = 0; s < solvers.size(); ++s) {
            for (int pass = 0; pass < kWarmUps; ++pass) {
                for (const Pose& pose : motion.poses) solvers[s](pose);
            }
            watches[s].time([&] {
                for (const Pose& pose : motion.poses) solvers[s](pose);
            });
        }
    }
    std::vector<double> ns;
    for (const Stopwatch& w : watches)
        ns.push_back(1000 * w.median() / static_cast<double>(motion.poses.size()));
    return ns;
}

/// Least and geometric mean of the ratio of a rival's time to ours.
struct Ratios {
    double logSum = 0, minimum = 1e9;
    int count = 0;
    void add(double ratio) { logSum += std::log(ratio), minimum = std::min(minimum, ratio), ++count; }
    double mean() const { return std::exp(logSum / count); }
};

void run(int steps, int rounds) {
    std::printf("# %s\n", machine().c_str());
    std::printf("vertices,state,degrees");
    for (const Rival& rival : kRivals) std::printf(",%s_ns", rival.name);
    std::puts("");
    std::map<std::pair<std::string, int>, Ratios> ratios;  ///< by number of vertices; 0: all
    for (const int vertices : {8, 32, 128, 800}) {
        for (const State& state : kStates) {
            for (const Real degrees : {0.5, 5.0, kIncoherent}) {
                const auto ns = measureCell(makeMotion(vertices, state.gap, degrees, steps), rounds);
                std::printf("%d,%s,%g", vertices, state.name, degrees);
                for (const double each : ns) std::printf(",%.0f", each);
                std::puts("");
                std::fflush(stdout);
                if (degrees == kIncoherent) continue;
                for (const int counted : {vertices, 0}) {
                    for (std::size_t r = 1; r < ns.size(); ++r) {
                        ratios[{kRivals[r].name, counted}].add(ns[r] / ns[0]);
                    }
                    ratios[{"libccd by axis", counted}].add(ns[kLibccd] / ns[kAxis]);
                }
            }
        }
    }
    std::puts("rival,vertices,mean_ratio,least_ratio");
    for (const auto& [key, ratio] : ratios) {
        const std::string vertices = key.second ? std::to_string(key.second) : "all";
        std::printf("%s,%s,%.2f,%.2f\n", key.first.c_str(), vertices.c_str(), ratio.mean(), ratio.minimum);
    }
}

}  // namespace
}  // namespace ricochet::bench

int main(int argc, char** argv) {
    ricochet::test::CommandLine commandLine(
        "Closest features of convex hulls in coherent motion beside Bullet, libccd and FCL");
    int steps = 600, rounds = 5;
    commandLine.option("--steps", steps, "poses in each motion");
    commandLine.option("--rounds", rounds, "passes over each motion; the median counts");
    commandLine.parseOrExit(argc, argv);
    return ricochet::bench::exitCodeOf([&] { ricochet::bench::run(steps, rounds); });
}
