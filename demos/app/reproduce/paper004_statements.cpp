#include "demos/app/reproduce/paper004_statements.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace ricochet::app::paper004 {
namespace {

const std::string kAntSpider = "ant-spider", kTreeBeetle = "tree-beetle", kLibertyPisa = "liberty-pisa";
constexpr const char* kField = "the spherical field";
constexpr const char *kFcl = "FCL", *kFieldAndFcl = "the spherical field and FCL";
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

bool isBelowOne(const Range& range) { return range.most < 1; }
bool isAboveOne(const Range& range) { return range.least >= 1; }
/// "Comparable": never twice as long or half as long.
bool isComparable(const Range& range) { return range.least > 0.5 && range.most < 2; }

Measured layersOf(const Measurements& all, const std::string& model) {
    const auto entry = all.layersPerShell.find(model);
    if (entry == all.layersPerShell.end()) return std::nullopt;
    return Finding{
        text(entry->second.byHits) + " by hits along a ray, " + text(entry->second.byGaps) + " by gaps",
        std::nullopt};
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
                   std::nullopt};
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

Statement ratioStatement(const char* paperSays, const Timed& a, const Timed& b,
                         const std::vector<Real>& distances, const std::string& against,
                         bool (*holds)(const Range&)) {
    const bool isOfFcl = b.peer.starts_with("fcl");
    return {
        paperSays,
        [=](const Measurements& all) { return ratioFinding(ratios(all, a, b, distances), against, holds); },
        isOfFcl ? kFieldAndFcl : kField};
}

}  // namespace

std::vector<Statement> statements(const std::vector<Model>& models) {
    std::vector<Statement> rows;
    for (const Model& model : models) {
        rows.push_back({model.name + ": " + text(model.paperLayers) + " layers per shell on average",
                        [name = model.name](const Measurements& all) { return layersOf(all, name); },
                        kField});
    }
    const std::vector<Statement> others = {
        {"the bounding volume hierarchies report all triangle pairs", countsAgree, kFcl},
        {"ant, spider to distance 1: few collision situations", framesWithContact, "distances 1.5 to 1"},
        ratioStatement("ant, spider to distance 1, 8x8: comparable to 18-DOPs", {kAntSpider, "spherical-8"},
                       {kAntSpider, "fcl-18dop"}, kApart, "FCL's 18-DOPs", isComparable),
        ratioStatement("ant, spider to distance 1, 8x8: slightly better than OBBs",
                       {kAntSpider, "spherical-8"}, {kAntSpider, "fcl-obbrss"}, kApart, "FCL's OBBs",
                       isBelowOne),
        ratioStatement("ant, spider: 8x8 samples are sufficient", {kAntSpider, "spherical-16"},
                       {kAntSpider, "spherical-8"}, kTogether, "8x8 with 16x16", isAboveOne),
        ratioStatement("tree, Beetle: 16x16 samples are sufficient", {kTreeBeetle, "spherical-32"},
                       {kTreeBeetle, "spherical-16"}, kTogether, "16x16 with 32x32", isAboveOne),
        ratioStatement("Liberty, Pisa, all pairs: 32x32 samples are better still",
                       {kLibertyPisa, "spherical-32"}, {kLibertyPisa, "spherical-16"}, kTogether,
                       "16x16 with 32x32", isBelowOne),
        ratioStatement("single, 16x16: Liberty, Pisa take about as long as tree, Beetle",
                       {kLibertyPisa, "spherical-single-16"}, {kTreeBeetle, "spherical-single-16"}, kTogether,
                       "tree, Beetle", isComparable),
        {"Liberty, Pisa at 0: no hierarchy gains from the extent along y", costliestAtZero, kFcl},
        {"Liberty, Pisa at 0.5: fewer shell and more triangle tests than at 0", testsFromHalfToZero, kField},
    };
    rows.insert(rows.end(), others.begin(), others.end());
    return rows;
}

TextTable tableOf(const std::vector<Statement>& statements, const Measurements& measurements) {
    TextTable table = {{"the paper's text", "here", "holds"}};
    for (const Statement& statement : statements) {
        const Measured finding = statement.measure(measurements);
        if (!finding) {
            table.push_back(
                {statement.paperSays, std::string("not measured: needs ") + statement.needs, "-"});
            continue;
        }
        const std::string holds = !finding->holds ? "-" : *finding->holds ? "yes" : "no";
        table.push_back({statement.paperSays, finding->ours, holds});
    }
    return table;
}

}  // namespace ricochet::app::paper004
