#include "demos/app/reproduce/paper004_claims.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace ricochet::app::paper004 {
namespace {

const std::string kAntSpider = "ant-spider", kTreeBeetle = "tree-beetle", kLibertyPisa = "liberty-pisa";
constexpr const char* kField = "the spherical field";
constexpr const char *kFcl = "FCL", *kFieldAndFcl = "the spherical field and FCL";
constexpr double kLayerTolerance = 0.25;          // of the paper's number; the models are not the paper's
const std::vector<Real> kApart = {1.5, 1.25, 1};  // "up to the center distance of 1 unit"
const std::vector<Real> kTogether = {0.75, 0.5, 0.25, 0};

using Measured = std::optional<Finding>;

std::string text(double value) {
    std::array<char, 40> digits;
    std::snprintf(digits.data(), digits.size(), "%.3g", value);
    return digits.data();
}

struct Range {
    double least, most;
};

std::string text(const Range& range) { return text(range.least) + " to " + text(range.most); }

/// A backend applied to a pair of models.
struct Timed {
    std::string couple, peer;
};

/// Ratios of the first one's median time to the second one's, over the distances.
std::optional<Range> ratios(const Measurements& all, const Timed& a, const Timed& b,
                            const std::vector<Real>& distances) {
    Range range = {INFINITY, -INFINITY};
    for (const Real distance : distances) {
        const auto timeA = all.medianUs(a.couple, a.peer, distance);
        const auto timeB = all.medianUs(b.couple, b.peer, distance);
        if (!timeA || !timeB) return std::nullopt;
        range = {std::min(range.least, *timeA / *timeB), std::max(range.most, *timeA / *timeB)};
    }
    return range;
}

/// The range as text, "times those of", and whether the statement holds.
Measured ratioFinding(const std::optional<Range>& range, const std::string& against,
                      const std::function<bool(const Range&)>& holds) {
    if (!range) return std::nullopt;
    return Finding{text(*range) + " times " + against, holds(*range)};
}

/// As many as in the paper, by the paper's definition for ray casting.
Measured layersOf(const Measurements& all, const Model& model) {
    const auto entry = all.layersPerShell.find(model.name);
    if (entry == all.layersPerShell.end()) return std::nullopt;
    const Layers& layers = entry->second;
    return Finding{text(layers.byHits) + " by hits along a ray, " + text(layers.byGaps) + " by gaps",
                   std::abs(layers.byHits / model.paperLayers - 1) <= kLayerTolerance};
}

Measured framesWithContact(const Measurements& all) {
    std::size_t frames = 0, touching = 0;
    for (const Real distance : kApart) {
        const SweepCell* cell = all.find(kAntSpider, contestants().front().peer, distance);
        if (!cell) return std::nullopt;
        frames += cell->pairs.size();
        touching += static_cast<std::size_t>(
            std::count_if(cell->pairs.begin(), cell->pairs.end(), [](std::size_t n) { return n > 0; }));
    }
    return Finding{std::to_string(touching) + " of " + std::to_string(frames) + " frames have a contact",
                   2 * touching < frames};
}

/// Whether an exact backend found the same pairs as the first one, over all couples.
Measured countsAgree(const Measurements& all) {
    std::size_t cells = 0, contradictions = 0;
    for (const CoupleResult& result : all.couples) {
        for (const SweepCurve& curve : result.curves) {
            const bool isAll =
                curve.kind->answer != peers::Answer::first && curve.kind->answer != peers::Answer::candidates;
            for (const SweepCell& cell : curve.cells) {
                cells += isAll;
                contradictions += isAll && !cell.contradiction.empty();
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
    for (const char* peer : {"wide-tree", "obb-tree", "fcl-obbrss", "fcl-18dop"}) {
        const auto at0 = all.medianUs(kLibertyPisa, peer, 0), at5 = all.medianUs(kLibertyPisa, peer, 0.5);
        if (!at0 || !at5) continue;
        ours += (ours.empty() ? "" : "; ") + std::string(peer) + " " + text(*at0 / *at5);
        holds = holds && *at0 > *at5;
    }
    if (ours.empty()) return std::nullopt;
    return Finding{"time at 0 by that at 0.5: " + ours, holds};
}

Measured testsFromHalfToZero(const Measurements& all) {
    const SweepCell* half = all.find(kLibertyPisa, "spherical-16", 0.5);
    const SweepCell* zero = all.find(kLibertyPisa, "spherical-16", 0);
    if (!half || !zero || !half->counters || !zero->counters) return std::nullopt;
    const auto perFrame = [](const SweepCell& cell, std::uint64_t sum) {
        return static_cast<double>(sum) / static_cast<double>(cell.pairs.size());
    };
    const double shells =
        perFrame(*half, half->counters->boxTests) / perFrame(*zero, zero->counters->boxTests);
    const double triangles =
        perFrame(*half, half->counters->triangleTests) / perFrame(*zero, zero->counters->triangleTests);
    return Finding{"16x16: " + text(shells) + " times as many shell tests, " + text(triangles) +
                       " times as many of triangles",
                   shells < 1 && triangles > 1};
}

Statement layerStatement(const Model& model) {
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

const Bound kBelowOne = {"below 1 at each distance", [](const Range&range) { return range.most < 1; }},
            kAtLeastOne = {"at least 1 at each distance", [](const Range&range) { return range.least >= 1; }},
            kComparable = {"from 0.5 to 2 at each distance",
                           [](const Range&range) { return range.least > 0.5 && range.most < 2; }};

/// A row about the first one's time in relation to the second one's.
struct RatioRow {
    const char* paperSays;
    Timed a, b;
    const std::vector<Real>& distances;
    std::string against;
    Bound bound;
};

Statement statementOf(const RatioRow& row) {
    const auto measure = [=](const Measurements& all) {
        return ratioFinding(ratios(all, row.a, row.b, row.distances), row.against, row.bound.holds);
    };
    return {{"results, figure 13", row.paperSays, std::string("ratio ") + row.bound.required},
            measure,
            row.b.peer.starts_with("fcl") ? kFieldAndFcl : kField};
}

std::vector<RatioRow> ratioRows() {
    return {
        {"ant, spider to distance 1, 8x8: comparable to 18-DOPs",
         {kAntSpider, "spherical-8"},
         {kAntSpider, "fcl-18dop"},
         kApart,
         "FCL's 18-DOPs",
         kComparable},
        {"ant, spider to distance 1, 8x8: slightly better than OBBs",
         {kAntSpider, "spherical-8"},
         {kAntSpider, "fcl-obbrss"},
         kApart,
         "FCL's OBBs",
         kBelowOne},
        {"ant, spider: 8x8 samples are sufficient",
         {kAntSpider, "spherical-16"},
         {kAntSpider, "spherical-8"},
         kTogether,
         "8x8 with 16x16",
         kAtLeastOne},
        {"tree, Beetle: 16x16 samples are sufficient",
         {kTreeBeetle, "spherical-32"},
         {kTreeBeetle, "spherical-16"},
         kTogether,
         "16x16 with 32x32",
         kAtLeastOne},
        {"Liberty, Pisa, all pairs: 32x32 samples are better still",
         {kLibertyPisa, "spherical-32"},
         {kLibertyPisa, "spherical-16"},
         kTogether,
         "16x16 with 32x32",
         kBelowOne},
        {"single, 16x16: Liberty, Pisa take about as long as tree, Beetle",
         {kLibertyPisa, "spherical-single-16"},
         {kTreeBeetle, "spherical-single-16"},
         kTogether,
         "tree, Beetle",
         kComparable},
    };
}

/// The statements that are not about a ratio of times.
std::vector<Statement> otherStatements() {
    return {
        {{"results", "the bounding volume hierarchies report all triangle pairs",
          "the same pairs as the wide tree"},
         countsAgree,
         kFcl},
        {{"results", "ant, spider to distance 1: few collision situations",
          "in less than half of the frames"},
         framesWithContact,
         "distances 1.5 to 1"},
        {{"results, figure 13c", "Liberty, Pisa at 0: no hierarchy gains from the extent along y",
          "each takes longer at 0 than at 0.5"},
         costliestAtZero,
         kFcl},
        {{"results, figure 13c", "Liberty, Pisa at 0.5: fewer shell and more triangle tests than at 0",
          "shell tests below 1, triangle tests above 1 times those at 0"},
         testsFromHalfToZero,
         kField},
    };
}

Claim claimOf(const Statement& statement, const Measurements& measurements) {
    const Measured finding = statement.measure(measurements);
    if (!finding) return notMeasured(statement.quote, std::string("needs ") + statement.needs);
    return checked(statement.quote, finding->measured, finding->holds, statement.reasonIfNot);
}

}  // namespace

std::vector<Statement> statements(const std::vector<Model>& models) {
    std::vector<Statement> rows;
    for (const Model& model : models) rows.push_back(layerStatement(model));
    for (const RatioRow& row : ratioRows()) rows.push_back(statementOf(row));
    for (Statement& row : otherStatements()) rows.push_back(std::move(row));
    return rows;
}

std::vector<Claim> claimsOf(const std::vector<Statement>& statements, const Measurements& measurements) {
    std::vector<Claim> claims;
    for (const Statement& statement : statements) claims.push_back(claimOf(statement, measurements));
    return claims;
}

}  // namespace ricochet::app::paper004
