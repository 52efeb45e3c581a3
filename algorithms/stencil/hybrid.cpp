#include "algorithms/stencil/hybrid.h"

#include "algorithms/geometry/box_list.h"
#include "algorithms/geometry/close_faces.h"
#include "algorithms/geometry/prepared_pairs.h"
#include "algorithms/stencil/slab_view.h"

#include <algorithm>

namespace ricochet {
namespace {

using stencil::SlabFace;
using stencil::SlabPairs;
using stencil::SlabView;
using stencil::SlabWindow;

/// A placed mesh, and the faces of it that may meet the other mesh.
struct NearFaces {
    PointList vertices;
    const Mesh* mesh;
    BoxList boxes;  ///< grown by half of the distance
    Aabb box;       ///< of all these
    std::vector<Index> near;

    NearFaces(const MeshInstance& placed, Real queryDistance) : mesh(&placed.mesh()) {
        const Aabb exact = placeVertices(placed.pose, placed.mesh().vertices(), vertices);
        boxesOfFaces(*mesh, vertices, 0.5 * queryDistance, boxes);
        box = exact;
        for (Index i = 0; queryDistance > 0 && i < boxes.count; ++i) {
            box.min = box.min.cwiseMin(boxes[i].min);
            box.max = box.max.cwiseMax(boxes[i].max);
        }
    }

    Triangle triangle(Index face) const {
        const auto [u, v, w] = mesh->face(face);
        return {vertices[u], vertices[v], vertices[w]};
    }
    void keepOverlapping(const Aabb& common) {
        near.resize(boxes.count);
        near.resize(findOverlapping(boxes, common, near));
    }
    std::vector<Index> nearIn(const Aabb& part) const {
        std::vector<Index> faces;
        for (const Index face : near) {
            if (overlaps(boxes[face], part)) faces.push_back(face);
        }
        return faces;
    }
    std::vector<SlabFace> slabFaces(const SlabView& view, const std::vector<Index>& faces) const {
        std::vector<SlabFace> drawn;
        drawn.reserve(faces.size());
        for (Index face : faces) drawn.push_back(view.face(triangle(face)));
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

/// A power of two, so that there are about as many pixels as the larger number of faces.
int pixelsFor(std::size_t facesA, std::size_t facesB, int maximum) {
    const auto faces = static_cast<unsigned>(std::max(facesA, facesB));
    int pixels = 8;
    while (pixels < maximum && static_cast<unsigned>(pixels * pixels) < faces) pixels *= 2;
    return pixels;
}

/// Closed boxes that cover `whole`: its part in the region, and up to six around it.
std::vector<Aabb> partsOf(Aabb whole, const std::optional<Aabb>& region) {
    const Aabb inside = region ? intersection(whole, *region) : whole;
    if (inside.isEmpty()) return {whole};
    std::vector<Aabb> parts = {inside};
    for (Index axis = 0; axis < 3; ++axis) {
        Aabb below = whole, above = whole;
        below.max[axis] = whole.min[axis] < inside.min[axis] ? inside.min[axis] : -kAnyDistance;
        above.min[axis] = inside.max[axis] < whole.max[axis] ? inside.max[axis] : kAnyDistance;
        for (const Aabb& part : {below, above}) {
            if (!part.isEmpty()) parts.push_back(part);
        }
        whole.min[axis] = inside.min[axis];
        whole.max[axis] = inside.max[axis];
    }
    return parts;
}

void add(const Counters& more, Counters& sum) {
    sum.boxTests += more.boxTests;
    sum.triangleTests += more.triangleTests;
    sum.facePairs += more.facePairs;
}

}  // namespace

/// One query in three stages: faces near each other, pairs that share a pixel and a depth there, exact tests.
class StencilHybrid::Search {
public:
    Search(const MeshInstance& a, const MeshInstance& b, Real queryDistance,
           const StencilHybridSettings& settings, const std::optional<Aabb>& region = std::nullopt)
        : queryDistance_(queryDistance), a_(a, queryDistance), b_(b, queryDistance) {
        const Aabb common = intersection(a_.box, b_.box);
        if (common.isEmpty()) return;
        a_.keepOverlapping(common);
        b_.keepOverlapping(common);
        counters_.boxTests += a_.boxes.count + b_.boxes.count;
        if (a_.near.size() * b_.near.size() < settings.drawFrom) return;
        needsDrawing_ = true;
        for (const Aabb& box : partsOf(common, region)) addPart(box, settings.mostPixels);
    }

    /// False for few pairs, which are tested faster than drawn.
    bool needsDrawing() const { return needsDrawing_; }
    std::size_t parts() const { return parts_.size(); }
    SlabWindow takeWindow(std::size_t part) { return std::move(parts_[part].window); }

    /// `drawn`: pairs of indices into the faces of each part.
    void nameDrawn(std::span<const FacePairs> drawn) {
        for (std::size_t part = 0; part < parts_.size(); ++part) {
            for (const FacePair& pair : drawn[part]) {
                candidates_.push_back({parts_[part].a[pair.faceA], parts_[part].b[pair.faceB]});
            }
        }
        std::sort(candidates_.begin(), candidates_.end());
        candidates_.erase(std::unique(candidates_.begin(), candidates_.end()), candidates_.end());
        isNamed_ = true;
    }

