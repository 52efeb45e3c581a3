#include "algorithms/spherical_field/determination.h"
#include "demos/peers/peer.h"

namespace ricochet::peers {
namespace {

using spherical_field::buildField;
using spherical_field::Determination;
using spherical_field::FieldModel;
using spherical_field::Query;
using spherical_field::Work;

class SphericalPeer final : public Peer {
public:
    SphericalPeer(const SharedMesh& a, const SharedMesh& b, int level, Determination mode)
        : a_(a, buildField(*a, {.level = level})), b_(b, buildField(*b, {.level = level})), mode_(mode) {}

    void collide(const PosePair& poses) override {
        const Placed a = {&a_, poses.a}, b = {&b_, poses.b};
        spherical_field::determine(Query(a_.field(), b_.field(), a, b, 0), mode_, work_);
        ++counters_.calls;
        counters_.boxTests += work_.boxTests;
        counters_.triangleTests += work_.triangleTests;
        counters_.facePairs += work_.found.size();
    }
    std::size_t pairCount() override { return work_.found.size(); }
    std::optional<Counters> counters() const override { return counters_; }
    std::size_t bytes() const override { return a_.bytes() + b_.bytes(); }

private:
    const FieldModel a_, b_;
    const Determination mode_;
    Work work_;
    Counters counters_;
};

}  // namespace

std::unique_ptr<Peer> makeSpherical(const SharedMesh& a, const SharedMesh& b, int level,
                                    spherical_field::Determination mode) {
    return std::make_unique<SphericalPeer>(a, b, level, mode);
}

}  // namespace ricochet::peers
