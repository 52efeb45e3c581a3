#include "algorithms/spherical_field/spherical_field.h"

#include "algorithms/spherical_field/traversal.h"

#include <typeinfo>

namespace ricochet {
namespace {

using spherical_field::Field;
using spherical_field::FieldModel;
using spherical_field::Query;
using spherical_field::Work;

const Field& fieldOf(const Placed& placed) { return static_cast<const FieldModel*>(placed.model)->field(); }

/// Reused arrays.
struct FieldWorkspace final : PairMemory::Coherence {
    Work work;
};

Work& workOf(PairMemory& memory) {
    PairMemory::Coherence* known = memory.coherence.get();
    // dynamic_cast would take as long as a small query.
    if (!known || typeid(*known) != typeid(FieldWorkspace)) {
        memory.coherence = std::make_unique<FieldWorkspace>();
        known = memory.coherence.get();
    }
    return static_cast<FieldWorkspace*>(known)->work;
}

const Work& findPairs(const Placed& a, const Placed& b, Real queryDistance, bool onlyFirst,
                      PairMemory& memory) {
    Work& work = workOf(memory);
    spherical_field::findPairs(Query(fieldOf(a), fieldOf(b), a, b, queryDistance), onlyFirst, work);
    ++memory.counters.calls;
    memory.counters.boxTests += work.boxTests;
    memory.counters.triangleTests += work.triangleTests;
    return work;
}

}  // namespace

std::shared_ptr<const Model> SphericalField::build(std::shared_ptr<const Mesh> mesh) const {
    Field field = spherical_field::buildField(*mesh, settings_);
    return std::make_shared<FieldModel>(std::move(mesh), std::move(field));
}

void SphericalField::findFacePairs(const Placed& a, const Placed& b, Real queryDistance, PairMemory& memory,
                                   FacePairs& out) const {
    out = findPairs(a, b, queryDistance, /*onlyFirst*/ false, memory).found;
    memory.counters.facePairs += out.size();
}

std::optional<FacePair> SphericalField::findFirstPair(const Placed& a, const Placed& b,
                                                      PairMemory& memory) const {
    const Work& work = findPairs(a, b, 0, /*onlyFirst*/ true, memory);
    if (work.found.empty()) return std::nullopt;
    ++memory.counters.facePairs;
    return work.found.front();
}

void SphericalField::findFaces(const Model& model, const Aabb& box, std::vector<Index>& out) const {
    const auto& field = static_cast<const FieldModel&>(model).field();
    if (field.sphere.radius > kLargestFloatRadius) return NarrowPhase::findFaces(model, box, out);
    spherical_field::findFaces(field, model.mesh(), box, out);
}

}  // namespace ricochet
