#include "algorithms/spherical_field/spherical_field.h"

#include <algorithm>

namespace ricochet {
namespace {

using spherical_field::Determination;
using spherical_field::Field;
using spherical_field::FieldModel;
using spherical_field::Method;
using spherical_field::Query;
using spherical_field::ReportedPairs;
using spherical_field::Sampling;
using spherical_field::ShellOrder;
using spherical_field::ShellTest;
using spherical_field::Work;

const Field& fieldAt(const MeshInstance& placed) {
    return static_cast<const FieldModel*>(placed.model)->field();
}

/// Reused arrays.
struct FieldWorkspace final : CacheOf<FieldWorkspace> {
    Work work;
};

Work& workOf(PairMemory& memory) { return cacheIn<FieldWorkspace>(memory).work; }

void count(const Work& work, Counters& counters) {
    ++counters.calls;
    counters.boxTests += work.boxTests;
    counters.triangleTests += work.triangleTests;
}

}  // namespace

SphericalSettings resolved(SphericalSettings settings) {
    if (settings.method == Method::rays) {
        settings.field.sampling = Sampling::rayCasting;
        settings.determining.test = ShellTest::cone;
        settings.determining.order = ShellOrder::queue;
    }
    // A shell does not cover the parts of a face in other cells.
    if (settings.determining.test != ShellTest::box) settings.field.wholeSmallFaces = false;
    return settings;
}

SphericalGuarantee sphericalGuarantee(const SphericalSettings& settings) {
    const SphericalSettings run = resolved(settings);
    if (run.field.sampling != Sampling::clipping || run.determining.test == ShellTest::cone) {
        return SphericalGuarantee::none;
    }
    const bool isTested = run.determining.pairs == ReportedPairs::tested;
    return isTested || run.determining.mode == Determination::all ? SphericalGuarantee::exact
                                                                  : SphericalGuarantee::detection;
}

SphericalField::SphericalField(const SphericalSettings& settings)
    : field_(resolved(settings).field), determining_(resolved(settings).determining) {}

std::shared_ptr<const CollisionModel> SphericalField::build(std::shared_ptr<const Mesh> mesh) const {
    Field field = spherical_field::buildField(*mesh, field_);
    return std::make_shared<FieldModel>(std::move(mesh), std::move(field));
}

void SphericalField::findFacePairs(const MeshInstance& a, const MeshInstance& b, Real queryDistance,
                                   PairMemory& memory, FacePairs& out) const {
    Work& work = workOf(memory);
    const Query query(fieldAt(a), fieldAt(b), a, b, queryDistance);
    findPairs(query, determining_, /*onlyFirst*/ false, work);
    count(work, memory.counters);
    out = work.found;
    if (determining_.pairs == ReportedPairs::asFound) {
        // Several shells may report the same pair.
        std::sort(out.begin(), out.end());
        out.erase(std::unique(out.begin(), out.end()), out.end());
    }
    memory.counters.facePairs += out.size();
}

std::optional<FacePair> SphericalField::findFirstPair(const MeshInstance& a, const MeshInstance& b,
                                                      PairMemory& memory) const {
    Work& work = workOf(memory);
    findPairs(Query(fieldAt(a), fieldAt(b), a, b, 0), determining_, /*onlyFirst*/ true, work);
    count(work, memory.counters);
    if (work.found.empty()) return std::nullopt;
    ++memory.counters.facePairs;
    return work.found.front();
}

void SphericalField::findFaces(const CollisionModel& model, const Aabb& box, std::vector<Index>& out) const {
    const auto& field = static_cast<const FieldModel&>(model).field();
    const bool isExact = field.listsAllFaces() && field.sphere.radius <= kLargestFloatRadius;
    if (!isExact) return NarrowPhase::findFaces(model, box, out);
    spherical_field::findFaces(field, model.mesh(), box, out);
}

}  // namespace ricochet
