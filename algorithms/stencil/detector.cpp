#include "algorithms/stencil/detector.h"

#include "algorithms/stencil/face_culler.h"
#include "algorithms/stencil/frame.h"
#include "algorithms/stencil/peeling.h"
#include "algorithms/stencil/pixel_lists.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <iterator>
#include <limits>

namespace ricochet::stencil {
namespace {

/// How far the corners of a mesh's box extend along a direction, in metres.
std::pair<Real, Real> extent(const Vec3& direction, const Mesh& mesh, const Pose& pose) {
    Real low = std::numeric_limits<Real>::infinity(), high = -low;
    for (int corner = 0; corner < 8; ++corner) {
        Vec3 at = mesh.box().min;
        for (int axis = 0; axis < 3; ++axis) {
            if (corner >> axis & 1) at[axis] = mesh.box().max[axis];
        }
        const Real along = direction.dot(place(pose, at));
        low = std::min(low, along);
        high = std::max(high, along);
    }
    return {low, high};
}

}  // namespace

View withDepthOf(const View& view, const Mesh& a, const Pose& poseA, const Mesh& b, const Pose& poseB,
                 Real growth) {
    constexpr Real kMargin = 1e-3;  // of the depth: nothing is outside after rounding to float
    const Vec3 direction = view.axes.row(2);
    const auto [lowA, highA] = extent(direction, a, poseA);
    const auto [lowB, highB] = extent(direction, b, poseB);
    const Real low = std::min(lowA, lowB) - growth, high = std::max(highA, highB) + growth;
    View widened = view;
    if (view.min.z() < low && high < view.min.z() + view.size.z()) return widened;
    widened.min.z() = low - kMargin * (high - low);
    widened.size.z() = (1 + 2 * kMargin) * (high - low);
    return widened;
}

namespace {

/// Measures the phases if it is switched on.
class PhaseClock {
public:
    explicit PhaseClock(bool isOn) : isOn_(isOn) { lap(); }
    double lap() {
        if (!isOn_) return 0;
        glFinish();
        const auto now = std::chrono::steady_clock::now();
        const double milliseconds = std::chrono::duration<double, std::milli>(now - last_).count();
        last_ = now;
        return milliseconds;
    }

private:
    bool isOn_;
    std::chrono::steady_clock::time_point last_{};
};

}  // namespace

namespace {

/// A mesh, and which of its faces need drawing.
struct Groups {
    /// `depths`: if not null, only faces that may lie before one of these depths.
    Groups(const Drawn& drawn, const GreatestValues* depths) : of(drawn) {
        if (!depths) return;
        ranges = groupsBefore(drawn.mesh->groups(), drawn.toWindow, *depths);
        of.only = &ranges;
    }
    Groups(const Groups&) = delete;
    Groups& operator=(const Groups&) = delete;

    std::vector<FaceRange> ranges;
    Drawn of;
};

/// Pairs that are drawn at once; entry i is pair i, in slice i. A's end and its begin are moved apart if it
/// is grown along the view.
struct DrawnPairs {
    std::vector<Drawn> a, farEnds, nearEnds, b;
    std::vector<float> growths;  ///< depth

