#include "demos/app/scene_files/scene_file.h"
#include "demos/app/scene_files/urdf.h"
#include "demos/app/simulation.h"
#include "tests/app/program_outcome.h"
#include "tests/support/temporary_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace ricochet::app {
namespace {

using testing::HasSubstr;

std::string inertial(double mass) {
    return "<inertial><origin xyz='0 0 0'/><mass value='" + std::to_string(mass) +
           "'/><inertia ixx='0.01' ixy='0' ixz='0' iyy='0.01' iyz='0' izz='0.01'/></inertial>";
}

/// A column in the world that carries an arm along x, with a tool that a fixed joint holds and a mesh as
/// hand.
std::string robot(const std::string& mesh, const std::string& armInertial = inertial(1)) {
    return "<robot name='crane'>\n"
           "<link name='world'/>\n"
           "<link name='column'><collision><origin xyz='0 0 0.5'/><geometry><cylinder radius='0.1' "
           "length='1'/></geometry></collision></link>\n"
           "<joint name='base' type='fixed'><parent link='world'/><child link='column'/></joint>\n"
           "<link name='arm'>" +
           armInertial +
           "<collision><origin xyz='0.5 0 0'/><geometry><box size='0.6 0.1 "
           "0.1'/></geometry></collision></link>\n"
           "<joint name='shoulder' type='revolute'><parent link='column'/><child link='arm'/><origin xyz='0 "
           "0 1.2'/><axis xyz='0 -1 0'/>"
           "<limit lower='-1' upper='1' effort='100' velocity='1'/></joint>\n"
           "<link name='tool'>" +
           inertial(0.5) +
           "</link>\n"
           "<joint name='grip' type='fixed'><parent link='arm'/><child link='tool'/><origin xyz='1 0 "
           "0'/></joint>\n"
           "<link name='hand'>" +
           inertial(0.25) + "<collision><geometry><mesh filename='" + mesh +
           "' scale='0.1 0.1 0.1'/></geometry></collision></link>\n"
           "<joint name='finger' type='prismatic'><parent link='tool'/><child link='hand'/><axis xyz='1 0 "
           "0'/>"
           "<limit lower='0' upper='0.2' effort='50' velocity='1'/></joint>\n"
           "</robot>\n";
}

class Robots : public testing::Test {
protected:
    const TemporaryFile mesh{".obj", kTetrahedron};

    std::string text() const { return robot(mesh.path().substr(mesh.path().rfind('/') + 1)); }
    static std::string path() { return testing::TempDir() + "crane.urdf"; }

