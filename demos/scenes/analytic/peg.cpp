// A peg falls into its hole: freely as long as it does not touch. It falls to the bottom, and never
// penetrates the block by more than the width of the gap. It starts in its hole, or above one with a chamfer.

#include "demos/scenes/analytic/analytic_scene.h"
#include "demos/scenes/analytic/analytic_scenes.h"
#include "demos/scenes/analytic/outline.h"
#include "demos/scenes/angles.h"

#include <algorithm>
#include <cmath>

namespace ricochet::scenes {
namespace {

// Metres.
constexpr double kPegRadius = 0.01, kLength = 0.05, kDepth = 0.04;
constexpr double kBlockRadius = 0.04;
constexpr double kKeyRadius = 0.014, kKeyHalfWidth = 0.003;
constexpr double kInserted = 0.004;                 // at the start
constexpr double kAbove = 0.002, kChamfer = 0.001;  // at the start above the hole
constexpr double kGapsAside = 0.5;  // at most, above the hole: those that lean touch the chamfer
constexpr int kPegSides = 64;
constexpr double kPegSeconds = 2;
constexpr double kBottomShare = 0.02;  // of the depth: so near to the bottom it counts as inserted
constexpr double kAsideShare = 0.02;   // of the fall's speed: a peg that moves aside so fast has met a wall
constexpr double kLeastFall = 0.98;    // of the speed of a free fall: it leans, and rubs along a wall
constexpr btScalar kPegFriction = btScalar(0.1);  // with more, a peg that leans may wedge at the mouth

enum class PegSection { round, square, key };

struct PegVariant {
    const char* name;
    PegSection section;
    double percent;  ///< of the peg's width, by which the hole is wider
};
constexpr PegVariant kPegVariants[] = {
    {"round-1", PegSection::round, 1},       {"round-0.3", PegSection::round, 0.3},
    {"round-0.1", PegSection::round, 0.1},   {"square-1", PegSection::square, 1},
    {"square-0.3", PegSection::square, 0.3}, {"square-0.1", PegSection::square, 0.1},
    {"key-1", PegSection::key, 1},           {"key-0.3", PegSection::key, 0.3},
    {"key-0.1", PegSection::key, 0.1}};

/// The peg's outline if `growth` is 0; the hole's sides are farther out by `growth`. A round peg's corners
/// lie on the circle that a round hole's sides touch, so that the peg can rotate.
Outline pegOutline(PegSection section, double growth) {
    switch (section) {
        case PegSection::square:
            return regularOutline(4, kPegRadius + growth);
        case PegSection::key:
            return keyOutline(kPegSides, kPegRadius + growth, kKeyRadius + growth, kKeyHalfWidth + growth);
        case PegSection::round:
            break;
    }
    return regularOutline(kPegSides,
                          growth > 0 ? kPegRadius + growth : kPegRadius * std::cos(kPi / kPegSides));
}

class Peg : public AnalyticScene {
public:
    Peg(btDynamicsWorld& world, const SceneOptions& options, bool isAbove)
        : Peg(world, options, variantOf(kPegVariants, options.variant), isAbove ? kChamfer : 0) {}

    void afterStep() override {
        deepest_ = std::max(deepest_, depth());
        seconds_ += timeStep();
        // The step in which the floor is met ends there; so does the one in which the chamfer turns it aside.
        if (lowest() < -(1 - kBottomShare) * kDepth) isFalling_ = false;
        if (chamfer_ > 0 && sideways() > kAsideShare * std::abs(double(peg_->getLinearVelocity().y())))
            isFalling_ = false;
        if (isFalling_) fall_ = -double(peg_->getLinearVelocity().y()) / (gravity() * seconds_);
    }

