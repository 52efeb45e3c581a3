// The paper's own run: shells and lists by rays, its test of truncated cones, its queue. It loses pairs; here
// they are counted, and its parts are timed.

#include "algorithms/spherical_field/cone_test.h"
#include "algorithms/spherical_field/samplers.h"
#include "algorithms/spherical_field/spherical_field.h"
#include "algorithms/wide_tree/wide_tree.h"
#include "demos/baselines/dop_tree.h"
#include "demos/baselines/machine.h"
#include "demos/lab/reproduce/distance_sweep.h"
#include "demos/lab/reproduce/experiment.h"
#include "demos/lab/reproduce/paper004_models.h"

#include <algorithm>
#include <cmath>

namespace ricochet::lab::paper004 {
namespace {

using spherical_field::Field;
using spherical_field::Method;
using spherical_field::Sampling;
using spherical_field::ShellOrder;
using spherical_field::ShellTest;

struct LossPlan {
    std::vector<Real> distances;
    std::vector<int> levels;
    int frames;
};

LossPlan lossPlanOf(Effort effort) {
    if (effort == Effort::trial) return {{0.5, 0}, {3}, 2};
    return {{0.75, 0.5, 0.25, 0}, {3, 4}, effort == Effort::full ? 1000 : 60};
}

/// The paper's own run, and with one of its parts replaced by ours.
struct Variant {
    const char* name;
    SphericalSettings settings;
};

const std::vector<Variant>& variants() {
    static const std::vector<Variant> table = {
        {"own run", {.method = Method::rays}},
        {"cones, clipped", {.determining = {.test = ShellTest::cone, .order = ShellOrder::queue}}},
        {"boxes, rays", {.field = {.sampling = Sampling::rayCasting}}},
    };
    return table;
}

/// Two models prepared by a narrow phase, which must outlive it.
class BuiltCouple {
public:
    BuiltCouple(const NarrowPhase& narrowPhase, const CollisionModel& a, const CollisionModel& b)
        : narrowPhase_(narrowPhase), a_(narrowPhase.build(a.mesh)), b_(narrowPhase.build(b.mesh)) {}

    const FacePairs& sortedPairs(const baselines::PosePair& poses) {
        narrowPhase_.findFacePairs({a_.get(), poses.a}, {b_.get(), poses.b}, 0, memory_, pairs_);
        std::sort(pairs_.begin(), pairs_.end());
        return pairs_;
    }

private:
    const NarrowPhase& narrowPhase_;
    std::shared_ptr<const ricochet::CollisionModel> a_, b_;
    PairMemory memory_;
    FacePairs pairs_;
};

/// What one variant loses, at one distance.
struct Losses {
    std::size_t lost = 0;
    std::size_t framesMissed = 0;  ///< in contact, but without a pair
};

struct LossRow {
    std::string couple;
    Real distance;
    int samples;
    std::size_t framesInContact = 0, pairs = 0;
    std::vector<Losses> losses = std::vector<Losses>(variants().size());

