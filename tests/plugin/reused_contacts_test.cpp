// What pairs reuse from step to step beside a full evaluation in each step, bit for bit: in every scene, and
// for shapes of all kinds in motions that lists of face pairs and repetitions are sensitive to.

#include "tests/plugin/full_evaluation.h"
#include "tests/plugin/solved_world.h"
#include "tests/scenes/stock_world.h"
#include "tests/support/bullet_mesh.h"
#include "tests/support/random_geometry.h"

#include <BulletCollision/CollisionShapes/btHeightfieldTerrainShape.h>
#include <gtest/gtest.h>
#include <ricochet/ricochet.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

namespace ricochet {
namespace {

using test::BulletMesh;
using test::FullEvaluation;
using test::SolvedWorld;

std::unique_ptr<btConstraintSolver> newSolver(bool hasSmallSteps) {
    if (hasSmallSteps) return std::make_unique<SmallStepsSolver>();
    return std::make_unique<btSequentialImpulseConstraintSolver>();
}

struct SceneRun {
    std::string scene, variant;
    bool hasSmallSteps;
    int steps = 8;
};

void PrintTo(const SceneRun& run, std::ostream* out) {
    *out << run.scene << " " << run.variant << (run.hasSmallSteps ? " small-steps" : "");
}

FullEvaluation::Counts evaluated(const SceneRun& run) {
    SolvedWorld w(newSolver(run.hasSmallSteps));
    Settings settings;
    settings.convexConvex = "convex-features";
    EXPECT_EQ(registerAlgorithms(&w.dispatcher, settings), "");
    scenes::SceneOptions options = scenes::stockOptions(run.variant);
    options.bodies = 30;
    options.triangles = 20'000;
    options.maySleep = false;
    options.inertia = [](const btCollisionShape& shape, btScalar mass) {
        return massProperties(shape, mass).inertia;
    };
    const FullEvaluation full(w.dispatcher);
    const auto scene = scenes::makeScene(run.scene, w.world, options);
    for (int step = 0; step < run.steps; ++step) {
        scene->beforeStep();
        w.run(1);
        scene->afterStep();
        EXPECT_EQ(full.counts.differences, 0) << "step " << step;
        if (full.counts.differences > 0) break;
    }
    return full.counts;
}

class ReusedContactsOfScenes : public testing::TestWithParam<SceneRun> {};

TEST_P(ReusedContactsOfScenes, AreThoseOfAFullEvaluation) { evaluated(GetParam()); }

/// Each scene of rigid bodies in each of its variants, from its start.
std::vector<SceneRun> everyScene() {
    std::vector<SceneRun> runs;
    for (const scenes::SceneEntry& entry : scenes::sceneTable()) {
        if (entry.hasSoftBodies) continue;
        for (const bool hasSmallSteps : {false, true}) {
            if (entry.variants.empty()) runs.push_back({entry.name, "", hasSmallSteps});
            for (const char* variant : entry.variants) runs.push_back({entry.name, variant, hasSmallSteps});
        }
    }
    return runs;
}

std::string sceneRunName(const testing::TestParamInfo<SceneRun>& info) {
    std::string name = info.param.scene + info.param.variant;
    std::erase_if(name, [](unsigned char letter) { return !std::isalnum(letter); });
    return name + (info.param.hasSmallSteps ? "_small_steps" : "");
}

INSTANTIATE_TEST_SUITE_P(Starts, ReusedContactsOfScenes, testing::ValuesIn(everyScene()), sceneRunName);

/// Until bodies rest, or nearly.
TEST(ReusedContacts, OfWhatComesToRestAreThoseOfAFullEvaluation) {
    const std::vector<SceneRun> runs = {{"tori-stack", "flat", false, 120}, {"tori-stack", "flat", true, 200},
                                        {"tori-stack", "ridge", true, 200}, {"brick-wall", "", false, 100},
                                        {"brick-wall", "", true, 100},      {"drop", "", true, 250},
                                        {"primitives", "boxes", true, 200}, {"bin", "", true, 200}};
    for (const SceneRun& run : runs) {
        SCOPED_TRACE(testing::PrintToString(run));
        const FullEvaluation::Counts counts = evaluated(run);
        EXPECT_GT(counts.fromLists + counts.repeated + counts.apart, counts.pairs / 10);
    }
}

/// Their boxes overlap, but they are farther apart than they look ahead.
TEST(ReusedContacts, OfHullsThatStayApartAreThoseOfAFullEvaluation) {
    btBoxShape rod(btVector3(2, btScalar(0.05), btScalar(0.05)));
    SolvedWorld w;
    Settings settings;
    settings.convexConvex = "convex-features";
    EXPECT_EQ(registerAlgorithms(&w.dispatcher, settings), "");
    w.world.setGravity({0, 0, 0});
    const btQuaternion diagonal(btVector3(0, 0, 1), btScalar(0.8));
    for (const int mass : {0, 1}) {
        const btVector3 at = btScalar(mass) * btVector3(-1, 1, 0);
        btRigidBody& body = w.add(rod, btScalar(mass), at);
        body.setCenterOfMassTransform(btTransform(diagonal, at));
        w.world.updateSingleAabb(&body);
        if (mass > 0) body.setLinearVelocity(btVector3(btScalar(0.02), btScalar(-0.02), 0));
    }
    const FullEvaluation full(w.dispatcher);
    w.run(10);
    EXPECT_GT(full.counts.apart, 5);
    EXPECT_EQ(full.counts.differences, 0);
}

/// Shapes of all kinds about their origin, of about a metre.
class ShapesOfAllKinds {
public:
    ShapesOfAllKinds() {
        const auto mesh = [&](BulletMesh made) -> btBvhTriangleMeshShape& {
            meshes_.push_back(std::make_unique<BulletMesh>(made.vertices, made.faces));
            auto& shape = add<btBvhTriangleMeshShape>(&meshes_.back()->interface, true);
            shape.setMargin(0);
            return shape;
        };
        btBvhTriangleMeshShape& ring = mesh(test::torusMesh(btScalar(0.3), 16, 8));
        mesh(test::fineBoxMesh(btScalar(0.7), btScalar(0.4), btScalar(0.7), 3));
        add<btScaledBvhTriangleMeshShape>(&ring, btVector3(btScalar(1.2), btScalar(0.7), btScalar(0.9)));
        mesh(test::torusMesh(btScalar(0.2), 10, 6))
            .setLocalScaling(btVector3(btScalar(0.6), btScalar(1.7), btScalar(0.8)));
        auto& compound = add<btCompoundShape>();
        btTransform aside = btTransform::getIdentity();
        for (const int side : {-1, 1}) {
            aside.setOrigin(btVector3(btScalar(0.4 * side), 0, 0));
            compound.addChildShape(aside, &ring);
        }
        auto& hull = add<btConvexHullShape>();
        for (const btVector3& p : {btVector3(1, 0, 0), btVector3(-1, 0, 0), btVector3(0, 1, 0),
                                   btVector3(0, -1, 0), btVector3(0, 0, 1), btVector3(0, 0, -1)})
            hull.addPoint(btScalar(0.8) * p);
        hull.setLocalScaling(btVector3(1, btScalar(0.5), btScalar(1.3)));
        add<btBoxShape>(btVector3(btScalar(0.5), btScalar(0.3), btScalar(0.6)));
        add<btSphereShape>(btScalar(0.5));
        add<btCapsuleShape>(btScalar(0.3), btScalar(0.6));
        add<btCylinderShape>(btVector3(btScalar(0.4), btScalar(0.5), btScalar(0.4)));
        add<btConeShape>(btScalar(0.5), btScalar(1));
        const btVector3 centres[2] = {btVector3(btScalar(0.3), 0, 0), btVector3(btScalar(-0.3), 0, 0)};
        const btScalar radii[2] = {btScalar(0.4), btScalar(0.3)};
        add<btMultiSphereShape>(centres, radii, 2);
        moving = static_cast<int>(shapes_.size());
        // These are only static: a terrain, an open mesh, and a plane.
        for (int i = 0; i < kSide * kSide; ++i)
            heights_.push_back(float(0.2 * std::sin(1.3 * (i % kSide)) * std::cos(0.9 * (i / kSide))));
        add<btHeightfieldTerrainShape>(kSide, kSide, heights_.data(), btScalar(-1), btScalar(1), 1, false)
            .setLocalScaling(btVector3(btScalar(0.4), 1, btScalar(0.4)));
        mesh(BulletMesh({{-3, 0, -3}, {3, 0, -3}, {3, 0, 3}, {-3, 0, 3}, {0, btScalar(0.4), 0}},
                        {{0, 4, 1}, {1, 4, 2}, {2, 4, 3}, {3, 4, 0}}));
        add<btStaticPlaneShape>(btVector3(0, 1, 0), btScalar(0));
    }

