#include "algorithms/stencil/buffer_contact.h"
#include "algorithms/stencil/buffer_narrow_phase.h"
#include "algorithms/stencil/hybrid.h"
#include "algorithms/stencil/sampled_contact.h"
#include "algorithms/wide_tree/wide_tree.h"
#include "plugin/backends.h"
#include "plugin/locked.h"

#include <ricochet/stencil.h>

#include <iostream>

namespace ricochet {
namespace {

using stencil::BufferSettings;

/// What finds contacts, and by what.
enum class Mode {
    faces,       ///< face pairs, exactly
    sampled,     ///< layers in three views
    sampledCpu,  ///< the same, drawn by the CPU
    buffer,      ///< the stencil buffer: paper 002
    bufferCpu    ///< intervals along the same rays, on the CPU
};

constexpr int kByMode = 0;

struct StencilSettings {
    Mode mode = Mode::faces;
    int pixels = kByMode;  ///< a side of the window or view
    Index drawFrom = StencilHybridSettings{}.drawFrom;
    BufferSettings buffer = {};  ///< without `pixels`; `buffer.sampled` for sampled modes, too

    bool needsOpenGl() const { return mode != Mode::sampledCpu && mode != Mode::bufferCpu; }
    bool isSampled() const {
        if (mode == Mode::faces) return false;
        const bool isBuffer = mode == Mode::buffer || mode == Mode::bufferCpu;
        return !isBuffer || buffer.contacts == stencil::BufferContacts::sampled;
    }
    stencil::SampledSettings sampledLayers() const {
        stencil::SampledSettings sampled = buffer.sampled;
        sampled.pixels = pixels == kByMode ? stencil::SampledSettings{}.pixels : pixels;
        return sampled;
    }
    BufferSettings decision() const {
        BufferSettings settings = buffer;
        if (pixels != kByMode) settings.pixels = pixels;
        return settings;
    }
    StencilHybridSettings exact() const {
        StencilHybridSettings settings;
        if (mode != Mode::faces) return settings;
        settings.drawFrom = drawFrom;
        if (pixels != kByMode) settings.mostPixels = pixels;
        return settings;
    }
};

void report(const std::string& message) { std::cerr << "ricochet: stencil: " << message << std::endl; }

/// Objects that draw, on one OpenGL thread for all.
struct Drawing {
    std::shared_ptr<const StencilHybrid> hybrid;
    std::shared_ptr<const stencil::LayerSource> layers;
    std::shared_ptr<const stencil::DrawnSolidTest> test;

