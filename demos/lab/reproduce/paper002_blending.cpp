// Section 6 of paper 002: undecided pixels by layers that are sorted by drawing and blended, beside the
// lists.

#include "algorithms/stencil/pixel_lists.h"
#include "demos/lab/reproduce/experiment.h"
#include "demos/lab/reproduce/paper002_claims.h"
#include "demos/lab/reproduce/paper002_scenes.h"

#include <algorithm>

namespace ricochet::lab::paper002 {
namespace {

using namespace stencil;

/// Milliseconds of the phase that decides undecided pixels: the shortest of a few runs.
Result<Answer> shortest(Detector& detector, const DrawnMesh& a, const DrawnMesh& b, const Scene& scene,
                        const DetectorSettings& settings, int runs) {
    Result<Answer> best = detector.detect(a, scene.poseA, b, scene.poseB, scene.view, settings);
    for (int run = 1; best && run < runs; ++run) {
        auto next = detector.detect(a, scene.poseA, b, scene.poseB, scene.view, settings);
        if (!next) return next;
        if (next->times.lists < best->times.lists) best = std::move(next);
    }
    return best;
}

Result<BlendingResult> compare(const Scene& scene, int runs) {
    DetectorSettings byLists, byBlending;
    byLists.timesPhases = byBlending.timesPhases = true;
    byLists.hiddenFaces = byBlending.hiddenFaces = HiddenFaces::drawn;
    byBlending.undecided = Undecided::blending;
    const auto detector = Detector::create(byLists);
    if (!detector) return tl::unexpected(detector.error());
    const auto a = (*detector)->upload(scene.a), b = (*detector)->upload(scene.b);
    if (!a) return tl::unexpected(a.error());
    if (!b) return tl::unexpected(b.error());
    const auto listed = shortest(**detector, **a, **b, scene, byLists, runs);
    if (!listed) return tl::unexpected(listed.error());
    const auto lists = listed->usedLists ? (*detector)->sortedLists() : std::vector<PixelList>{};
    const auto blended = shortest(**detector, **a, **b, scene, byBlending, runs);
    if (!blended) return tl::unexpected(blended.error());
    const auto words = blended->usedBlending ? (*detector)->blendedPixels() : std::vector<BlendedPixel>{};
    BlendingResult result;
    result.scene = scene.name;
    result.pixels = static_cast<int>(words.size());
    result.drawings = blended->blendDrawings;
    result.isSame = listed->map.cases == blended->map.cases && lists.size() == words.size();
    for (std::size_t i = 0; result.isSame && i < words.size(); ++i) {
        result.layers = std::max(result.layers, static_cast<int>(words[i].layers));
        result.isSame = blendWord(lists[i]) == words[i].word && lists[i].pixel == words[i].pixel;
    }
    result.listMilliseconds = listed->times.lists;
    result.blendMilliseconds = blended->times.lists;
    return result;
}

}  // namespace

Result<void> runBlending(Effort effort, Report& report) {
    const bool isTrial = effort == Effort::trial;
    const int pixels = isTrial ? 64 : 512, facesPerTooth = isTrial ? 2'000 : 22'000;
    const std::vector<Scene> scenes = {figure3c(isTrial ? 5'000 : 160'000, pixels),
                                       figure5(Stage::c, Along::row, pixels, facesPerTooth),
                                       figure5(Stage::d, Along::row, pixels, facesPerTooth)};
    TextTable table = {{"scene", "undecided pixels", "most layers", "drawings of A and B",
                        "words as the lists'", "lists, ms", "blending, ms"}};
    std::vector<BlendingResult> results;
    for (const Scene& scene : scenes) {
        const auto result = compare(scene, isTrial ? 1 : 5);
        if (!result) return tl::unexpected(result.error());
        table.push_back({result->scene, std::to_string(result->pixels), std::to_string(result->layers),
                         std::to_string(result->drawings), result->isSame ? "yes" : "no",
                         threeDigits(result->listMilliseconds), threeDigits(result->blendMilliseconds)});
        results.push_back(*result);
    }
    report.say(
        "section 6: undecided pixels by blending, which sorts by drawing A and B once a layer, and by lists",
        table);
    report.add(blendingClaim(results));
    return report.write("blending", table);
}

}  // namespace ricochet::lab::paper002
