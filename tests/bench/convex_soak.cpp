// Many small steps of convex pairs: every answer is certified, or listed and compared with all features or
// all axes.

#include "algorithms/closest_features/exhaustive_features.h"
#include "tests/bench/measure.h"
#include "tests/closest_features/polytopes.h"
#include "tests/support/command_line.h"

#include <cstdio>
#include <map>
#include <numbers>
#include <string>

namespace ricochet::bench {
namespace {

using namespace test;

constexpr Real kAgreement = 1e-9;  // metres: between two bounds that enclose the truth

struct Soak {
    const char* name;
    std::vector<Vec3> a, b;
    bool isParallel = false;  ///< faces face each other, tilted by 1e-16 to 1e-5
};

std::vector<Soak> soaks() {
    Random random(77);
    const auto round = [&](int count, const Vec3& half = Vec3::Ones()) {
        return roundPoints(random, count, half);
    };
    return {
        {"8 vertices", round(8), round(8)},
        {"32 vertices", round(32), round(32)},
        {"128 vertices", round(128), round(128)},
        {"8 and 200 vertices", round(8), round(200)},
        {"boxes", boxPoints({1, 1, 1}), boxPoints({0.7, 1, 0.4})},
        {"planks", boxPoints({1, 0.3, 0.05}), boxPoints({1, 0.2, 0.03})},
        {"prisms of 16 sides", prismPoints(16, 0.8, 0.7), prismPoints(16, 0.8, 0.7)},
        {"box and prism", boxPoints({1, 0.6, 0.8}), prismPoints(6, 0.8, 0.7)},
        {"needles", boxPoints({1, 1e-4, 1e-4}), boxPoints({1, 1e-4, 1e-4})},
        {"triangle and box", {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, boxPoints({0.5, 0.5, 0.5})},
        {"segment and egg", {{0, 0, 0}, {1, 0.5, 0.25}}, round(40, {1, 0.3, 0.6})},
        {"boxes, nearly parallel", boxPoints({1, 1, 0.5}), boxPoints({0.8, 1, 0.5}), true},
        {"prisms, nearly parallel", prismPoints(16, 1, 0.5), prismPoints(16, 1, 0.5), true},
    };
}

/// The pose of B, step by step.
class RandomMotion {
public:
    RandomMotion(unsigned seed, bool isParallel) : random_(seed), isParallel_(isParallel) { begin(); }

    const Pose& next() {
        if (++steps_ % 500 == 0) begin();
        pose_.rotation = turned(angle_) * pose_.rotation;
        pose_.translation += velocity_;
        if (!isParallel_ && pose_.translation.norm() > 2.2)
            velocity_ = -0.01 * pose_.translation.normalized();
        return pose_;
    }

private:
    Matrix3 turned(Real angle) {
        return Eigen::AngleAxis<Real>(angle, randomPoint(random_).normalized()).toRotationMatrix();
    }

    void begin() {
        if (isParallel_) {
            angle_ = std::pow(10, uniform(random_, -16, -6));
            pose_.rotation = turned(std::pow(10, uniform(random_, -16, -5))) *
                             Eigen::AngleAxis<Real>(uniform(random_, 0, 1), Vec3::UnitZ()).toRotationMatrix();
            pose_.translation = {uniform(random_, -1, 1), uniform(random_, -1, 1),
                                 1 + uniform(random_, -0.02, 0.1)};
            velocity_ = 1e-4 * randomPoint(random_);
        } else {
            angle_ = uniform(random_, 0.0005, 5) * std::numbers::pi / 180;
            pose_ = {randomRotation(random_), 2.2 * randomPoint(random_).normalized()};
            velocity_ = 0.01 * randomPoint(random_);
        }
    }

    Random random_;
    bool isParallel_;
    int steps_ = 0;
    Real angle_ = 0;
    Pose pose_;
    Vec3 velocity_ = Vec3::Zero();
};

Real truthOf(const Polytope& a, const Polytope& b, const Pose& pose) {
    const PlacedPair pair(a, {}, b, pose);
    const HullPenetration axes = exhaustiveAxes(pair);
    if (axes.depth >= 0) return -axes.depth;
    const Witnesses w = findWitnesses(pair, exhaustiveFeatures(pair));
    return (w.onA - w.onB).norm();
}

struct Outcome {
    FeatureCounters counters;
    long long inside = 0, compared = 0, wrong = 0, notFinite = 0;
};

/// Compares every answer that is not certified, and every `sample`-th of all.
Outcome soak(const Soak& s, FeatureMethod method, long long steps, long long sample) {
    const Polytope a = polytopeOf(s.a), b = polytopeOf(s.b);
    RandomMotion motion(1234, s.isParallel);
    FeatureMemory memory;
    Outcome outcome;
    for (long long i = 0; i < steps; ++i) {
        const Pose& pose = motion.next();
        const ClosestFeatures answer = findClosestFeatures(a, {}, b, pose, memory, method);
        outcome.inside += answer.distance <= 0;
        outcome.notFinite += !std::isfinite(answer.distance) || !answer.normal.allFinite();
        if (answer.isCertified && i % sample != 0) continue;
        ++outcome.compared;
        outcome.wrong += !(std::abs(answer.distance - truthOf(a, b, pose)) <= kAgreement);
    }
    outcome.counters = memory.counters;
    return outcome;
}

void run(FeatureMethod method, long long steps, long long sample) {
    std::puts(
        "pair,steps,met,reused,walk_steps,cycles,rewalks,exhaustive,uncertified,compared,wrong,not_finite");
    long long uncertified = 0, wrong = 0, all = 0;
    for (const Soak& s : soaks()) {
        const Outcome o = soak(s, method, steps, sample);
        std::printf("%s,%lld,%lld,%llu,%llu,%llu,%llu,%llu,%llu,%lld,%lld,%lld\n", s.name, steps, o.inside,
                    static_cast<unsigned long long>(o.counters.reused),
                    static_cast<unsigned long long>(o.counters.steps),
                    static_cast<unsigned long long>(o.counters.cycles),
                    static_cast<unsigned long long>(o.counters.rewalks),
                    static_cast<unsigned long long>(o.counters.exhaustive),
                    static_cast<unsigned long long>(o.counters.uncertified), o.compared, o.wrong,
                    o.notFinite);
        std::fflush(stdout);
        uncertified += static_cast<long long>(o.counters.uncertified);
        wrong += o.wrong + o.notFinite;
        all += steps;
    }
    std::printf("uncertified %lld, wrong %lld of %lld\n", uncertified, wrong, all);
    if (wrong > 0) throw std::runtime_error("there are wrong answers");
}

}  // namespace
}  // namespace ricochet::bench

int main(int argc, char** argv) {
    ricochet::test::CommandLine commandLine(
        "Closest features in many small steps of thirteen pairs of shapes");
    long long steps = 1000000, sample = 20000;
    commandLine.option("--steps", steps, "of each pair");
    commandLine.option("--sample", sample, "compare one in so many certified answers with all features");
    const std::map<std::string, ricochet::FeatureMethod> methods = {
        {"automatic", ricochet::FeatureMethod::automatic},
        {"walk", ricochet::FeatureMethod::walk},
        {"simplex", ricochet::FeatureMethod::simplex}};
    std::string method = "automatic";
    commandLine.option("--method", method, "automatic, walk or simplex",
                       ricochet::test::oneOf({"automatic", "walk", "simplex"}));
    commandLine.parseOrExit(argc, argv);
    return ricochet::bench::exitCodeOf([&] { ricochet::bench::run(methods.at(method), steps, sample); });
}
