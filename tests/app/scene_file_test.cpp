#include "demos/app/scene_files/scene_file.h"

#include "demos/app/body_state.h"
#include "demos/app/scene_files/describe_scene.h"
#include "demos/app/scene_files/schema_check.h"
#include "demos/scenes/box_cloud.h"
#include "tests/app/program_outcome.h"
#include "tests/support/build_kind.h"
#include "tests/support/temporary_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <fstream>
#include <ostream>
#include <set>
#include <sstream>

namespace ricochet::app {
namespace {

using Json = nlohmann::ordered_json;
using test::kIsSlowBuild;
using testing::HasSubstr;

struct SavedScene {
    std::string name, variant;
    bool isOfAnyNumber, isOfAnySize, isCloud;
};

void PrintTo(const SavedScene& scene, std::ostream* out) { *out << scene.name << " " << scene.variant; }

std::vector<SavedScene> everyVariant() {
    std::vector<SavedScene> all;
    for (const scenes::SceneEntry& entry : scenes::sceneTable()) {
        const bool isCloud =
            std::ranges::count(scenes::boxCloudTable(), std::string(entry.name),
                               [](const auto& cloud) { return std::string(cloud.name); }) > 0;
        const SavedScene row = {entry.name, "", entry.isOfAnyNumber, entry.isOfAnySize, isCloud};
        if (entry.variants.empty()) all.push_back(row);
        for (const char* variant : entry.variants) {
            all.push_back(row);
            all.back().variant = variant;
        }
    }
    return all;
}

class SceneFiles : public testing::TestWithParam<SavedScene> {
protected:
    static RunOptions options() {
        RunOptions options;
        options.scene = GetParam().name;
        options.variant = GetParam().variant;
        options.narrow = "wide-tree";
        options.stockSolver = true;
        if (GetParam().isOfAnyNumber) options.bodies = 22;
        if (GetParam().isCloud) options.bodies = 400;  // of which two jump elsewhere in each step of churn
        if (GetParam().isOfAnySize) options.triangles = 5'000;
        return options;
    }
    static constexpr double kDescribed = 1;  ///< seconds
    /// Two steps of large meshes, of which the first finds all contacts.
    static std::string stateAfterSteps(Simulation& simulation) {
        std::size_t faces = 0;
        for (const scenes::SceneBody& body : simulation.scene().bodies()) faces += body.mesh->faces.size();
        for (int step = 0; step < (kIsSlowBuild || faces > 10'000 ? 2 : 10); ++step) simulation.step();
        return hexOf(stateHash(simulation.scene().bodies()));
    }
};

TEST_P(SceneFiles, ASceneRunsToTheSameStateFromItsFile) {
    const auto simulation = Simulation::create(options());
    ASSERT_TRUE(simulation.has_value()) << simulation.error();
    const auto described = describe(**simulation, kDescribed);
    ASSERT_TRUE(described.has_value()) << described.error();
    const std::string text = sceneText(*described);
    const auto read = readScene("saved.json", text);
    ASSERT_TRUE(read.has_value()) << read.error();
    EXPECT_TRUE(sceneText(**read) == text);  // too long to print

    RunOptions again = options();
    again.scene = "saved.json";
    again.variant = "";
    again.bodies = again.triangles = std::nullopt;
    again.description = *read;
    const auto copy = Simulation::create(again);
    ASSERT_TRUE(copy.has_value()) << copy.error();
    EXPECT_EQ(hexOf(stateHash((*copy)->scene().bodies())), hexOf(stateHash((*simulation)->scene().bodies())));
    EXPECT_EQ(stateAfterSteps(**copy), stateAfterSteps(**simulation));
}

INSTANTIATE_TEST_SUITE_P(All, SceneFiles, testing::ValuesIn(everyVariant()), [](const auto& each) {
    std::string name = each.param.name + "_" + each.param.variant;
    for (char& c : name) c = std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
    return name;
});

/// With every kind of shape and joint, and every key of the schema but those that are read to others: a mesh
/// file's, `density`, `rotation`, `at` and `axis`. As `sceneText` writes it.
constexpr const char* kEverything = R"({
  "about": "everything",
  "run": {"solver":"small-steps","steps":3,"randomise":true},
  "gravity": [0.0,0.0,-9.5],
  "attraction": {"centre":[0.0,0.0,-90.0],"acceleration":0.5,"radius":1.5},
  "walls": {"low":[-100.0,-100.0,-100.0],"high":[100.0,60.5,100.0]},
  "thermostat": 0.5,
  "meshes": {
    "mesh 0": {"vertices":[[0.0,0.0,0.0],[1.0,0.0,0.0],[0.0,1.0,0.0],[0.0,0.0,1.5]],"faces":[[0,2,1],[0,1,3],[0,3,2],[1,2,3]],"centred":true},
    "mesh 1": {"vertices":[[0.0,0.0,0.0],[1.0,0.0,0.0],[0.0,1.0,0.0],[0.0,0.0,1.5]],"faces":[[0,2,1],[0,1,3],[0,3,2],[1,2,3]],"centred":true,"waves":{"scale":0.5,"radius":1.5,"waves":[{"axes":[[0.0,-1.0,0.0],[1.0,0.0,0.0],[0.0,0.0,1.0]],"crests":2.0,"speed":3.0,"phase":0.5,"height":0.25}]}}
  },
  "bodies": [
    {"name":"ground","shape":{"type":"plane","normal":[0.0,0.0,1.0],"offset":-2.5},"friction":0.5},
    {"name":"mesh","shape":{"type":"mesh","mesh":"mesh 0","algorithm":"obb-tree"},"mass":2.5,"inertia":[1.5,2.0,3.0],"pose":{"position":[1.0,2.0,3.0],"axes":[[0.0,-1.0,0.0],[1.0,0.0,0.0],[0.0,0.0,1.0]]},"velocity":[1.0,0.0,0.0],"spin":[0.0,0.5,0.0],"friction":0.25,"restitution":0.125,"may_sleep":false},
    {"name":"box","shape":{"type":"box","half":[0.5,0.25,0.125],"margin":0.0625},"mass":1.0,"friction":0.5},
    {"name":"sphere","shape":{"type":"sphere","radius":0.5},"mass":1.0,"pose":{"position":[4.0,0.0,0.0]},"friction":0.5},
    {"name":"capsule","shape":{"type":"capsule","radius":0.5,"height":1.5},"mass":1.0,"pose":{"position":[8.0,0.0,0.0]},"friction":0.5},
    {"name":"cylinder","shape":{"type":"cylinder","radius":0.5,"height":1.5,"margin":0.03125},"mass":1.0,"pose":{"position":[12.0,0.0,0.0]},"friction":0.5},
    {"name":"cone","shape":{"type":"cone","radius":0.5,"height":1.5,"margin":0.03125},"mass":1.0,"pose":{"position":[16.0,0.0,0.0]},"friction":0.5},
    {"name":"spheres","shape":{"type":"spheres","centres":[[0.5,0.0,0.0],[-0.5,0.0,0.0]],"radii":[0.25,0.5]},"mass":1.0,"pose":{"position":[20.0,0.0,0.0]},"friction":0.5},
    {"name":"hull","shape":{"type":"hull","points":[[1.0,0.0,0.0],[0.0,1.0,0.0],[0.0,0.0,1.0],[-1.0,-1.0,-1.0]],"margin":0.03125},"mass":1.0,"pose":{"position":[24.0,0.0,0.0]},"friction":0.5},
    {"name":"compound","shape":{"type":"compound","parts":[{"pose":{"position":[0.0,0.0,0.5]},"shape":{"type":"sphere","radius":0.5}},{"pose":{},"shape":{"type":"mesh","mesh":"mesh 0"}}]},"mass":1.0,"pose":{"position":[28.0,0.0,0.0]},"friction":0.5},
    {"name":"driven","shape":{"type":"sphere","radius":0.5},"friction":0.5,"path":[{"time":0.0,"pose":{"position":[0.0,9.0,0.0]}},{"time":1.5,"pose":{"position":[0.0,10.0,0.0]}}]},
    {"name":"waves","shape":{"type":"mesh","mesh":"mesh 1"},"mass":1.0,"inertia":[1.5,2.0,3.0],"pose":{"position":[32.0,0.0,0.0]},"friction":0.5},
    {"name":"vibrates","shape":{"type":"sphere","radius":0.5},"pose":{"position":[0.0,20.0,0.0]},"friction":0.5,"vibration":{"frequency":8.25,"offset":[0.0,0.25,0.0],"axis":[0.0,1.0,0.0],"angle":0.125}},
    {"name":"heights","shape":{"type":"heights","spacing":0.5,"most":2.0,"heights":[0.0,0.5,0.0,1.0,0.0,0.0,0.0,0.0,0.25]},"pose":{"position":[0.0,0.0,-40.0]},"friction":0.5},
    {"name":"digger","shape":{"type":"sphere","radius":0.5},"mass":1.0,"pose":{"position":[36.0,0.0,0.0]},"friction":0.5,"route":{"from":[36.0,0.0,0.0],"to":[40.0,0.0,0.0],"speed":1.5,"radius":0.5,"steering":0.25,"returns":true,"digging":{"ground":"heights","every":0.25,"ahead":2.0,"radius":1.5,"depth":0.125}}},
    {"name":"fired","shape":{"type":"sphere","radius":0.5},"mass":1.0,"pose":{"position":[0.0,30.0,0.0]},"friction":0.5,"group":"shots","restarts":[{"time":0.5,"pose":{"position":[0.0,40.0,0.0]},"velocity":[1.0,0.0,0.0],"spin":[0.0,0.5,0.0],"reenters":true}]},
    {"name":"guided","shape":{"type":"sphere","radius":0.5},"mass":1.0,"pose":{"position":[0.0,30.0,0.5]},"friction":0.5,"linear_factor":[1.0,0.0,0.0],"angular_factor":[0.0,0.0,0.0],"gravity":[0.5,0.0,0.0],"group":"shots","force":[2.0,0.0,0.0],"drive":{"axis":[0.0,1.0,0.0],"speeds":[{"time":0.5,"speed":0.0},{"time":1.5,"speed":0.25}]}},
    {"name":"octree","shape":{"type":"octree","of":"mesh","beside":[2.0,0.0,0.0]},"friction":0.5},
    {"name":"soft","shape":{"type":"soft","nodes":[[50.0,0.0,0.0],[51.0,0.0,0.0],[50.0,0.0,1.0],[51.0,0.0,1.0]],"links":[[0,1],[0,2],[1,2],[1,3],[2,3]],"faces":[[0,2,1],[1,2,3]],"held":[0,1],"stiffness":0.5,"damping":0.25,"drag":0.125,"lift":0.0625,"wind":[0.0,4.0,0.0],"iterations":3},"mass":2.5,"velocity":[0.0,1.0,0.0],"friction":0.5},
    {"name":"cruises","shape":{"type":"sphere","radius":0.5},"mass":1.0,"pose":{"position":[0.0,60.0,0.0]},"friction":0.5,"cruise":[{"time":0.0,"velocity":[0.0,0.0,0.0]},{"time":0.5,"velocity":[0.0,20.0,0.0]}]}
  ],
  "joints": [
    {"name":"hinge","type":"hinge","a":"box","b":"sphere","frame_a":{"position":[2.0,0.0,0.0]},"frame_b":{"position":[-2.0,0.0,0.0]},"bodies_collide":true,"limits":[[-0.5,0.5]],"motors":[{"target":0.25,"maximum":4.0}]},
    {"name":"slider","type":"slider","a":"capsule","b":"cylinder","frame_a":{"position":[2.0,0.0,0.0]},"frame_b":{"position":[-2.0,0.0,0.0]},"limits":[[-0.5,0.5]],"motors":[{"velocity":0.25,"maximum":4.0}]},
    {"name":"fixed","type":"fixed","a":"cone","frame_a":{},"frame_b":{"position":[16.0,0.0,0.0]}},
    {"name":"six","type":"6dof","a":"spheres","frame_a":{},"frame_b":{"position":[20.0,0.0,0.0]},"limits":[[0.0,0.0],[0.0,0.0],[0.0,0.0],[1.0,-1.0],[-0.5,0.5],[0.0,0.0]],"motors":[{"axis":3,"velocity":0.25,"maximum":4.0}]},
    {"name":"cone joint","type":"cone","a":"hull","b":"compound","frame_a":{"position":[2.0,0.0,0.0]},"frame_b":{"position":[-2.0,0.0,0.0]},"cone":[0.5,0.25,0.125]}
  ]
}
)";

std::string errorOf(const std::string& text) {
    const auto scene = readScene("scene.json", text);
    return scene ? "" : scene.error();
}

/// With one value exchanged.
std::string errorWith(const std::string& pointer, const Json& value) {
    Json json = Json::parse(kEverything);
    json[Json::json_pointer(pointer)] = value;
    return errorOf(json.dump(2));
}

void collectKeys(const Json& json, std::set<std::string>& keys) {
    if (json.is_structured()) {
        for (const auto& [key, value] : json.items()) {
            if (json.is_object()) keys.insert(key);
            collectKeys(value, keys);
        }
    }
}

/// The names of all properties, and of the schemas that describe them.
void collectProperties(const Json& schema, std::set<std::string>& names) {
    if (!schema.is_structured()) return;
    if (schema.is_object() && schema.contains("properties") && schema["properties"].is_object()) {
        for (const auto& [name, value] : schema["properties"].items()) names.insert(name);
    }
    for (const Json& value : schema) collectProperties(value, names);
}

TEST(SceneFile, EveryKeyOfTheSchemaIsReadAndWritten) {
    const auto scene = readScene("scene.json", kEverything);
    ASSERT_TRUE(scene.has_value()) << scene.error();
    EXPECT_EQ(sceneText(**scene), kEverything);
    std::set<std::string> used = {"$schema", "file", "unit", "up", "density", "rotation", "at", "axis"},
                          known;
    collectKeys(Json::parse(kEverything), used);
    collectProperties(sceneSchema(), known);
    for (const std::string& name : known) EXPECT_TRUE(used.count(name)) << name;
}

TEST(SceneFile, TheExamplesOfThePageAreAScene) {
    std::ostringstream page;
    page << std::ifstream("docs/scene-files.md").rdbuf();
    const std::string text = page.str(), mark = "```json\n";
    int examples = 0;
    for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at + 1)) {
        const std::size_t begin = at + mark.size();
        Json example = Json::parse(text.substr(begin, text.find("```", begin) - begin));
        if (example.contains("shape")) example = {{"bodies", {example}}};
        EXPECT_FALSE(findProblem(sceneSchema(), example)) << example;
        ++examples;
    }
    EXPECT_EQ(examples, 2);
}