    static Result<Drawing> create(const StencilHybridSettings& settings,
                                  const std::shared_ptr<gl::Thread>& thread) {
        auto hybrid = StencilHybrid::create(settings, thread);
        if (!hybrid) return tl::unexpected(hybrid.error());
        auto layers = stencil::DrawnLayers::create(thread);
        if (!layers) return tl::unexpected(layers.error());
        auto detector = stencil::Detector::create({}, thread);
        if (!detector) return tl::unexpected(detector.error());
        return Drawing{std::move(*hybrid), std::move(*layers),
                       std::make_shared<stencil::DrawnSolidTest>(std::move(*detector))};
    }
};

/// The OpenGL thread of the process, started on demand; null until then.
using SharedThread = Locked<std::shared_ptr<gl::Thread>>;

/// Empty, or why there is no such thread. Tries all that a back end needs, once.
std::string unavailableReason(SharedThread& shared) {
    return shared.with([](std::shared_ptr<gl::Thread>& known) -> std::string {
        if (known) return "";
        auto started = gl::Thread::start({4, 5});
        if (!started) return started.error().message();
        std::shared_ptr<gl::Thread> thread = std::move(*started);
        if (const auto drawing = Drawing::create({}, thread); !drawing) return drawing.error();
        known = std::move(thread);
        return "";
    });
}

/// After `unavailableReason` has returned an empty text.
Result<Drawing> drawingBy(SharedThread& shared, StencilHybridSettings settings) {
    settings.report = report;
    return shared.with([&](const auto& thread) { return Drawing::create(settings, thread); });
}

/// A side of an image: a power of two.
template <class Access>
auto side(std::string name, std::string about, Access access) {
    auto row = choice(std::move(name), std::move(about), access,
                      {{"8", 8},
                       {"16", 16},
                       {"32", 32},
                       {"64", 64},
                       {"128", 128},
                       {"256", 256},
                       {"512", 512},
                       {"1024", 1024}});
    row.info.kind = "power of two";
    row.info.unit = "pixels";
    return row;
}

/// A row of a member of the buffer's settings.
template <class Value>
auto ofBuffer(Value BufferSettings::*member) {
    return [member](StencilSettings& settings) -> Value& { return settings.buffer.*member; };
}

ParameterTable<StencilSettings> stencilParameters() {
    using stencil::BufferContacts, stencil::Examiner, stencil::Method, stencil::Projection,
        stencil::RoleChoice, stencil::Undecided;
    return {
        choice(
            "mode",
            "faces: face pairs, exactly, from slabs of depth in lists of layers; sampled: contacts of closed "
            "meshes from layers in three views; buffer: paper 002, the stencil buffer counts layers, pixel "
            "by pixel, and decides whether closed meshes collide; open meshes, springs and queries as by "
            "faces; with -cpu nothing needs OpenGL",
            &StencilSettings::mode,
            {{"faces", Mode::faces},
             {"sampled", Mode::sampled},
             {"sampled-cpu", Mode::sampledCpu},
             {"buffer", Mode::buffer},
             {"buffer-cpu", Mode::bufferCpu}}),
        orText(
            "by-mode", kByMode,
            side("pixels", "a side of the largest window or of the view; by mode: 256 if sampled, else 128",
                 &StencilSettings::pixels),
            &StencilSettings::pixels),
        integer("draw-from", "faces: fewer pairs of faces with overlapping boxes are tested without drawing",
                "pairs", 0, 1 << 30, &StencilSettings::drawFrom),
        side("search-pixels", "sampled: a side of the views that locate the contact",
             [](StencilSettings& s) -> int& { return s.buffer.sampled.searchPixels; }),
        side("atlas-pixels", "sampled: a side of the view of a candidate direction",
             [](StencilSettings& s) -> int& { return s.buffer.sampled.atlasPixels; }),
        choice(
            "method", "buffer: for two convex meshes (others as extended); extensions 1 and 2; 1' and 2'",
            ofBuffer(&BufferSettings::method),
            {{"basic", Method::basic}, {"extended", Method::extended}, {"simplified", Method::simplified}}),
        choice("undecided",
               "buffer: pixels that the counters leave undecided: by lists of layers, or sorted and blended",
               ofBuffer(&BufferSettings::undecided),
               {{"lists", Undecided::lists}, {"blending", Undecided::blending}}),
        choice("examinations",
               "buffer: of the counters: after the first pass and after the second; once, after both",
               ofBuffer(&BufferSettings::examinesOnce), {{"several", false}, {"one", true}}),
        flag("cache-depths", "buffer: A's depths are used again while it does not move in the view",
             ofBuffer(&BufferSettings::cacheDepths)),
        choice("examiner",
               "buffer: what examines the counters: the CPU (software renderers), a compute shader (GPUs), "
               "occlusion queries",
               ofBuffer(&BufferSettings::examiner),
               {{"by-renderer", Examiner::byRenderer},
                {"read-back", Examiner::readBack},
                {"compute", Examiner::compute},
                {"occlusion", Examiner::occlusion}}),
        choice("contacts",
               "buffer, buffer-cpu: where pixels collide: by the exact narrow phase, or from their layers",
               ofBuffer(&BufferSettings::contacts),
               {{"hybrid", BufferContacts::hybrid}, {"sampled", BufferContacts::sampled}}),
        choice(
            "roles",
            "buffer, buffer-cpu: which body is A: by convexity, complexity or depth; the first; the second",
            ofBuffer(&BufferSettings::roles),
            {{"paper", RoleChoice::paper},
             {"as-given", RoleChoice::asGiven},
             {"swapped", RoleChoice::swapped}}),
        flag("swap",
             "buffer, buffer-cpu: exchanges the roles of convex solids after a step in which most pixels "
             "needed "
             "two passes",
             ofBuffer(&BufferSettings::swapsRoles)),
        choice("projection",
               "buffer, buffer-cpu: view along the mean normal of the intersection boxes' walls, or of the "
               "faces in the item buffer",
               ofBuffer(&BufferSettings::projection),
               {{"boxes", Projection::boxes}, {"item-buffer", Projection::itemBuffer}}),
        side("contact-pixels", "buffer, buffer-cpu: a side of the views that give sampled contacts",
             [](StencilSettings& s) -> int& { return s.buffer.sampled.pixels; }),
    };
}

std::shared_ptr<const NarrowPhase> wideTree(std::shared_ptr<const Executor> executor) {
    return std::make_shared<WideTree>(WideTreeSettings{}, std::move(executor));
}

/// What serves pairs if OpenGL was lost between its selection and its first use.
MeshBackend withoutOpenGl(const std::string& why, std::shared_ptr<const Executor> executor) {
    report(why + "; the wide tree finds the face pairs");
    return {wideTree(std::move(executor))};
}

MeshBackend drawn(const StencilSettings& settings, const Drawing& drawing) {
    if (settings.mode == Mode::faces) return {drawing.hybrid};
    if (settings.mode == Mode::sampled) {
        return {drawing.hybrid,
                std::make_shared<SampledContact>(drawing.layers, settings.sampledLayers(), report)};
    }
    const auto decider =
        std::make_shared<stencil::BufferDecider>(drawing.test, drawing.layers, settings.decision());
    return {std::make_shared<BufferNarrowPhase>(drawing.hybrid, drawing.test, decider),
            std::make_shared<BufferContact>(decider, drawing.layers, report)};
}

MeshBackend onCpu(const StencilSettings& settings, std::shared_ptr<const Executor> executor) {
    const auto layers = std::make_shared<stencil::CpuLayers>();
    if (settings.mode == Mode::sampledCpu) {
        return {wideTree(std::move(executor)),
                std::make_shared<SampledContact>(layers, settings.sampledLayers())};
    }
    const auto decider = std::make_shared<stencil::BufferDecider>(std::make_shared<stencil::CpuSolidTest>(),
                                                                  layers, settings.decision());
    return {wideTree(std::move(executor)), std::make_shared<BufferContact>(decider, layers)};
}

}  // namespace

void addStencilBackend() {
    if (findBackend("stencil")) return;
    const auto shared = std::make_shared<SharedThread>();
    addBackend(backend(
        "stencil",
        "faces drawn with OpenGL, or contacts sampled from what is drawn; nothing precomputed, so meshes may "
        "deform",
        stencilParameters(),
        [shared](const StencilSettings& settings, std::shared_ptr<const Executor> executor) {
            if (!settings.needsOpenGl()) return onCpu(settings, std::move(executor));
            const auto drawing = drawingBy(*shared, settings.exact());
            return drawing ? drawn(settings, *drawing) : withoutOpenGl(drawing.error(), std::move(executor));
        },
        [shared](const StencilSettings& settings, SelectedBackend& selected) {
            selected.isSampled = settings.isSampled();
            if (!settings.needsOpenGl()) return;
            selected.unavailableReason = [shared] { return unavailableReason(*shared); };
        }));
}

}  // namespace ricochet