    explicit DrawnPairs(std::span<const DetectorQuery> queries, Real metres) {
        for (const DetectorQuery& query : queries) {
            const View view =
                withDepthOf(query.view, query.a->mesh(), query.poseA, query.b->mesh(), query.poseB, metres);
            const auto slice = static_cast<std::uint32_t>(a.size());
            a.push_back({query.a, windowMatrix(view, query.poseA, query.a->centre()), slice});
            b.push_back({query.b, windowMatrix(view, query.poseB, query.b->centre()), slice});
            growths.push_back(static_cast<float>(metres / view.size.z()));
            farEnds.push_back(a.back());
            farEnds.back().toWindow(2, 3) += growths.back();
            nearEnds.push_back(a.back());
            nearEnds.back().toWindow(2, 3) -= growths.back();
        }
    }
    std::size_t size() const { return a.size(); }
};

/// Depths that restrict drawing to undecided pixels.
GreatestValues undecidedOf(const CollisionMap& map) {
    constexpr float kDraw = 1, kSkip = -1;  // behind all depths, and before all depths
    std::vector<float> values;
    values.reserve(map.cases.size());
    for (const PixelCase each : map.cases) values.push_back(each == PixelCase::undecided ? kDraw : kSkip);
    return {std::move(values), map.pixels};
}

/// So many sizes of images stay.
constexpr std::size_t kMostFrames = 3;

/// Of an array of images: OpenGL 4.5 demands at least as many (GL_MAX_ARRAY_TEXTURE_LAYERS).
constexpr std::size_t kMostSlices = 2048;

}  // namespace

/// The objects that live on the OpenGL thread.
struct Detector::Implementation {
    Passes passes;
    Examination examination;
    PixelLists lists;
    FaceCuller culler;
    std::unique_ptr<BlendedLayers> blended;
    bool isSoftware;
    std::vector<std::unique_ptr<Frame>> frames{};  ///< the last one used is the first

    static Result<std::unique_ptr<Implementation>> create(const DetectorSettings& settings, bool isSoftware) {
        auto passes = Passes::create();
        if (!passes) return tl::unexpected(passes.error());
        auto examination = Examination::create();
        if (!examination) return tl::unexpected(examination.error());
        auto lists = PixelLists::create(settings.firstCapacity, settings.mostLayers);
        if (!lists) return tl::unexpected(lists.error());
        auto culler = FaceCuller::create();
        if (!culler) return tl::unexpected(culler.error());
        auto blended = BlendedLayers::create();
        if (!blended) return tl::unexpected(blended.error());
        return std::unique_ptr<Implementation>(new Implementation{std::move(*passes), std::move(*examination),
                                                                  std::move(*lists), *culler,
                                                                  std::move(*blended), isSoftware});
    }

    void abandon() {
        for (const auto& frame : frames) frame->targets.abandon();
        passes.abandon();
        examination.abandon();
        blended->abandon();
    }

    /// What is left to the renderer is decided.
    DetectorSettings decided(DetectorSettings settings) const {
        if (settings.examiner == Examiner::byRenderer) {
            settings.examiner = isSoftware ? Examiner::readBack : Examiner::compute;
        }
        if (settings.hiddenFaces == HiddenFaces::byRenderer) {
            settings.hiddenFaces = isSoftware ? HiddenFaces::skipped : HiddenFaces::culled;
        }
        return settings;
    }

    /// Depths in the pixels of A; before all depths elsewhere, so that nothing is drawn there.
    static GreatestValues depthsOf(const DepthStencil& image) {
        constexpr float kNothing = -1;
        std::vector<DepthAndStencil> read(static_cast<std::size_t>(image.pixels) *
                                          static_cast<std::size_t>(image.pixels));
        readDepthAndStencil(image, read);
        std::vector<float> depths;
        depths.reserve(read.size());
        for (const DepthAndStencil& each : read) {
            depths.push_back(each.stencil & kBitA ? each.depth : kNothing);
        }
        return {std::move(depths), image.pixels};
    }

    Frame& prepare(int pixels, std::size_t count) {
        const auto slices = static_cast<int>(std::bit_ceil(count));
        auto found = std::find_if(frames.begin(), frames.end(),
                                  [&](const auto& each) { return each->isFor(pixels, slices); });
        if (found == frames.end()) {
            if (frames.size() == kMostFrames) frames.pop_back();
            found = frames.insert(frames.begin(), std::make_unique<Frame>(pixels, slices));
        }
        std::rotate(frames.begin(), found, found + 1);
        Passes::begin(pixels);
        return *frames.front();
    }