    std::unique_ptr<Simulation> simulation(const JointOptions& joints) const {
        RunOptions options;
        options.scene = path();
        options.narrow = "wide-tree";
        options.solver = "small-steps";
        const auto robot = readRobot(path(), text(), joints);
        EXPECT_TRUE(robot.has_value()) << robot.error();
        options.description = robot.value();
        return std::move(Simulation::create(options).value());
    }
    static std::string errorOf(const std::string& text) {
        const auto read = readRobot(path(), text, {});
        return read ? "" : read.error().substr(path().size());
    }
};

TEST_F(Robots, LinksThatFixedJointsConnectAreOneBodyAndZIsUp) {
    const auto robot = readRobot(path(), text(), {});
    ASSERT_TRUE(robot.has_value()) << robot.error();
    const scenes::SceneDescription& scene = **robot;
    ASSERT_EQ(scene.bodies.size(), 4u);  // world with column, arm with tool, hand, floor
    EXPECT_EQ(scene.bodies[0].mass, 0);
    EXPECT_NEAR(scene.bodies[1].mass, 1.5, 1e-6);
    // A third of the way from the shoulder to the tool, whose mass is half the arm's.
    EXPECT_NEAR((scene.bodies[1].pose.getOrigin() - btVector3(btScalar(1 / 3.0), btScalar(1.2), 0)).length(),
                0, 1e-6);
    std::vector<double> moments;
    for (int axis = 0; axis < 3; ++axis) moments.push_back(double((*scene.bodies[1].inertia)[axis]));
    EXPECT_THAT(moments, testing::UnorderedElementsAre(testing::DoubleNear(0.02, 1e-6),
                                                       testing::DoubleNear(0.02 + 1 / 3.0, 1e-6),
                                                       testing::DoubleNear(0.02 + 1 / 3.0, 1e-6)));
    EXPECT_EQ(scene.bodies[2].shape.kind, scenes::ShapeKind::mesh);
    ASSERT_EQ(scene.joints.size(), 2u);
    EXPECT_EQ(scene.joints[0].kind, scenes::JointKind::hinge);
    EXPECT_EQ(scene.joints[1].kind, scenes::JointKind::slider);
}

TEST_F(Robots, HeldJointsHoldAndTargetsAreMet) {
    const auto held = simulation({});
    const auto aimed = simulation({.targets = {"shoulder=0.5", "finger=0.1"}});
    const auto free = simulation({.areHeld = false});
    for (int step = 0; step < 120; ++step) {
        for (const auto& each : {held.get(), aimed.get(), free.get()}) each->step();
    }
    const auto handOf = [](Simulation& s) { return s.scene().bodies()[2].body->getCenterOfMassPosition(); };
    EXPECT_NEAR((handOf(*held) - btVector3(1, btScalar(1.2), 0)).length(), 0, 0.02);
    // About -y of URDF a turn lifts the arm.
    const btVector3 raised(btScalar(1.1 * std::cos(0.5)), btScalar(1.2 + 1.1 * std::sin(0.5)), 0);
    EXPECT_NEAR((handOf(*aimed) - raised).length(), 0, 0.03);
    EXPECT_LT(handOf(*free).y(), 1);
}

/// The sign of a zero may differ.
std::string withoutNegativeZeros(std::string text) {
    for (std::size_t at = 0; (at = text.find("-0.0", at)) != std::string::npos; ++at) {
        const char next = at + 4 < text.size() ? text[at + 4] : ' ';
        if (next == ',' || next == ']') text.erase(at, 1);
    }
    return text;
}

TEST_F(Robots, ARobotIsSavedAsASceneThatMovesAlike) {
    const auto robot = readRobot(path(), text(), {});
    ASSERT_TRUE(robot.has_value()) << robot.error();
    const std::string scene = sceneText(**robot);
    const auto read = readScene("robot.json", scene);
    ASSERT_TRUE(read.has_value()) << read.error();
    EXPECT_EQ(withoutNegativeZeros(sceneText(**read)), withoutNegativeZeros(scene));
}

TEST(RobotsWithoutShapes, ALinkWithoutCollisionShapesDoesNotEndTheProgram) {
    const TemporaryFile file(".urdf", "<robot name='fan'><link name='world'/><link name='wheel'>" +
                                          inertial(1) +
                                          "</link><joint name='axle' type='continuous'><parent link='world'/>"
                                          "<child link='wheel'/><axis xyz='0 0 1'/></joint></robot>");
    EXPECT_EQ(runWith({"run", file.path(), "--steps", "1"}).exitCode, 0);
}

TEST_F(Robots, MistakesAreNamedWithTheirLine) {
    std::string far = text();
    far.replace(far.find("<origin xyz='0 0 0'/>"), 21, "<origin xyz='1e308 0 0'/>");
    EXPECT_THAT(errorOf(far), HasSubstr(" has a number that is too large"));
    const auto errorOfShape = [](const std::string& shape) {
        return errorOf("<robot name='a'><link name='b'><collision><geometry>" + shape +
                       "</geometry></collision></link></robot>");
    };
    for (const char* const huge : {"<sphere radius='1e308'/>", "<cylinder radius='0.1' length='1e39'/>",
                                   "<box size='0.6 1e308 0.1'/>"}) {
        EXPECT_THAT(errorOfShape(huge), HasSubstr("the link 'b' has a number that is too large"));
    }
    for (const char* const negative :
         {"<sphere radius='-1'/>", "<cylinder radius='0.1' length='-1'/>", "<box size='0.6 -1 0.1'/>"}) {
        EXPECT_THAT(errorOfShape(negative), HasSubstr("the link 'b' has a size below 0"));
    }
    EXPECT_THAT(errorOf("<robot name='a'><link name='b'/><joint name='c' type='%n%s'><parent link='b'/>"
                        "<child link='b'/></joint></robot>"),
                HasSubstr("this is no robot in URDF"));
    EXPECT_THAT(errorOf("<robot name='a'><link name='b'/><link name='\x1b'/></robot>"),
                testing::MatchesRegex("[ -~]+"));
    EXPECT_THAT(errorOf("<robot name='a'>\n<link name='b'>\n</robot>"), HasSubstr(":3: "));
    EXPECT_THAT(errorOf(""), HasSubstr(":1: "));
    EXPECT_THAT(errorOf("<robot name='a'>\n<link name='b'/>\n<joint name='c' type='fixed'><parent "
                        "link='b'/><child link='none'/></joint>\n</robot>"),
                HasSubstr(":3: "));
    EXPECT_THAT(errorOf("<robot name='a'>\n<link name='b'/>\n\n<joint name='c' type='rotating'><parent "
                        "link='b'/><child link='b'/></joint>\n</robot>"),
                HasSubstr(":4: "));
    EXPECT_THAT(errorOf(robot("none.obj")), testing::AllOf(HasSubstr(":9: in the link 'hand': "),
                                                           HasSubstr("none.obj: there is no such file")));
    EXPECT_THAT(errorOf(robot("none.obj", "")), testing::Not(HasSubstr("moves")));  // the tool has a mass
    EXPECT_THAT(errorOf("<robot name='a'>\n<link name='b'/>\n<link name='c'/>\n<joint name='d' "
                        "type='continuous'><parent link='b'/><child link='c'/></joint>\n</robot>"),
                HasSubstr(":3: the link 'c' moves: expected an <inertial> with a mass above 0"));
}

TEST(RobotsWithoutShapes, AMassThatIsNoNumberIsNamedWithItsLink) {
    for (const char* const mass : {"<mass value='heavy'/>", "<mass/>", ""}) {
        const std::string text =
            std::string("<robot name='a'>\n<link name='base'>\n<inertial>") + mass +
            "<inertia ixx='1' ixy='0' ixz='0' iyy='1' iyz='0' izz='1'/></inertial></link>"
            "</robot>";
        const auto read = readRobot("a.urdf", text, {});
        ASSERT_FALSE(read.has_value()) << mass;
        EXPECT_THAT(read.error(),
                    testing::AllOf(HasSubstr("a.urdf:2: "), HasSubstr("mass"), HasSubstr("'base'")));
    }
}

TEST_F(Robots, TargetsAreForJointsThatMove) {
    const auto error = [&](const char* target) {
        return readRobot(path(), text(), {.targets = {target}}).error();
    };
    EXPECT_THAT(error("sholder=1"),
                HasSubstr("there is no joint 'sholder' that moves; the nearest are 'shoulder'"));
    EXPECT_THAT(error("grip=1"), HasSubstr("there is no joint 'grip' that moves"));
    EXPECT_EQ(error("shoulder"), "--target: expected JOINT=VALUE, not 'shoulder'");
    EXPECT_EQ(runWith({"run", "chain", "--steps", "0", "--target", "a=1"}).error,
              "ricochet: --joints and --target are for robots in URDF\n");
}

TEST_F(Robots, TheProgramRunsOne) {
    const TemporaryFile file(".urdf", robot(mesh.path().substr(mesh.path().rfind('/') + 1)));
    const Outcome outcome = runWith({"run", file.path(), "--steps", "2", "--target", "finger=0.1"});
    EXPECT_EQ(outcome.exitCode, 0) << outcome.error;
    EXPECT_THAT(outcome.out, HasSubstr("bodies      4, "));
}

}  // namespace
}  // namespace ricochet::app
