#pragma once

#include "algorithms/gl/thread.h"
#include "algorithms/stencil/interval_test.h"

#include <memory>

namespace ricochet::stencil {

/// A mesh at a pose.
struct PlacedMesh {
    const Mesh* mesh;
    Pose pose;
};

/// All layers of two meshes in one view, in any order.
struct PairLayers {
    std::vector<Layer> a, b;
};

/// A rasteriser. All give the same layers, except for the last bits of a depth.
class LayerSource {
public:
    virtual ~LayerSource() = default;

    /// One result a view, in their order. A view's depth range must contain both meshes (`withDepthRange`).
    virtual Result<std::vector<PairLayers>> layers(const PlacedMesh& a, const PlacedMesh& b,
                                                   std::span<const View> views) const = 0;
};

/// On the CPU, by `rasterise`.
class CpuLayers final : public LayerSource {
public:
    Result<std::vector<PairLayers>> layers(const PlacedMesh& a, const PlacedMesh& b,
                                           std::span<const View> views) const override;
};

/// With OpenGL: all views of a call go into one buffer that is read back once. Calls of many threads are
/// served one by one.
class DrawnLayers final : public LayerSource {
public:
    /// `firstCapacity`: initial capacity in layers; it grows as needed.
    static Result<std::unique_ptr<const DrawnLayers>> create(std::shared_ptr<gl::Thread> thread,
                                                             Index firstCapacity = 1 << 16);
    ~DrawnLayers() override;

    /// Fails if the OpenGL thread has ended, or the layers exceed the driver's buffers.
    Result<std::vector<PairLayers>> layers(const PlacedMesh& a, const PlacedMesh& b,
                                           std::span<const View> views) const override;

private:
    struct Drawing;
    explicit DrawnLayers(std::shared_ptr<gl::Thread> thread);

    std::shared_ptr<gl::Thread> thread_;
    std::unique_ptr<Drawing> drawing_;  ///< lives on the OpenGL thread
};

}  // namespace ricochet::stencil
