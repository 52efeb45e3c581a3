#include "algorithms/closest_features/hull_then_faces.h"

#include "algorithms/closest_features/hull_model.h"
#include "algorithms/closest_features/red_pair.h"

#include <utility>

namespace ricochet {
namespace {

using hull_then_faces::areProvenApart;
using hull_then_faces::findRedPair;
using hull_then_faces::HullMemory;
using hull_then_faces::HullModel;
using hull_then_faces::meet;

const HullModel& modelOf(const MeshInstance& placed) { return static_cast<const HullModel&>(*placed.model); }

HullMemory& heldMemory(PairMemory& memory, const MeshInstance& a, const MeshInstance& b) {
    auto& ours = cacheIn<HullMemory>(memory);
    ours.begin(*a.model, *b.model);
    return ours;
}

bool areFartherThan(const MeshInstance& a, const MeshInstance& b, Real queryDistance, HullMemory& ours,
                    Counters& counters) {
    const HullModel &modelA = modelOf(a), &modelB = modelOf(b);
    if (!modelA.hull() || !modelB.hull()) return false;
    ++counters.boxTests;
    return areProvenApart({modelA.hull(), a.pose}, {modelB.hull(), b.pose}, queryDistance, ours);
}

/// Forwards a query; counts go to the pair's own counters.
template <class Call>
auto queryFaces(const MeshInstance& a, const MeshInstance& b, PairMemory& memory, HullMemory& ours,
                Call&& call) {
    std::swap(ours.faces.counters, memory.counters);
    auto answer = call(MeshInstance{&modelOf(a).faces(), a.pose}, MeshInstance{&modelOf(b).faces(), b.pose},
                       ours.faces);
    std::swap(ours.faces.counters, memory.counters);
    return answer;
}

}  // namespace

std::shared_ptr<const CollisionModel> HullThenFaces::build(std::shared_ptr<const Mesh> mesh) const {
    auto faces = faces_->build(mesh);
    return std::make_shared<HullModel>(std::move(mesh), std::move(faces));
}

std::shared_ptr<const CollisionModel> HullThenFaces::rebuild(const CollisionModel& model) const {
    const auto& known = static_cast<const HullModel&>(model);
    return std::make_shared<HullModel>(model.sharedMesh(), faces_->rebuild(known.faces()));
}

void HullThenFaces::findFacePairs(const MeshInstance& a, const MeshInstance& b, Real queryDistance,
                                  PairMemory& memory, FacePairs& out) const {
    out.clear();
    HullMemory& ours = heldMemory(memory, a, b);
    if (areFartherThan(a, b, queryDistance, ours, memory.counters)) {
        ++memory.counters.calls;
        return;
    }
    queryFaces(a, b, memory, ours,
               [&](const MeshInstance& facesA, const MeshInstance& facesB, PairMemory& facesMemory) {
                   faces_->findFacePairs(facesA, facesB, queryDistance, facesMemory, out);
                   return 0;
               });
}

std::optional<FacePair> HullThenFaces::findFirstPair(const MeshInstance& a, const MeshInstance& b,
                                                     PairMemory& memory) const {
    HullMemory& ours = heldMemory(memory, a, b);
    const std::optional<FacePair> last = std::exchange(ours.lastPair, std::nullopt);
    if (last && settings_.beginsWithLastPair && meet(a, b, *last, memory.counters)) {
        ours.lastPair = last;
    } else if (areFartherThan(a, b, 0, ours, memory.counters)) {
        ++memory.counters.calls;
        return std::nullopt;
    } else if (settings_.answersWhereRedMeetsRed) {
        ours.lastPair = findRedPair(a, b, ours, memory.counters);
    }
    if (ours.lastPair) {
        ++memory.counters.calls;
        ++memory.counters.facePairs;
        return ours.lastPair;
    }
    return ours.lastPair = queryFaces(
               a, b, memory, ours,
               [&](const MeshInstance& facesA, const MeshInstance& facesB, PairMemory& facesMemory) {
                   return faces_->findFirstPair(facesA, facesB, facesMemory);
               });
}

std::optional<ClosestFaces> HullThenFaces::findClosestPair(const MeshInstance& a, const MeshInstance& b,
                                                           Real upTo, PairMemory& memory) const {
    HullMemory& ours = heldMemory(memory, a, b);
    if (upTo < kAnyDistance && areFartherThan(a, b, upTo, ours, memory.counters)) {
        ++memory.counters.calls;
        return std::nullopt;
    }
    return queryFaces(a, b, memory, ours,
                      [&](const MeshInstance& facesA, const MeshInstance& facesB, PairMemory& facesMemory) {
                          return faces_->findClosestPair(facesA, facesB, upTo, facesMemory);
                      });
}

void HullThenFaces::findFaces(const CollisionModel& model, const Aabb& box, std::vector<Index>& out) const {
    faces_->findFaces(static_cast<const HullModel&>(model).faces(), box, out);
}

void HullThenFaces::castRay(const MeshInstance& placed, const Ray& ray, std::vector<Index>& out) const {
    faces_->castRay({&modelOf(placed).faces(), placed.pose}, ray, out);
}

std::optional<ClosestFace> HullThenFaces::closestFace(const MeshInstance& placed,
                                                      const PointQuery& query) const {
    return faces_->closestFace({&modelOf(placed).faces(), placed.pose}, query);
}

}  // namespace ricochet
