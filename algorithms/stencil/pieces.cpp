#include "algorithms/stencil/pieces.h"

#include <algorithm>

namespace ricochet::stencil {
namespace {

/// An interval of the ray inside a solid: from one layer to the next.
struct Interval {
    const Layer *begin, *end;
};

/// The overlap or gap of two intervals; overlapping ones separate along the ray in the shorter direction.
Piece pieceOf(const Interval& a, const Interval& b, Real metres) {
    const Real behind = b.begin->depth - a.end->depth, before = a.begin->depth - b.end->depth;
    Piece piece;
    piece.pixel = a.begin->pixel;
    piece.isBBehind = behind >= before;
    piece.distance = metres * std::max(behind, before);
    const Layer& ofA = piece.isBBehind ? *a.end : *a.begin;
    const Layer& ofB = piece.isBBehind ? *b.begin : *b.end;
    piece.faceA = ofA.face;
    piece.faceB = ofB.face;
    piece.low = metres * std::min(ofA.depth, ofB.depth);
    piece.high = metres * std::max(ofA.depth, ofB.depth);
    piece.sharedLow = piece.low;
    piece.sharedHigh = piece.high;
    if (piece.distance < 0) {
        piece.sharedLow = metres * std::max(a.begin->depth, b.begin->depth);
        piece.sharedHigh = metres * std::min(a.end->depth, b.end->depth);
    }
    return piece;
}

std::vector<Interval> layerIntervals(std::span<const Layer> layers) {
    std::vector<Interval> intervals;
    for (std::size_t i = 0; i < layers.size(); i += 2) intervals.push_back({&layers[i], &layers[i + 1]});
    return intervals;
}

/// Whether neither solid has a point between two disjoint intervals.
bool faceEachOther(const std::vector<Interval>& a, std::size_t i, const std::vector<Interval>& b,
                   std::size_t j, bool isBBehind) {
    if (isBBehind) {
        return (j == 0 || b[j - 1].end->depth <= a[i].end->depth) &&
               (i + 1 == a.size() || a[i + 1].begin->depth >= b[j].begin->depth);
    }
    return (i == 0 || a[i - 1].end->depth <= b[j].end->depth) &&
           (j + 1 == b.size() || b[j + 1].begin->depth >= a[i].begin->depth);
}

void addPieces(std::span<const Layer> ofA, std::span<const Layer> ofB, Real metres, Real farthest,
               std::vector<Piece>& pieces) {
    const std::vector<Interval> a = layerIntervals(ofA), b = layerIntervals(ofB);
    std::size_t first = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        while (first < b.size() && metres * (a[i].begin->depth - b[first].end->depth) > farthest) ++first;
        for (std::size_t j = first; j < b.size(); ++j) {
            const Piece piece = pieceOf(a[i], b[j], metres);
            if (piece.distance > farthest) break;
            if (piece.overlaps() || faceEachOther(a, i, b, j, piece.isBBehind)) pieces.push_back(piece);
        }
    }
}

}  // namespace

std::vector<Piece> piecesOf(PairLayers layers, const View& view, Real farthest) {
    sortLayers(layers.a, view.pixels);
    sortLayers(layers.b, view.pixels);
    std::vector<Piece> pieces;
    std::span<const Layer> leftA = layers.a, leftB = layers.b;
    while (!leftA.empty() && !leftB.empty()) {
        const Index pixel = std::max(leftA.front().pixel, leftB.front().pixel);
        const auto a = takePixel(leftA, pixel), b = takePixel(leftB, pixel);
        if (a.empty() || b.empty() || a.size() % 2 == 1 || b.size() % 2 == 1) continue;
        addPieces(a, b, view.size.z(), farthest, pieces);
    }
    return pieces;
}

}  // namespace ricochet::stencil