    int count() const { return static_cast<int>(shapes_.size()); }
    btCollisionShape& operator[](int i) const { return *shapes_[static_cast<std::size_t>(i)]; }
    bool isGround(int i) const { return i >= moving; }

    int moving = 0;  ///< number of shapes that may move, the first ones

private:
    static constexpr int kSide = 9;

    template <class Shape, class... Arguments>
    Shape& add(Arguments&&... arguments) {
        auto shape = std::make_unique<Shape>(std::forward<Arguments>(arguments)...);
        Shape& reference = *shape;
        shapes_.push_back(std::move(shape));
        return reference;
    }

    std::vector<std::unique_ptr<BulletMesh>> meshes_;
    std::vector<float> heights_;
    std::vector<std::unique_ptr<btCollisionShape>> shapes_;
};

enum class Course {
    resting,
    tiny,
    small,
    resonant,
    alternating,
    repeated,
    ulp,
    aboutFarPoint,
    growing,
    falling
};
constexpr int kCourses = 10;
constexpr int kCourseSteps = 16;

/// How far a body is from its start, and how it has turned.
struct Displacement {
    Vec3 by = Vec3::Zero();
    Vec3 turn = Vec3::Zero();  ///< radians
};

Displacement displacement(Course course, int step, Random& random) {
    const Real alternate = step % 2 ? 1 : -1;
    switch (course) {
        case Course::resting:
        case Course::ulp:
            return {};
        case Course::tiny:
            return {1e-7 * randomPoint(random), 1e-7 * randomPoint(random)};
        case Course::small:
            return {3e-4 * randomPoint(random), 3e-4 * randomPoint(random)};
        case Course::resonant:
            return {1e-3 * std::sin(0.9 * step) * Vec3(0.2, 1, 0.1),
                    1e-3 * std::sin(0.5 * step) * Vec3(1, 2, 2)};
        case Course::alternating:
            return {1e-3 * alternate * Vec3(0, 1, 0.2), 1e-3 * alternate * Vec3(1, 0, 0)};
        case Course::repeated:
            return {step % 3 == 2 ? Vec3(1e-3, 1e-3, 0) : Vec3(Vec3::Zero())};
        case Course::aboutFarPoint: {
            const Real angle = 1e-5 * step, radius = 100;
            return {radius * Vec3(1 - std::cos(angle), std::sin(angle), 0), Vec3(0, 0, -angle)};
        }
        case Course::growing:
            return {std::pow(10, -7 + 0.3 * step) * randomPoint(random)};
        case Course::falling:
            break;
    }
    return {Vec3(0, -4e-4 * step * step, 0)};
}

Vec3 unitVector(Random& random) {
    const Vec3 v = randomPoint(random);
    return v.norm() > 0.1 ? Vec3(v.normalized()) : unitVector(random);
}

btVector3 toBullet(const Vec3& v) { return btVector3(btScalar(v.x()), btScalar(v.y()), btScalar(v.z())); }

btQuaternion rotation(const Vec3& turn) {
    const Real angle = turn.norm();
    return angle > 0 ? btQuaternion(toBullet(turn), btScalar(angle)) : btQuaternion::getIdentity();
}

/// Two bodies whose surfaces nearly touch, and one of them takes its course: set, not solved.
class Coursing {
public:
    Coursing(btCollisionShape& moving, btCollisionShape& fixed, bool isOnGround, Random& random)
        : w_(newSolver(/*hasSmallSteps*/ pick(random, 2) == 0)), random_(random) {
        Settings settings;
        settings.convexConvex = "convex-features";
        EXPECT_EQ(registerAlgorithms(&w_.dispatcher, settings), "");
        w_.world.setGravity({0, 0, 0});
        if (pick(random, 4) == 0) offset_ = kFar * btVector3(1, -1, 1);
        fixed_ = &w_.add(fixed, 0, offset_);
        moving_ = &w_.add(moving, 1, offset_);
        moving_->setActivationState(DISABLE_DEACTIVATION);
        start_.setRotation(
            rotation(pick(random, 3) == 0 ? Vec3(Vec3::Zero()) : Vec3(3 * randomPoint(random))));
        const btVector3 direction = isOnGround ? btVector3(0, 1, 0) : toBullet(unitVector(random));
        // The surfaces meet between two distances, of which the one is free and the other is not.
        btScalar inside = 0, outside = 4;
        for (int i = 0; i < 20; ++i) {
            const btScalar middle = (inside + outside) / 2;
            (isFree(middle * direction) ? outside : inside) = middle;
        }
        const Real gap = pick(random, 4) == 0 ? 0.5 : uniform(random, -3e-3, 3e-3);
        start_.setOrigin((outside + btScalar(gap)) * direction);
    }

