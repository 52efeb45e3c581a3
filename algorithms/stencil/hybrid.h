#pragma once

#include "algorithms/geometry/face_pair_batch.h"
#include "algorithms/gl/thread.h"

#include <atomic>
#include <functional>
#include <string>

namespace ricochet {

struct StencilHybridSettings {
    int mostPixels = 128;   ///< a side of the largest window: a power of two, 8 … 1024
    Index drawFrom = 1024;  ///< face pairs with overlapping boxes: fewer are tested without OpenGL
    /// Called once, on any thread, when OpenGL has ended.
    std::function<void(const std::string&)> report = {};
};

/// Draws the faces of two meshes, with a depth range (slab) for each pixel that a face may touch, and passes
/// face pairs that share a pixel and a depth there to the exact test. No pair is missed: README.md derives
/// the slack. Surfaces only: neither mesh need be closed. Calls of many threads are served one by one.
class StencilHybrid final : public NarrowPhase, public FacePairBatch {
public:
    /// Fails if there is no OpenGL 4.5, with the attempts and their results.
    static Result<std::unique_ptr<const StencilHybrid>> create(StencilHybridSettings settings = {});
    /// Draws on a thread that others may use, too.
    static Result<std::unique_ptr<const StencilHybrid>> create(StencilHybridSettings settings,
                                                               std::shared_ptr<gl::Thread> thread);
    ~StencilHybrid() override;

    std::shared_ptr<const CollisionModel> build(std::shared_ptr<const Mesh> mesh) const override;

    /// If the OpenGL thread has ended, `report` is called once, and all pairs with overlapping boxes are
    /// tested: no exception may cross Bullet's frames.
    void findFacePairs(const MeshInstance& a, const MeshInstance& b, Real queryDistance, PairMemory& memory,
                       FacePairs& out) const override;

    /// The same by several windows: one for the part of the common box in `region` (world), others for what
    /// is around it. None: one window.
    void findFacePairsAround(const MeshInstance& a, const MeshInstance& b, Real queryDistance,
                             const std::optional<Aabb>& region, Counters& counters, FacePairs& out) const;

    const FacePairBatch* batch() const override { return this; }
    /// Draws the faces of all queries at once, with one hand-over to the OpenGL thread. A call of
    /// `findFacePairs` with the same models, poses and distance uses the result; any other discards it.
    void prepare(std::span<const FacePairQuery> queries) const override;

    /// Number of hand-overs to the OpenGL thread for face pairs.
    std::uint64_t handOvers() const { return handOvers_; }

    /// "llvmpipe (LLVM 15.0.6, 256 bits), OpenGL 4.5"
    const std::string& renderer() const { return thread_->description(); }

private:
    struct Drawing;
    class Search;
    /// Draws all that need be drawn; then each has its candidates.
    void draw(std::span<Search> searches) const;
    StencilHybrid(StencilHybridSettings settings, std::shared_ptr<gl::Thread> thread);
    void reportEnd(const std::string& why) const;

    StencilHybridSettings settings_;
    std::shared_ptr<gl::Thread> thread_;
    std::unique_ptr<Drawing> drawing_;  ///< lives on the OpenGL thread
    mutable std::atomic<bool> hasEnded_ = false;
    mutable std::atomic<std::uint64_t> handOvers_ = 0;
};

}  // namespace ricochet