    void drawFarEnds(Frame& frame, const DrawnPairs& pairs, const DetectorSettings& settings) {
        if (!settings.cacheDepths || !areOf(frame.farEnd, pairs.farEnds)) {
            passes.drawFarEnd(frame.targets, drawnA(frame, pairs.farEnds, settings));
            frame.farDepths = {};
        }
        frame.farEnd = {pairs.farEnds.begin(), pairs.farEnds.end()};
    }

    void drawNearEnds(Frame& frame, const DrawnPairs& pairs, const DetectorSettings& settings) {
        if (!settings.cacheDepths || !areOf(frame.nearEnd, pairs.nearEnds)) {
            passes.drawNearEnd(frame.targets, drawnA(frame, pairs.nearEnds, settings));
            frame.nearDepths = {};
        }
        frame.nearEnd = {pairs.nearEnds.begin(), pairs.nearEnds.end()};
    }

    /// A itself, or without the faces that cover no pixel.
    std::vector<Drawn> drawnA(const Frame& frame, const std::vector<Drawn>& a,
                              const DetectorSettings& settings) {
        if (!culls(a, settings)) return a;
        return {culler.cull(FaceCuller::Whose::a, a.front(), frame.targets, FaceCuller::Needed::covered)};
    }

    static bool culls(DrawnMeshes drawn, const DetectorSettings& settings) {
        return settings.hiddenFaces == HiddenFaces::culled && drawn.size() == 1 &&
               drawn.front().mesh->mesh().faceCount() >= settings.fewestCulled;
    }

    /// Draws all of B by `draw`; of a single pair without the faces that the depths of `image` hide.
    template <class Draw>
    void drawB(const Frame& frame, const DrawnPairs& pairs, const DepthStencil& image, GreatestValues& depths,
               const DetectorSettings& settings, Draw&& draw) {
        if (culls(pairs.b, settings)) {
            // What lies behind A's end is not before its begin, either.
            const Drawn seen = culler.cull(FaceCuller::Whose::b, pairs.b.front(), frame.targets,
                                           FaceCuller::Needed::notBehind);
            return draw(DrawnMeshes(&seen, 1));
        }
        if (pairs.size() > 1 || settings.hiddenFaces != HiddenFaces::skipped) return draw(pairs.b);
        if (depths.isEmpty()) depths = depthsOf(image);
        const Groups seen(pairs.b.front(), &depths);
        draw(DrawnMeshes(&seen.of, 1));
    }

    void firstPass(Frame& frame, const DrawnPairs& pairs, const DetectorSettings& settings) {
        drawFarEnds(frame, pairs, settings);
        drawB(frame, pairs, frame.targets.farEnd, frame.farDepths, settings, [&](DrawnMeshes b) {
            settings.method == Method::simplified ? passes.toggle1(frame.targets, b)
                                                  : passes.count1(frame.targets, b);
        });
    }

    void secondPass(Frame& frame, const DrawnPairs& pairs, const DetectorSettings& settings) {
        drawNearEnds(frame, pairs, settings);
        if (frame.targets.nearEndHas == NearEndHas::layers) {
            passes.markConvex(frame.targets, pairs.size());
        }
        drawB(frame, pairs, frame.targets.nearEnd, frame.nearDepths, settings, [&](DrawnMeshes b) {
            settings.method == Method::simplified ? passes.toggle2(frame.targets, b)
                                                  : passes.count2(frame.targets, b);
        });
    }

    void bothPasses(Frame& frame, const DrawnPairs& pairs, const DetectorSettings& settings) {
        if (!settings.drawsBothAtOnce || settings.method == Method::simplified) {
            firstPass(frame, pairs, settings);
            return secondPass(frame, pairs, settings);
        }
        drawFarEnds(frame, pairs, settings);
        drawNearEnds(frame, pairs, settings);
        drawB(frame, pairs, frame.targets.farEnd, frame.farDepths, settings,
              [&](DrawnMeshes b) { passes.countBoth(frame.targets, b); });
    }