    std::vector<AnalyticFigure> analyticFigures() const override {
        return {
            {.name = "in", .measured = isIn() ? 1.0 : 0.0, .expected = 1, .minimum = 1, .maximum = 1},
            {.name = "free_fall", .measured = fall_, .expected = 1, .minimum = kLeastFall, .maximum = 1.001},
            {.name = "deepest_gaps", .measured = deepest_ / gap_, .expected = 0, .minimum = 0, .maximum = 1}};
    }

private:
    Peg(btDynamicsWorld& world, const SceneOptions& options, const PegVariant& variant, double chamfer)
        : AnalyticScene(world, options, usualGravity(), kPegFriction, kPegSeconds),
          gap_(kPegRadius * variant.percent / 100),
          chamfer_(chamfer),
          pegOutline_(pegOutline(variant.section, 0)),
          holeOutline_(pegOutline(variant.section, gap_)) {
        add(standing(outlineHole(holeOutline_, kDepth, kBlockRadius,
                                 pegOutline(variant.section, gap_ + chamfer), chamfer)),
            0, btTransform::getIdentity());
        const Surface& surface = moving(outlinePrism(pegOutline_, -kLength / 2, kLength / 2));
        const double lean = random().between(0, 0.5) * gap_ / kInserted;  // radians
        const btVector3 about = random().inDisc(1).normalized();
        const double twist = variant.section == PegSection::round
                                 ? random().between(0, kTurn)
                                 : random().between(-0.2, 0.2) * gap_ / kPegRadius;
        const btQuaternion turn =
            btQuaternion(about, btScalar(lean)) * btQuaternion(btVector3(0, 1, 0), btScalar(twist));
        // Inclined about a point of its axis in the mouth.
        const double inserted = chamfer > 0 ? -kAbove : kInserted;
        const btVector3 mouth = random().inDisc(chamfer > 0 ? kGapsAside * gap_ : 0.25 * gap_);
        const btVector3 up = quatRotate(turn, btVector3(0, 1, 0));
        // The mesh was moved to its centre of mass.
        const btVector3& moved = surface.mesh->vertices.front();
        const btVector3 centre(btScalar(pegOutline_[0].x) - moved.x(), 0,
                               btScalar(pegOutline_[0].z) - moved.z());
        for (OutlinePoint& p : pegOutline_) p = {p.x - double(centre.x()), p.z - double(centre.z())};
        peg_ =
            &add(surface, btScalar(0.1),
                 btTransform(turn, mouth + btScalar(kLength / 2 - inserted) * up + quatRotate(turn, centre)));
    }

    bool isIn() const {
        const double bottom = lowest();
        return bottom < -(1 - kBottomShare) * kDepth && bottom > -kDepth - gap_;
    }

    /// m/s, of the centre of its bottom.
    double sideways() const {
        const btVector3 arm =
            peg_->getCenterOfMassTransform().getBasis() * btVector3(0, btScalar(-kLength / 2), 0);
        const btVector3 velocity = peg_->getVelocityInLocalPoint(arm);
        return std::hypot(double(velocity.x()), double(velocity.z()));
    }

    double lowest() const {
        return double((peg_->getCenterOfMassTransform() * btVector3(0, btScalar(-kLength / 2), 0)).y());
    }

    /// Metres: depth of the peg in the block: of its edges in the wall, of the wall's edges in the peg, and
    /// of its bottom.
    double depth() const {
        const btTransform& peg = peg_->getCenterOfMassTransform();
        double deepest = 0;
        const auto seek = [&](const Outline& edges, const btTransform& toOther, double bottom, double top,
                              double otherBottom, double otherTop, auto&& depthAt) {
            for (const OutlinePoint& p : edges) {
                const btVector3 a = toOther * btVector3(btScalar(p.x), btScalar(bottom), btScalar(p.z));
                const btVector3 b = toOther * btVector3(btScalar(p.x), btScalar(top), btScalar(p.z));
                const double ay = double(a.y()), by = double(b.y());
                for (const double y :
                     {std::clamp(ay, otherBottom, otherTop), std::clamp(by, otherBottom, otherTop)}) {
                    if (y < std::min(ay, by) || y > std::max(ay, by)) continue;
                    const btVector3 at = a + (b - a) * btScalar((y - ay) / (by - ay));
                    deepest = std::max(deepest, depthAt(OutlinePoint{double(at.x()), double(at.z())}));
                }
            }
        };
        seek(pegOutline_, peg, -kLength / 2, kLength / 2, -kDepth, -chamfer_,
             [&](const OutlinePoint& p) { return -depthIn(holeOutline_, p); });
        seek(holeOutline_, peg.inverse(), -kDepth, -chamfer_, -kLength / 2, kLength / 2,
             [&](const OutlinePoint& p) { return depthIn(pegOutline_, p); });
        return std::max(deepest, -kDepth - lowest());
    }

    const double gap_;      ///< metres, on all sides
    const double chamfer_;  ///< metres, downwards and outwards; the depth is that below it
    Outline pegOutline_;    ///< about the peg's centre of mass
    const Outline holeOutline_;
    btRigidBody* peg_;
    double deepest_ = 0;             ///< metres
    double seconds_ = 0, fall_ = 0;  ///< speed over that of a free fall, when it was last above the floor
    bool isFalling_ = true;
};

}  // namespace

std::unique_ptr<Scene> makePeg(btDynamicsWorld& world, const SceneOptions& options) {
    return std::make_unique<Peg>(world, options, /*isAbove*/ false);
}

std::unique_ptr<Scene> makePegAbove(btDynamicsWorld& world, const SceneOptions& options) {
    return std::make_unique<Peg>(world, options, /*isAbove*/ true);
}

}  // namespace ricochet::scenes
