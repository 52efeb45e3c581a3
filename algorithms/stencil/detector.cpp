#include "algorithms/stencil/detector.h"

#include "algorithms/stencil/peeling.h"
#include "algorithms/stencil/pixel_lists.h"

#include <algorithm>
#include <chrono>
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

/// A as the passes draw it: its end and its begin are moved apart if it is grown along the view.
struct DrawnSolid {
    DrawnSolid(const Drawn& drawn, float growth) : asIs(drawn), farEnd(drawn), nearEnd(drawn) {
        farEnd.toWindow(2, 3) += growth;
        nearEnd.toWindow(2, 3) -= growth;
    }
    Drawn asIs, farEnd, nearEnd;
};

/// Depths that restrict drawing to undecided pixels.
GreatestValues undecidedOf(const CollisionMap& map) {
    constexpr float kDraw = 1, kSkip = -1;  // behind all depths, and before all depths
    std::vector<float> values;
    values.reserve(map.cases.size());
    for (const PixelCase each : map.cases) values.push_back(each == PixelCase::undecided ? kDraw : kSkip);
    return {std::move(values), map.pixels};
}

}  // namespace

/// The objects that live on the OpenGL thread.
struct Detector::Implementation {
    Passes passes;
    Examination examination;
    PixelLists lists;
    std::unique_ptr<BlendedLayers> blended;
    std::unique_ptr<Targets> targets;

    /// The mesh and the transformation whose depths an image contains.
    struct Held {
        std::weak_ptr<const DrawnMesh> owner{};  // expired if another mesh has taken the address
        const DrawnMesh* mesh = nullptr;
        WindowMatrix toWindow = WindowMatrix::Zero();

        void hold(const Drawn& drawn) { *this = {drawn.mesh->weak_from_this(), drawn.mesh, drawn.toWindow}; }
        bool isOf(const Drawn& drawn) const {
            return mesh == drawn.mesh && !owner.expired() && toWindow == drawn.toWindow;
        }
    };
    Held farEnd{}, nearEnd{};
    GreatestValues farDepths{}, nearDepths{};  ///< of these images; empty: not read back yet

    static Result<std::unique_ptr<Implementation>> create(const DetectorSettings& settings) {
        auto passes = Passes::create();
        if (!passes) return tl::unexpected(passes.error());
        auto examination = Examination::create();
        if (!examination) return tl::unexpected(examination.error());
        auto lists = PixelLists::create(settings.firstCapacity, settings.mostLayers);
        if (!lists) return tl::unexpected(lists.error());
        auto blended = BlendedLayers::create();
        if (!blended) return tl::unexpected(blended.error());
        return std::unique_ptr<Implementation>(new Implementation{
            *passes, std::move(*examination), std::move(*lists), std::move(*blended), nullptr});
    }

    /// Depths in the pixels of A; before all depths elsewhere, so that nothing is drawn there.
    GreatestValues depthsOf(const DepthStencil& image) const {
        constexpr float kNothing = -1;
        std::vector<DepthAndStencil> read(static_cast<std::size_t>(targets->pixels) *
                                          static_cast<std::size_t>(targets->pixels));
        readDepthAndStencil(image, targets->pixels, read);
        std::vector<float> depths;
        depths.reserve(read.size());
        for (const DepthAndStencil& each : read) {
            depths.push_back(each.stencil & kBitA ? each.depth : kNothing);
        }
        return {std::move(depths), targets->pixels};
    }

    void prepare(int pixels) {
        if (!targets || targets->pixels != pixels) {
            farEnd = nearEnd = {};
            farDepths = nearDepths = {};
            targets.reset();
            targets = std::make_unique<Targets>(pixels);
        }
        Passes::begin(pixels);
    }

    void drawFarEnd(const Drawn& a, const DetectorSettings& settings) {
        if (!settings.cacheDepths || !farEnd.isOf(a)) {
            passes.drawFarEnd(*targets, a);
            farDepths = {};
        }
        farEnd.hold(a);
        if (settings.skipsHiddenFaces && farDepths.isEmpty()) farDepths = depthsOf(targets->farEnd);
    }

    void drawNearEnd(const Drawn& a, const DetectorSettings& settings) {
        if (!settings.cacheDepths || !nearEnd.isOf(a)) {
            passes.drawNearEnd(*targets, a);
            nearDepths = {};
        }
        nearEnd.hold(a);
    }

    void firstPass(const DrawnSolid& a, const Drawn& b, const DetectorSettings& settings) {
        drawFarEnd(a.farEnd, settings);
        const Groups drawn(b, settings.skipsHiddenFaces ? &farDepths : nullptr);
        settings.method == Method::simplified ? passes.toggle1(*targets, drawn.of)
                                              : passes.count1(*targets, drawn.of);
    }