    Result<void> decideByLists(const Frame& frame, DrawnPairs& pairs, const DetectorSettings& settings,
                               std::span<Answer* const> answers) {
        std::optional<Groups> seenA, seenB;
        if (pairs.size() == 1 && settings.hiddenFaces == HiddenFaces::skipped) {
            const auto map = Examination::readCases(frame.targets, pairs.a.front().slice);
            const GreatestValues undecided = undecidedOf(map);
            pairs.a.front() = seenA.emplace(pairs.a.front(), &undecided).of;
            pairs.b.front() = seenB.emplace(pairs.b.front(), &undecided).of;
        }
        if (culls(pairs.a, settings)) {
            pairs.a = {culler.cull(FaceCuller::Whose::a, pairs.a.front(), frame.targets,
                                   FaceCuller::Needed::undecided)};
        }
        if (culls(pairs.b, settings)) {
            pairs.b = {culler.cull(FaceCuller::Whose::b, pairs.b.front(), frame.targets,
                                   FaceCuller::Needed::undecided)};
        }
        const auto decided = lists.decide(frame.targets, pairs.a, pairs.b, pairs.growths, passes);
        if (!decided) return tl::unexpected(decided.error());
        for (std::size_t i = 0; i < answers.size(); ++i) {
            answers[i]->collides |= (*decided)[i];
            answers[i]->usedLists = true;
            answers[i]->listTries = lists.tries();
        }
        return {};
    }

    /// Of the pairs that have such pixels; each keeps its slice. Returns those that have too many layers.
    DrawnPairs decideByBlending(const Frame& frame, const DrawnPairs& pairs, std::vector<Answer*>& answers) {
        DrawnPairs left({}, 0);
        std::vector<Answer*> leftAnswers;
        for (std::size_t i = 0; i < pairs.size(); ++i) {
            answers[i]->collides |=
                blended->decide(frame.targets, passes, pairs.a[i], pairs.b[i], pairs.growths[i]);
            answers[i]->usedBlending = true;
            answers[i]->blendDrawings = blended->drawings();
            if (!blended->hasLongPixels()) continue;
            left.a.push_back(pairs.a[i]);
            left.b.push_back(pairs.b[i]);
            left.growths.push_back(pairs.growths[i]);
            leftAnswers.push_back(answers[i]);
        }
        answers = std::move(leftAnswers);
        return left;
    }

    /// The undecided pixels of the image `Targets::cases`. `answers`: one for each pair.
    Result<void> decideUndecided(const Frame& frame, DrawnPairs pairs, const DetectorSettings& settings,
                                 std::vector<Answer*> answers) {
        if (settings.undecided == Undecided::blending) pairs = decideByBlending(frame, pairs, answers);
        return answers.empty() ? Result<void>() : decideByLists(frame, pairs, settings, answers);
    }

    /// One pair: ends as soon as its answer is known.
    Result<Answer> detectOne(Frame& frame, const DrawnPairs& pair, const DetectorSettings& settings) {
        Answer answer;
        CollisionMap* const map = settings.wholeMap ? &answer.map : nullptr;
        PhaseClock clock(settings.timesPhases);
        const bool wantsBoth = map || settings.examinesOnce;
        const bool drawsOnce = wantsBoth && settings.drawsBothAtOnce && settings.method != Method::simplified;
        drawsOnce ? bothPasses(frame, pair, settings) : firstPass(frame, pair, settings);
        answer.passes = 1;
        answer.times.draw1 = clock.lap();
        if (!wantsBoth) {
            const Findings first = examination.examine(settings.examiner, settings.method, Seen::firstPass,
                                                       frame.targets, passes, map);
            answer.collides = first.collides;
            answer.counts = first.counts;
            answer.times.examine1 = clock.lap();
            if (first.collides || !first.isUndecided) return answer;
        }
        if (!drawsOnce) secondPass(frame, pair, settings);
        answer.passes = 2;
        answer.times.draw2 = clock.lap();
        const Findings found = examination.examine(settings.examiner, settings.method, Seen::bothPasses,
                                                   frame.targets, passes, map);
        answer.collides = found.collides;
        answer.counts = found.counts;
        answer.times.examine2 = clock.lap();
        if (!found.isUndecided || (found.collides && !map)) return answer;
        const auto decided = decideUndecided(frame, pair, settings, {&answer});
        if (!decided) return tl::unexpected(decided.error());
        if (map) *map = Examination::readCases(frame.targets);
        answer.times.lists = clock.lap();
        return answer;
    }

