// Contacts from lists of face pairs beside those of a search in every step: the same bits, whatever the
// shapes and the motion. A list that claims twice its slack must be found out.

#include "algorithms/contact/verlet_list.h"

#include "tests/contact/contact_scene.h"
#include "tests/contact/same_contacts.h"
#include "tests/support/build_kind.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace ricochet::test {
namespace {

constexpr int kSteps = 24;
constexpr Real kFar = 1e6;         // metres from the world's origin
constexpr Real kFarCentre = 1000;  // sizes of the bodies: of a rotation

enum class Motion {
    tiny,
    small,
    resonant,
    alternating,
    repeated,
    ulp,
    approaching,
    turning,
    growing,
    spending,
    turningFar,
    closing,
    spendingApart
};
constexpr unsigned kMotions = 13;

std::shared_ptr<const Mesh> scaled(const Mesh& mesh, Real factor) {
    std::vector<Vec3> vertices = mesh.vertices();
    for (Vec3& v : vertices) v *= factor;
    if (mesh.isTwoSided()) return *Mesh::createTwoSided(std::move(vertices), mesh.faces());
    return makeMesh(std::move(vertices), mesh.faces());
}

/// Hills, with two sides.
std::shared_ptr<const Mesh> hills(Random& random) {
    constexpr Index kSide = 8;
    std::vector<Vec3> vertices;
    std::vector<Face> faces;
    for (Index i = 0; i < kSide * kSide; ++i) {
        vertices.emplace_back(0.4 * (i % kSide) - 1.4, uniform(random, 0, 0.2), 0.4 * (i / kSide) - 1.4);
        if (i % kSide + 1 == kSide || i / kSide + 1 == kSide) continue;
        faces.push_back({i, i + kSide, i + 1});
        faces.push_back({i + 1, i + kSide, i + kSide + 1});
    }
    return *Mesh::createTwoSided(std::move(vertices), std::move(faces));
}

/// A pair of bodies whose surfaces are near one another, flush or not, and how A moves from step to step.
class MovingPair {
public:
    explicit MovingPair(unsigned seed) : random_(seed), motion_(static_cast<Motion>(seed % kMotions)) {
        size_ = std::array<Real, 3>{1, 0.01, 100}[static_cast<std::size_t>(pick(random_, 3))];
        const auto meshA = scaled(*shape(), size_),
                   meshB = scaled(pick(random_, 5) == 0 ? *hills(random_) : *shape(), size_);
        Pose a;
        a.rotation = pick(random_, 2) ? randomRotation(random_) : Matrix3(Matrix3::Identity());
        a.translation = size_ * (Vec3(0, 5, 0) + randomPoint(random_, 0.3));
        const ClosestFaces nearest =
            *AllPairs().findClosestPair({AllPairs().build(meshA).get(), a},
                                        {AllPairs().build(meshB).get(), Pose{}}, kAnyDistance, pairMemory_);
        const Vec3 between = nearest.points.onA - nearest.points.onB;
        toB_ = -between.normalized();
        const Real gap = motion_ == Motion::approaching ? 0.02
                         : isApart()                    ? uniform(random_, 0.05, 0.5)
                                                        : uniform(random_, -0.004, 0.004);
        a.translation -= between - gap * size_ * between.normalized();
        if (pick(random_, 4) == 0) offset_ = Vec3(kFar, -kFar, kFar);
        start_ = a;
        scene_.emplace(meshA, a, meshB, Pose{});
        scene_->input.step.isRaw = pick(random_, 2) == 0;
    }

    /// `last`: what the step before has left.
    const PairInput& at(int step, const ContactSettings& settings = {}, const PersistentContacts& last = {}) {
        PairInput& input = scene_->input;
        Pose a = poseAt(step, settings, last);
        input.b.pose.translation = offset_;
        a.translation += offset_;
        input.a.pose = a;
        input.a.motion.centre = a.translation;
        input.b.motion.centre = offset_;
        // Bodies need not go where their velocities point to.
        const bool isUnannounced = motion_ == Motion::approaching || isSpending();
        const Real fastest = isApart() ? 0.2 : 2e-3;  // sizes a step
        const Real speed = isUnannounced ? 0 : uniform(random_, 0, fastest) * size_ * 60;
        input.a.motion.linearVelocity = speed * randomPoint(random_);
        input.a.motion.angularVelocity = speed / size_ * randomPoint(random_);
        return input;
    }

private:
    std::shared_ptr<const Mesh> shape() {
        switch (pick(random_, 4)) {
            case 0:
                return ring(12, 6);
            case 1:
                return gridBoxMesh({1, 1, 1}, 3);
            case 2:
                return sphereMesh(10, 8);
            default:
                return knotMesh(20, 4);
        }
    }

    bool isSpending() const {
        return motion_ == Motion::spending || motion_ == Motion::turningFar ||
               motion_ == Motion::spendingApart;
    }
    bool isApart() const { return motion_ == Motion::closing || motion_ == Motion::spendingApart; }