TEST(SceneFile, EverythingRuns) {
    RunOptions options;
    options.narrow = "wide-tree";
    options.scene = "scene.json";
    options.description = readScene("scene.json", kEverything).value();
    const auto simulation = Simulation::create(options);
    ASSERT_TRUE(simulation.has_value()) << simulation.error();
    const auto at = [&](int body) {
        return (*simulation)->scene().bodies()[std::size_t(body)].body->getCenterOfMassPosition();
    };
    for (int step = 0; step < 60; ++step) (*simulation)->step();
    EXPECT_NEAR(at(10).y(), 9 + 1 / 1.5, 0.01);  // on its path
    EXPECT_NEAR(at(12).y(), 20 + 0.25, 0.01);    // at the end of a quarter of a vibration
    EXPECT_NEAR(at(14).x(), 36 + 1.5, 0.05);     // on its route
    EXPECT_NEAR(at(15).y(), 40, 0.1);            // from where it started anew
    EXPECT_GT(at(15).x(), 0.4);
    EXPECT_NEAR(at(16).y(), 30 + 0.25 / 8, 0.01);  // guided, through the other of its group
    EXPECT_GT(at(16).x(), 0.5);
    EXPECT_NEAR((at(5) - at(4)).length(), 4 + 0.25, 0.05);  // driven apart
    EXPECT_NEAR(at(6).z(), 0, 0.02);                        // fixed in the world
    EXPECT_NEAR((at(9) - at(8)).length(), 4, 0.1);
    const auto node = [&](std::size_t i) {
        const scenes::SceneBody& soft = (*simulation)->scene().bodies()[18];
        return soft.body->getWorldTransform() * soft.mesh->vertices[i];
    };
    EXPECT_NEAR((node(0) - btVector3(50, 0, 0)).length(), 0, 1e-5);  // held
    EXPECT_GT(node(3).y(), 0.1);                                     // in the wind
    EXPECT_LT(node(3).z(), 0.9);
    EXPECT_NEAR(at(19).y(), 60 + (2 - 28) / 3.0, 0.1);  // at rest, two steps upwards, and back from a wall
}

