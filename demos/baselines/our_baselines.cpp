#include "demos/baselines/baseline.h"

namespace ricochet::baselines {
namespace {

class OurBaseline : public Baseline {
public:
    OurBaseline(std::unique_ptr<const NarrowPhase> narrowPhase, const SharedMesh& a, const SharedMesh& b)
        : narrowPhase_(std::move(narrowPhase)), a_(narrowPhase_->build(a)), b_(narrowPhase_->build(b)) {}

    void takeVertices() override {
        a_ = narrowPhase_->rebuild(*a_);
        b_ = narrowPhase_->rebuild(*b_);
    }
    void collide(const PosePair& poses) override {
        narrowPhase_->findFacePairs({a_.get(), poses.a}, {b_.get(), poses.b}, 0, memory_, pairs_);
    }
    std::size_t pairCount() override { return pairs_.size(); }
    std::optional<Counters> counters() const override { return memory_.counters; }
    std::size_t bytes() const override { return a_->bytes() + b_->bytes(); }

protected:
    std::unique_ptr<const NarrowPhase> narrowPhase_;
    std::shared_ptr<const CollisionModel> a_, b_;
    PairMemory memory_;
    FacePairs pairs_;
};

/// Finds whether there is any pair.
class FirstPairBaseline final : public OurBaseline {
public:
    using OurBaseline::OurBaseline;

    void collide(const PosePair& poses) override {
        found_ = narrowPhase_->findFirstPair({a_.get(), poses.a}, {b_.get(), poses.b}, memory_).has_value();
    }
    std::size_t pairCount() override { return found_ ? 1 : 0; }

private:
    bool found_ = false;
};

}  // namespace

std::unique_ptr<Baseline> makeOurs(std::unique_ptr<const NarrowPhase> narrowPhase, const SharedMesh& a,
                                   const SharedMesh& b) {
    return std::make_unique<OurBaseline>(std::move(narrowPhase), a, b);
}

std::unique_ptr<Baseline> makeOursFirst(std::unique_ptr<const NarrowPhase> narrowPhase, const SharedMesh& a,
                                        const SharedMesh& b) {
    return std::make_unique<FirstPairBaseline>(std::move(narrowPhase), a, b);
}

}  // namespace ricochet::baselines
