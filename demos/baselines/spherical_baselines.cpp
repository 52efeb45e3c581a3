#include "algorithms/spherical_field/spherical_field.h"
#include "demos/baselines/baseline.h"

namespace ricochet::baselines {
namespace {

using spherical_field::FieldModel;
using spherical_field::Query;
using spherical_field::Work;

class SphericalBaseline final : public Baseline {
public:
    SphericalBaseline(const SharedMesh& a, const SharedMesh& b, const SphericalSettings& settings)
        : settings_(resolved(settings)),
          a_(a, buildField(*a, settings_.field)),
          b_(b, buildField(*b, settings_.field)) {}

    void collide(const PosePair& poses) override {
        const MeshInstance a = {&a_, poses.a}, b = {&b_, poses.b};
        findPairs(Query(a_.field(), b_.field(), a, b, 0), settings_.determining, /*onlyFirst*/ false, work_);
        ++counters_.calls;
        counters_.boxTests += work_.boxTests;
        counters_.triangleTests += work_.triangleTests;
        counters_.facePairs += work_.found.size();
    }
    std::size_t pairCount() override { return work_.found.size(); }
    std::optional<Counters> counters() const override { return counters_; }
    std::size_t bytes() const override { return a_.bytes() + b_.bytes(); }

private:
    const SphericalSettings settings_;
    const FieldModel a_, b_;
    Work work_;
    Counters counters_;
};

}  // namespace

std::unique_ptr<Baseline> makeSpherical(const SharedMesh& a, const SharedMesh& b,
                                        const SphericalSettings& settings) {
    return std::make_unique<SphericalBaseline>(a, b, settings);
}

}  // namespace ricochet::baselines