/// The schema and the reader agree: what one refuses, so does the other.
TEST(SceneFile, EveryValueOfAnotherTypeIsRefusedByTheSchemaAndByTheReader) {
    const Json everything = Json::parse(kEverything).flatten();
    int tried = 0;
    for (const auto& [pointer, value] : everything.items()) {
        if (pointer.starts_with("/run/") || value.is_structured()) continue;
        Json changed = Json::parse(kEverything);
        changed[Json::json_pointer(pointer)] = value.is_string() ? Json(1) : Json("text");
        EXPECT_TRUE(findProblem(sceneSchema(), changed)) << pointer;
        EXPECT_THAT(errorOf(changed.dump()), testing::StartsWith("scene.json:1: " + pointer.substr(0, 5)))
            << pointer;
        ++tried;
    }
    EXPECT_GT(tried, 100);
}

TEST(SceneFile, EveryKeyThatNobodyKnowsIsRefused) {
    for (const char* object : {"",
                               "/meshes/mesh 0",
                               "/bodies/1",
                               "/bodies/1/pose",
                               "/bodies/2/shape",
                               "/joints/0",
                               "/joints/0/motors/0",
                               "/bodies/10/path/1",
                               "/bodies/9/shape/parts/0",
                               "/attraction",
                               "/meshes/mesh 1/waves",
                               "/meshes/mesh 1/waves/waves/0",
                               "/bodies/12/vibration",
                               "/bodies/14/route",
                               "/bodies/14/route/digging",
                               "/bodies/15/restarts/0",
                               "/bodies/16/drive",
                               "/bodies/16/drive/speeds/0",
                               "/walls",
                               "/bodies/18/shape",
                               "/bodies/19/cruise/0"}) {
        EXPECT_THAT(errorWith(object + std::string("/colour"), 1), HasSubstr("/colour: expected one of "))
            << object;
    }
}

