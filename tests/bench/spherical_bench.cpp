// The bars of spherical distance fields, compared with FCL in the same run.
//
//     spherical_bench [--quick] [--poses N]      rows of what, required, measured, met

#include "algorithms/brute_force/brute_force.h"
#include "algorithms/spherical_field/spherical_field.h"
#include "algorithms/spherical_field/time_critical.h"
#include "demos/baselines/baseline_table.h"
#include "demos/baselines/machine.h"
#include "demos/scenes/mesh_generators.h"
#include "tests/bench/scene_meshes.h"
#include "tests/support/collision_cases.h"
#include "tests/support/command_line.h"

#include <cmath>
#include <iostream>
#include <numbers>
#include <time.h>

namespace ricochet::bench {
namespace {

using spherical_field::buildField;
using spherical_field::Determination;
using spherical_field::Field;
using spherical_field::FieldModel;
using spherical_field::Intersection;
using spherical_field::Query;
using spherical_field::Work;
using std::numbers::pi;

/// The paper's mode `single`: one pair of faces, untested, for two overlapping leaf shells.
SphericalSettings singleAt(int level) {
    return {.field = {.level = level},
            .determining = {.mode = Determination::single, .pairs = spherical_field::ReportedPairs::asFound}};
}

double threadMicroseconds() {
    timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return 1e6 * double(now.tv_sec) + 1e-3 * double(now.tv_nsec);
}

double median(std::vector<double> values) {
    std::nth_element(values.begin(), values.begin() + std::ptrdiff_t(values.size() / 2), values.end());
    return values[values.size() / 2];
}

double percentile99(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() * 99 / 100];
}

double geometricMean(const std::vector<double>& values) {
    double sum = 0;
    for (const double value : values) sum += std::log(value);
    return std::exp(sum / double(values.size()));
}

struct Row {
    std::string what;
    const char* relation;  ///< "<=", ">=" or "" if nothing is required
    double required, measured;

    bool isMet() const {
        const bool isLow = relation[0] == '<';
        return relation[0] == 0 || (isLow ? measured <= required : measured >= required);
    }
};

class Table {
public:
    void add(const Row& row) {
        std::cout << row.what << ',' << row.relation << (row.relation[0] ? text(row.required) : "") << ','
                  << text(row.measured) << ',' << (row.relation[0] ? row.isMet() ? "yes" : "no" : "")
                  << std::endl;
    }

private:
    static std::string text(double value) {
        char digits[32];
        std::snprintf(digits, sizeof digits, "%.4g", value);
        return digits;
    }
};

SharedMesh inUnitBox(const Mesh& mesh) {
    const Real scale = 1 / mesh.box().size().maxCoeff();
    std::vector<Vec3> vertices;
    for (const Vec3& v : mesh.vertices()) vertices.push_back(scale * (v - mesh.box().centre()));
    return makeMesh(std::move(vertices), mesh.faces());
}

/// A sphere of about `faces` faces with dents of a twentieth of its radius.
SharedMesh bumpySphere(Index faces) {
    const auto around = Index(std::sqrt(double(faces)));
    const SharedMesh sphere = test::sphereMesh(around, around / 2 + 1);
    std::vector<Vec3> vertices;
    for (const Vec3& p : sphere->vertices()) {
        const Real dent = std::sin(7 * p.x()) * std::sin(6 * p.y() + 1) * std::cos(8 * p.z());
        vertices.push_back(p * (1 + 0.05 * dent));
    }
    return inUnitBox(*makeMesh(std::move(vertices), sphere->faces()));
}

/// Zachmann's protocol: B turns about z at a distance of the centres.
std::vector<baselines::PosePair> turn(Real distance, int frames) {
    std::vector<baselines::PosePair> poses;
    for (int i = 0; i < frames; ++i) {
        const Matrix3 rotation =
            Eigen::AngleAxis<Real>(2 * pi * i / frames, Vec3::UnitZ()).toRotationMatrix();
        poses.push_back({{}, {rotation, distance * Vec3::UnitX()}});
    }
    return poses;
}

/// Median over a second turn. No pose is queried twice in a row, since the wide tree would have cached it.
double medianTime(baselines::Baseline& baseline, Real distance, int frames) {
    std::vector<double> times;
    for (int round = 0; round < 2; ++round) {
        times.clear();
        for (const auto& pose : turn(distance, frames)) {
            baseline.prepare(pose);
            const double begin = threadMicroseconds();
            baseline.collide(pose);
            times.push_back(threadMicroseconds() - begin);
        }
    }
    return median(times);
}

const std::vector<Real> kTogether = {0.75, 0.5, 0.25, 0};

struct Couple {
    std::string name;
    SharedMesh a, b;
};

std::string at(const std::string& what, Real distance) {
    char digits[32];
    std::snprintf(digits, sizeof digits, "%g", double(distance));
    return what + " at " + digits;
}

class Bench {
public:
    Bench(int frames, int poses, bool isQuick) : frames_(frames), poses_(poses), isQuick_(isQuick) {}

