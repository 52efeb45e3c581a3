#include "plugin/stencil_backend.h"

#include "algorithms/stencil/hybrid.h"
#include "plugin/backends.h"

#include <cassert>
#include <iostream>
#include <mutex>

namespace ricochet {
namespace {

/// The one StencilHybrid of the process, made when it is asked for.
class SharedHybrid {
public:
    std::string whyNot() {
        const std::lock_guard lock(mutex_);
        if (hybrid_) return "";
        StencilHybridSettings settings;
        settings.tell = [](const std::string& sentence) {
            std::cerr << "ricochet: stencil: " << sentence << std::endl;
        };
        auto made = StencilHybrid::create(settings);
        if (!made) return made.error();
        hybrid_ = std::move(*made);
        return "";
    }
    /// `whyNot` must have answered with nothing.
    const StencilHybrid& get() {
        const std::lock_guard lock(mutex_);
        assert(hybrid_);
        return *hybrid_;
    }

private:
    std::mutex mutex_;
    std::unique_ptr<const StencilHybrid> hybrid_;
};

/// What each registration has of it, whether or not it is chosen there.
class SharedNarrowPhase final : public NarrowPhase {
public:
    explicit SharedNarrowPhase(std::shared_ptr<SharedHybrid> shared) : shared_(std::move(shared)) {}

    std::shared_ptr<const Model> build(std::shared_ptr<const Mesh> mesh) const override {
        return shared_->get().build(std::move(mesh));
    }
    void findFacePairs(const Placed& a, const Placed& b, Real within, PairMemory& memory,
                       FacePairs& out) const override {
        shared_->get().findFacePairs(a, b, within, memory, out);
    }

private:
    std::shared_ptr<SharedHybrid> shared_;
};

}  // namespace

void addStencilBackend() {
    if (findBackend("stencil")) return;
    const auto shared = std::make_shared<SharedHybrid>();
    addBackend(
        {"stencil", "draws faces as slabs of depth with OpenGL; nothing precomputed, so meshes may deform",
         [shared](std::shared_ptr<const Executor>) { return std::make_shared<SharedNarrowPhase>(shared); },
         [shared] { return shared->whyNot(); }});
}

}  // namespace ricochet