    /// In even steps the last pose, along a straight line or an arc, at which the list holds, bit by bit; in
    /// odd steps the next one.
    Pose spent(int step, const ContactSettings& settings, const PersistentContacts& last) {
        const Pose now = {scene_->input.a.pose.rotation, scene_->input.a.pose.translation - offset_};
        if (!last.list) return step == 0 ? start_ : now;
        if (!last.isFromList) {
            start_ = now;
            toB_ = pick(random_, 2) ? Vec3(-toB_) : Vec3(randomPoint(random_).normalized());
        }
        const auto along = [&](Real part) {
            if (motion_ != Motion::turningFar) return moved(part * toB_, 0);
            const Matrix3 arc =
                Eigen::AngleAxis<Real>(part / kFarCentre, toB_.unitOrthogonal()).toRotationMatrix();
            const Vec3 centre = start_.translation + kFarCentre * size_ * toB_.cross(toB_.unitOrthogonal());
            return Pose{arc * start_.rotation, arc * (start_.translation - centre) + centre};
        };
        const auto holdsAt = [&](Real part) {
            PairInput input = scene_->input;
            input.a.pose = along(part);
            input.a.pose.translation += offset_;
            input.a.motion.centre = input.a.pose.translation;
            return listHolds(input, settings, speculativeMargin(input, settings, last.depth), last);
        };
        Real holds = 0, ends = 1;
        for (Real middle = 0.5; middle != holds && middle != ends; middle = (holds + ends) / 2) {
            (holdsAt(middle) ? holds : ends) = middle;
        }
        return along(step % 2 ? ends : holds);
    }

    Pose poseAt(int step, const ContactSettings& settings, const PersistentContacts& last) {
        const Real alternate = step % 2 ? 1 : -1;
        switch (motion_) {
            case Motion::tiny:
                return moved(1e-9 * randomPoint(random_), 1e-9);
            case Motion::small:
                return moved(3e-4 * randomPoint(random_), 3e-4);
            case Motion::resonant:
                return moved(1e-3 * std::sin(0.9 * step) * Vec3(0.2, 1, 0.1), 1e-3 * std::sin(0.5 * step));
            case Motion::alternating:
                return moved(1e-3 * alternate * Vec3(0, 1, 0.2), 1e-3 * alternate);
            case Motion::repeated:
                return moved(step % 2 ? Vec3(1e-3, 1e-3, 0) : Vec3(Vec3::Zero()), 0);
            case Motion::ulp: {
                Pose a = start_;
                if (step % 2) a.translation.y() = std::nextafter(a.translation.y(), size_ * 1e3);
                return a;
            }
            case Motion::approaching:
                return moved(step * 1e-3 * toB_, 0);
            case Motion::turning:
                start_.translation += size_ * 1e-4 * randomPoint(random_);
                return moved(Vec3::Zero(), 4e-4 * step);
            case Motion::closing:
                return moved(step * 0.02 * toB_, 0.01 * step);
            case Motion::spending:
            case Motion::spendingApart:
            case Motion::turningFar:
                return spent(step, settings, last);
            case Motion::growing:
                break;
        }
        return moved(std::pow(10, -8 + 0.25 * step) * randomPoint(random_), std::pow(10, -8 + 0.25 * step));
    }

    /// Lengths in sizes of the bodies.
    Pose moved(const Vec3& by, Real angle) const {
        Pose a = start_;
        a.rotation = Eigen::AngleAxis<Real>(angle, Vec3(1, 2, 2) / 3).toRotationMatrix() * a.rotation;
        a.translation += size_ * by;
        return a;
    }

    Random random_;
    Motion motion_;
    Real size_ = 1;  ///< metres
    Vec3 toB_ = Vec3::Zero(), offset_ = Vec3::Zero();
    Pose start_;
    PairMemory pairMemory_;
    std::optional<ContactScene> scene_;
};

/// Claims twice the slack for which the list was made.
void doubleSlack(VerletList& list, Real radius) {
    FeatureRange& range = list.range;
    const Real slack = range.crossing;
    for (Real* const distance :
         {&range.above, &range.below, &range.extension, &range.queryDistance, &range.crossing}) {
        *distance += slack;
    }
    range.sine += slack / radius;
}

struct Comparison {
    int differences = 0;
    HitRate fromLists, touching;

