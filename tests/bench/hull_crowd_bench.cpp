// The wide tree alone and behind hulls, queried alternately at the same poses: crowds of meshes that are near
// each other and seldom touch, and scenes in which bodies rest on each other.

#include "algorithms/closest_features/hull_then_faces.h"
#include "algorithms/wide_tree/wide_tree.h"
#include "demos/app/body_pairs.h"
#include "demos/app/mesh_solid.h"
#include "demos/app/simulation.h"
#include "tests/bench/measure.h"
#include "tests/support/collision_cases.h"
#include "tests/support/command_line.h"

#include <cstdio>
#include <map>
#include <stdexcept>

namespace ricochet::bench {
namespace {

using namespace test;

constexpr Real kQueryDistance = 0.01;  // of a body's radius

/// A pair of bodies at a step.
struct Question {
    std::pair<std::size_t, std::size_t> bodies;
    Pose a, b;
    Real queryDistance;  ///< metres
};

/// One of the compared narrow phases.
class Candidate {
public:
    explicit Candidate(std::shared_ptr<const NarrowPhase> narrowPhase)
        : narrowPhase_(std::move(narrowPhase)) {}

    const CollisionModel& modelOf(const std::shared_ptr<const Mesh>& mesh) {
        auto& model = models_[mesh];
        if (!model) model = narrowPhase_->build(mesh);
        return *model;
    }

    template <class Answer>
    void query(const std::vector<Question>& questions, const std::vector<std::shared_ptr<const Mesh>>& meshes,
               Answer&& answer) {
        std::vector<std::array<const CollisionModel*, 2>> models;
        std::vector<PairMemory*> memories;
        for (const Question& q : questions) {
            models.push_back({&modelOf(meshes[q.bodies.first]), &modelOf(meshes[q.bodies.second])});
            memories.push_back(&memories_[q.bodies]);
        }
        const auto queryAll = [&] {
            for (std::size_t i = 0; i < questions.size(); ++i) {
                const Question& q = questions[i];
                found_ += answer(*narrowPhase_, MeshInstance{models[i][0], q.a},
                                 MeshInstance{models[i][1], q.b}, q.queryDistance, *memories[i]);
            }
        };
        // a model's first query does extra work
        if (std::exchange(isWarm_, true)) {
            watch_.time(queryAll);
        } else {
            queryAll();
        }
    }

    double microseconds() const { return watch_.sum(); }
    std::uint64_t found() const { return found_; }

private:
    std::shared_ptr<const NarrowPhase> narrowPhase_;
    std::map<std::shared_ptr<const Mesh>, std::shared_ptr<const CollisionModel>> models_;
    std::map<std::pair<std::size_t, std::size_t>, PairMemory> memories_;
    Stopwatch watch_;
    bool isWarm_ = false;
    std::uint64_t found_ = 0;
};

/// Narrow phases that are queried alternately for all face pairs within a distance, and others for the first
/// one that intersects. The order changes from step to step.
class Contest {
public:
    void query(const std::vector<Question>& questions,
               const std::vector<std::shared_ptr<const Mesh>>& meshes) {
        for (std::size_t i = 0; i < all_.size(); ++i) {
            all_[(steps_ + i) % all_.size()].query(
                questions, meshes,
                [&](const NarrowPhase& narrowPhase, const MeshInstance& a, const MeshInstance& b,
                    Real queryDistance, PairMemory& memory) {
                    narrowPhase.findFacePairs(a, b, queryDistance, memory, pairs_);
                    return pairs_.size();
                });
        }
        for (std::size_t i = 0; i < first_.size(); ++i) {
            first_[(steps_ + i) % first_.size()].query(
                questions, meshes,
                [](const NarrowPhase& narrowPhase, const MeshInstance& a, const MeshInstance& b, Real,
                   PairMemory& memory) {
                    return std::size_t{narrowPhase.findFirstPair(a, b, memory).has_value()};
                });
        }
        ++steps_;
        questions_ += questions.size();
    }

