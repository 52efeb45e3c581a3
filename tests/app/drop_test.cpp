#include "demos/app/replay/replay_data.h"
#include "tests/app/program_outcome.h"
#include "tests/support/temporary_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <numbers>
#include <sstream>
#include <unistd.h>

namespace ricochet::app {
namespace {

using testing::HasSubstr;
using testing::Not;
using Json = nlohmann::ordered_json;

std::string contentOf(const std::string& path) {
    std::ifstream stream(path);
    std::ostringstream text;
    text << stream.rdbuf();
    return text.str();
}

/// Drops files without a picture; the numbers of the JSON file are in `json`.
struct Dropped {
    Outcome outcome;
    Json json;
};

Dropped drop(std::vector<std::string> arguments) {
    const TemporaryFile numbers(".json", "");
    arguments.insert(arguments.begin(), "drop");
    arguments.insert(arguments.end(), {"--picture", "", "--json", numbers.path()});
    Dropped dropped{runWith(arguments), {}};
    if (dropped.outcome.exitCode == 0) dropped.json = Json::parse(contentOf(numbers.path()));
    return dropped;
}

TEST(Drop, AClosedMeshRestsOnAFloor) {
    const TemporaryFile mesh(".obj", kTetrahedron);
    const auto [outcome, json] = drop({mesh.path(), "--density", "600"});
    EXPECT_EQ(outcome.exitCode, 0) << outcome.error;
    EXPECT_THAT(outcome.out, HasSubstr("guessed: unit m (the largest body measures 1; --unit), up y"));
    EXPECT_THAT(outcome.out, HasSubstr("rests after "));
    EXPECT_THAT(outcome.out, HasSubstr("; closed\n"));
    const Json& body = json["bodies"][0];
    EXPECT_NEAR(body["mass_kg"], 100, 1e-6);
    EXPECT_EQ(body["outcome"], "rests");
    EXPECT_NEAR(body["position_m"][1], 0.25, 0.002);
    EXPECT_LT(body["deepest_m"], 0.01);
}

/// A prism of 48 sides about z, whose ends are fans.
std::string wheel() {
    constexpr int kSides = 48;
    std::string text = "v 0 0 -0.1\nv 0 0 0.1\n", faces;
    for (int i = 0; i < kSides; ++i) {
        const double angle = 2 * std::numbers::pi * i / kSides;
        const std::string xy =
            "v " + std::to_string(0.2 * std::cos(angle)) + " " + std::to_string(0.2 * std::sin(angle));
        text += xy + " -0.1\n" + xy + " 0.1\n";
        const auto corner = [](int side, int end) { return std::to_string(3 + 2 * (side % kSides) + end); };
        const std::string a = corner(i, 0), b = corner(i + 1, 0), c = corner(i, 1), d = corner(i + 1, 1);
        faces += "f 1 " + b + " " + a + "\nf 2 " + c + " " + d + "\n";
        faces += "f " + a + " " + b + " " + d + "\nf " + a + " " + d + " " + c + "\n";
    }
    return text + faces;
}

TEST(Drop, AWheelOnASlopeRollsUnlessRollingFrictionHoldsIt) {
    const TemporaryFile mesh(".obj", wheel());
    const TemporaryFile slope(".obj", "v -4 0.8 -1\nv -4 0.8 1\nv 4 -0.8 1\nv 4 -0.8 -1\nf 1 2 3 4\n");
    const auto outcomeWith = [&](const std::string& friction) {
        const auto [outcome, json] = drop({mesh.path(), "--onto", slope.path(), "--unit", "m", "--up", "y",
                                           "--seconds", "1", "--rolling-friction", friction});
        EXPECT_EQ(outcome.exitCode, 0) << outcome.error;
        return json["bodies"][0]["outcome"].get<std::string>();
    };
    EXPECT_EQ(outcomeWith("0"), "rolls");
    EXPECT_NE(outcomeWith("1"), "rolls");
}

TEST(Drop, AnOpenMeshSaysWhereItsHoleIs) {
    const TemporaryFile mesh(".obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\n");
    const auto [outcome, json] = drop({mesh.path()});
    EXPECT_THAT(outcome.out, HasSubstr("; open: 3 edges, one at (0.5 0.5 0)\n"));
    EXPECT_THAT(outcome.out, HasSubstr("(of its hull)"));
    EXPECT_EQ(json["bodies"][0]["open_edges"], 3);
    EXPECT_EQ(json["bodies"][0]["deepest_is_of"], "contacts");
}

TEST(Drop, AFlatMeshHasAMassAndRests) {
    const TemporaryFile mesh(".obj", "v 0 0 0\nv 1 0 0\nv 1 0 1\nv 0 0 1\nf 1 3 2\nf 1 4 3\n");
    const auto [outcome, json] = drop({mesh.path()});
    EXPECT_EQ(outcome.exitCode, 0) << outcome.error;
    EXPECT_GT(json["bodies"][0]["mass_kg"], 0);
    EXPECT_NE(json["bodies"][0]["outcome"], "lost");
}

TEST(Drop, BodiesFallOntoOneAnotherAndOntoAMesh) {
    const TemporaryFile a("a.obj", kTetrahedron), b("b.obj", kTetrahedron),
        ground("g.obj", "v -5 0 -5\nv 5 0 -5\nv 5 0 5\nv -5 0 5\nf 1 3 2\nf 1 4 3\n");
    const auto [outcome, json] = drop({a.path(), b.path(), "--onto", ground.path(), "--seconds", "3"});
    EXPECT_EQ(outcome.exitCode, 0) << outcome.error;
    ASSERT_EQ(json["bodies"].size(), 2u);
    for (const Json& body : json["bodies"]) EXPECT_NE(body["outcome"], "lost");
}

TEST(Drop, AnAnswerHasNoLineAbove100Columns) {
    const TemporaryFile mesh("_with_a_very_long_name_that_nobody_would_type.obj", kTetrahedron);
    std::istringstream lines(drop({mesh.path()}).outcome.out);
    for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 100u) << line;
}

TEST(Drop, ErrorsAreOneSentence) {
    const TemporaryFile mesh(".obj", kTetrahedron);
    EXPECT_EQ(drop({"/no/such.obj"}).outcome.exitCode, 1);
    EXPECT_THAT(drop({mesh.path(), "--unit", "parsec"}).outcome.error,
                HasSubstr("parsec not in {m,cm,mm,in,ft}"));
    EXPECT_THAT(drop({mesh.path(), "--density", "-1"}).outcome.error, HasSubstr("must be above zero"));
    EXPECT_THAT(drop({mesh.path(), "--narrow", "moon"}).outcome.error, HasSubstr("moon"));
}

// ---- The page that shows a run.

std::vector<unsigned char> fromBase64(const std::string& text) {
    const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::vector<unsigned char> bytes;
    unsigned bits = 0, count = 0;
    for (const char c : text) {
        if (c == '=') break;
        bits = bits << 6 | static_cast<unsigned>(digits.find(c));
        if ((count += 6) >= 8) bytes.push_back(static_cast<unsigned char>(bits >> (count -= 8)));
    }
    return bytes;
}

template <class Value>
std::vector<Value> valuesIn(const Json& text) {
    const auto bytes = fromBase64(text.get<std::string>());
    std::vector<Value> values(bytes.size() / sizeof(Value));
    std::memcpy(values.data(), bytes.data(), bytes.size());
    return values;
}

Json dataIn(const std::string& page) {
    const std::string begin = "<script type=\"application/json\" id=\"data\">";
    const std::size_t from = page.find(begin) + begin.size();
    return Json::parse(page.substr(from, page.find("</script>", from) - from));
}

class Replay : public testing::Test {
protected:
    const TemporaryFile mesh{".obj", kTetrahedron}, page{".html", ""};

