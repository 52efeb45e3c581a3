// Smith, Kitamura, Takemura, Kishino. A Simple and Efficient Method for Accurate Collision Detection Among
// Deformable Polyhedral Objects in Arbitrary Motion. 1995. Sections 3.3.2 to 3.3.6 for n bodies. Here a broad
// phase replaces the comparison of all boxes, and every overlap region is the root of its own octree.

#include "algorithms/face_octree/step_pass.h"

#include "algorithms/geometry/close_faces.h"

#include <algorithm>

namespace ricochet {
namespace {

/// Bodies, and pairs of bodies, that a thread takes at a time.
constexpr Index kBodiesPerTask = 8, kQueriesPerTask = 32;

Real halfDistance(const FacePairQuery& query) { return 0.5 * query.queryDistance; }

/// Where two bodies' boxes, grown by half of the distance, overlap.
Aabb regionOf(const Aabb& a, const Aabb& b, Real growth) {
    if (a.isEmpty() || b.isEmpty()) return {};
    return intersection(grownOutward(a, growth), grownOutward(b, growth));
}

/// The same for both orders of two bodies.
std::uint64_t keyOf(Index a, Index b) { return std::uint64_t{std::min(a, b)} << 32 | std::max(a, b); }

}  // namespace

void StepPass::run(const FaceOctreeSettings& settings, const Executor& executor,
                   std::span<const FacePairQuery> queries) {
    table_.assign(queries);
    if (settings.world > 0 || settings.boxes == BoxStage::skipped) {
        return searchTogether(settings, executor, queries);
    }
    placeNearBodies(executor, queries);
    findRegions(queries);
    forEachPart(executor, static_cast<Index>(table_.bodies().size()), kBodiesPerTask,
                [&](Index begin, Index end) {
                    for (StepBody& each : std::span(bodies_).subspan(begin, end - begin)) {
                        if (!each.regions.isEmpty()) each.listFaces();
                    }
                });
    searchRegions(settings, executor, queries);
}

/// Places the vertices of the bodies whose quickly bounded boxes overlap.
void StepPass::placeNearBodies(const Executor& executor, std::span<const FacePairQuery> queries) {
    const std::span<const MeshInstance> placed = table_.bodies();
    placeBodies(placed, 0, quick_);
    if (bodies_.size() < placed.size()) bodies_.resize(placed.size());
    for (std::size_t i = 0; i < placed.size(); ++i) {
        bodies_[i].regions = {};
        bodies_[i].body.placed = &placed[i];
        bodies_[i].body.box = {};
    }
    for (std::size_t q = 0; q < queries.size(); ++q) {
        const auto [a, b] = table_.pairs()[q];
        if (regionOf(quick_[a].box, quick_[b].box, halfDistance(queries[q])).isEmpty()) continue;
        for (const Index body : {a, b}) bodies_[body].body.box = quick_[body].box;
    }
    forEachPart(executor, static_cast<Index>(placed.size()), kBodiesPerTask, [&](Index begin, Index end) {
        for (StepBody& each : std::span(bodies_).subspan(begin, end - begin)) {
            PlacedBody& body = each.body;
            if (body.box.isEmpty()) continue;
            body.box = placeVertices(body.placed->pose, body.placed->mesh().vertices(), body.vertices);
        }
    });
}

void StepPass::findRegions(std::span<const FacePairQuery> queries) {
    regions_.resize(queries.size());
    for (std::size_t q = 0; q < queries.size(); ++q) {
        const auto [a, b] = table_.pairs()[q];
        const Real growth = halfDistance(queries[q]);
        regions_[q] = regionOf(bodies_[a].body.box, bodies_[b].body.box, growth);
        if (regions_[q].isEmpty()) continue;
        const Aabb region = grownOutward(regions_[q], growth);
        for (const Index body : {a, b}) {
            bodies_[body].regions.include(region.min);
            bodies_[body].regions.include(region.max);
        }
    }
}

void StepPass::searchRegions(const FaceOctreeSettings& settings, const Executor& executor,
                             std::span<const FacePairQuery> queries) {
    const std::size_t parts = (queries.size() + kQueriesPerTask - 1) / kQueriesPerTask;
    if (searches_.size() < parts) searches_.resize(parts);
    forEachPart(executor, static_cast<Index>(queries.size()), kQueriesPerTask, [&](Index begin, Index end) {
        RegionSearch& search = searches_[begin / kQueriesPerTask];
        for (Index q = begin; q < end; ++q) {
            PreparedPairs& prepared = PreparedPairs::of(queries[q]);
            if (regions_[q].isEmpty()) continue;
            const auto [a, b] = table_.pairs()[q];
            search.run(settings, bodies_[a], bodies_[b], regions_[q], queries[q].queryDistance, prepared);
        }
    });
}

/// A body's faces grow for the farthest of its queries.
void StepPass::findGrowths(std::span<const FacePairQuery> queries) {
    growths_.assign(table_.bodies().size(), 0);
    for (std::size_t q = 0; q < queries.size(); ++q) {
        const auto [a, b] = table_.pairs()[q];
        for (const Index body : {a, b}) growths_[body] = std::max(growths_[body], halfDistance(queries[q]));
    }
}

void StepPass::sortQueries() {
    sorted_.clear();
    for (Index q = 0; q < table_.pairs().size(); ++q) {
        const auto [a, b] = table_.pairs()[q];
        sorted_.emplace_back(keyOf(a, b), q);
    }
    std::sort(sorted_.begin(), sorted_.end());
}

void StepPass::searchTogether(const FaceOctreeSettings& settings, const Executor& executor,
                              std::span<const FacePairQuery> queries) {
    findGrowths(queries);
    sortQueries();
    for (const FacePairQuery& query : queries) PreparedPairs::of(query);
    const std::span<const MeshInstance> placed = table_.bodies();
    together_.findCandidates(settings, executor, placed, growths_, table_.pairs());
    PreparedPairs::of(queries.front()).counters.boxTests += together_.boxTests();
    together_.forEachPair([&](Index bodyA, Index bodyB, Index faceA, Index faceB) {
        const Triangle a = placed[bodyA].triangle(faceA), b = placed[bodyB].triangle(faceB);
        const std::uint64_t key = keyOf(bodyA, bodyB);
        for (auto at = std::lower_bound(sorted_.begin(), sorted_.end(), std::pair{key, Index{0}});
             at != sorted_.end() && at->first == key; ++at) {
            const FacePairQuery& query = queries[at->second];
            const Real growth = halfDistance(query);
            if (!overlaps(grownOutward(boxOf(a), growth), grownOutward(boxOf(b), growth))) continue;
            auto& prepared = static_cast<PreparedPairs&>(*query.memory->cache);
            if (query.queryDistance == 0 || settings.exactDistance) {
                ++prepared.counters.triangleTests;
                if (!areClose(a, b, query.queryDistance)) continue;
            }
            const bool isInOrder = table_.pairs()[at->second].a == bodyA;
            prepared.pairs.push_back(isInOrder ? FacePair{faceA, faceB} : FacePair{faceB, faceA});
        }
    });
}

}  // namespace ricochet