/// A key may be left out only where the schema says so; then the reader has a value for it.
TEST(SceneFile, EveryKeyThatIsMissingIsRefusedWhereTheSchemaRequiresIt) {
    const Json everything = Json::parse(kEverything);
    int refused = 0, read = 0;
    std::vector<std::string> pointers;
    const std::function<void(const Json&, const std::string&)> collect = [&](const Json& json,
                                                                             const std::string& at) {
        if (!json.is_structured()) return;
        for (const auto& [key, value] : json.items()) {
            if (json.is_object()) pointers.push_back(at + "/" + key);
            collect(value, at + "/" + key);
        }
    };
    collect(everything, "");
    for (const std::string& pointer : pointers) {
        Json changed = everything;
        const Json::json_pointer at(pointer);
        changed[at.parent_pointer()].erase(at.back());
        const bool isRefused = findProblem(sceneSchema(), changed).has_value();
        const std::string error = errorOf(changed.dump());
        if (isRefused) {
            EXPECT_THAT(error, HasSubstr("expected \"" + at.back() + "\" in it")) << pointer;
        }
        (isRefused || !error.empty() ? refused : read) += 1;
    }
    EXPECT_GT(refused, 20);
    EXPECT_GT(read, 20);
}

TEST(SceneFile, MistakesAreNamedWithTheirLineAndWhatWasExpected) {
    EXPECT_EQ(
        errorOf("{\n  \"bodies\": [\n    {\"shape\": }\n  ]\n}"),
        "scene.json:3: syntax error while parsing value - unexpected '}'; expected '[', '{', or a literal");
    // What is infinite as a float ended the program when depths were measured.
    EXPECT_THAT(errorWith("/bodies/7/shape/radii/0", 1e308),
                HasSubstr("expected a number above 0, not 1e+308"));
    EXPECT_THAT(errorWith("/bodies/8/shape/points/0/0", 1e308), HasSubstr("expected a number, not 1e+308"));
    // No byte of a file gets to a terminal as it is.
    for (const std::string byte : {"\x1b", "\x7f", "\xff", "\xc3\xa4"}) {
        for (const std::string& text :
             {"{\"bo" + byte + "dies\": []}", "{" + byte, "{\"bodies\": [3" + byte + "]}"}) {
            EXPECT_THAT(errorOf(text), testing::MatchesRegex("[ -~]+")) << text;
        }
    }
    EXPECT_EQ(errorOf(""),
              "scene.json:1: syntax error while parsing value - unexpected end of input; expected '[', '{', "
              "or a literal");
    EXPECT_EQ(errorOf("[]"), "scene.json:1: expected a scene of Ricochet, not an array of 0");
    EXPECT_EQ(errorOf("{\"about\":\n\"nothing\"}"), "scene.json:1: expected \"bodies\" in it");
    EXPECT_EQ(
        errorOf("{\"bodies\": [\n{\"shape\": {\"type\": \"sphere\", \"radius\": 1},\n\"mass\": -1\n}]}"),
        "scene.json:3: /bodies/0/mass: expected a number above 0, not -1");
    EXPECT_EQ(
        errorOf("{\"bodies\": [{\"shape\": {\n\"type\": \"cube\"}}]}"),
        "scene.json:2: /bodies/0/shape/type: expected one of mesh, box, sphere, capsule, cylinder, cone, "
        "spheres, hull, plane, heights, compound, octree, soft, not \"cube\"");
    EXPECT_EQ(errorOf("{\"bodies\": [{\"shape\": {\n\"type\": \"box\"}}]}"),
              "scene.json:1: /bodies/0/shape: expected \"half\" in it");
    EXPECT_EQ(errorOf("{\"meshes\": {\"nut\": {}}, \"bodies\": []}"),
              "scene.json:1: /meshes/nut: expected \"file\" in it");
}