    double share(std::size_t variant) const {
        return pairs > 0 ? double(losses[variant].lost) / double(pairs) : 0;
    }
};

void count(const FacePairs& truth, const FacePairs& found, Losses& losses) {
    FacePairs missing;
    std::set_difference(truth.begin(), truth.end(), found.begin(), found.end(), std::back_inserter(missing));
    losses.lost += missing.size();
    losses.framesMissed += !truth.empty() && found.empty();
}

std::vector<LossRow> lossesOf(const Couple& couple, const std::vector<CollisionModel>& models, int level,
                              const LossPlan& plan) {
    const CollisionModel &a = models[couple.a], &b = models[couple.b];
    const WideTree wideTree;
    BuiltCouple truth(wideTree, a, b);
    std::vector<SphericalField> fields;
    for (const Variant& variant : variants()) {
        SphericalSettings settings = variant.settings;
        settings.field.level = level;
        fields.emplace_back(settings);
    }
    std::vector<BuiltCouple> built;
    for (const SphericalField& field : fields) built.emplace_back(field, a, b);
    std::vector<LossRow> rows;
    for (const Real distance : plan.distances) {
        LossRow& row = rows.emplace_back(LossRow{couple.name, distance, 1 << level});
        for (int frame = 0; frame < plan.frames; ++frame) {
            const baselines::PosePair poses = turnedPoses(distance, frame, plan.frames);
            const FacePairs& exact = truth.sortedPairs(poses);
            row.framesInContact += !exact.empty();
            row.pairs += exact.size();
            for (std::size_t i = 0; i < built.size(); ++i) {
                count(exact, built[i].sortedPairs(poses), row.losses[i]);
            }
        }
    }
    return rows;
}

std::string percent(double share) { return threeDigits(100 * share); }

TextTable tableOf(const std::vector<LossRow>& rows) {
    TextTable table = {{"couple", "distance", "samples", "frames in contact", "pairs"}};
    for (const Variant& variant : variants()) {
        table[0].push_back(std::string(variant.name) + ": pairs lost, %");
        table[0].push_back("frames missed");
    }
    for (const LossRow& row : rows) {
        table.push_back({row.couple, threeDigits(row.distance), std::to_string(row.samples),
                         std::to_string(row.framesInContact), std::to_string(row.pairs)});
        for (std::size_t i = 0; i < variants().size(); ++i) {
            table.back().push_back(percent(row.share(i)));
            table.back().push_back(std::to_string(row.losses[i].framesMissed));
        }
    }
    return table;
}

/// "The test must report an intersection, if one exists."
Claim mustReport(const std::vector<LossRow>& rows) {
    double maximum = 0;
    std::size_t frames = 0, missed = 0;
    for (const LossRow& row : rows) {
        maximum = std::max(maximum, row.share(0));
        frames += row.framesInContact;
        missed += row.losses[0].framesMissed;
    }
    return checked({"intersection test", "the test must report an intersection, if one exists",
                    "no pair lost by the paper's own run"},
                   "up to " + percent(maximum) + " % of the pairs lost; in " + std::to_string(missed) +
                       " of " + std::to_string(frames) + " frames in contact none found",
                   maximum == 0, "the cone test is not conservative, and rays miss parts of models");
}

/// What samples find of a model, and how long they take, by the paper's two methods.
struct SampledModel {
    double unlisted;  ///< share of the faces that no ray finds
    double rayTime, rasterTime;
};

double timeOf(const CollisionModel& model, const Field& field, Sampling sampling) {
    baselines::Stopwatch watch;
    watch.time([&] { sample(*model.mesh, field, sampling); });
    return watch.sum();
}

SampledModel sampled(const CollisionModel& model, int level) {
    const Field field = spherical_field::buildField(*model.mesh, {.level = level});
    std::vector<bool> isListed(model.mesh->faceCount(), false);
    for (const auto& found : sample(*model.mesh, field, Sampling::rayCasting).faces) {
        isListed[found.face] = true;
    }
    const auto listed = std::count(isListed.begin(), isListed.end(), true);
    return {1 - double(listed) / double(isListed.size()), timeOf(model, field, Sampling::rayCasting),
            timeOf(model, field, Sampling::rasterisation)};
}

void addSamplingClaims(const std::vector<CollisionModel>& models, int level, Report& report) {
    TextTable table = {{"model", "faces that no ray finds, %", "rays, ms", "rasterisation, ms"}};
    double maximum = 0;
    std::size_t faster = 0;
    for (const CollisionModel& model : models) {
        const SampledModel one = sampled(model, level);
        maximum = std::max(maximum, one.unlisted);
        faster += one.rayTime < one.rasterTime;
        table.push_back({model.name, percent(one.unlisted), threeDigits(1e-3 * one.rayTime),
                         threeDigits(1e-3 * one.rasterTime)});
    }
    const std::string samples = std::to_string(1 << level) + " x " + std::to_string(1 << level);
    report.say("sampling, " + samples, table);
    report.add(checked({"implementation", "ray casting can miss small model parts", "some faces in no list"},
                       samples + ": up to " + percent(maximum) + " % of a model's faces", maximum > 0));
    report.add(checked({"implementation", "ray casting is usually faster than rasterising the triangles",
                        "for more than half of the models"},
                       "for " + std::to_string(faster) + " of " + std::to_string(models.size()),
                       2 * faster > models.size(),
                       "the faces at each ray are found by clipping all faces, which costs more than drawing "
                       "them; there is no hierarchy for rays"));
}

/// All leaf cones of a field about the origin.
std::vector<spherical_field::TruncatedCone> conesOf(const Field& field) {
    const auto leaves = field.shells.reconstruct(field.level).back();
    std::vector<spherical_field::TruncatedCone> cones;
    for (std::size_t i = 0; i < leaves.size(); ++i) {
        if (leaves[i].isEmpty()) continue;
        cones.push_back({Vec3::Zero(), spherical_field::axesOf(field.level)[i], leaves[i].lower,
                         leaves[i].upper, spherical_field::coneRadius(field.level)});
    }
    return cones;
}

/// Nanoseconds of `test(i, j)` for all pairs of some things, and how many of them overlap.
template <class Test>
double nanosecondsPerTest(std::size_t a, std::size_t b, std::size_t& overlaps, Test&& test) {
    baselines::Stopwatch watch;
    watch.time([&] {
        for (std::size_t i = 0; i < a; ++i) {
            for (std::size_t j = 0; j < b; ++j) overlaps += test(i, j);
        }
    });
    return 1e3 * watch.sum() / double(a * b);
}

/// Cone and 18-DOP of another body at an arbitrary orientation: each is turned for each test.
Claim coneAgainstDop(const CollisionModel& a, const CollisionModel& b) {
    const auto conesA = conesOf(spherical_field::buildField(*a.mesh, {.level = 3}));
    const auto conesB = conesOf(spherical_field::buildField(*b.mesh, {.level = 3}));
    const auto treeA = baselines::buildDopTree(*a.mesh), treeB = baselines::buildDopTree(*b.mesh);
    const Matrix3 rotation = Eigen::AngleAxis<Real>(1, Vec3(1, 2, 3).normalized()).toRotationMatrix();
    const Vec3 translation(0.5, 0, 0);
    const baselines::DopAlignment alignment(rotation, translation);
    const std::size_t dops = std::min({treeA.nodes.size(), treeB.nodes.size(), std::size_t{384}});
    std::size_t overlaps = 0;
    const double cone = nanosecondsPerTest(conesA.size(), conesB.size(), overlaps, [&](auto i, auto j) {
        spherical_field::TruncatedCone turned = conesB[j];
        turned.centre = translation;
        turned.axis = rotation * turned.axis;
        return paperConeTest(conesA[i], turned).meets;
    });
    const double dop = nanosecondsPerTest(dops, dops, overlaps, [&](auto i, auto j) {
        return treeA.nodes[i].dop.overlaps(alignment.aligned(treeB.nodes[j].dop));
    });
    return checked({"intersection test", "it can keep up with k-DOPs in arbitrary orientation",
                    "at most twice the time of a test of two 18-DOPs"},
                   "a cone test " + threeDigits(cone) + " ns, an 18-DOP aligned and compared " +
                       threeDigits(dop) + " ns",
                   overlaps > 0 && cone <= 2 * dop);
}

Claim storage(const CollisionModel& model) {
    const Field field = spherical_field::buildField(*model.mesh, {.level = 4});
    const double share = double(field.shells.bytes()) / double(field.shells.pyramidBytes());
    return checked({"future work", "half the space of the full storage of the hierarchical field",
                    "at most 50 % of minima and maxima of all levels"},
                   percent(share) + " %", share <= 0.5);
}

}  // namespace

Result<void> runRays(Effort effort, Report& report) {
    const auto all = models();
    if (!all) return tl::unexpected(all.error());
    const LossPlan plan = lossPlanOf(effort);
    std::vector<LossRow> rows;
    for (const Couple& couple : couples()) {
        for (const int level : plan.levels) {
            for (LossRow& row : lossesOf(couple, *all, level, plan)) rows.push_back(std::move(row));
        }
    }
    report.say(
        "The paper's own run: shells and lists by rays, cone test, queue; or with faces clipped to the "
        "cells instead of rays, or with boxes instead of cones; all pairs, " +
        std::to_string(plan.frames) + " frames at each distance.\n" + baselines::machine());
    report.say("pairs lost", tableOf(rows));
    report.add(mustReport(rows));
    addSamplingClaims(*all, 3, report);
    report.add(coneAgainstDop((*all)[0], (*all)[1]));
    report.add(storage((*all)[0]));
    return report.write("rays", tableOf(rows));
}

}  // namespace ricochet::lab::paper004
