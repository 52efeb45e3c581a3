// The experiment of Lin, Manocha, Cohen, Gottschalk, 1996, section 3, Graphs 1 to 6: fixed against dynamic
// boxes in a simulation of many objects, while one parameter after the other is varied. The objects are
// ellipsoids that fly and turn; pairs whose boxes overlap are tested exactly.

#include "algorithms/sweep_and_prune/object_boxes.h"
#include "algorithms/sweep_and_prune/sweep_and_prune.h"
#include "algorithms/wide_tree/wide_tree.h"
#include "plugin/clocks.h"
#include "tests/support/meshes.h"
#include "tests/support/random_geometry.h"

#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

namespace ricochet::bench {
namespace {

struct Parameters {
    Index objects = 400;
    Index rings = 8;            ///< of an ellipsoid: 4 rings² triangles
    Real velocity = 1;          ///< metres per second
    Real turning = 1;           ///< radians per second
    Real volumePerObject = 60;  ///< m³ of the room
    Real elongation = 2;        ///< longest by shortest half axis; the longest is 1 m
};

struct Costs {
    double boxes = 0, sweep = 0, exact = 0;  ///< milliseconds a step
    double pairs = 0, contacts = 0;          ///< a step
};

SharedMesh ellipsoid(const Parameters& p) {
    const Index around = 2 * p.rings;
    std::vector<Vec3> vertices = {{0, 0, 1}, {0, 0, -1}};
    for (Index ring = 1; ring <= p.rings; ++ring) {
        for (Index i = 0; i < around; ++i) {
            const Real down = std::numbers::pi * ring / (p.rings + 1),
                       turn = 2 * std::numbers::pi * i / around;
            const Real r = std::sin(down) / p.elongation;
            vertices.emplace_back(r * std::cos(turn), r * std::sin(turn), std::cos(down));
        }
    }
    std::vector<Face> faces;
    const auto at = [&](Index ring, Index i) { return 2 + ring * around + i % around; };
    for (Index i = 0; i < around; ++i) {
        faces.push_back({0, at(0, i), at(0, i + 1)});
        faces.push_back({1, at(p.rings - 1, i + 1), at(p.rings - 1, i)});
        for (Index ring = 0; ring + 1 < p.rings; ++ring) {
            faces.push_back({at(ring, i), at(ring + 1, i), at(ring + 1, i + 1)});
            faces.push_back({at(ring, i), at(ring + 1, i + 1), at(ring, i + 1)});
        }
    }
    return makeMesh(std::move(vertices), std::move(faces));
}

struct Object {
    Pose pose;
    Vec3 velocity, axis;
};

/// Objects in a cubic room whose walls throw them back.
class Simulation {
public:
    explicit Simulation(const Parameters& p)
        : parameters_(p), side_(std::cbrt(p.volumePerObject * p.objects)), random_(17) {
        for (Index i = 0; i < p.objects; ++i) {
            Object object;
            object.pose.rotation = randomRotation(random_);
            object.pose.translation = randomPoint(random_, side_ / 2);
            object.velocity = p.velocity * randomPoint(random_).normalized();
            object.axis = randomPoint(random_).normalized();
            objects.push_back(object);
        }
    }
    void advance() {
        constexpr Real kStep = 1.0 / 30;  // seconds
        const Eigen::AngleAxisd none(0, Vec3::UnitX());
        for (Object& object : objects) {
            for (int axis = 0; axis < 3; ++axis) {
                const Real at = object.pose.translation[axis];
                if (std::abs(at) > side_ / 2 && at * object.velocity[axis] > 0) object.velocity[axis] *= -1;
            }
            object.pose.translation += kStep * object.velocity;
            const Eigen::AngleAxisd turn(kStep * parameters_.turning, object.axis);
            object.pose.rotation = turn.toRotationMatrix() * object.pose.rotation;
        }
    }
    std::vector<Object> objects;

private:
    Parameters parameters_;
    Real side_;
    Random random_;
};

Costs measure(const Parameters& p, bool isFixed, int steps) {
    Simulation simulation(p);
    const SharedMesh mesh = ellipsoid(p);
    const WideTree tree;
    const auto model = tree.build(mesh);
    const auto sweep = makeSweepAndPrune({SweepMode::incremental, makeSerialExecutor()});
    const auto boxOf = [&](const Object& object) {
        return isFixed ? fixedBox(object.pose.translation, 1) : dynamicBox(mesh->vertices(), object.pose);
    };
    for (const Object& object : simulation.objects) sweep->insert(boxOf(object));
    sweep->step();

    Costs costs;
    std::vector<SweepBox> boxes(p.objects);
    PairMemory memory;
    for (int step = 0; step < steps; ++step) {
        simulation.advance();
        const double begin = threadMicroseconds();
        for (Index i = 0; i < p.objects; ++i) boxes[i] = boxOf(simulation.objects[i]);
        const double boxed = threadMicroseconds();
        for (Index i = 0; i < p.objects; ++i) sweep->update(i, boxes[i]);
        sweep->step();
        const double swept = threadMicroseconds();
        const BodyPairs pairs = sweep->pairs();
        const double listed = threadMicroseconds();
        for (const BodyPair& pair : pairs) {
            const Placed a{model.get(), simulation.objects[pair.a].pose};
            const Placed b{model.get(), simulation.objects[pair.b].pose};
            costs.contacts += tree.findFirstPair(a, b, memory).has_value();
        }
        costs.boxes += boxed - begin;
        costs.sweep += swept - boxed;
        costs.exact += threadMicroseconds() - listed;
        costs.pairs += static_cast<double>(pairs.size());
    }
    for (double* sum : {&costs.boxes, &costs.sweep, &costs.exact}) *sum *= 1e-3 / steps;
    costs.pairs /= steps;
    costs.contacts /= steps;
    return costs;
}

/// One graph: what is varied, and its values.
struct Graph {
    const char* parameter;
    std::vector<double> values;
    void (*set)(Parameters&, double);
};

const std::vector<Graph>& graphs() {
    static const std::vector<Graph> table = {
        {"objects", {100, 200, 400, 800}, [](Parameters& p, double v) { p.objects = Index(v); }},
        {"rings of vertices", {2, 4, 8, 16}, [](Parameters& p, double v) { p.rings = Index(v); }},
        {"velocity m/s", {0.1, 1, 5, 20}, [](Parameters& p, double v) { p.velocity = v; }},
        {"turning rad/s", {0, 1, 5, 20}, [](Parameters& p, double v) { p.turning = v; }},
        {"room m3 per object", {20, 60, 200, 1000}, [](Parameters& p, double v) { p.volumePerObject = v; }},
        {"elongation", {1, 2, 5, 10}, [](Parameters& p, double v) { p.elongation = v; }},
    };
    return table;
}

void print(int number, const Graph& graph, int steps) {
    for (const double value : graph.values) {
        Parameters parameters;
        graph.set(parameters, value);
        double contacts[2];
        for (const bool isFixed : {true, false}) {
            const Costs costs = measure(parameters, isFixed, steps);
            contacts[isFixed] = costs.contacts;
            std::printf("%d,%s,%g,%s,%.4f,%.4f,%.4f,%.4f,%.1f,%.1f\n", number, graph.parameter, value,
                        isFixed ? "fixed" : "dynamic", costs.boxes, costs.sweep, costs.exact,
                        costs.boxes + costs.sweep + costs.exact, costs.pairs, costs.contacts);
        }
        std::fflush(stdout);
        if (contacts[0] == contacts[1]) continue;
        std::fprintf(stderr, "fixed and dynamic boxes led to different contacts\n");
        std::exit(EXIT_FAILURE);
    }
}

}  // namespace
}  // namespace ricochet::bench

int main(int argc, char** argv) {
    const bool isQuick = argc > 1 && std::strcmp(argv[1], "--quick") == 0;
    std::printf("graph,varied,value,boxes,boxes_ms,sweep_ms,exact_ms,total_ms,pairs,contacts\n");
    int number = 0;
    for (const auto& graph : ricochet::bench::graphs()) {
        ricochet::bench::print(++number, graph, isQuick ? 2 : 60);
    }
    return EXIT_SUCCESS;
}
