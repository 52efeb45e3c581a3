#include "algorithms/stencil/detector.h"

#include "algorithms/gl/timestamps.h"
#include "algorithms/stencil/pair_drawing.h"
#include "algorithms/stencil/pixel_lists.h"

#include <algorithm>
#include <bit>
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
        const Real along = direction.dot(transformPoint(pose, at));
        low = std::min(low, along);
        high = std::max(high, along);
    }
    return {low, high};
}

}  // namespace

View withDepthRange(const View& view, const Mesh& a, const Pose& poseA, const Mesh& b, const Pose& poseB,
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

/// The ends of the phases of one pair, if their times are requested.
class PhaseMarks {
public:
    PhaseMarks(gl::Timestamps& timestamps, bool isOn) : timestamps_(timestamps), isOn_(isOn) {
        timestamps_.restart();
        if (isOn_) timestamps_.mark();
    }
    void end(double PhaseTimes::*phase) {
        if (!isOn_) return;
        timestamps_.mark();
        phases_.push_back(phase);
    }
    PhaseTimes times() const {
        PhaseTimes times;
        const std::vector<double> laps = timestamps_.laps();
        for (std::size_t i = 0; i < laps.size(); ++i) times.*phases_[i] = laps[i];
        return times;
    }

private:
    gl::Timestamps& timestamps_;
    bool isOn_;
    std::vector<double PhaseTimes::*> phases_;
};

DrawnPairs drawnPairs(std::span<const DetectorQuery> queries, Real metres) {
    DrawnPairs pairs;
    for (const DetectorQuery& query : queries) {
        const View view =
            withDepthRange(query.view, query.a->mesh(), query.poseA, query.b->mesh(), query.poseB, metres);
        pairs.add(*query.a, windowMatrix(view, query.poseA, query.a->centre()), *query.b,
                  windowMatrix(view, query.poseB, query.b->centre()),
                  static_cast<float>(metres / view.size.z()));
    }
    return pairs;
}

/// Depths that restrict drawing to undecided pixels.
GreatestValues undecidedPixels(const CollisionMap& map) {
    constexpr float kDraw = 1, kSkip = -1;  // behind all depths, and before all depths
    std::vector<float> values;
    values.reserve(map.cases.size());
    for (const PixelCase each : map.cases) values.push_back(each == PixelCase::undecided ? kDraw : kSkip);
    return {std::move(values), map.pixels};
}

/// Limit of an array of images: OpenGL 4.5 demands at least as many (GL_MAX_ARRAY_TEXTURE_LAYERS).
constexpr std::size_t kMostSlices = 2048;

}  // namespace

/// The objects that live on the OpenGL thread.
struct Detector::Implementation {
    PairDrawing drawing;
    Examination examination;
    PixelLists lists;
    BlendedLayers blended;
    bool isSoftware;
    gl::Timestamps timestamps{};