    void run() {
        const std::vector<Index> sizes =
            isQuick_ ? std::vector<Index>{5000} : std::vector<Index>{5000, 20000, 60000, 150000};
        for (const Index size : sizes) spheres_.push_back(bumpySphere(size));
        independence();
        singleAgainstFcl();
        allAgainstFcl();
        storageAndBuild();
        neverApart();
        timeCritical();
    }

private:
    /// `single` at the same samples, whatever the number of faces.
    void independence() {
        for (int level = 2; level <= (isQuick_ ? 2 : 4); ++level) {
            for (const Real distance : kTogether) {
                double first = 0;
                for (const SharedMesh& sphere : spheres_) {
                    const auto baseline = baselines::makeSpherical(sphere, sphere, singleAt(level));
                    const double time = medianTime(*baseline, distance, frames_);
                    if (first == 0) first = time;
                    const std::string what = "single: spheres of " + std::to_string(sphere->faceCount()) +
                                             " by those of 5k; m = " + std::to_string(level);
                    if (sphere != spheres_.front()) {
                        table_.add({at(what, distance), "<=", 1.5, time / first});
                    }
                }
            }
        }
    }

    void singleAgainstFcl() {
        for (const SharedMesh& sphere : spheres_) {
            const Couple couple = {"spheres of " + std::to_string(sphere->faceCount()), sphere, sphere};
            ratios(couple, "spherical-single-8", "fcl-obbrss", kTogether, ">=", 15);
            ratios(couple, "spherical-single-8", "fcl-first", kTogether, "", 0);
        }
        const SharedMesh spot = labelled("spot"), abb = labelled("abb_link2"), bolt = labelled("bolt_m16");
        if (!spot || !abb || !bolt) return;
        for (const Couple& couple :
             {Couple{"spot and abb_link2", spot, abb}, Couple{"bolt and abb_link2", bolt, abb}}) {
            const std::vector<double> all =
                ratios(couple, "spherical-single-8", "fcl-obbrss", kTogether, "", 0);
            table_.add({couple.name + ": FCL's time by single's; geometric mean of the distances", ">=", 4,
                        geometricMean(all)});
            const auto field = baselines::baselineNamed("spherical-single-8").make(couple.a, couple.b);
            const auto fcl = baselines::baselineNamed("fcl-obbrss").make(couple.a, couple.b);
            if (fcl) {
                table_.add({couple.name + ": us more than FCL where bounds are apart", "<=", 0.5,
                            medianTime(*field, 1.5, 10 * frames_) - medianTime(*fcl, 1.5, 10 * frames_)});
            }
            ratios(couple, "spherical-single-8", "fcl-first", kTogether, "", 0);
        }
    }

    void allAgainstFcl() {
        for (const SharedMesh& sphere : spheres_) {
            const Index faces = sphere->faceCount();
            const Couple couple = {"spheres of " + std::to_string(faces), sphere, sphere};
            const bool isBar = &sphere == &spheres_.front() || &sphere == &spheres_.back();
            const double bar = &sphere == &spheres_.front() ? 2.5 : 1.5;
            ratios(couple, "spherical", "fcl-obbrss", kTogether, isBar ? ">=" : "", bar);
            ratios(couple, "spherical", "wide-tree", kTogether, "", 0);
        }
        const SharedMesh spot = labelled("spot");
        if (!spot || isQuick_) return;
        Random random(4);
        const SharedMesh fine = subdivided(random, *subdivided(random, *spot, 0), 0);
        const Couple couple = {"spot of " + std::to_string(fine->faceCount()), fine, fine};
        // At 0.75 the models do not touch.
        const auto all = ratios(couple, "spherical", "fcl-obbrss", kTogether, "", 0);
        table_.add({couple.name + ": FCL's time by all's; geometric mean of the distances", ">=", 1.5,
                    geometricMean(all)});
        ratios(couple, "spherical", "wide-tree", kTogether, "", 0);
    }