    /// Many pairs: everything is handed to OpenGL before anything is waited for.
    Result<std::vector<Answer>> detectMany(Frame& frame, const DrawnPairs& pairs,
                                           const DetectorSettings& settings) {
        bothPasses(frame, pairs, settings);
        std::vector<CollisionMap> maps(settings.wholeMap ? pairs.size() : 0);
        const std::vector<Findings> found =
            examination.examineSlices(settings.method, frame.targets, pairs.size(), maps);
        std::vector<Answer> answers(pairs.size());
        DrawnPairs undecided({}, 0);
        std::vector<Answer*> undecidedAnswers;
        for (std::size_t i = 0; i < pairs.size(); ++i) {
            answers[i].collides = found[i].collides;
            answers[i].counts = found[i].counts;
            answers[i].passes = 2;
            if (!found[i].isUndecided || (found[i].collides && maps.empty())) continue;
            undecided.a.push_back(pairs.a[i]);
            undecided.b.push_back(pairs.b[i]);
            undecided.growths.push_back(pairs.growths[i]);
            undecidedAnswers.push_back(&answers[i]);
        }
        if (!undecidedAnswers.empty()) {
            const auto decided = decideUndecided(frame, undecided, settings, undecidedAnswers);
            if (!decided) return tl::unexpected(decided.error());
            for (const Drawn& each : undecided.a) {
                if (!maps.empty()) maps[each.slice] = Examination::readCases(frame.targets, each.slice);
            }
        }
        for (std::size_t i = 0; i < maps.size(); ++i) answers[i].map = std::move(maps[i]);
        return answers;
    }