TEST(SceneFile, NamesAndNumbersThatDependOnOneAnotherAreChecked) {
    EXPECT_THAT(errorWith("/bodies/1/shape/mesh", "mash"),
                HasSubstr("/shape/mesh: there is no mesh 'mash'; the nearest"));
    EXPECT_THAT(errorWith("/joints/0/a", "bax"),
                HasSubstr("/joints/0/a: there is no body 'bax'; the nearest"));
    EXPECT_THAT(errorWith("/joints/0/b", "box"), HasSubstr("/joints/0/b: expected another body than a"));
    EXPECT_THAT(errorWith("/bodies/1/name", "ground"), HasSubstr("there are two bodies 'ground'"));
    EXPECT_THAT(errorWith("/bodies/1/density", 1), HasSubstr("expected either a mass or a density"));
    EXPECT_THAT(errorWith("/bodies/0/mass", 1), HasSubstr("of type plane does not move"));
    EXPECT_THAT(errorWith("/bodies/10/mass", 1), HasSubstr("a body with a path has none"));
    EXPECT_THAT(errorWith("/bodies/12/mass", 1), HasSubstr("a body with a vibration has none"));
    EXPECT_THAT(errorWith("/bodies/10/force", {1, 0, 0}), HasSubstr("expected a mass: \"force\""));
    EXPECT_THAT(errorWith("/bodies/13/mass", 1), HasSubstr("a shape of type heights does not move"));
    EXPECT_THAT(errorWith("/bodies/13/shape/heights", {0, 1, 0, 1, 0}),
                HasSubstr("as many heights along x as along z, not 5"));
    EXPECT_THAT(errorWith("/bodies/13/shape/heights/2", 2.5), HasSubstr("expected heights of at most 2.0"));
    EXPECT_THAT(errorWith("/bodies/14/route/to", {36, 0, 0}), HasSubstr("expected another point than from"));
    EXPECT_THAT(errorWith("/bodies/14/route/digging/ground", "box"), HasSubstr("whose shape is heights"));
    EXPECT_THAT(errorWith("/bodies/16/drive/axis", {0, 2, 0}), HasSubstr("expected a vector of length 1"));
    EXPECT_THAT(errorWith("/walls/high/1", -100), HasSubstr("/walls/high: expected a corner above low"));
    EXPECT_THAT(errorWith("/bodies/18/shape/links/0/1", 4),
                HasSubstr("/links/0: expected nodes below 4, not 4"));
    EXPECT_THAT(errorWith("/bodies/18/shape/faces/1/1", 1), HasSubstr("/faces/1: expected different nodes"));
    EXPECT_THAT(errorWith("/bodies/18/shape/held/1", 7), HasSubstr("/held: expected nodes below 4, not 7"));
    EXPECT_THAT(errorWith("/bodies/18/shape/mesh", "mesh 0"), HasSubstr("expected either a mesh or nodes"));
    EXPECT_THAT(errorWith("/bodies/18/shape", {{"type", "soft"}, {"mesh", "mesh 1"}}),
                HasSubstr("/shape/mesh: expected a mesh without waves"));
    EXPECT_THAT(errorWith("/bodies/18/shape", {{"type", "soft"}, {"mesh", "mesh 9"}}),
                HasSubstr("/shape/mesh: there is no mesh 'mesh 9'; the nearest"));
    EXPECT_THAT(errorWith("/bodies/18/shape", {{"type", "soft"}, {"nodes", {{0, 0, 0}}}}),
                HasSubstr("/shape: expected faces or links in it"));
    EXPECT_THAT(errorWith("/bodies/18/spin", {1, 0, 0}), HasSubstr("/spin: expected only a name, shape"));
    EXPECT_THAT(errorWith("/joints/0/b", "soft"),
                HasSubstr("/joints/0/b: expected a body whose shape is not"));
    EXPECT_THAT(errorWith("/bodies/9/shape/parts/0/shape", {{"type", "octree"}, {"of", "mesh"}}),
                HasSubstr("/parts/0/shape: expected no shape of type octree in a compound"));
    EXPECT_THAT(errorWith("/bodies/17/shape/of", "box"), HasSubstr("whose shape is a mesh"));
    EXPECT_THAT(errorWith("/bodies/10/path/1/time", 0),
                HasSubstr("/path/1/time: expected a time after that"));
    EXPECT_THAT(errorWith("/bodies/7/shape/radii", {0.5}), HasSubstr("expected as many radii as centres: 2"));
    EXPECT_THAT(errorWith("/meshes/mesh 0/faces/1/2", 4),
                HasSubstr("/faces/1: expected vertices below 4, not 4"));
    EXPECT_THAT(errorWith("/joints/3/limits", {{0, 1}}), HasSubstr("/limits: expected 6 limits"));
    EXPECT_THAT(errorWith("/joints/2/motors", {{{"maximum", 1}}}), HasSubstr("expected at most 0 motors"));
    EXPECT_THAT(errorWith("/joints/0/at", {0, 0, 0}), HasSubstr("expected either two frames or"));
}