    /// The other's time by ours, at each distance.
    std::vector<double> ratios(const Couple& couple, const char* ours, const char* other,
                               const std::vector<Real>& distances, const char* relation, double required) {
        std::vector<double> found;
        const auto a = baselines::baselineNamed(ours).make(couple.a, couple.b);
        const auto b = baselines::baselineNamed(other).make(couple.a, couple.b);
        if (!b) {
            std::cout << "# " << other << " was not installed when this was built\n";
            return {1};
        }
        for (const Real distance : distances) {
            const double time = medianTime(*a, distance, frames_);
            found.push_back(medianTime(*b, distance, frames_) / time);
            const std::string what = couple.name + ": " + other + " by " + ours;
            table_.add({at(what, distance) + "; ours " + std::to_string(time) + " us", relation, required,
                        found.back()});
        }
        return found;
    }

    void storageAndBuild() {
        for (int level = 3; level <= 8; ++level) {
            const Field field = buildField(*spheres_.front(), {.level = level});
            const double share = 100.0 * double(field.shells.bytes()) / double(field.shells.pyramidBytes());
            table_.add(
                {"transform: % of the pyramid's bytes; m = " + std::to_string(level), "<=", 38, share});
        }
        std::vector<Couple> meshes;
        for (const SharedMesh& sphere : spheres_) meshes.push_back({"sphere", sphere, sphere});
        for (const char* name : {"spot", "bolt_m16", "abb_link2", "banana"}) {
            if (const SharedMesh mesh = labelled(name)) meshes.push_back({name, mesh, mesh});
        }
        for (const Couple& mesh : meshes) {
            std::vector<double> times;
            for (int trial = 0; trial < 5; ++trial) {
                const double begin = threadMicroseconds();
                buildField(*mesh.a, {.level = 3});
                times.push_back((threadMicroseconds() - begin) / mesh.a->faceCount());
            }
            table_.add(
                {"build: us per triangle; m = 3; " + mesh.name + " of " + std::to_string(mesh.a->faceCount()),
                 "<=", 1.5, median(times)});
        }
    }

    /// Wrong answers compared with brute force, at random poses and at grazing ones.
    void neverApart() {
        const BruteForce oracle;
        std::size_t asked = 0, touching = 0, singleApart = 0, singleFalse = 0, timedWrong = 0;
        Random random(17);
        const std::vector<test::Case> cases = test::cases();
        for (const test::Case& c : cases) {
            const FieldModel a(c.a, buildField(*c.a, {})), b(c.b, buildField(*c.b, {}));
            const auto singleBaseline = baselines::makeSpherical(c.a, c.b, singleAt(3));
            const test::BuiltPair brute(oracle, c.a, c.b);
            Work work;
            PairMemory memory;
            FacePairs truth;
            const auto testPose = [&](const baselines::PosePair& pose) {
                oracle.findFacePairs({brute.a.get(), pose.a}, {brute.b.get(), pose.b}, 0, memory, truth);
                const bool meets = !truth.empty();
                singleBaseline->collide(pose);
                const MeshInstance placedA = {&a, pose.a}, placedB = {&b, pose.b};
                const auto timed = intersects(Query(a.field(), b.field(), placedA, placedB, 0), {}, work);
                ++asked;
                touching += meets;
                singleApart += meets && singleBaseline->pairCount() == 0;
                singleFalse += !meets && singleBaseline->pairCount() > 0;
                timedWrong += timed.intersection != (meets ? Intersection::meets : Intersection::apart);
                return meets;
            };
            for (int trial = 0; trial < poses_ / int(cases.size()) / 8; ++trial) {
                auto [poseA, poseB] = test::randomPoses(random, c.spread);
                // Towards the boundary of contact by bisection between a pose that meets and one that does
                // not.
                const bool meets = testPose({poseA, poseB});
                Vec3 inside = meets ? poseB.translation : poseA.translation, outside = poseB.translation;
                if (meets)
                    outside = poseA.translation +
                              4 * c.spread * (poseB.translation - poseA.translation).normalized();
                for (int step = 0; step < 7; ++step) {
                    poseB.translation = (inside + outside) / 2;
                    (testPose({poseA, poseB}) ? inside : outside) = poseB.translation;
                }
            }
        }
        table_.add({"poses tested by brute force", "", 0, double(asked)});
        table_.add({"of them meet; %", "", 0, 100.0 * double(touching) / double(asked)});
        table_.add({"single says apart where faces meet", "<=", 0, double(singleApart)});
        table_.add({"single 8 x 8 says meets where none do; % of those apart", "", 0,
                    100.0 * double(singleFalse) / double(std::max<std::size_t>(asked - touching, 1))});
        table_.add({"the time-critical query without a limit is wrong", "<=", 0, double(timedWrong)});
    }