    Result<std::vector<Answer>> detect(int pixels, const DrawnPairs& pairs, DetectorSettings settings) {
        settings = decided(settings);
        Frame& frame = prepare(pixels, pairs.size());
        if (pairs.size() > 1) return detectMany(frame, pairs, settings);
        auto answer = detectOne(frame, pairs, settings);
        if (!answer) return tl::unexpected(answer.error());
        std::vector<Answer> answers;
        answers.push_back(std::move(*answer));
        return answers;
    }
};

Detector::Detector(std::shared_ptr<gl::Thread> thread, DetectorSettings settings)
    : thread_(std::move(thread)), settings_(settings) {}

Detector::~Detector() {
    const auto ran = thread_->run([this] { implementation_.reset(); });
    if (ran || !implementation_) return;
    implementation_->abandon();
}

Result<std::shared_ptr<Detector>> Detector::create(DetectorSettings settings) {
    auto thread = gl::Thread::start({4, 5});
    if (!thread) return tl::unexpected(thread.error().sentence());
    return create(settings, std::move(*thread));
}

Result<std::shared_ptr<Detector>> Detector::create(DetectorSettings settings,
                                                   std::shared_ptr<gl::Thread> thread) {
    std::shared_ptr<Detector> detector(new Detector(std::move(thread), settings));
    std::string reason;
    const auto ran = detector->thread_->run([&] {
        auto made = Implementation::create(settings, detector->thread_->isSoftware());
        if (made) detector->implementation_ = std::move(*made);
        if (!made) reason = made.error();
    });
    if (!ran) return tl::unexpected(ran.error());
    if (!reason.empty()) return tl::unexpected(reason);
    return detector;
}

Result<Answer> Detector::detect(const DrawnMesh& a, const Pose& poseA, const DrawnMesh& b, const Pose& poseB,
                                const View& view, const DetectorSettings& settings) {
    const DetectorQuery query = {&a, poseA, &b, poseB, view};
    auto answers = detect(std::span(&query, 1), settings);
    if (!answers) return tl::unexpected(answers.error());
    return std::move(answers->front());
}

Result<std::vector<Answer>> Detector::detect(std::span<const DetectorQuery> queries,
                                             const DetectorSettings& settings) {
    std::vector<Answer> all;
    if (queries.empty()) return all;
    const int pixels = queries.front().view.pixels;
    for (const DetectorQuery& query : queries) {
        if (std::string complaint = query.view.complaint(); !complaint.empty())
            return tl::unexpected(complaint);
        if (query.view.pixels != pixels) {
            return tl::unexpected("Views of " + std::to_string(pixels) + " and of " +
                                  std::to_string(query.view.pixels) +
                                  " pixels per side: those of one call must have the same number.");
        }
    }
    all.reserve(queries.size());
    const std::size_t most =
        kMostPixelsAtOnce / (static_cast<std::size_t>(pixels) * static_cast<std::size_t>(pixels));
    for (std::size_t begin = 0; begin < queries.size();) {
        const auto part = queries.subspan(begin, std::min({queries.size() - begin, most, kMostSlices}));
        const DrawnPairs pairs(part, settings.growth);
        Result<std::vector<Answer>> answers;
        const auto ran = thread_->run([&] { answers = implementation_->detect(pixels, pairs, settings); });
        if (!ran) return tl::unexpected(ran.error());
        if (!answers) return tl::unexpected(answers.error());
        std::move(answers->begin(), answers->end(), std::back_inserter(all));
        begin += part.size();
    }
    return all;
}

Result<Answer> Detector::detect(const DrawnMesh& first, const Pose& poseFirst, const DrawnMesh& second,
                                const Pose& poseSecond, const View& view, PairRoles& roles) {
    if (!roles.next) {
        roles.next = firstRoles({&first.mesh(), poseFirst, first.isConvex()},
                                {&second.mesh(), poseSecond, second.isConvex()}, view);
    }
    const bool isSwapped = *roles.next == Roles::swapped;
    auto answer = isSwapped ? detect(second, poseSecond, first, poseFirst, view)
                            : detect(first, poseFirst, second, poseSecond, view);
    if (!answer) return answer;
    answer->roles = *roles.next;
    if (first.isConvex() && second.isConvex()) roles.next = rolesAfter(answer->roles, answer->counts);
    return answer;
}

Result<std::vector<bool>> Detector::detectByPeeling(const DrawnMesh& a, const Pose& poseA, const DrawnMesh& b,
                                                    const Pose& poseB, const View& view) {
    if (std::string complaint = view.complaint(); !complaint.empty()) return tl::unexpected(complaint);
    const View widened = withDepthOf(view, a.mesh(), poseA, b.mesh(), poseB);
    Result<std::vector<bool>> answer;
    const auto ran = thread_->run([&] {
        const auto peeling = Peeling::create();
        if (!peeling) return void(answer = tl::unexpected(peeling.error()));
        Passes::begin(widened.pixels);
        answer = peeling->collidingPixels(implementation_->passes, widened.pixels,
                                          {&a, windowMatrix(widened, poseA, a.centre())},
                                          {&b, windowMatrix(widened, poseB, b.centre())});
    });
    if (!ran) return tl::unexpected(ran.error());
    return answer;
}

std::vector<PixelList> Detector::sortedLists() {
    std::vector<PixelList> lists;
    (void)thread_->run([&] { lists = implementation_->lists.lists(); });
    return lists;
}

std::vector<BlendedPixel> Detector::blendedPixels() {
    std::vector<BlendedPixel> pixels;
    (void)thread_->run([&] { pixels = implementation_->blended->pixels(); });
    return pixels;
}

}  // namespace ricochet::stencil
