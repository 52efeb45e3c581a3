#include "algorithms/stencil/buffer_contact.h"
#include "algorithms/stencil/buffer_narrow_phase.h"
#include "algorithms/stencil/hybrid.h"
#include "algorithms/stencil/sampled_contact.h"
#include "algorithms/wide_tree/wide_tree.h"
#include "plugin/backends.h"

#include <ricochet/stencil.h>

#include <iostream>
#include <mutex>

namespace ricochet {
namespace {

using stencil::BufferSettings;
using stencil::SampledSettings;

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

/// The OpenGL thread of the process, started on demand.
class SharedThread {
public:
    /// Tries all that a back end needs, once.
    std::string unavailableReason() {
        const std::lock_guard lock(mutex_);
        if (thread_) return "";
        auto started = gl::Thread::start({4, 5});
        if (!started) return started.error().message();
        std::shared_ptr<gl::Thread> thread = std::move(*started);
        if (const auto drawing = Drawing::create({}, thread); !drawing) return drawing.error();
        thread_ = std::move(thread);
        return "";
    }

    /// After `unavailableReason` has returned an empty text.
    Result<Drawing> drawing(StencilHybridSettings settings = {}) {
        const std::lock_guard lock(mutex_);
        settings.report = report;
        return Drawing::create(settings, thread_);
    }

private:
    std::mutex mutex_;
    std::shared_ptr<gl::Thread> thread_;
};

std::shared_ptr<const NarrowPhase> wideTree(std::shared_ptr<const Executor> executor) {
    return std::make_shared<WideTree>(WideTreeSettings{}, std::move(executor));
}

/// What serves pairs if OpenGL was lost between its selection and its first use.
MadeBackend withoutOpenGl(const std::string& why, std::shared_ptr<const Executor> executor) {
    report(why + "; the wide tree finds the face pairs");
    return {wideTree(std::move(executor))};
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

Backend layerLists(const std::shared_ptr<SharedThread>& shared) {
    using Settings = StencilHybridSettings;
    const ParameterTable<Settings> parameters = {
        side("pixels", "a side of the largest window", &Settings::mostPixels),
        integer("draw-from", "fewer pairs of faces with overlapping boxes are tested without drawing",
                "pairs", 0, 1 << 30, &Settings::drawFrom),
    };
    return backend(
        "stencil",
        "faces drawn as slabs of depth into lists of layers, with OpenGL; the stencil buffer counts "
        "only in stencil-buffer; nothing precomputed, so meshes may deform",
        parameters, [shared](const Settings& settings, std::shared_ptr<const Executor> executor) {
            auto drawing = shared->drawing(settings);
            return drawing ? MadeBackend{drawing->hybrid}
                           : withoutOpenGl(drawing.error(), std::move(executor));
        });
}

ParameterTable<SampledSettings> sampledParameters() {
    return {
        side("pixels", "a side of the views that give contacts", &SampledSettings::pixels),
        side("search-pixels", "a side of the views that locate the contact", &SampledSettings::searchPixels),
        side("atlas-pixels", "a side of the view of a candidate direction", &SampledSettings::atlasPixels),
    };
}

Backend sampledLayers(const std::shared_ptr<SharedThread>& shared) {
    return backend(
        "stencil-sampled",
        "contacts of closed meshes from lists of layers in three views, sampled; the stencil buffer "
        "counts only in stencil-buffer; all else as stencil has it",
        sampledParameters(),
        [shared](const SampledSettings& settings, std::shared_ptr<const Executor> executor) {
            auto drawing = shared->drawing();
            if (!drawing) return withoutOpenGl(drawing.error(), std::move(executor));
            return MadeBackend{drawing->hybrid,
                               std::make_shared<SampledContact>(drawing->layers, settings, report)};
        });
}

Backend sampledLayersOnCpu() {
    return backend(
        "stencil-sampled-cpu", "the twin of stencil-sampled that needs no OpenGL: drawn by the CPU",
        sampledParameters(), [](const SampledSettings& settings, std::shared_ptr<const Executor> executor) {
            return MadeBackend{
                wideTree(std::move(executor)),
                std::make_shared<SampledContact>(std::make_shared<stencil::CpuLayers>(), settings)};
        });
}

/// Of the view, and of what follows from a decision; the twin on the CPU has no others.
ParameterTable<BufferSettings> viewParameters() {
    using stencil::BufferContacts, stencil::Projection, stencil::RoleChoice;
    return {
        choice("contacts", "where pixels collide: by the exact narrow phase, or from their layers",
               &BufferSettings::contacts,
               {{"hybrid", BufferContacts::hybrid}, {"sampled", BufferContacts::sampled}}),
        choice("roles", "which body is A: by convexity, complexity or depth; the first; the second",
               &BufferSettings::roles,
               {{"paper", RoleChoice::paper},
                {"as-given", RoleChoice::asGiven},
                {"swapped", RoleChoice::swapped}}),
        flag("swap",
             "exchanges the roles of convex solids after a step in which most pixels needed two passes",
             &BufferSettings::swapsRoles),
        choice(
            "projection",
            "view along the mean normal of the intersection boxes' walls, or of the faces in the item buffer",
            &BufferSettings::projection,
            {{"boxes", Projection::boxes}, {"item-buffer", Projection::itemBuffer}}),
        side("pixels", "a side of the view", &BufferSettings::pixels),
        side("contact-pixels", "a side of the views that give sampled contacts",
             [](BufferSettings& s) -> int& { return s.sampled.pixels; }),
    };
}

ParameterTable<BufferSettings> bufferParameters() {
    using stencil::Examiner, stencil::Method, stencil::Undecided;
    ParameterTable<BufferSettings> table = {
        choice(
            "method", "for two convex meshes (others as extended); extensions 1 and 2; 1' and 2'",
            &BufferSettings::method,
            {{"basic", Method::basic}, {"extended", Method::extended}, {"simplified", Method::simplified}}),
        choice("undecided",
               "pixels that the counters leave undecided: by lists of layers, or sorted and blended",
               &BufferSettings::undecided, {{"lists", Undecided::lists}, {"blending", Undecided::blending}}),
        choice("examinations", "of the counters: after the first pass and after the second; once, after both",
               &BufferSettings::examinesOnce, {{"several", false}, {"one", true}}),
        flag("cache-depths", "A's depths are used again while it does not move in the view",
             &BufferSettings::cacheDepths),
        choice("examiner",
               "what examines the counters: the CPU (software renderers), a compute shader (GPUs), occlusion "
               "queries",
               &BufferSettings::examiner,
               {{"by-renderer", Examiner::byRenderer},
                {"read-back", Examiner::readBack},
                {"compute", Examiner::compute},
                {"occlusion", Examiner::occlusion}}),
    };
    for (auto& row : viewParameters()) table.push_back(std::move(row));
    return table;
}

bool samplesContacts(const BufferSettings& settings) {
    return settings.contacts == stencil::BufferContacts::sampled;
}

Backend stencilBuffer(const std::shared_ptr<SharedThread>& shared) {
    return backend(
        "stencil-buffer",
        "paper 002: the stencil buffer counts layers, pixel by pixel, and decides whether closed meshes "
        "collide; all else as stencil has it",
        bufferParameters(),
        [shared](const BufferSettings& settings, std::shared_ptr<const Executor> executor) {
            auto drawing = shared->drawing();
            if (!drawing) return withoutOpenGl(drawing.error(), std::move(executor));
            const auto decider =
                std::make_shared<stencil::BufferDecider>(drawing->test, drawing->layers, settings);
            return MadeBackend{std::make_shared<BufferNarrowPhase>(drawing->hybrid, drawing->test, decider),
                               std::make_shared<BufferContact>(decider, drawing->layers, report)};
        },
        samplesContacts);
}

Backend stencilBufferOnCpu() {
    return backend(
        "stencil-buffer-cpu",
        "the twin of stencil-buffer that needs no OpenGL: intervals along each ray, on the CPU",
        viewParameters(),
        [](const BufferSettings& settings, std::shared_ptr<const Executor> executor) {
            const auto layers = std::make_shared<stencil::CpuLayers>();
            const auto decider = std::make_shared<stencil::BufferDecider>(
                std::make_shared<stencil::CpuSolidTest>(), layers, settings);
            return MadeBackend{wideTree(std::move(executor)),
                               std::make_shared<BufferContact>(decider, layers)};
        },
        samplesContacts);
}

}  // namespace

void addStencilBackend() {
    if (findBackend("stencil")) return;
    const auto shared = std::make_shared<SharedThread>();
    std::vector<Backend> rows = {layerLists(shared), sampledLayers(shared), stencilBuffer(shared)};
    for (Backend& row : rows) row.unavailableReason = [shared] { return shared->unavailableReason(); };
    rows[1].isSampled = true;
    rows.push_back(sampledLayersOnCpu());
    rows.back().isSampled = true;
    rows.push_back(stencilBufferOnCpu());
    for (Backend& row : rows) addBackend(std::move(row));
}

}  // namespace ricochet