    void run(std::vector<std::string> arguments) {
        arguments.insert(arguments.end(), {"--html", page.path()});
        const Outcome outcome = runWith(arguments);
        if (outcome.error.find("three.js and uPlot were absent") != std::string::npos)
            GTEST_SKIP() << outcome.error;
        ASSERT_EQ(outcome.exitCode, 0) << outcome.error;
    }
};

TEST_F(Replay, HasTheRunsPosesAndMeshes) {
    const TemporaryFile numbers("n.json", "");
    ASSERT_NO_FATAL_FAILURE(run({"drop", mesh.path(), "--picture", "", "--json", numbers.path()}));
    if (IsSkipped()) return;
    const Json data = dataIn(contentOf(page.path())),
               body = Json::parse(contentOf(numbers.path()))["bodies"][0];
    const Json& replay = data["runs"][0];
    ASSERT_EQ(data["meshes"].size(), 2u);  // the floor and the body
    EXPECT_EQ(valuesIn<std::uint16_t>(data["meshes"][1]["faces"]).size(), 12u);
    const std::size_t last = replay["frames"].get<std::size_t>() * 2 - 1;
    const auto positions = valuesIn<float>(replay["positions"]);
    const auto rotations = valuesIn<std::int16_t>(replay["rotations"]);
    ASSERT_EQ(positions.size(), 3 * (last + 1));
    for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(positions[3 * last + k], body["position_m"][k], 1e-3);
    for (std::size_t k = 0; k < 4; ++k)
        EXPECT_NEAR(rotations[4 * last + k] / 32767.0, body["rotation_xyzw"][k], 1e-3);
    EXPECT_EQ(replay["series"].size(), 4u);
}

TEST_F(Replay, OfAComparisonSharesItsMeshes) {
    ASSERT_NO_FATAL_FAILURE(
        run({"compare", "chain", "--steps", "2", "--narrow", "wide-tree,stock", "--penetration-every", "0"}));
    if (IsSkipped()) return;
    const Json data = dataIn(contentOf(page.path()));
    ASSERT_EQ(data["runs"].size(), 2u);
    EXPECT_EQ(data["runs"][0]["name"], "wide-tree");
    EXPECT_EQ(data["runs"][0]["bodies"], data["runs"][1]["bodies"]);
    EXPECT_LE(data["meshes"].size(), 10u);
}

/// A folded sheet of more triangles than a page draws.
ReplayMesh largeMesh() {
    constexpr std::uint32_t kRows = 400;
    ReplayMesh mesh;
    for (std::uint32_t i = 0; i <= kRows; ++i) {
        for (std::uint32_t k = 0; k <= kRows; ++k)
            mesh.vertices.push_back({float(i), float(std::sin(0.1 * i)), float(k)});
    }
    for (std::uint32_t i = 0; i < kRows; ++i) {
        for (std::uint32_t k = 0; k < kRows; ++k) {
            const std::uint32_t at = i * (kRows + 1) + k;
            mesh.faces.push_back({at, at + 1, at + kRows + 1});
            mesh.faces.push_back({at + 1, at + kRows + 2, at + kRows + 1});
        }
    }
    return mesh;
}

TEST_F(Replay, ALargeMeshIsDrawnWithFewerTriangles) {
    ReplayMeshes meshes;
    EXPECT_EQ(meshes.add(largeMesh()), meshes.add(largeMesh()));
    ASSERT_TRUE(writeReplay({page.path(), ""}, "", {}, meshes).has_value());
    const Json data = dataIn(contentOf(page.path()));
    const Json& drawn = data["meshes"][0];
    const std::size_t triangles = valuesIn<std::uint32_t>(drawn["faces"]).size() / 3;
    EXPECT_LE(triangles, 250'000u);
    EXPECT_GT(triangles, 200'000u);
    EXPECT_THAT(data["about"].get<std::string>(),
                HasSubstr("Meshes above 250,000 triangles are drawn with fewer"));
    EXPECT_EQ(drawn["size"][0], 400);
    EXPECT_EQ(drawn["size"][2], 400);
}

TEST_F(Replay, NeedsNothingFromOutside) {
    ASSERT_NO_FATAL_FAILURE(run({"run", "chain", "--steps", "1", "--penetration-every", "0"}));
    if (IsSkipped()) return;
    const std::string text = contentOf(page.path());
    EXPECT_THAT(text, HasSubstr("default-src 'none'"));  // a browser then refuses to fetch
    for (const char* reference : {"src=\"", "<link rel=\"stylesheet", "@import"}) {
        EXPECT_THAT(text, Not(HasSubstr(reference)));
    }
    EXPECT_THAT(text, HasSubstr("Permission is hereby granted"));
}

TEST_F(Replay, AFileNameDoesNotEndTheScript) {
    const std::string odd = testing::TempDir() + std::to_string(getpid()) + "<!--<script>.obj";
    std::ofstream(odd) << kTetrahedron;
    run({"drop", odd, "--picture", "", "--seconds", "0.1"});
    std::filesystem::remove(odd);
    if (IsSkipped()) return;
    const std::string text = contentOf(page.path());
    EXPECT_THAT(text, Not(HasSubstr("<!--<script>")));
    EXPECT_THAT(dataIn(text)["runs"][0]["numbers"][0][0].get<std::string>(), HasSubstr("<!--<script>"));
}

}  // namespace
}  // namespace ricochet::app