    static void printTitle() {
        std::puts(
            "case,pairs_a_step,touching,face_pairs_a_step,all_wide_tree_us,all_behind_hulls_us,all_ratio,"
            "first_wide_tree_us,first_hulls_us,first_hulls_red_us,first_hulls_last_us,first_hulls_last_red_"
            "us,"
            "ratio_hulls,ratio_red,ratio_last,ratio_last_red");
    }

    /// Microseconds are sums over a step's pairs, averaged over all steps except the first; ratios are the
    /// wide tree's time over the others'.
    void print(const std::string& name) const {
        if (all_[0].found() < all_[1].found()) throw std::runtime_error(name + ": more pairs behind hulls");
        const double steps = static_cast<double>(steps_), timed = steps - 1;
        std::printf("%s,%.0f,%.1f,%.1f,%.1f,%.1f,%.2f", name.c_str(), static_cast<double>(questions_) / steps,
                    static_cast<double>(first_[0].found()) / steps,
                    static_cast<double>(all_[0].found()) / steps, all_[0].microseconds() / timed,
                    all_[1].microseconds() / timed, all_[0].microseconds() / all_[1].microseconds());
        for (const Candidate& candidate : first_) {
            if (candidate.found() != first_[0].found())
                throw std::runtime_error(name + ": not the same meet");
            std::printf(",%.1f", candidate.microseconds() / timed);
        }
        for (std::size_t i = 1; i < first_.size(); ++i) {
            std::printf(",%.2f", first_[0].microseconds() / first_[i].microseconds());
        }
        std::puts("");
        std::fflush(stdout);
    }

private:
    static std::shared_ptr<const NarrowPhase> tree() { return std::make_shared<WideTree>(); }
    static std::shared_ptr<const NarrowPhase> behindHulls(bool last, bool red) {
        return std::make_shared<HullThenFaces>(tree(), HullThenFacesSettings{last, red});
    }