TEST(SceneFile, AScaledPoseIsNoRotation) {
    EXPECT_THAT(errorWith("/bodies/1/pose/axes/0/1", -1.5),
                HasSubstr("/pose/axes: expected the rows of a rotation matrix"));
    EXPECT_THAT(errorWith("/bodies/1/pose/axes", {{-1, 0, 0}, {0, 1, 0}, {0, 0, 1}}),
                HasSubstr("right-handed"));
    EXPECT_THAT(errorWith("/bodies/1/pose", {{"rotation", {0, 0, 0, 2}}}),
                HasSubstr("of length 1, not of length 2.0"));
    EXPECT_EQ(errorWith("/bodies/1/pose", {{"rotation", {0, 0, 0.6, 0.8}}}), "");
}

TEST(SceneFile, AMeshFileIsFoundBesideTheSceneAndMovesAboutItsCentreOfMass) {
    const TemporaryFile mesh(".obj", kTetrahedron);
    const std::string name = mesh.path().substr(mesh.path().rfind('/') + 1);
    const auto text = [&](const std::string& file) {
        return "{\"meshes\": {\"tetrahedron\": {\"file\": \"" + file +
               "\", \"unit\": \"m\", \"up\": \"y\"}}, \"bodies\": [{\"density\": 6000,\n"
               "\"shape\": {\"type\": \"mesh\", \"mesh\": \"tetrahedron\"}, \"pose\": {\"position\": [1, 2, "
               "3]}}]}";
    };
    const auto scene = readScene(testing::TempDir() + "scene.json", text(name));
    ASSERT_TRUE(scene.has_value()) << scene.error();
    const scenes::DescribedBody& body = (*scene)->bodies.front();
    EXPECT_NEAR(body.mass, 1000, 1e-3);
    EXPECT_NEAR((body.pose.getOrigin() - btVector3(btScalar(1.25), btScalar(2.25), btScalar(3.25))).length(),
                0, 1e-6);
    // A vertex of the mesh is where the file has it.
    double nearest = 1;
    for (const btVector3& v : (*scene)->meshes.front()->vertices) {
        nearest = std::min(nearest, double((body.pose * v - btVector3(2, 2, 3)).length()));
    }
    EXPECT_LT(nearest, 1e-6);
    EXPECT_THAT(readScene("scene.json", text("none.obj")).error(),
                testing::AllOf(HasSubstr("scene.json:1: /meshes/tetrahedron/file: "),
                               HasSubstr("none.obj: there is no such file")));
}