    void run(unsigned seed, bool doublesSlack) {
        MovingPair pair(seed);
        PersistentContacts searched, listed;
        PairMemory ofSearched, ofListed;
        ContactSettings settings;
        if (seed % 3 == 0) settings.pairBudget = 40;
        ContactSettings each = settings;
        each.listsFacePairs = false;
        for (int step = 0; step < kSteps; ++step) {
            const PairInput& input = pair.at(step, settings, listed);
            findContacts(BoxPairs(), input, each, ofSearched, searched);
            findContacts(BoxPairs(), input, settings, ofListed, listed);
            const bool isEmptinessSame = searched.facePairs.empty() == listed.facePairs.empty();
            if (!areSame(searched, listed) || (isEmptinessUsed(input, searched) && !isEmptinessSame)) {
                ++differences;
                return;
            }
            fromLists.count(listed.isFromList);
            touching.count(!listed.points.empty());
            if (doublesSlack && listed.list && !listed.isFromList)
                doubleSlack(*listed.list, input.smallerRadius());
        }
    }
};

TEST(VerletList, GivesTheContactsOfASearchInEveryStep) {
    Comparison comparison;
    for (unsigned seed = 0; seed < (kIsSlowBuild ? 5 * kMotions : 220); ++seed) {
        comparison.run(seed, false);
        ASSERT_EQ(comparison.differences, 0) << seed;
    }
    EXPECT_TRUE(comparison.fromLists.isBetween(0.3, 0.9)) << comparison.fromLists.value();
    EXPECT_TRUE(comparison.touching.isBetween(0.3, 0.95)) << comparison.touching.value();
}

TEST(VerletList, ThatClaimsTwiceItsSlackMissesContacts) {
    Comparison comparison;
    for (unsigned seed = 0; seed < 110 && comparison.differences == 0; ++seed) comparison.run(seed, true);
    EXPECT_GT(comparison.differences, 0);
}

TEST(VerletList, OfBodiesApartThatClaimsTwiceItsSlackMissesContacts) {
    Comparison comparison;
    for (unsigned i = 0; i < 10 && comparison.differences == 0; ++i) {
        const auto motion = static_cast<unsigned>(i % 2 ? Motion::closing : Motion::spendingApart);
        comparison.run(motion + i * kMotions, true);
    }
    EXPECT_GT(comparison.differences, 0);
}

/// Two spheres whose gap closes by a third of a radius in each step: the search runs in the first step, which
/// knows no motion, and then in every fourth.
TEST(VerletList, IsEmptyAndHoldsForFourStepsWhereBodiesAreFarApart) {
    ContactScene scene(sphereMesh(32, 24), at(0, 40, 0), sphereMesh(32, 24), Pose{});
    PersistentContacts memory;
    PairMemory pairMemory;
    std::vector<bool> fromList;
    for (int step = 0; step < 10; ++step) {
        scene.input.a.pose.translation.y() -= 1.0 / 3;
        findContacts(BoxPairs(), scene.input, {}, pairMemory, memory);
        fromList.push_back(memory.isFromList);
    }
    EXPECT_EQ(fromList, (std::vector<bool>{0, 0, 1, 1, 1, 1, 0, 1, 1, 1}));
}

TEST(VerletList, IsNotMadeEmptyByANarrowPhaseThatFindsAllPairsFirst) {
    ContactScene scene(sphereMesh(8, 6), at(0, 40, 0), sphereMesh(8, 6), Pose{});
    PersistentContacts memory;
    PairMemory pairMemory;
    for (int step = 0; step < 3; ++step) {
        scene.input.a.pose.translation.y() -= 1.0 / 3;
        findContacts(ClosePairs(), scene.input, {}, pairMemory, memory);
        EXPECT_FALSE(memory.list) << step;
    }
}

TEST(VerletList, IsNotMadeForBodiesThatMoveFast) {
    MovingPair pair(0);
    PairInput input = pair.at(0);
    PersistentContacts memory;
    PairMemory pairMemory;
    for (int step = 0; step < 5; ++step) {
        input.a.pose.translation.x() += 0.1 * input.smallerRadius();
        findContacts(BoxPairs(), input, {}, pairMemory, memory);
        EXPECT_FALSE(memory.list) << step;
    }
}

/// Whether a list for two spheres at rest outlives a budget below its number of pairs, at a speed of A in
/// face sizes per step.
bool outlivesItsBudget(Real speed) {
    ContactScene scene(sphereMesh(32, 24), at(0, 1.99, 0), sphereMesh(32, 24), Pose{});
    PairInput& input = scene.input;
    input.a.motion.linearVelocity = {0, -speed * input.a.surface->faceSize / input.step.timeStep, 0};
    PersistentContacts memory;
    PairMemory pairMemory;
    ContactSettings settings;
    for (int step = 0; step < 3; ++step) findContacts(BoxPairs(), input, settings, pairMemory, memory);
    EXPECT_TRUE(memory.isFromList);
    settings.pairBudget = memory.list->found - 1;
    findContacts(BoxPairs(), input, settings, pairMemory, memory);
    return memory.isFromList;
}

TEST(VerletList, EndsWithTheBudgetForWhichItWasMade) { EXPECT_FALSE(outlivesItsBudget(1.5)); }

TEST(VerletList, HoldsAboveTheBudgetIfACoarseSearchIsNoNarrower) { EXPECT_TRUE(outlivesItsBudget(0.5)); }

}  // namespace
}  // namespace ricochet::test