    FullEvaluation::Counts run(Course course) {
        const FullEvaluation full(w_.dispatcher);
        for (int step = 0; step < kCourseSteps; ++step) {
            const Displacement d = displacement(course, step, random_);
            btTransform pose(rotation(d.turn) * start_.getRotation(),
                             start_.getOrigin() + toBullet(d.by) + offset_);
            if (course == Course::ulp && step % 2) {
                btScalar& y = pose.getOrigin()[1];
                y = std::nextafter(y, std::numeric_limits<btScalar>::max());
            }
            put(pose);
            const bool isMoving = course != Course::resting && course != Course::repeated;
            const Real speed = isMoving ? uniform(random_, 0, 0.05) : 0;
            moving_->setLinearVelocity(toBullet(speed * randomPoint(random_)));
            moving_->setAngularVelocity(toBullet(speed * randomPoint(random_)));
            w_.run(1);
            if (full.counts.differences > 0) break;
        }
        return full.counts;
    }

private:
    static constexpr btScalar kFar = sizeof(btScalar) == sizeof(double) ? btScalar(1e6) : btScalar(100);

    void put(const btTransform& pose) {
        moving_->setCenterOfMassTransform(pose);
        w_.world.updateSingleAabb(moving_);
    }

    bool isFree(const btVector3& at) {
        put(btTransform(start_.getBasis(), at + offset_));
        struct Deepest : btCollisionWorld::ContactResultCallback {
            btScalar distance = 1;
            btScalar addSingleResult(btManifoldPoint& point, const btCollisionObjectWrapper*, int, int,
                                     const btCollisionObjectWrapper*, int, int) override {
                distance = std::min(distance, point.getDistance());
                return 0;
            }
        } deepest;
        w_.world.contactPairTest(moving_, fixed_, deepest);
        return deepest.distance > 0;
    }

