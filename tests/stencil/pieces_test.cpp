// The oracle takes the definition word for word: every interval of A with every interval of B.

#include "algorithms/stencil/pieces.h"

#include "tests/support/random_geometry.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <tuple>
#include <vector>

namespace ricochet::stencil {
namespace {

constexpr Real kMetres = 4;  // depth of the view

struct Solid {
    Real begin, end;
    Index faceOfBegin, faceOfEnd;
};

View viewOfSixtyFourPixels() {
    View view;
    view.pixels = 8;
    view.size = Vec3(1, 1, kMetres);
    return view;
}

/// In some pixels; the depths of a pixel's layers differ. In no order.
std::vector<Layer> randomLayers(Random& random, bool isB) {
    std::vector<Layer> layers;
    for (Index pixel = 0; pixel < 64; ++pixel) {
        std::set<int> depths;
        const int count = pick(random, 8);
        while (depths.size() < static_cast<std::size_t>(count)) depths.insert(pick(random, 40));
        for (const int depth : depths) {
            layers.push_back({pixel, static_cast<Index>(layers.size()) + (isB ? 1000 : 0), depth / 40.0});
        }
    }
    std::ranges::shuffle(layers, random);
    return layers;
}

/// None if their number is odd.
std::vector<Solid> solidsOf(std::vector<Layer> layers, Index pixel) {
    std::erase_if(layers, [&](const Layer& layer) { return layer.pixel != pixel; });
    std::ranges::sort(layers, {}, &Layer::depth);
    if (layers.size() % 2 == 1) return {};
    std::vector<Solid> solids;
    for (std::size_t i = 0; i < layers.size(); i += 2) {
        solids.push_back(
            {kMetres * layers[i].depth, kMetres * layers[i + 1].depth, layers[i].face, layers[i + 1].face});
    }
    return solids;
}

bool isBetween(const Solid& solid, Real low, Real high) { return solid.begin < high && solid.end > low; }

std::vector<Piece> byDefinition(const PairLayers& layers, Real farthest) {
    std::vector<Piece> pieces;
    for (Index pixel = 0; pixel < 64; ++pixel) {
        const std::vector<Solid> ofA = solidsOf(layers.a, pixel), ofB = solidsOf(layers.b, pixel);
        for (const Solid& a : ofA) {
            for (const Solid& b : ofB) {
                const bool isBBehind = b.begin - a.end >= a.begin - b.end;
                const Real distance = isBBehind ? b.begin - a.end : a.begin - b.end;
                const Real low = isBBehind ? a.end : b.end, high = isBBehind ? b.begin : a.begin;
                const auto isInGap = [&](const Solid& solid) { return isBetween(solid, low, high); };
                if (distance > farthest) continue;
                if (distance > 0 && (std::ranges::any_of(ofA, isInGap) || std::ranges::any_of(ofB, isInGap)))
                    continue;
                Piece piece{
                    pixel, a.faceOfEnd, b.faceOfBegin, distance, std::min(low, high), std::max(low, high),
                    0,     0,           isBBehind};
                if (!isBBehind) piece.faceA = a.faceOfBegin, piece.faceB = b.faceOfEnd;
                piece.sharedLow = distance < 0 ? std::max(a.begin, b.begin) : piece.low;
                piece.sharedHigh = distance < 0 ? std::min(a.end, b.end) : piece.high;
                pieces.push_back(piece);
            }
        }
    }
    return pieces;
}

TEST(Pieces, AreTheIntervalsThatOverlapOrFaceEachOther) {
    Random random(12);
    int overlaps = 0, gaps = 0;
    for (int trial = 0; trial < 200; ++trial) {
        const Real farthest = trial % 3 == 0 ? 0 : uniform(random, 0, 1);
        const PairLayers layers = {randomLayers(random, false), randomLayers(random, true)};
        const std::vector<Piece> truth = byDefinition(layers, farthest),
                                 found = piecesOf(layers, viewOfSixtyFourPixels(), farthest);
        ASSERT_EQ(found.size(), truth.size()) << trial;
        for (std::size_t i = 0; i < truth.size(); ++i) {
            const Piece &x = found[i], &y = truth[i];
            EXPECT_EQ(std::tie(x.pixel, x.faceA, x.faceB, x.isBBehind),
                      std::tie(y.pixel, y.faceA, y.faceB, y.isBBehind));
            EXPECT_NEAR(x.distance, y.distance, 1e-12);
            EXPECT_NEAR(x.low, y.low, 1e-12);
            EXPECT_NEAR(x.high, y.high, 1e-12);
            EXPECT_NEAR(x.sharedLow, y.sharedLow, 1e-12);
            EXPECT_NEAR(x.sharedHigh, y.sharedHigh, 1e-12);
            (x.overlaps() ? overlaps : gaps) += 1;
        }
    }
    EXPECT_GT(overlaps, 500);
    EXPECT_GT(gaps, 300);
}

}  // namespace
}  // namespace ricochet::stencil
