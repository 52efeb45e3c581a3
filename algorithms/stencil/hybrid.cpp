#include "algorithms/stencil/hybrid.h"

#include "algorithms/geometry/box_list.h"
#include "algorithms/geometry/close_faces.h"
#include "algorithms/stencil/slab_view.h"

#include <algorithm>

namespace ricochet {
namespace {

using stencil::SlabFace;
using stencil::SlabPairs;
using stencil::SlabView;

/// A placed mesh, and those of its faces that may meet the other one.
struct NearFaces {
    PointList vertices;
    const std::vector<Face>* faces;
    BoxList boxes;  ///< grown by half of the distance
    Aabb box;       ///< of all that
    std::vector<Index> near;

    NearFaces(const Placed& placed, Real within) : faces(&placed.mesh().faces()) {
        const Aabb exact = placeVertices(placed.pose, placed.mesh().vertices(), vertices);
        boxesOfFaces(*faces, vertices, 0.5 * within, boxes);
        box = exact;
        for (Index i = 0; within > 0 && i < boxes.count; ++i) {
            box.min = box.min.cwiseMin(boxes[i].min);
            box.max = box.max.cwiseMax(boxes[i].max);
        }
    }

    Triangle triangle(Index face) const {
        const auto& [u, v, w] = (*faces)[face];
        return {vertices[u], vertices[v], vertices[w]};
    }
    void keepThoseIn(const Aabb& common) {
        near.resize(boxes.count);
        near.resize(findOverlapping(boxes, common, near));
    }
    std::vector<SlabFace> slabFaces(const SlabView& view) const {
        std::vector<SlabFace> drawn;
        drawn.reserve(near.size());
        for (Index face : near) drawn.push_back(view.face(triangle(face)));
        return drawn;
    }
};

std::vector<FacePair> allPairs(const NearFaces& a, const NearFaces& b) {
    std::vector<FacePair> pairs;
    for (Index faceA : a.near) {
        for (Index faceB : b.near) pairs.push_back({faceA, faceB});
    }
    return pairs;
}

/// A power of two: about as many pixels as the mesh with more faces has faces.
int pixelsFor(const NearFaces& a, const NearFaces& b, int most) {
    const auto faces = static_cast<unsigned>(std::max(a.near.size(), b.near.size()));
    int pixels = 8;
    while (pixels < most && static_cast<unsigned>(pixels * pixels) < faces) pixels *= 2;
    return pixels;
}

/// Of indices into the near faces to faces; each once.
void nameFaces(const NearFaces& a, const NearFaces& b, FacePairs& pairs) {
    for (FacePair& pair : pairs) pair = {a.near[pair.faceA], b.near[pair.faceB]};
    std::sort(pairs.begin(), pairs.end());
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
}

}  // namespace

struct StencilHybrid::Drawing {
    SlabPairs pairs;
};

StencilHybrid::StencilHybrid(StencilHybridSettings settings, std::shared_ptr<gl::Thread> thread)
    : settings_(settings), thread_(std::move(thread)) {}

StencilHybrid::~StencilHybrid() = default;

Result<std::unique_ptr<const StencilHybrid>> StencilHybrid::create(StencilHybridSettings settings) {
    auto thread = gl::Thread::start({4, 5});
    if (!thread) return tl::unexpected(thread.error().sentence());
    return create(settings, std::move(*thread));
}

Result<std::unique_ptr<const StencilHybrid>> StencilHybrid::create(StencilHybridSettings settings,
                                                                   std::shared_ptr<gl::Thread> thread) {
    std::unique_ptr<StencilHybrid> made(new StencilHybrid(settings, std::move(thread)));
    std::string reason;
    const auto ran = made->thread_->run([&] {
        auto pairs = SlabPairs::create(settings.mostPixels);
        if (pairs) made->drawing_.reset(new Drawing{*pairs});
        if (!pairs) reason = pairs.error();
    });
    if (!ran) return tl::unexpected(ran.error());
    if (!reason.empty()) return tl::unexpected(reason);
    return made;
}

void StencilHybrid::sayThatItEnded(const std::string& why) const {
    if (hasEnded_.exchange(true)) return;
    if (settings_.tell) settings_.tell(why + "; face pairs are tested one by one from now on");
}

std::shared_ptr<const Model> StencilHybrid::build(std::shared_ptr<const Mesh> mesh) const {
    return std::make_shared<Model>(std::move(mesh));
}

void StencilHybrid::findFacePairs(const Placed& placedA, const Placed& placedB, Real within,
                                  PairMemory& memory, FacePairs& out) const {
    out.clear();
    ++memory.counters.calls;
    NearFaces a(placedA, within), b(placedB, within);
    const Aabb common = intersection(a.box, b.box);
    if (common.isEmpty()) return;
    a.keepThoseIn(common);
    b.keepThoseIn(common);
    memory.counters.boxTests += a.boxes.count + b.boxes.count;

    if (a.near.size() * b.near.size() < settings_.drawFrom) {
        out = allPairs(a, b);
    } else {
        const int pixels = pixelsFor(a, b, settings_.mostPixels);
        const SlabView view(common, within, pixels);
        const std::vector<SlabFace> drawnA = a.slabFaces(view), drawnB = b.slabFaces(view);
        const auto ran =
            thread_->run([&] { drawing_->pairs.find(drawnA, drawnB, pixels, view.growth(), out); });
        if (ran) {
            nameFaces(a, b, out);
        } else {
            sayThatItEnded(ran.error());
            out = allPairs(a, b);
        }
    }
    memory.counters.boxTests += out.size();
    std::erase_if(out, [&](const FacePair& pair) {
        if (!overlaps(a.boxes[pair.faceA], b.boxes[pair.faceB])) return true;
        ++memory.counters.triangleTests;
        return !areWithin(a.triangle(pair.faceA), b.triangle(pair.faceB), within);
    });
    memory.counters.facePairs += out.size();
}

}  // namespace ricochet