    void secondPass(const DrawnSolid& a, const Drawn& b, const DetectorSettings& settings) {
        drawNearEnd(a.nearEnd, settings);
        if (settings.skipsHiddenFaces && nearDepths.isEmpty()) nearDepths = depthsOf(targets->nearEnd);
        const Groups drawn(b, settings.skipsHiddenFaces ? &nearDepths : nullptr);
        settings.method == Method::simplified ? passes.toggle2(*targets, drawn.of)
                                              : passes.count2(*targets, drawn.of);
    }

    void bothPasses(const DrawnSolid& a, const Drawn& b, const DetectorSettings& settings) {
        drawFarEnd(a.farEnd, settings);
        drawNearEnd(a.nearEnd, settings);
        passes.countBoth(*targets, Groups(b, settings.skipsHiddenFaces ? &farDepths : nullptr).of);
    }

    Result<bool> decideByLists(const Drawn& a, const Drawn& b, const DetectorSettings& settings,
                               float growth) {
        if (!settings.skipsHiddenFaces) return lists.decide(*targets, a, b, growth);
        CollisionMap map;
        Examination::readCases(*targets, map);
        const GreatestValues undecided = undecidedOf(map);
        return lists.decide(*targets, Groups(a, &undecided).of, Groups(b, &undecided).of, growth);
    }

    /// Of the image `Targets::cases`.
    Result<void> decideUndecided(const Drawn& a, const Drawn& b, const DetectorSettings& settings,
                                 float growth, Answer& answer) {
        if (settings.undecided == Undecided::blending) {
            answer.collides |= blended->decide(*targets, passes, a, b, growth);
            answer.usedBlending = true;
            answer.blendDrawings = blended->drawings();
            if (!blended->hasLongPixels()) return {};
        }
        const auto decided = decideByLists(a, b, settings, growth);
        if (!decided) return tl::unexpected(decided.error());
        answer.usedLists = true;
        answer.listTries = lists.tries();
        answer.collides |= *decided;
        return {};
    }

    /// `growth`: depth.
    Result<Answer> detect(const Drawn& asIs, const Drawn& b, const DetectorSettings& settings, float growth) {
        const DrawnSolid a(asIs, growth);
        Answer answer;
        CollisionMap* const map = settings.wholeMap ? &answer.map : nullptr;
        PhaseClock clock(settings.timesPhases);
        const bool wantsBoth = map || settings.examinesOnce;
        const bool drawsOnce = wantsBoth && settings.drawsBothAtOnce && settings.method != Method::simplified;
        drawsOnce ? bothPasses(a, b, settings) : firstPass(a, b, settings);
        answer.passes = 1;
        answer.times.draw1 = clock.lap();
        if (!wantsBoth) {
            const Findings first = examination.examine(settings.examiner, settings.method, Seen::firstPass,
                                                       *targets, passes, map);
            answer.collides = first.collides;
            answer.counts = first.counts;
            answer.times.examine1 = clock.lap();
            if (first.collides || !first.isUndecided) return answer;
        }
        if (!drawsOnce) secondPass(a, b, settings);
        answer.passes = 2;
        answer.times.draw2 = clock.lap();
        const Findings found =
            examination.examine(settings.examiner, settings.method, Seen::bothPasses, *targets, passes, map);
        answer.collides = found.collides;
        answer.counts = found.counts;
        answer.times.examine2 = clock.lap();
        if (!found.isUndecided || (found.collides && !map)) return answer;
        const auto decided = decideUndecided(asIs, b, settings, growth, answer);
        if (!decided) return tl::unexpected(decided.error());
        if (map) Examination::readCases(*targets, *map);
        answer.times.lists = clock.lap();
        return answer;
    }
};

Detector::Detector(std::shared_ptr<gl::Thread> thread, DetectorSettings settings)
    : thread_(std::move(thread)), settings_(settings) {}

Detector::~Detector() {
    const auto ran = thread_->run([this] { implementation_.reset(); });
    if (ran || !implementation_) return;
    if (implementation_->targets) implementation_->targets->abandon();
    implementation_->blended->abandon();
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
        auto made = Implementation::create(settings);
        if (made) detector->implementation_ = std::move(*made);
        if (!made) reason = made.error();
    });
    if (!ran) return tl::unexpected(ran.error());
    if (!reason.empty()) return tl::unexpected(reason);
    return detector;
}

Result<Answer> Detector::detect(const DrawnMesh& a, const Pose& poseA, const DrawnMesh& b, const Pose& poseB,
                                const View& view, const DetectorSettings& settings) {
    if (std::string complaint = view.complaint(); !complaint.empty()) return tl::unexpected(complaint);
    const View widened = withDepthOf(view, a.mesh(), poseA, b.mesh(), poseB, settings.growth);
    const auto growth = static_cast<float>(settings.growth / widened.size.z());
    const Drawn drawnA = {&a, windowMatrix(widened, poseA, a.centre())};
    const Drawn drawnB = {&b, windowMatrix(widened, poseB, b.centre())};
    Result<Answer> answer;
    const auto ran = thread_->run([&] {
        implementation_->prepare(widened.pixels);
        answer = implementation_->detect(drawnA, drawnB, settings, growth);
    });
    if (!ran) return tl::unexpected(ran.error());
    return answer;
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
