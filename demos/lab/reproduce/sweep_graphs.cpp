#include "demos/lab/reproduce/sweep_graphs.h"

#include "algorithms/closest_features/closest_features.h"
#include "algorithms/sweep_and_prune/object_boxes.h"
#include "algorithms/sweep_and_prune/sweep_and_prune.h"
#include "algorithms/wide_tree/wide_tree.h"
#include "demos/lab/reproduce/random_poses.h"
#include "plugin/clocks.h"

#include <cmath>
#include <map>
#include <numbers>
#include <string>

namespace ricochet::lab::sweep_graphs {
namespace {

constexpr Real kStep = 1.0 / 30;  // seconds

/// Whether the objects of a pair are in contact, by both methods in turn.
class ExactTests {
public:
    explicit ExactTests(const std::shared_ptr<const Mesh>& mesh)
        : hull_(buildPolytope(mesh->vertices()).value()), model_(tree_.build(mesh)) {}

    /// Adds times and contacts to the costs; whether both methods found the same contacts.
    bool run(const BodyPairs& pairs, const std::vector<Object>& objects, Costs& costs) {
        // Memories are made and looked up beforehand: in a world each pair owns its own.
        std::vector<FeatureMemory*> memories;
        for (const BodyPair& pair : pairs) memories.push_back(&features_[pair]);
        int byFeatures = 0, byTrees = 0;
        const double begin = threadMicroseconds();
        for (std::size_t i = 0; i < pairs.size(); ++i) {
            byFeatures += !findSeparation(hull_, objects[pairs[i].a].pose, hull_, objects[pairs[i].b].pose,
                                          *memories[i]);
        }
        const double between = threadMicroseconds();
        for (const BodyPair& pair : pairs) {
            const MeshInstance a{model_.get(), objects[pair.a].pose};
            const MeshInstance b{model_.get(), objects[pair.b].pose};
            byTrees += tree_.findFirstPair(a, b, memory_).has_value();
        }
        costs.features += between - begin;
        costs.trees += threadMicroseconds() - between;
        costs.contacts += byTrees;
        return byFeatures == byTrees;
    }

private:
    const Polytope hull_;
    const WideTree tree_;
    const std::shared_ptr<const CollisionModel> model_;
    std::map<BodyPair, FeatureMemory> features_;
    PairMemory memory_;
};

}  // namespace

std::shared_ptr<Mesh> ellipsoid(const Parameters& p) {
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
    return Mesh::create(std::move(vertices), std::move(faces)).value();
}

Flight::Flight(const Parameters& p) : parameters_(p), side_(std::cbrt(p.volumePerObject * p.objects)) {
    RandomPoses random(17);
    for (Index i = 0; i < p.objects; ++i) {
        Object object;
        object.pose.rotation = random.rotation();
        object.pose.translation = random.point(side_ / 2);
        object.velocity = p.velocity * random.direction();
        object.axis = random.direction();
        objects_.push_back(object);
    }
}

void Flight::step() {
    for (Object& object : objects_) {
        for (int axis = 0; axis < 3; ++axis) {
            const Real at = object.pose.translation[axis];
            if (std::abs(at) > side_ / 2 && at * object.velocity[axis] > 0) object.velocity[axis] *= -1;
        }
        object.pose.translation += kStep * object.velocity;
        const Eigen::AngleAxisd turn(kStep * parameters_.turning, object.axis);
        object.pose.rotation = turn.toRotationMatrix() * object.pose.rotation;
    }
}

Result<Costs> measure(const Parameters& p, bool isFixed, int steps) {
    Flight flight(p);
    const auto mesh = ellipsoid(p);
    ExactTests tests(mesh);
    const auto sweep = makeSweepAndPrune({SweepMode::incremental, makeSerialExecutor()});
    const auto boxOf = [&](const Object& object) {
        return isFixed ? fixedBox(object.pose.translation, 1) : dynamicBox(mesh->vertices(), object.pose);
    };
    for (const Object& object : flight.objects()) sweep->insert(boxOf(object));
    sweep->step();

    Costs costs;
    std::vector<SweepBox> boxes(p.objects);
    for (int step = 0; step < steps; ++step) {
        flight.step();
        const std::vector<Object>& objects = flight.objects();
        const double begin = threadMicroseconds();
        for (Index i = 0; i < p.objects; ++i) boxes[i] = boxOf(objects[i]);
        const double boxed = threadMicroseconds();
        for (Index i = 0; i < p.objects; ++i) sweep->update(i, boxes[i]);
        sweep->step();
        costs.sweep += threadMicroseconds() - boxed;
        costs.boxes += boxed - begin;
        const BodyPairs pairs = sweep->pairs();
        costs.pairs += static_cast<double>(pairs.size());
        if (!tests.run(pairs, objects, costs)) {
            return tl::unexpected(std::string("closest features and trees led to different contacts"));
        }
    }
    for (double* sum : {&costs.boxes, &costs.sweep, &costs.features, &costs.trees}) *sum *= 1e-3 / steps;
    costs.pairs /= steps;
    costs.contacts /= steps;
    return costs;
}

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

Result<std::vector<Row>> measureGraphs(int steps, const std::function<void(const Row&)>& report) {
    std::vector<Row> rows;
    int number = 0;
    for (const Graph& graph : graphs()) {
        ++number;
        for (const double value : graph.values) {
            Parameters parameters;
            graph.set(parameters, value);
            const auto fixedCosts = measure(parameters, true, steps),
                       dynamicCosts = measure(parameters, false, steps);
            for (const auto* costs : {&fixedCosts, &dynamicCosts}) {
                if (!*costs) return tl::unexpected(costs->error());
            }
            rows.push_back({number, graph.parameter, value, *fixedCosts, *dynamicCosts});
            report(rows.back());
            if (fixedCosts->contacts == dynamicCosts->contacts) continue;
            return tl::unexpected(std::string("fixed and dynamic boxes led to different contacts"));
        }
    }
    return rows;
}

}  // namespace ricochet::lab::sweep_graphs
