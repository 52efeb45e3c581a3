#include "demos/lab/reproduce/paper004_claims.h"

#include <algorithm>
#include <cmath>

namespace ricochet::lab::paper004 {
namespace {

const std::string kAntSpider = "ant-spider", kTreeBeetle = "tree-beetle", kLibertyPisa = "liberty-pisa";
constexpr const char* kField = "the spherical field";
constexpr const char* kContact = "frames in contact at these distances";
// What a quote is measured with.
constexpr const char *kOurs = "our boxes", *kPapers = "the paper's own run";
constexpr double kLayerTolerance = 0.25;          // of the paper's number; the models are not the paper's
const std::vector<Real> kApart = {1.5, 1.25, 1};  // "up to the center distance of 1 unit"
const std::vector<Real> kFirstContacts = {1.5, 1.25, 1, 0.75};  // our ant and spider first meet at 0.75
const std::vector<Real> kTogether = {0.75, 0.5, 0.25, 0};

using Measured = std::optional<Finding>;

std::string text(double value) { return threeDigits(value); }

struct Range {
    double minimum, maximum;
};

std::string text(const Range& range) { return text(range.minimum) + " to " + text(range.maximum); }

/// A backend applied to a pair of models.
struct Timed {
    std::string couple, baseline;
};

/// Ratios of the first one's median time to the second one's in the frames in contact, over the distances
/// that have such frames.
std::optional<Range> ratios(const Measurements& all, const Timed& a, const Timed& b,
                            const std::vector<Real>& distances) {
    Range range = {INFINITY, -INFINITY};
    for (const Real distance : distances) {
        const auto timeA = all.medianUsInContact(a.couple, a.baseline, distance);
        const auto timeB = all.medianUsInContact(b.couple, b.baseline, distance);
        if (!timeA || !timeB) continue;
        range = {std::min(range.minimum, *timeA / *timeB), std::max(range.maximum, *timeA / *timeB)};
    }
    return range.minimum <= range.maximum ? std::optional(range) : std::nullopt;
}

/// As many as in the paper, by the paper's definition for ray casting.
Measured layersOf(const Measurements& all, const CollisionModel& model) {
    const auto entry = all.layersPerShell.find(model.name);
    if (entry == all.layersPerShell.end()) return std::nullopt;
    const Layers& layers = entry->second;
    return Finding{text(layers.byHits) + " by hits along a ray, " + text(layers.byGaps) + " by gaps",
                   std::abs(layers.byHits / model.paperLayers - 1) <= kLayerTolerance};
}

Measured framesWithContact(const Measurements& all) {
    std::size_t frames = 0, touching = 0;
    for (const Real distance : kApart) {
        const SweepCell* cell = all.find(kAntSpider, contestants().front().baseline, distance);
        if (!cell) continue;
        frames += cell->pairs.size();
        touching += static_cast<std::size_t>(
            std::count_if(cell->pairs.begin(), cell->pairs.end(), [](std::size_t n) { return n > 0; }));
    }
    if (frames == 0) return std::nullopt;
    return Finding{std::to_string(touching) + " of " + std::to_string(frames) + " frames have a contact",
                   2 * touching < frames};
}

bool reportsAllPairs(baselines::Answer answer) {
    return answer == baselines::Answer::exact || answer == baselines::Answer::rounded ||
           answer == baselines::Answer::roundedToFloat;
}

/// Whether the backends that report all pairs found the same as the first one, over all couples.
Measured countsAgree(const Measurements& all) {
    std::size_t cells = 0, contradictions = 0;
    for (const CoupleResult& result : all.couples) {
        for (const SweepCurve& curve : result.curves) {
            if (!reportsAllPairs(curve.kind->answer)) continue;
            for (const SweepCell& cell : curve.cells) {
                ++cells;
                contradictions += !cell.contradiction.empty();
            }
        }
    }
    if (cells == 0) return std::nullopt;
    return Finding{"the same pairs in " + std::to_string(cells - contradictions) + " of " +
                       std::to_string(cells) + " series",
                   contradictions == 0};
}

/// Whether every hierarchy takes longer at centre distance 0 than at 0.5.
Measured costliestAtZero(const Measurements& all) {
    std::string ours;
    bool holds = true;
    for (const char* baseline : {"dop-tree", "float-obb", "obb-tree", "wide-tree", "fcl-obbrss"}) {
        const auto at0 = all.medianUs(kLibertyPisa, baseline, 0),
                   at5 = all.medianUs(kLibertyPisa, baseline, 0.5);
        if (!at0 || !at5) continue;
        ours += (ours.empty() ? "" : "; ") + std::string(baseline) + " " + text(*at0 / *at5);
        holds = holds && *at0 > *at5;
    }
    if (ours.empty()) return std::nullopt;
    return Finding{"time at 0 by that at 0.5: " + ours, holds};
}

Measured testsFromHalfToZero(const Measurements& all, const char* baseline) {
    const SweepCell* half = all.find(kLibertyPisa, baseline, 0.5);
    const SweepCell* zero = all.find(kLibertyPisa, baseline, 0);
    if (!half || !zero || !half->counters || !zero->counters) return std::nullopt;
    const auto perFrame = [](const SweepCell& cell, std::uint64_t sum) {
        return static_cast<double>(sum) / static_cast<double>(cell.pairs.size());
    };
    const double shells =
        perFrame(*half, half->counters->boxTests) / perFrame(*zero, zero->counters->boxTests);
    const double triangles =
        perFrame(*half, half->counters->triangleTests) / perFrame(*zero, zero->counters->triangleTests);
    return Finding{
        text(shells) + " times as many shell tests, " + text(triangles) + " times as many of triangles",
        shells < 1 && triangles > 1};
}

Statement layerStatement(const CollisionModel& model) {
    return {{"results", model.name + ": " + text(model.paperLayers) + " layers per shell on average",
             "the same, 25 % more or less"},
            [model](const Measurements& all) { return layersOf(all, model); },
            kField,
            "the paper's mesh is not available"};
}

/// What the ratio of two times must be.
struct Bound {
    const char* required;
    bool (*holds)(const Range&);
};

const Bound kBelowOne = {"below 1 at each distance", [](const Range&range) { return range.maximum < 1; }},
            kAtLeastOne = {"at least 1 at each distance",
                           [](const Range&range) { return range.minimum >= 1; }},
            kComparable = {"from 0.5 to 2 at each distance",
                           [](const Range&range) { return range.minimum > 0.5 && range.maximum < 2; }};

/// A row about the first one's time in relation to the second one's.
struct RatioRow {
    const char* paperSays;
    Timed a, b;
    const std::vector<Real>& distances;
    std::string against;
    Bound bound;
    const char* reasonIfNot = "";
};

Statement statementOf(const RatioRow& row) {
    const auto measure = [=](const Measurements& all) -> Measured {
        const auto range = ratios(all, row.a, row.b, row.distances);
        if (!range) return std::nullopt;
        return Finding{text(*range) + " times " + row.against, row.bound.holds(*range)};
    };
    return {{"results, figure 13", row.paperSays,
             std::string("ratio ") + row.bound.required + ", in the frames in contact"},
            measure,
            kContact,
            row.reasonIfNot};
}

/// The rows of one implementation: `all` and `single` are the names of baselines without their samples.
std::vector<RatioRow> ratioRows(const std::string& all, const std::string& single) {
    return {
        {"ant, spider to distance 1 (here to 0.75), 8 x 8: comparable to 18-DOPs",
         {kAntSpider, all + "-8"},
         {kAntSpider, "dop-tree"},
         kFirstContacts,
         "the 18-DOP tree",
         kComparable},
        {"ant, spider to distance 1 (here to 0.75), 8 x 8: slightly better than OBBs",
         {kAntSpider, all + "-8"},
         {kAntSpider, "float-obb"},
         kFirstContacts,
         "the OBB tree as in RAPID",
         kBelowOne},
        {"ant, spider: 8 x 8 samples are sufficient",
         {kAntSpider, all + "-16"},
         {kAntSpider, all + "-8"},
         kTogether,
         "8 x 8 with 16 x 16",
         kAtLeastOne},
        {"single, 16 x 16: Liberty, Pisa take about as long as tree, Beetle",
         {kLibertyPisa, single + "-16"},
         {kTreeBeetle, single + "-16"},
         kTogether,
         "tree, Beetle",
         kComparable},
    };
}

/// Rows of samples with which the paper's own run is not timed here.
std::vector<RatioRow> finerRows() {
    return {
        {"tree, Beetle: 16 x 16 samples are sufficient",
         {kTreeBeetle, "spherical-32"},
         {kTreeBeetle, "spherical-16"},
         kTogether,
         "16 x 16 with 32 x 32",
         kAtLeastOne},
        {"Liberty, Pisa, all pairs: 32 x 32 samples are better still",
         {kLibertyPisa, "spherical-32"},
         {kLibertyPisa, "spherical-16"},
         kTogether,
         "16 x 16 with 32 x 32",
         kBelowOne,
         "at 0.5 they save a fifth of our triangle tests, which clusters of faces have already reduced, and "
         "cost half as many shell tests again"},
    };
}

/// Marks a quote that is measured with two implementations.
Statement by(const char* implementation, Statement statement) {
    statement.quote.says += std::string(" (") + implementation + ")";
    return statement;
}

Measured halfToZeroOfOurs(const Measurements& all) { return testsFromHalfToZero(all, "spherical-16"); }
Measured halfToZeroOfPapers(const Measurements& all) { return testsFromHalfToZero(all, "spherical-rays-16"); }

constexpr const char* kMorePairsAtZero =
    "our models have eight times as many intersecting pairs at 0, and each takes a triangle test";

/// The statements that are not about a ratio of times.
std::vector<Statement> otherStatements() {
    const Quote halfToZero = {"results, figure 13c",
                              "Liberty, Pisa at 0.5: fewer shell and more triangle tests than at 0",
                              "shell tests below 1, triangle tests above 1 times those at 0"};
    return {
        {{"results", "the bounding volume hierarchies report all triangle pairs",
          "the same pairs as the wide tree"},
         countsAgree,
         "a hierarchy"},
        {{"results", "ant, spider to distance 1: few collision situations",
          "in less than half of the frames"},
         framesWithContact,
         "distances 1.5 to 1"},
        {{"results, figure 13c", "Liberty, Pisa at 0: no hierarchy gains from the extent along y",
          "each takes longer at 0 than at 0.5"},
         costliestAtZero,
         "distances 0.5 and 0"},
        by(kPapers, {halfToZero, halfToZeroOfPapers, kField, kMorePairsAtZero}),
        by(kOurs, {halfToZero, halfToZeroOfOurs, kField, kMorePairsAtZero}),
    };
}

Claim claimOf(const Statement& statement, const Measurements& measurements) {
    const Measured finding = statement.measure(measurements);
    if (!finding) return notMeasured(statement.quote, std::string("needs ") + statement.needs);
    return checked(statement.quote, finding->measured, finding->holds, statement.reasonIfNot);
}

}  // namespace

std::vector<Statement> statements(const std::vector<CollisionModel>& models) {
    std::vector<Statement> rows;
    for (const CollisionModel& model : models) rows.push_back(layerStatement(model));
    for (const RatioRow& row : ratioRows("spherical-rays", "spherical-rays-single")) {
        rows.push_back(by(kPapers, statementOf(row)));
    }
    for (const RatioRow& row : ratioRows("spherical", "spherical-single")) {
        rows.push_back(by(kOurs, statementOf(row)));
    }
    for (const RatioRow& row : finerRows()) rows.push_back(by(kOurs, statementOf(row)));
    for (Statement& row : otherStatements()) rows.push_back(std::move(row));
    return rows;
}

std::vector<Claim> claimsOf(const std::vector<Statement>& statements, const Measurements& measurements) {
    std::vector<Claim> claims;
    for (const Statement& statement : statements) claims.push_back(claimOf(statement, measurements));
    return claims;
}

}  // namespace ricochet::lab::paper004