TEST(SceneFile, TheProgramSavesAndRunsItAndTheCommandLineComesFirst) {
    const TemporaryFile file(".json", "");
    const Outcome saved =
        runWith({"run", "chain", "--steps", "3", "--hz", "120", "--hash", "--save-scene", file.path()});
    ASSERT_EQ(saved.exitCode, 0) << saved.error;
    EXPECT_EQ(runWith({"run", file.path(), "--hash"}).out, saved.out);
    EXPECT_EQ(runWith({"run", file.path(), "--hash", "--steps", "2"}).out,
              runWith({"run", "chain", "--steps", "2", "--hz", "120", "--hash"}).out);
    EXPECT_THAT(runWith({"compare", file.path(), "--narrow", "wide-tree"}).out, HasSubstr("wide-tree"));
    EXPECT_THAT(
        runWith({"run", "torus", "--steps", "0", "--dynamics", "impulses", "--save-scene", file.path()})
            .error,
        HasSubstr("torus: a file cannot express --dynamics impulses"));
    std::ofstream(file.path()) << "{\"run\": {\"step\": 3}, \"bodies\": []}";
    EXPECT_THAT(runWith({"run", file.path()}).error,
                HasSubstr("run: there is no option 'step'; the nearest are 'steps'"));
    std::ofstream(file.path()) << "{\"run\": {\"hz\": -3}, \"bodies\": []}";
    EXPECT_THAT(runWith({"run", file.path()}).error, HasSubstr("must be above zero, not '-3'"));
    EXPECT_THAT(runWith({"run", "nowhere.json"}).error, HasSubstr("nowhere.json: there is no such file"));
}

}  // namespace
}  // namespace ricochet::app