    /// Bodies of the scene drop, at random poses where their bounding spheres overlap.
    void timeCritical() {
        std::vector<std::unique_ptr<FieldModel>> models;
        for (const SharedMesh& mesh : bodiesOfDrop()) {
            models.push_back(std::make_unique<FieldModel>(mesh, buildField(*mesh, {})));
        }
        for (const double budget : {1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0}) {
            Random random(18);
            Work work;
            std::vector<double> overruns;
            int maybes = 0;
            const int count = isQuick_ ? 200 : 10000;
            for (int trial = 0; trial < count; ++trial) {
                const std::size_t n = models.size(), i = std::size_t(trial);
                const FieldModel &a = *models[i % n], &b = *models[i / n % n];
                const Real radii = a.field().sphere.radius + b.field().sphere.radius;
                const auto [poseA, poseB] = test::randomPoses(random, radii);
                const MeshInstance placedA = {&a, poseA}, placedB = {&b, poseB};
                const double begin = threadMicroseconds();
                const auto answer = intersects(Query(a.field(), b.field(), placedA, placedB, 0),
                                               {.microseconds = budget}, work);
                overruns.push_back(threadMicroseconds() - begin - budget);
                maybes += answer.intersection == Intersection::maybe;
            }
            const std::string what = "budget of " + std::to_string(int(budget)) + " us: ";
            const bool isBar = budget == 5 || budget == 20 || budget == 100;
            table_.add(
                {what + "99th percentile of the overrun; us", isBar ? "<=" : "", 5, percentile99(overruns)});
            table_.add({what + "maybe; %", budget == 100 ? "<=" : "", 25, 100.0 * maybes / count});
        }
    }

    static std::vector<SharedMesh> bodiesOfDrop() {
        std::vector<SharedMesh> meshes;
        for (const scenes::SceneMesh& body :
             {scenes::torus({}), scenes::lumpyBody(10), scenes::lumpyBody(11), scenes::lumpyBody(12)}) {
            std::vector<Vec3> vertices;
            std::vector<Face> faces;
            for (const btVector3& v : body.vertices) vertices.emplace_back(v.x(), v.y(), v.z());
            for (const auto& f : body.faces) faces.push_back({Index(f[0]), Index(f[1]), Index(f[2])});
            meshes.push_back(makeMesh(std::move(vertices), std::move(faces)));
        }
        return meshes;
    }

    static SharedMesh labelled(const char* name) {
        const auto mesh = labelledMesh(name);
        return mesh ? inUnitBox(*mesh) : nullptr;
    }

    const int frames_, poses_;
    const bool isQuick_;
    Table table_;
    std::vector<SharedMesh> spheres_;
};

}  // namespace
}  // namespace ricochet::bench

int main(int argc, char** argv) {
    ricochet::test::CommandLine commandLine(
        "The bars of spherical distance fields, compared with FCL in the same run.");
    bool isQuick = false;
    int poses = 100000;
    commandLine.flag("--quick", isQuick, "does little: only to see that it runs");
    commandLine.option("--poses", poses, "random and grazing poses, also tested by brute force");
    commandLine.parseOrExit(argc, argv);
    std::cout << "# " << ricochet::baselines::machine() << "\nwhat,required,measured,met\n";
    ricochet::bench::Bench(isQuick ? 4 : 40, isQuick ? 200 : poses, isQuick).run();
}
