// Back ends with parameters: name?parameter=value&parameter=value.

#include "plugin/backends.h"
#include "plugin/continuous_methods.h"
#include "plugin/nearest_name.h"
#include "tests/support/build_kind.h"
#include "tests/support/bullet_mesh.h"
#include "tests/support/bullet_world.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <ricochet/ricochet.h>

#include <algorithm>
#include <functional>

namespace ricochet {
namespace {

using testing::HasSubstr;

enum class Fruit { apple, pear };

struct Toy {
    Fruit fruit = Fruit::pear;
    int count = 3;
    double size = 0.5;
    bool isRipe = true;
    struct {
        Index level = kNone;
    } inner;
};

const ParameterTable<Toy> kToyTable = {
    choice("fruit", "which fruit", &Toy::fruit, {{"apple", Fruit::apple}, {"pear", Fruit::pear}}),
    integer("count", "how many", "fruits", 1, 64, &Toy::count),
    real("size", "how large", "metres", 0.25, 2, &Toy::size),
    flag("ripe", "whether it is ripe", &Toy::isRipe),
    integerOr("automatic", kNone, "level", "how deep", "", 0, 8,
              [](Toy& toy) -> Index& { return toy.inner.level; }),
};

Result<Toy> readToy(const std::string& text) {
    return parseSelection(text).and_then(
        [](const Selection& selection) { return readSettings(selection, kToyTable); });
}

std::string faultOfToy(const std::string& text) {
    const Result<Toy> toy = readToy(text);
    return toy ? "" : toy.error();
}

TEST(Parameters, SetTheMembersThatTheyName) {
    const Result<Toy> toy = readToy("toy?count=7&fruit=apple&size=1.5&ripe=off&level=4");
    ASSERT_TRUE(toy.has_value()) << toy.error();
    EXPECT_EQ(toy->count, 7);
    EXPECT_EQ(toy->fruit, Fruit::apple);
    EXPECT_EQ(toy->size, 1.5);
    EXPECT_FALSE(toy->isRipe);
    EXPECT_EQ(toy->inner.level, 4u);
    EXPECT_EQ(readToy("toy?level=4&level=automatic").has_value(), false);
    EXPECT_EQ(readToy("toy?level=automatic")->inner.level, kNone);
}

TEST(Parameters, HaveTheStructsInitialValuesAsDefaults) {
    const std::vector<ParameterInfo> infos = describe(kToyTable);
    ASSERT_EQ(infos.size(), 5u);
    EXPECT_EQ(infos[0].byDefault, "pear");
    EXPECT_EQ(infos[0].values, "apple, pear");
    EXPECT_EQ(infos[1].byDefault, "3");
    EXPECT_EQ(infos[1].values, "1 to 64");
    EXPECT_EQ(infos[2].byDefault, "0.5");
    EXPECT_EQ(infos[2].unit, "metres");
    EXPECT_EQ(infos[3].byDefault, "on");
    EXPECT_EQ(infos[4].byDefault, "automatic");
    EXPECT_EQ(infos[4].values, "automatic, 0 to 8");
}

TEST(Parameters, OneTextNamesTheSameSettings) {
    const auto canonical = [](const std::string& text) {
        return canonicalText("toy", kToyTable, *readToy(text));
    };
    EXPECT_EQ(canonical("toy"), "toy");
    EXPECT_EQ(canonical("toy?count=3&fruit=pear"), "toy");
    EXPECT_EQ(canonical("toy?size=1&count=4"), "toy?count=4&size=1");
    EXPECT_EQ(canonical("toy?count=4&size=1.0"), "toy?count=4&size=1");
}

TEST(Parameters, OneSentenceSaysWhatIsWrongAndWhatIsNearest) {
    EXPECT_EQ(faultOfToy("toy?fruit=papple"),
              "'fruit' of toy must be apple or pear, not 'papple'; the nearest is apple.");
    EXPECT_EQ(faultOfToy("toy?count=100"),
              "'count' of toy must be from 1 to 64 fruits, not '100'; the nearest is 64.");
    EXPECT_EQ(faultOfToy("toy?count=2.6"),
              "'count' of toy must be from 1 to 64 fruits, not '2.6'; the nearest is 3.");
    EXPECT_EQ(faultOfToy("toy?count=many"),
              "'count' of toy must be from 1 to 64 fruits, not 'many'; the nearest is 1.");
    EXPECT_EQ(faultOfToy("toy?size=0.1"),
              "'size' of toy must be from 0.25 to 2 metres, not '0.1'; the nearest is 0.25.");
    for (const char* bad : {"nan", "inf", "1e999", "1 ", " 1", "1m", "0x1"}) {
        EXPECT_THAT(faultOfToy("toy?size=" + std::string(bad)), HasSubstr("must be from 0.25 to 2 metres"))
            << bad;
    }
    EXPECT_EQ(faultOfToy("toy?ripe=yes"), "'ripe' of toy must be off or on, not 'yes'; the nearest is off.");
    EXPECT_EQ(faultOfToy("toy?cuont=2"),
              "The parameter 'cuont' is unknown: toy has fruit, count, size, ripe, level; the nearest is "
              "'count'.");
    EXPECT_EQ(faultOfToy("toy?count=2&count=2"),
              "The parameter 'count' is given twice in 'toy?count=2&count=2'.");
    for (const char* bad : {"toy?", "toy?count", "toy?count=", "toy?=2", "toy?count=2&", "toy?&count=2"}) {
        EXPECT_THAT(faultOfToy(bad), HasSubstr("is no parameter; write name?parameter=value")) << bad;
    }
}

TEST(Parameters, TheNearestNameNeedsTheFewestChangedCharacters) {
    EXPECT_EQ(nearestName("obbtree", {"wide-tree", "obb-tree", "octree"}), "obb-tree");
    EXPECT_EQ(nearestName("", {"long", "a"}), "a");
    EXPECT_EQ(nearestName("x", {}), "");
    EXPECT_EQ(nearestNames("obbtree", {"octree"}), "the nearest is 'octree'");
    EXPECT_EQ(nearestNames("obbtree", {"brute-force", "octree", "obb-tree"}),
              "the nearest are 'obb-tree', 'octree' and 'brute-force'");
    EXPECT_EQ(nearestNames("a", {"bbbb", "bbb", "bb", "b"}), "the nearest are 'b', 'bb' and 'bbb'");
}

TEST(Backends, EveryRowDescribesParametersThatItAccepts) {
    int parameters = 0;
    for (const auto& row : backends()) {
        if (!selectBackend(row.name)) continue;  // needs what this machine does not have
        EXPECT_EQ(selectBackend(row.name)->name, row.name);
        for (const ParameterInfo& info : row.parameters) {
            const auto selected = selectBackend(row.name + "?" + info.name + "=" + info.byDefault);
            ASSERT_TRUE(selected.has_value()) << selected.error();
            EXPECT_EQ(selected->name, row.name);
            EXPECT_FALSE(info.about.empty()) << info.name;
            ++parameters;
        }
    }
    EXPECT_GT(parameters, 5);
}

/// "off, on" are two.
std::vector<std::string> separated(const std::string& values) {
    std::vector<std::string> all;
    for (std::size_t begin = 0, end; begin < values.size(); begin = end + 2) {
        end = std::min(values.find(", ", begin), values.size());
        all.push_back(values.substr(begin, end - begin));
    }
    return all;
}

TEST(Backends, NameEveryValueOfAChoiceButTheDefault) {
    int values = 0;
    for (const auto& row : backends()) {
        if (!selectBackend(row.name)) continue;  // needs what this machine does not have
        for (const ParameterInfo& info : row.parameters) {
            if (info.kind != "choice" && info.kind != "switch") continue;
            for (const std::string& value : separated(info.values)) {
                const std::string text = row.name + "?" + info.name + "=" + value;
                const auto selected = selectBackend(text);
                ASSERT_TRUE(selected.has_value()) << selected.error();
                EXPECT_EQ(selected->name, value == info.byDefault ? row.name : text);
                ++values;
            }
        }
    }
    EXPECT_GT(values, 30);
}

/// Of each row's parameters, which have no value "?"; returns how many there are.
template <class Row, class Select>
int expectRefusals(const std::vector<Row>& table, const Select& select) {
    int parameters = 0;
    for (const auto& row : table) {
        for (const ParameterInfo& info : row.parameters) {
            const auto selected = select(row.name + "?" + info.name + "=?");
            EXPECT_TRUE(!selected &&
                        selected.error().starts_with("'" + info.name + "' of " + row.name + " must be "))
                << row.name << " " << info.name;
            ++parameters;
        }
    }
    return parameters;
}

TEST(Parameters, NoneTakesAnUnknownValue) {
    EXPECT_GT(expectRefusals(backends(), selectBackend), 30);
    EXPECT_EQ(expectRefusals(continuousMethodTable(), selectContinuousMethod), 2);
}

TEST(ContactMethods, OneTextSelectsOneObject) {
    const auto selected = [](const std::string& text) { return *selectConvexMethod(text); };
    EXPECT_EQ(selected("convex-features?method=automatic").name, "convex-features");
    EXPECT_EQ(selected("convex-features?method=automatic").method, selected("convex-features").method);
    EXPECT_NE(selected("convex-features?method=simplex").method, selected("convex-features").method);
    EXPECT_EQ(selected("stock").method, nullptr);
}

TEST(FormerNames, SelectWhatTheyDid) {
    for (const auto& [former, present] : {std::pair("convex-walk", "convex-features?method=walk"),
                                          std::pair("convex-axis", "convex-features?method=axis"),
                                          std::pair("convex-simplex", "convex-features?method=simplex")}) {
        const auto method = selectConvexMethod(former);
        ASSERT_TRUE(method) << method.error();
        EXPECT_EQ(method->name, present);
    }
    EXPECT_EQ(selectBackend("octree-update")->name, "octree-detector");
    EXPECT_EQ(selectBackend("octree-update?level=3")->name, "octree-detector?level=3");
    const auto sampled = parseSelection("stencil-sampled?pixels=64");
    EXPECT_EQ(sampled->name, "stencil");
    EXPECT_THAT(sampled->parameters,
                testing::ElementsAre(testing::Pair("mode", "sampled"), testing::Pair("pixels", "64")));
    EXPECT_THAT(validateBackend("convex-walk"), HasSubstr("There is no narrow phase 'convex-features'"));
    EXPECT_THAT(validateBackend("octree-updat"), testing::Not(HasSubstr("octree-update")));
}

TEST(Backends, AnotherOnesParameterIsNamedAsSuch) {
    EXPECT_EQ(
        validateBackend("brute-force?hull-from=4"),
        "The parameter 'hull-from' belongs to obb-tree: brute-force has boxes; the nearest is 'boxes'.");
    EXPECT_EQ(validateBackend("brute-force?boxes=on"), "");
    EXPECT_THAT(validateBackend("obbtree?hull-from=4"), HasSubstr("the nearest is 'obb-tree'"));
    EXPECT_NE(validateBackend(""), "");
}

/// Four tori on the ground after two seconds, three of them fine; `change(i, shape)` is called before each
/// step.
/// `rings`: 64 are so many faces that trees differ by their parameters, and that the wide tree starts from
/// its last front.
std::vector<btTransform> pileUnder(const std::string& narrowPhase,
                                   const std::function<void(int, const btCollisionShape&)>& change = {},
                                   int rings = 64) {
    test::BulletMesh ground = test::boxMesh(5, 1, 5),
                     rough = test::torusMesh(btScalar(0.4), rings, rings / 2),
                     ring = test::torusMesh(btScalar(0.4), 12, 6);
    btBvhTriangleMeshShape floor(&ground.interface, true), block(&rough.interface, true),
        torus(&ring.interface, true);
    test::BulletWorld bullet;
    Settings settings;
    settings.narrowPhase = narrowPhase;
    EXPECT_EQ(registerAlgorithms(&bullet.dispatcher, settings), "");
    bullet.add(floor, 0, btVector3(0, -1, 0));
    std::vector<const btRigidBody*> bodies;
    for (int i = 0; i < 3; ++i)
        bodies.push_back(&bullet.add(block, 1, btVector3(btScalar(0.3 * i), btScalar(1.2 + 2.3 * i), 0)));
    bodies.push_back(&bullet.add(torus, 1, btVector3(btScalar(0.2), btScalar(8.5), 0)));
    for (int step = 0; step < 120; ++step) {
        if (change) change(step, block);
        bullet.run(1);
    }
    unregisterAlgorithms(&bullet.dispatcher);
    EXPECT_EQ(setAlgorithm(block, ""), "");
    std::vector<btTransform> places;
    for (const btRigidBody* body : bodies) places.push_back(body->getWorldTransform());
    return places;
}

void expectSame(const std::vector<btTransform>& a, const std::vector<btTransform>& b) {
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i) EXPECT_TRUE(a[i] == b[i]) << i;
}

TEST(Backends, ParametersDoNotChangeTheWorld) {
    const std::vector<btTransform> standard = pileUnder("wide-tree");
    for (const char* text :
         {"obb-tree?hull-from=8", "wide-tree?own-frame-up-to=0&mesh-frame=off", "hull-then-faces"}) {
        SCOPED_TRACE(text);
        expectSame(pileUnder(text), standard);
    }
}

TEST(Backends, EveryExactOneEndsInTheSameWorld) {
    const std::vector<btTransform> standard = pileUnder("wide-tree", {}, 16);
    int compared = 0;
    for (const auto& row : backends()) {
        const auto selected = selectBackend(row.name);
        if (!selected || selected->isSampled) continue;
        if (test::kIsSlowBuild && row.name.starts_with("octree-")) continue;  // minutes
        SCOPED_TRACE(row.name);
        expectSame(pileUnder(row.name, {}, 16), standard);
        ++compared;
    }
    EXPECT_GE(compared, test::kIsSlowBuild ? 6 : 7);
}

TEST(Backends, ParametersMayChangeWhilePairsExist) {
    int changes = 0;
    const auto change = [&](int step, const btCollisionShape& block) {
        if (step % 3 != 0) return;
        const char* const texts[] = {"wide-tree?own-frame-up-to=0&mesh-frame=off", "wide-tree",
                                     "obb-tree?hull-from=8", "obb-tree"};
        EXPECT_EQ(setAlgorithm(block, texts[changes++ % 4]), "");
        EXPECT_NE(setAlgorithm(block, "obb-tree?hull-from=0"), "");  // changes nothing
    };
    const int rings = test::kIsSlowBuild ? 16 : 64;
    expectSame(pileUnder("wide-tree", change, rings), pileUnder("wide-tree", {}, rings));
    EXPECT_GT(changes, 10);
}

TEST(Backends, RefusedParametersLeaveStockInPlace) {
    test::BulletWorld bullet;
    Settings settings;
    settings.narrowPhase = "wide-tree?hull-from=3";
    EXPECT_THAT(registerAlgorithms(&bullet.dispatcher, settings),
                HasSubstr("'hull-from' belongs to obb-tree: wide-tree has"));
    settings.narrowPhase = "wide-tree";
    settings.roundMesh = "round-features?x=1";
    EXPECT_EQ(registerAlgorithms(&bullet.dispatcher, settings),
              "The parameter 'x' is unknown: round-features has no parameters.");
    settings.roundMesh = Settings{}.roundMesh;
    settings.convexConvex = "convex-features?method=walks";
    EXPECT_EQ(
        registerAlgorithms(&bullet.dispatcher, settings),
        "'method' of convex-features must be automatic, walk, axis or simplex, not 'walks'; the nearest is "
        "walk.");
}

}  // namespace
}  // namespace ricochet
