#include "algorithms/stencil/pair_drawing.h"

#include <algorithm>
#include <bit>

namespace ricochet::stencil {
namespace {

/// So many sizes of images stay.
constexpr std::size_t kMostFrames = 3;

/// Depths in the pixels of A; before all depths elsewhere, so that nothing is drawn there.
GreatestValues greatestDepths(const DepthStencil& image) {
    constexpr float kNoDepth = -1;
    std::vector<DepthAndStencil> read(static_cast<std::size_t>(image.pixels) *
                                      static_cast<std::size_t>(image.pixels));
    readDepthAndStencil(image, read);
    std::vector<float> depths;
    depths.reserve(read.size());
    for (const DepthAndStencil& each : read) {
        depths.push_back(each.stencil & kBitA ? each.depth : kNoDepth);
    }
    return {std::move(depths), image.pixels};
}

}  // namespace

void DrawnPairs::add(const DrawnMesh& meshA, const WindowMatrix& placeA, const DrawnMesh& meshB,
                     const WindowMatrix& placeB, float growth) {
    const auto slice = static_cast<std::uint32_t>(size());
    a.push_back({&meshA, placeA, slice});
    b.push_back({&meshB, placeB, slice});
    growths.push_back(growth);
    farEnds.push_back(a.back());
    farEnds.back().toWindow(2, 3) += growth;
    nearEnds.push_back(a.back());
    nearEnds.back().toWindow(2, 3) -= growth;
}

void DrawnPairs::add(const DrawnPairs& others, std::size_t i) {
    a.push_back(others.a[i]);
    b.push_back(others.b[i]);
    growths.push_back(others.growths[i]);
    farEnds.push_back(others.farEnds[i]);
    nearEnds.push_back(others.nearEnds[i]);
}

Result<PairDrawing> PairDrawing::create() {
    auto passes = Passes::create();
    if (!passes) return tl::unexpected(passes.error());
    auto culler = FaceCuller::create();
    if (!culler) return tl::unexpected(culler.error());
    return PairDrawing(std::move(*passes), std::move(*culler));
}

Frame& PairDrawing::prepare(int pixels, std::size_t count) {
    const auto slices = static_cast<int>(std::bit_ceil(count));
    auto found = std::find_if(frames_.begin(), frames_.end(),
                              [&](const auto& each) { return each->isFor(pixels, slices); });
    if (found == frames_.end()) {
        if (frames_.size() == kMostFrames) frames_.pop_back();
        found = frames_.insert(frames_.begin(), std::make_unique<Frame>(pixels, slices));
    }
    std::rotate(frames_.begin(), found, found + 1);
    Passes::begin(pixels);
    return *frames_.front();
}

std::vector<Drawn> PairDrawing::culled(const Frame& frame, FaceCuller::Whose whose,
                                       const std::vector<Drawn>& drawn, FaceCuller::Needed needed,
                                       const DetectorSettings& settings) {
    if (settings.hiddenFaces != HiddenFaces::culled || drawn.size() != 1) return drawn;
    if (drawn.front().mesh->mesh().faceCount() < settings.fewestCulled) return drawn;
    return {culler_.cull(whose, drawn.front(), frame.targets, needed)};
}

void PairDrawing::drawFarEnds(Frame& frame, const DrawnPairs& pairs, const DetectorSettings& settings) {
    if (!settings.cacheDepths || !areOf(frame.farEnd, pairs.farEnds)) {
        passes_.drawFarEnd(frame.targets, culled(frame, FaceCuller::Whose::a, pairs.farEnds,
                                                 FaceCuller::Needed::covered, settings));
        frame.farDepths = {};
    }
    frame.farEnd = {pairs.farEnds.begin(), pairs.farEnds.end()};
}

void PairDrawing::drawNearEnds(Frame& frame, const DrawnPairs& pairs, const DetectorSettings& settings) {
    if (!settings.cacheDepths || !areOf(frame.nearEnd, pairs.nearEnds)) {
        passes_.drawNearEnd(frame.targets, culled(frame, FaceCuller::Whose::a, pairs.nearEnds,
                                                  FaceCuller::Needed::covered, settings));
        frame.nearDepths = {};
    }
    frame.nearEnd = {pairs.nearEnds.begin(), pairs.nearEnds.end()};
}

/// Draws all of B by `draw`; of a single pair without the faces that the depths of `image` hide.
template <class Draw>
void PairDrawing::drawB(const Frame& frame, const DrawnPairs& pairs, const DepthStencil& image,
                        GreatestValues& depths, const DetectorSettings& settings, Draw&& draw) {
    if (settings.hiddenFaces == HiddenFaces::culled) {
        // What lies behind A's end is not before its begin, either.
        return draw(culled(frame, FaceCuller::Whose::b, pairs.b, FaceCuller::Needed::notBehind, settings));
    }
    if (pairs.size() > 1 || settings.hiddenFaces != HiddenFaces::skipped) return draw(pairs.b);
    if (depths.isEmpty()) depths = greatestDepths(image);
    const Groups seen(pairs.b.front(), depths);
    draw(DrawnMeshes(&seen.of, 1));
}

void PairDrawing::firstPass(Frame& frame, const DrawnPairs& pairs, const DetectorSettings& settings) {
    drawFarEnds(frame, pairs, settings);
    drawB(frame, pairs, frame.targets.farEnd, frame.farDepths, settings, [&](DrawnMeshes b) {
        settings.method == Method::simplified ? passes_.toggle1(frame.targets, b)
                                              : passes_.count1(frame.targets, b);
    });
}

void PairDrawing::secondPass(Frame& frame, const DrawnPairs& pairs, const DetectorSettings& settings) {
    drawNearEnds(frame, pairs, settings);
    if (frame.targets.nearEndHas == NearEndHas::layers) {
        passes_.markConvex(frame.targets, pairs.size());
    }
    drawB(frame, pairs, frame.targets.nearEnd, frame.nearDepths, settings, [&](DrawnMeshes b) {
        settings.method == Method::simplified ? passes_.toggle2(frame.targets, b)
                                              : passes_.count2(frame.targets, b);
    });
}

void PairDrawing::bothPasses(Frame& frame, const DrawnPairs& pairs, const DetectorSettings& settings) {
    if (!settings.drawsBothAtOnce || settings.method == Method::simplified) {
        firstPass(frame, pairs, settings);
        return secondPass(frame, pairs, settings);
    }
    drawFarEnds(frame, pairs, settings);
    drawNearEnds(frame, pairs, settings);
    drawB(frame, pairs, frame.targets.farEnd, frame.farDepths, settings,
          [&](DrawnMeshes b) { passes_.countBoth(frame.targets, b); });
}

}  // namespace ricochet::stencil