    /// The exact test of the candidates; of all pairs if nothing was drawn.
    void finish(Counters& counters, FacePairs& out) {
        if (!isNamed_) candidates_ = allPairs(a_, b_);
        counters_.boxTests += candidates_.size();
        std::erase_if(candidates_, [&](const FacePair& pair) {
            if (!overlaps(a_.boxes[pair.faceA], b_.boxes[pair.faceB])) return true;
            ++counters_.triangleTests;
            return !areClose(a_.triangle(pair.faceA), b_.triangle(pair.faceB), queryDistance_);
        });
        counters_.facePairs += candidates_.size();
        add(counters_, counters);
        out = std::move(candidates_);
    }

private:
    /// A part of the common box with the faces near it.
    struct Part {
        std::vector<Index> a, b;
        SlabWindow window;
    };

    void addPart(const Aabb& box, int mostPixels) {
        Part part{a_.nearIn(box), b_.nearIn(box), {}};
        if (part.a.empty() || part.b.empty()) return;
        const int pixels = pixelsFor(part.a.size(), part.b.size(), mostPixels);
        const SlabView view(box, queryDistance_, pixels);
        part.window =
            SlabWindow{a_.slabFaces(view, part.a), b_.slabFaces(view, part.b), pixels, view.growth()};
        parts_.push_back(std::move(part));
    }

    Real queryDistance_;
    NearFaces a_, b_;
    std::vector<Part> parts_;
    bool needsDrawing_ = false;
    FacePairs candidates_;
    bool isNamed_ = false;
    Counters counters_;
};

struct StencilHybrid::Drawing {
    SlabPairs pairs;
};

StencilHybrid::StencilHybrid(StencilHybridSettings settings, std::shared_ptr<gl::Thread> thread)
    : settings_(settings), thread_(std::move(thread)) {}

StencilHybrid::~StencilHybrid() {
    (void)thread_->run([this] { drawing_.reset(); });
}

Result<std::unique_ptr<const StencilHybrid>> StencilHybrid::create(StencilHybridSettings settings) {
    auto thread = gl::Thread::start({4, 5});
    if (!thread) return tl::unexpected(thread.error().message());
    return create(settings, std::move(*thread));
}

Result<std::unique_ptr<const StencilHybrid>> StencilHybrid::create(StencilHybridSettings settings,
                                                                   std::shared_ptr<gl::Thread> thread) {
    std::unique_ptr<StencilHybrid> made(new StencilHybrid(settings, std::move(thread)));
    std::string reason;
    const auto ran = made->thread_->run([&] {
        auto pairs = SlabPairs::create(settings.mostPixels);
        if (pairs) made->drawing_.reset(new Drawing{std::move(*pairs)});
        if (!pairs) reason = pairs.error();
    });
    if (!ran) return tl::unexpected(ran.error());
    if (!reason.empty()) return tl::unexpected(reason);
    return made;
}

void StencilHybrid::reportEnd(const std::string& why) const {
    if (hasEnded_.exchange(true)) return;
    if (settings_.report) settings_.report(why + "; face pairs are tested one by one from now on");
}

std::shared_ptr<const CollisionModel> StencilHybrid::build(std::shared_ptr<const Mesh> mesh) const {
    return std::make_shared<CollisionModel>(std::move(mesh));
}

void StencilHybrid::draw(std::span<Search> searches) const {
    std::vector<SlabWindow> windows;
    std::vector<Search*> drawn;
    for (Search& search : searches) {
        if (!search.needsDrawing()) continue;
        for (std::size_t part = 0; part < search.parts(); ++part) windows.push_back(search.takeWindow(part));
        drawn.push_back(&search);
    }
    if (drawn.empty()) return;
    std::vector<FacePairs> found(windows.size());
    ++handOvers_;
    const auto ran = thread_->run([&] { drawing_->pairs.find(windows, found); });
    if (!ran) return reportEnd(ran.error());
    std::span<const FacePairs> left = found;
    for (Search* const search : drawn) {
        search->nameDrawn(left.first(search->parts()));
        left = left.subspan(search->parts());
    }
}

void StencilHybrid::prepare(std::span<const FacePairQuery> queries) const {
    std::vector<Search> searches;
    searches.reserve(queries.size());
    for (const FacePairQuery& query : queries)
        searches.emplace_back(query.a, query.b, query.queryDistance, settings_);
    draw(searches);
    for (std::size_t i = 0; i < queries.size(); ++i) {
        PreparedPairs& prepared = PreparedPairs::of(queries[i]);
        searches[i].finish(prepared.counters, prepared.pairs);
    }
}

void StencilHybrid::findFacePairs(const MeshInstance& a, const MeshInstance& b, Real queryDistance,
                                  PairMemory& memory, FacePairs& out) const {
    if (PreparedPairs::take(a, b, queryDistance, memory, out)) return;
    ++memory.counters.calls;
    findFacePairsAround(a, b, queryDistance, std::nullopt, memory.counters, out);
}

void StencilHybrid::findFacePairsAround(const MeshInstance& a, const MeshInstance& b, Real queryDistance,
                                        const std::optional<Aabb>& region, Counters& counters,
                                        FacePairs& out) const {
    Search search(a, b, queryDistance, settings_, region);
    draw(std::span(&search, 1));
    search.finish(counters, out);
}

}  // namespace ricochet