    std::array<Candidate, 2> all_ = {Candidate(tree()), Candidate(behindHulls(false, false))};
    std::array<Candidate, 5> first_ = {
        Candidate(tree()), Candidate(behindHulls(false, false)), Candidate(behindHulls(false, true)),
        Candidate(behindHulls(true, false)), Candidate(behindHulls(true, true))};
    FacePairs pairs_;
    std::size_t steps_ = 0, questions_ = 0;
};

struct Body {
    Pose pose;
    Matrix3 turn;  ///< of a step
    Vec3 step;
};

/// Bodies of a metre on a shaken lattice, spinning and drifting back and forth.
std::vector<Body> makeCrowd(int count, Real spacing, Random& random) {
    std::vector<Body> crowd;
    const int side = static_cast<int>(std::ceil(std::cbrt(count)));
    for (int i = 0; i < count; ++i) {
        const Vec3 cell(i % side, i / side % side, i / side / side);
        const Vec3 axis = randomPoint(random).normalized();
        crowd.push_back({{randomRotation(random), spacing * cell + 0.1 * spacing * randomPoint(random)},
                         Eigen::AngleAxis<Real>(uniform(random, 0, 0.02), axis).toRotationMatrix(),
                         0.002 * randomPoint(random)});
    }
    return crowd;
}

/// All pairs whose bounding spheres are within the query distance at some time are queried in every step.
void runCrowd(const std::string& name, const std::shared_ptr<const Mesh>& mesh, Real spacing, int count,
              int steps) {
    Random random(61);
    std::vector<Body> crowd = makeCrowd(count, spacing, random);
    Real radius = 0;
    for (const Vec3& v : mesh->vertices()) radius = std::max(radius, v.norm());
    const Real far = 2 * radius + 0.5;  // metres: drift of two bodies towards each other in 50 steps
    std::vector<Question> questions;
    for (std::size_t a = 0; a < crowd.size(); ++a) {
        for (std::size_t b = a + 1; b < crowd.size(); ++b) {
            if ((crowd[a].pose.translation - crowd[b].pose.translation).norm() < far)
                questions.push_back({{a, b}, {}, {}, kQueryDistance});
        }
    }
    const std::vector<std::shared_ptr<const Mesh>> meshes(crowd.size(), mesh);
    Contest contest;
    for (int step = 0; step < steps; ++step) {
        for (Body& body : crowd) {
            body.pose.rotation = body.turn * body.pose.rotation;
            body.pose.translation += (step / 50 % 2 ? -1 : 1) * body.step;
        }
        for (Question& q : questions) q.a = crowd[q.bodies.first].pose, q.b = crowd[q.bodies.second].pose;
        contest.query(questions, meshes);
    }
    char spaced[16];
    std::snprintf(spaced, sizeof spaced, " %.2f", spacing);
    contest.print(name + spaced);
}

/// Bodies whose boxes overlap, in a world as Bullet steps it.
void runScene(const std::string& name, int steps) {
    app::RunOptions options;
    options.scene = name;
    options.narrow = "wide-tree";
    options.stockSolver = true;
    options.sleep = "off";
    const auto simulation = app::Simulation::create(options);
    if (!simulation) throw std::runtime_error(simulation.error());
    const scenes::Scene& scene = (*simulation)->scene();
    std::map<std::shared_ptr<const scenes::SceneMesh>, std::shared_ptr<const Mesh>> known;
    std::vector<std::shared_ptr<const Mesh>> meshes;
    std::vector<Real> radii;
    for (const auto& body : scene.bodies()) {
        if (body.mesh && !known[body.mesh]) known[body.mesh] = app::meshOf(*body.mesh);
        meshes.push_back(body.mesh ? known[body.mesh] : nullptr);
        radii.push_back(body.mesh ? 0.5 * meshes.back()->box().size().norm() : 0);
    }
    Contest contest;
    std::vector<Question> questions;
    for (int step = 0; step < steps; ++step) {
        (*simulation)->step();
        questions.clear();
        app::forEachPairThatMayCollide(scene, [&](std::size_t i, std::size_t j) {
            questions.push_back({{i, j},
                                 app::poseOf(*scene.bodies()[i].body),
                                 app::poseOf(*scene.bodies()[j].body),
                                 kQueryDistance * std::min(radii[i], radii[j])});
        });
        contest.query(questions, meshes);
    }
    contest.print(name);
}

void run(int bodies, int steps, const std::vector<std::string>& scenes) {
    std::printf("# %s\n", machine().c_str());
    Contest::printTitle();
    const auto torus = torusMesh(0.5, 0.2, 48, 24);
    for (const Real spacing : {1.8, 1.6, 1.4, 1.2, 1.0}) runCrowd("tori", torus, spacing, bodies, steps);
    const auto boxes = gridBoxMesh({0.8, 0.6, 0.5}, 12);
    for (const Real spacing : {1.3, 1.1, 0.9, 0.7}) runCrowd("boxes", boxes, spacing, bodies, steps);
    const auto knots = knotMesh(96, 12, 0.2);
    for (const Real spacing : {3.0, 2.5, 2.0}) runCrowd("knots", knots, spacing, bodies, steps);
    for (const std::string& scene : scenes) runScene(scene, 2 * steps);
}

}  // namespace
}  // namespace ricochet::bench

int main(int argc, char** argv) {
    ricochet::test::CommandLine commandLine(
        "The wide tree alone and behind hulls, in crowds and piles; microseconds a step, mean");
    int bodies = 200, steps = 200;
    std::vector<std::string> scenes = {"drop",  "bin",     "parts-feeder", "tori-stack", "brick-wall",
                                       "chain", "torpedo", "nut-bolt",     "gears",      "bowls"};
    commandLine.option("--bodies", bodies, "of a crowd");
    commandLine.option("--steps", steps, "of a crowd; a scene takes twice as many");
    commandLine.commaSeparated("--scenes", scenes, "with commas between them");
    commandLine.parseOrExit(argc, argv);
    return ricochet::bench::exitCodeOf([&] { ricochet::bench::run(bodies, steps, scenes); });
}
