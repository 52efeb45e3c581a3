#include "algorithms/stencil/hybrid.h"
#include "algorithms/stencil/sampled_contact.h"
#include "algorithms/wide_tree/wide_tree.h"
#include "plugin/backends.h"

#include <ricochet/stencil.h>

#include <cassert>
#include <iostream>
#include <mutex>

namespace ricochet {
namespace {

void report(const std::string& sentence) { std::cerr << "ricochet: stencil: " << sentence << std::endl; }

/// The renderers of the process, created on demand: one OpenGL thread for all.
class SharedDrawing {
public:
    std::string whyNot() {
        const std::lock_guard lock(mutex_);
        if (hybrid_) return "";
        auto started = gl::Thread::start({4, 5});
        if (!started) return started.error().sentence();
        const std::shared_ptr<gl::Thread> thread = std::move(*started);
        StencilHybridSettings settings;
        settings.report = report;
        auto hybrid = StencilHybrid::create(settings, thread);
        if (!hybrid) return hybrid.error();
        auto layers = stencil::DrawnLayers::create(thread);
        if (!layers) return layers.error();
        layers_ = std::move(*layers);
        hybrid_ = std::move(*hybrid);
        return "";
    }
    /// `whyNot` must have returned an empty text.
    const StencilHybrid& hybrid() {
        const std::lock_guard lock(mutex_);
        assert(hybrid_);
        return *hybrid_;
    }
    const stencil::LayerSource& layers() {
        const std::lock_guard lock(mutex_);
        assert(layers_);
        return *layers_;
    }

private:
    std::mutex mutex_;
    std::unique_ptr<const StencilHybrid> hybrid_;
    std::unique_ptr<const stencil::LayerSource> layers_;
};

/// A handle that can exist before the shared renderer.
class SharedLayers final : public stencil::LayerSource {
public:
    explicit SharedLayers(std::shared_ptr<SharedDrawing> shared) : shared_(std::move(shared)) {}

    Result<std::vector<stencil::PairLayers>> layers(const stencil::PlacedMesh& a,
                                                    const stencil::PlacedMesh& b,
                                                    std::span<const stencil::View> views) const override {
        return shared_->layers().layers(a, b, views);
    }

private:
    std::shared_ptr<SharedDrawing> shared_;
};

/// A handle of each registration, whether or not the backend is selected there.
class SharedNarrowPhase final : public NarrowPhase, public FacePairBatch {
public:
    explicit SharedNarrowPhase(std::shared_ptr<SharedDrawing> shared) : shared_(std::move(shared)) {}

    std::shared_ptr<const Model> build(std::shared_ptr<const Mesh> mesh) const override {
        return shared_->hybrid().build(std::move(mesh));
    }
    void findFacePairs(const Placed& a, const Placed& b, Real queryDistance, PairMemory& memory,
                       FacePairs& out) const override {
        shared_->hybrid().findFacePairs(a, b, queryDistance, memory, out);
    }
    void prepare(std::span<const FacePairQuery> queries) const override {
        shared_->hybrid().prepare(queries);
    }

private:
    std::shared_ptr<SharedDrawing> shared_;
};

}  // namespace

void addStencilBackend() {
    if (findBackend("stencil")) return;
    const auto shared = std::make_shared<SharedDrawing>();
    const auto whyNot = [shared] { return shared->whyNot(); };
    Backend exact = backend(
        "stencil", "draws faces as slabs of depth with OpenGL; nothing precomputed, so meshes may deform",
        [shared](std::shared_ptr<const Executor>) { return std::make_shared<SharedNarrowPhase>(shared); });
    Backend sampled = backend(
        "stencil-sampled",
        "contacts of closed meshes from drawings of both, sampled; all else as stencil has it",
        [shared](std::shared_ptr<const Executor>) {
            return MadeBackend{std::make_shared<SharedNarrowPhase>(shared),
                               std::make_shared<SampledContact>(std::make_shared<SharedLayers>(shared),
                                                                stencil::SampledSettings{}, report)};
        });
    exact.whyNot = sampled.whyNot = whyNot;
    Backend twin = backend(
        "stencil-sampled-cpu", "the twin of stencil-sampled that needs no OpenGL: drawn by the CPU",
        [](std::shared_ptr<const Executor> executor) {
            return MadeBackend{std::make_shared<WideTree>(WideTreeSettings{}, std::move(executor)),
                               std::make_shared<SampledContact>(std::make_shared<stencil::CpuLayers>())};
        });
    sampled.isSampled = twin.isSampled = true;
    for (Backend* row : {&exact, &sampled, &twin}) addBackend(std::move(*row));
}

}  // namespace ricochet