    static Result<std::unique_ptr<Implementation>> create(const DetectorSettings& settings, bool isSoftware) {
        auto drawing = PairDrawing::create();
        if (!drawing) return tl::unexpected(drawing.error());
        auto examination = Examination::create();
        if (!examination) return tl::unexpected(examination.error());
        auto lists = PixelLists::create(settings.firstCapacity, settings.mostLayers);
        if (!lists) return tl::unexpected(lists.error());
        auto blended = BlendedLayers::create();
        if (!blended) return tl::unexpected(blended.error());
        return std::unique_ptr<Implementation>(new Implementation{std::move(*drawing),
                                                                  std::move(*examination), std::move(*lists),
                                                                  std::move(*blended), isSoftware});
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

    Result<void> decideByLists(const Frame& frame, DrawnPairs& pairs, const DetectorSettings& settings,
                               std::span<Answer* const> answers) {
        std::optional<Groups> seenA, seenB;
        if (pairs.size() == 1 && settings.hiddenFaces == HiddenFaces::skipped) {
            const auto map = Examination::readCases(frame.targets, pairs.a.front().slice);
            const GreatestValues undecided = undecidedPixels(map);
            pairs.a.front() = seenA.emplace(pairs.a.front(), undecided).of;
            pairs.b.front() = seenB.emplace(pairs.b.front(), undecided).of;
        }
        for (const auto& [whose, meshes] :
             {std::pair(FaceCuller::Whose::a, &pairs.a), std::pair(FaceCuller::Whose::b, &pairs.b)}) {
            *meshes = drawing.culled(frame, whose, *meshes, FaceCuller::Needed::undecided, settings);
        }
        const auto decided = lists.decide(frame.targets, pairs.a, pairs.b, pairs.growths, drawing.passes());
        if (!decided) return tl::unexpected(decided.error());
        for (std::size_t i = 0; i < answers.size(); ++i) {
            answers[i]->collides |= (*decided)[i];
            answers[i]->usedLists = true;
            answers[i]->listTries = lists.tries();
        }
        return {};
    }

    /// The pairs must have such pixels; each keeps its slice. Returns those that have too many layers.
    DrawnPairs decideByBlending(const Frame& frame, const DrawnPairs& pairs, std::vector<Answer*>& answers) {
        DrawnPairs left;
        std::vector<Answer*> leftAnswers;
        for (std::size_t i = 0; i < pairs.size(); ++i) {
            answers[i]->collides |=
                blended.decide(frame.targets, drawing.passes(), pairs.a[i], pairs.b[i], pairs.growths[i]);
            answers[i]->usedBlending = true;
            answers[i]->blendDrawings = blended.drawings();
            if (!blended.hasLongPixels()) continue;
            left.add(pairs, i);
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
    Result<Answer> detectOne(Frame& frame, const DrawnPairs& pair, const DetectorSettings& settings,
                             PhaseMarks& phases) {
        Answer answer;
        CollisionMap* const map = settings.wholeMap ? &answer.map : nullptr;
        const bool wantsBoth = map || settings.examinesOnce;
        const bool drawsOnce = wantsBoth && settings.drawsBothAtOnce && settings.method != Method::simplified;
        drawsOnce ? drawing.bothPasses(frame, pair, settings) : drawing.firstPass(frame, pair, settings);
        answer.passes = 1;
        phases.end(&PhaseTimes::draw1);
        if (!wantsBoth) {
            const Findings first = examination.examine(settings.examiner, settings.method, Seen::firstPass,
                                                       frame.targets, drawing.passes(), map);
            answer.collides = first.collides;
            answer.counts = first.counts;
            phases.end(&PhaseTimes::examine1);
            if (first.collides || !first.isUndecided) return answer;
        }
        if (!drawsOnce) drawing.secondPass(frame, pair, settings);
        answer.passes = 2;
        phases.end(&PhaseTimes::draw2);
        const Findings found = examination.examine(settings.examiner, settings.method, Seen::bothPasses,
                                                   frame.targets, drawing.passes(), map);
        answer.collides = found.collides;
        answer.counts = found.counts;
        phases.end(&PhaseTimes::examine2);
        if (!found.isUndecided || (found.collides && !map)) return answer;
        const auto decided = decideUndecided(frame, pair, settings, {&answer});
        if (!decided) return tl::unexpected(decided.error());
        if (map) *map = Examination::readCases(frame.targets);
        phases.end(&PhaseTimes::lists);
        return answer;
    }

    /// Many pairs: everything is handed to OpenGL before anything is waited for.
    Result<std::vector<Answer>> detectMany(Frame& frame, const DrawnPairs& pairs,
                                           const DetectorSettings& settings) {
        drawing.bothPasses(frame, pairs, settings);
        std::vector<CollisionMap> maps(settings.wholeMap ? pairs.size() : 0);
        const std::vector<Findings> found =
            examination.examineSlices(settings.method, frame.targets, pairs.size(), maps);
        std::vector<Answer> answers(pairs.size());
        DrawnPairs undecided;
        std::vector<Answer*> undecidedAnswers;
        for (std::size_t i = 0; i < pairs.size(); ++i) {
            answers[i].collides = found[i].collides;
            answers[i].counts = found[i].counts;
            answers[i].passes = 2;
            if (!found[i].isUndecided || (found[i].collides && maps.empty())) continue;
            undecided.add(pairs, i);
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
        Frame& frame = drawing.prepare(pixels, pairs.size());
        if (pairs.size() > 1) return detectMany(frame, pairs, settings);
        PhaseMarks phases(timestamps, settings.timesPhases);
        auto answer = detectOne(frame, pairs, settings, phases);
        if (!answer) return tl::unexpected(answer.error());
        answer->times = phases.times();
        std::vector<Answer> answers;
        answers.push_back(std::move(*answer));
        return answers;
    }
};

Detector::Detector(std::shared_ptr<gl::Thread> thread, DetectorSettings settings)
    : thread_(std::move(thread)), settings_(settings) {}

Detector::~Detector() {
    (void)thread_->run([this] { implementation_.reset(); });
}

Result<std::shared_ptr<Detector>> Detector::create(DetectorSettings settings) {
    auto thread = gl::Thread::start({4, 5});
    if (!thread) return tl::unexpected(thread.error().message());
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
    const std::size_t maximum =
        kMostPixelsAtOnce / (static_cast<std::size_t>(pixels) * static_cast<std::size_t>(pixels));
    for (std::size_t begin = 0; begin < queries.size();) {
        const auto part = queries.subspan(begin, std::min({queries.size() - begin, maximum, kMostSlices}));
        const DrawnPairs pairs = drawnPairs(part, settings.growth);
        Result<std::vector<Answer>> answers;
        const auto ran = thread_->run([&] { answers = implementation_->detect(pixels, pairs, settings); });
        if (!ran) return tl::unexpected(ran.error());
        if (!answers) return tl::unexpected(answers.error());
        std::move(answers->begin(), answers->end(), std::back_inserter(all));
        begin += part.size();
    }
    return all;
}

std::vector<PixelList> Detector::sortedLists() {
    std::vector<PixelList> lists;
    (void)thread_->run([&] { lists = implementation_->lists.lists(); });
    return lists;
}

std::vector<BlendedPixel> Detector::blendedPixels() {
    std::vector<BlendedPixel> pixels;
    (void)thread_->run([&] { pixels = implementation_->blended.pixels(); });
    return pixels;
}

}  // namespace ricochet::stencil