    SolvedWorld w_;
    Random& random_;
    btVector3 offset_{0, 0, 0};
    btRigidBody *fixed_, *moving_;
    btTransform start_ = btTransform::getIdentity();
};

void addCounts(const FullEvaluation::Counts& some, FullEvaluation::Counts& sum) {
    sum.pairs += some.pairs;
    sum.touching += some.touching;
    sum.repeated += some.repeated;
    sum.fromLists += some.fromLists;
}

TEST(ReusedContacts, OfAllShapesInAllMotionsAreThoseOfAFullEvaluation) {
    const ShapesOfAllKinds shapes;
    FullEvaluation::Counts sum;
    for (int c = 0; c < kCourses; ++c) {
        const auto course = static_cast<Course>(c);
        FullEvaluation::Counts ofCourse;
        for (int moving = 0; moving < shapes.moving; ++moving) {
            for (int fixed = 0; fixed < shapes.count(); ++fixed) {
                Random random(static_cast<unsigned>((c * shapes.moving + moving) * shapes.count() + fixed));
                Coursing pair(shapes[moving], shapes[fixed], shapes.isGround(fixed), random);
                const FullEvaluation::Counts counts = pair.run(course);
                EXPECT_EQ(counts.differences, 0)
                    << shapes[moving].getName() << " on " << shapes[fixed].getName() << ", course " << c;
                addCounts(counts, ofCourse);
            }
        }
        EXPECT_GT(ofCourse.touching, ofCourse.pairs / 4) << c;
        EXPECT_GT(ofCourse.repeated + ofCourse.fromLists, ofCourse.pairs / 50) << c;
        addCounts(ofCourse, sum);
    }
    EXPECT_GT(sum.repeated, sum.pairs / 20);
    EXPECT_GT(sum.fromLists, sum.pairs / 10);
}

}  // namespace
}  // namespace ricochet
