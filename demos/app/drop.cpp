// One's own meshes: they fall, and each gets one line that says how it went.

#include "algorithms/geometry/boundary_loops.h"
#include "algorithms/geometry/mass_properties.h"
#include "demos/app/body_pairs.h"
#include "demos/app/body_state.h"
#include "demos/app/commands.h"
#include "demos/app/drop_probe.h"
#include "demos/app/dropped_files.h"
#include "demos/app/frame_writer.h"
#include "demos/app/interruption.h"
#include "demos/app/mesh_body.h"
#include "demos/app/mesh_frame.h"
#include "demos/app/names.h"
#include "demos/app/number_checks.h"
#include "demos/app/output_file.h"
#include "demos/app/progress_bar.h"
#include "demos/app/quantities.h"
#include "demos/app/replay/replay.h"
#include "demos/app/simulation.h"
#include "demos/app/video.h"
#include "demos/scenes/fallen_meshes.h"
#include "demos/scenes/mesh_generators.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <cmath>
#include <filesystem>
#include <iostream>
#include <memory>
#include <numbers>

namespace ricochet::app {
namespace {

using Json = nlohmann::ordered_json;

struct DropOptions {
    RunOptions run;
    std::vector<std::string> files;
    std::string ground, unit, up;
    double density = 1000;       ///< kg/m³
    double rollingFriction = 0;  ///< lever of a resting load over a body's radius
    double seconds = 10;         ///< at most
    std::vector<double> at;      ///< metres, y up: the first body's lowest point
    std::string picture = "drop.png", json, video;
    ReplayFiles replay;
};

/// A body before it falls.
struct DroppedBody {
    MeshFile file;
    Vec3 extents;                   ///< metres, as it starts
    SolidProperties properties;     ///< of density 1, in metres with y up
    double mass = 0;                ///< kg
    bool isClosed = false;          ///< it has an inside
    std::size_t boundaryEdges = 0;  ///< of holes and of cracks
    OpenEdges open;                 ///< in the file's coordinates
    scenes::FallingMesh falling;
};

constexpr double kDropHeight = 0.25;  // of a body's largest extent: gap below it

/// In place, with its start as the file has it; `place` moves it up.
DroppedBody prepare(const MeshFile& file, const DropOptions& options) {
    DroppedBody body;
    body.file = file;
    const auto mesh = inWorldAxes(file);
    body.extents = mesh->box().size();
    body.properties = massProperties(*mesh);
    body.mass = massOf(*mesh, body.properties, options.density);
    const auto edges = boundaryEdgesOf(*file.mesh, buildTopology(*file.mesh));
    body.isClosed = hasInside(*file.mesh, edges);
    body.boundaryEdges = edges.size();
    body.open = openEdgesOf(*file.mesh, edges);
    body.falling.mesh = solidMesh(*mesh, body.properties);
    body.falling.mass = static_cast<btScalar>(body.mass);
    body.falling.rollingFriction =
        btScalar(options.rollingFriction * scenes::boundingRadius(body.falling.mesh));
    const Vec3 toMiddle = body.properties.centre - mesh->box().centre();
    body.falling.start =
        btTransform(solidFrame(body.properties).getBasis(), floatVector({toMiddle.x(), 0, toMiddle.z()}));
    body.falling.start.getOrigin().setY(btScalar(body.properties.centre.y() - mesh->box().min.y()));
    return body;
}

/// The height of the ground below a rectangle about (x, z): no face there is higher.
double heightOf(const scenes::SceneMesh& ground, double x, double z, const Vec3& extents) {
    double height = double(scenes::bottomOf(ground));
    for (const auto& face : ground.faces) {
        btVector3 min = ground.vertices[std::size_t(face[0])], max = min;
        for (const int vertex : face) {
            min.setMin(ground.vertices[std::size_t(vertex)]);
            max.setMax(ground.vertices[std::size_t(vertex)]);
        }
        const bool isBelow =
            std::abs(double(min.x() + max.x()) / 2 - x) <= double(max.x() - min.x()) / 2 + extents.x() / 2 &&
            std::abs(double(min.z() + max.z()) / 2 - z) <= double(max.z() - min.z()) / 2 + extents.z() / 2;
        if (isBelow) height = std::max(height, double(max.y()));
    }
    return height;
}

/// One above the other, the first lowest.
void place(std::vector<DroppedBody>& bodies, const std::optional<scenes::SceneMesh>& ground,
           const std::vector<double>& at) {
    Vec3 lowest = Vec3::Zero(), largest = Vec3::Zero();
    for (const DroppedBody& body : bodies) largest = largest.cwiseMax(body.extents);
    if (!at.empty()) {
        lowest = {at[0], at[1], at[2]};
    } else if (ground) {
        Aabb box;
        for (const btVector3& v : ground->vertices) box.include({v.x(), v.y(), v.z()});
        lowest = box.centre();
        lowest.y() = heightOf(*ground, lowest.x(), lowest.z(), largest);
    }
    bool isExact = !at.empty();
    for (DroppedBody& body : bodies) {
        if (!isExact) lowest.y() += kDropHeight * body.extents.maxCoeff();
        isExact = false;
        body.falling.start.getOrigin() += floatVector(lowest);
        lowest.y() += body.extents.y();
    }
}

std::string shortName(const std::string& path) {
    constexpr std::size_t kLongest = 24;
    const std::string name = std::filesystem::path(path).filename().string();
    return name.size() <= kLongest ? name : name.substr(0, kLongest - 3) + "...";
}

std::string frameText(const MeshFrame& frame) {
    return std::string("unit ") + frame.unit.name + ", " + frame.up + " up";
}

std::string extentsText(const Vec3& extents) {
    const double largest = extents.maxCoeff();
    const auto [unit, size] = largest >= 1      ? std::pair("m", 1.0)
                              : largest >= 0.01 ? std::pair("cm", 0.01)
                                                : std::pair("mm", 0.001);
    return threeDigits(extents.x() / size) + " x " + threeDigits(extents.y() / size) + " x " +
           threeDigits(extents.z() / size) + " " + unit;
}

void printBody(const DroppedBody& body) {
    std::cout << "  " << shortName(body.file.path) << ": " << extentsText(body.extents) << ", "
              << countText(body.file.mesh->faceCount()) << " triangles, " << massText(body.mass)
              << (body.properties.isHull ? " (of its hull)" : "") << ", " << frameText(body.file.frame)
              << '\n';
}

/// What was guessed, and by what, once for all files.
void printGuesses(const std::vector<MeshFile>& files) {
    for (const MeshFile& file : files) {
        if (!file.frame.isGuessed()) continue;
        std::cout << "guessed:";
        if (!file.frame.unitReason.empty()) {
            std::cout << " unit " << file.frame.unit.name << " (" << file.frame.unitReason << "; --unit)";
        }
        if (!file.frame.upReason.empty()) {
            std::cout << ", up " << file.frame.up << " (" << file.frame.upReason << "; --up)";
        }
        std::cout << '\n';
        return;
    }
}

std::string surfaceText(const DroppedBody& body) {
    if (body.isClosed && body.boundaryEdges == 0) return "closed";
    if (body.isClosed) return "closed but for cracks of " + countText(body.boundaryEdges) + " edges";
    if (body.open.count == 0) return "closed, but its faces do not point outwards";
    const Vec3 at = 0.5 * (body.open.from + body.open.to);
    return "open: " + countText(body.open.count) + " edges, one at (" + threeDigits(at.x()) + " " +
           threeDigits(at.y()) + " " + threeDigits(at.z()) + ")";
}

std::string outcomeText(const BodyOutcome& outcome, double seconds) {
    if (outcome.isLost) return "LOST below the ground";
    if (outcome.restsAt) return "rests after " + threeDigits(*outcome.restsAt) + " s";
    const std::string after = " after " + threeDigits(seconds) + " s";
    if (outcome.isStill) return "stays in place" + after;
    return (outcome.isRolling ? "still rolls at " : "still moves at ") + lengthText(outcome.speed) + "/s" +
           after;
}

std::string resultText(const DroppedBody& body, const BodyOutcome& outcome, double seconds) {
    return outcomeText(outcome, seconds) + ", deepest " + lengthText(outcome.deepest) + ", turned by " +
           threeDigits(std::round(outcome.turned * 180 / std::numbers::pi)) + " deg; " + surfaceText(body);
}

Json outcomeJson(const DroppedBody& body, const BodyOutcome& outcome, const btTransform& pose) {
    const auto numbers = [](const Vec3& v) { return Json{v.x(), v.y(), v.z()}; };
    const btQuaternion rotation = pose.getRotation();
    const btVector3& position = pose.getOrigin();
    Json json = {{"file", body.file.path},
                 {"unit", body.file.frame.unit.name},
                 {"unit_is_guessed", !body.file.frame.unitReason.empty()},
                 {"up", std::string(1, body.file.frame.up)},
                 {"up_is_guessed", !body.file.frame.upReason.empty()},
                 {"triangles", body.file.mesh->faceCount()},
                 {"extents_m", numbers(body.extents)},
                 {"mass_kg", body.mass},
                 {"mass_is_of_hull", body.properties.isHull},
                 {"closed", body.isClosed},
                 {"boundary_edges", body.boundaryEdges},
                 {"open_edges", body.open.count}};
    if (body.open.count > 0) {
        json["open_edge_from"] = numbers(body.open.from);
        json["open_edge_to"] = numbers(body.open.to);
    }
    json["outcome"] = outcome.isLost      ? "lost"
                      : outcome.restsAt   ? "rests"
                      : outcome.isStill   ? "stays"
                      : outcome.isRolling ? "rolls"
                                          : "moves";
    json["rests_at_s"] = outcome.restsAt ? Json(*outcome.restsAt) : Json(nullptr);
    json["speed_m_s"] = outcome.speed;
    json["turned_degrees"] = outcome.turned * 180 / std::numbers::pi;
    json["deepest_m"] = outcome.deepest;
    json["deepest_is_of"] = outcome.isMeasured ? "solids" : "contacts";
    json["position_m"] = {position.x(), position.y(), position.z()};
    json["rotation_xyzw"] = {rotation.x(), rotation.y(), rotation.z(), rotation.w()};
    return json;
}

/// The picture is an extra: without OpenGL there are words and numbers all the same.
void draw(const scenes::Scene& scene, double time, const std::string& path) {
    if (path.empty()) return;
    std::error_code error;  // a folder that is missing is named when the file cannot be written
    std::filesystem::create_directories(std::filesystem::absolute(path).parent_path(), error);
    auto writer = FrameWriter::create(scene, 1280);
    if (writer) (*writer)->record(scene, 0, time);
    const Result<void> drawn = writer ? (*writer)->writeLast(path) : tl::unexpected(writer.error());
    if (drawn) {
        std::cout << "picture: " << path << '\n';
    } else {
        std::cerr << "ricochet: no picture: " << drawn.error() << '\n';
    }
}

Result<int> drop(const DropOptions& options) {
    if (const auto page = checkReplay(options.replay.html); !page) return tl::unexpected(page.error());
    Video video(options.video, options.run.hz);
    if (const auto possible = video.check(); !possible) return tl::unexpected(possible.error());
    auto files = readMeshFiles(options.files, options.ground, options.unit, options.up);
    if (!files) return tl::unexpected(files.error());
    printGuesses(*files);
    std::optional<scenes::SceneMesh> ground;
    if (!options.ground.empty()) {
        const auto mesh = inWorldAxes(files->back());
        ground = sceneMesh(*mesh);
        std::cout << "  onto " << shortName(options.ground) << ": " << extentsText(mesh->box().size()) << ", "
                  << countText(mesh->faceCount()) << " triangles, " << frameText(files->back().frame) << '\n';
        files->pop_back();
    }
    std::vector<DroppedBody> bodies;
    for (const MeshFile& file : *files) bodies.push_back(prepare(file, options));
    place(bodies, ground, options.at);
    for (const DroppedBody& body : bodies) printBody(body);

    RunOptions run = options.run;
    run.steps = static_cast<int>(std::ceil(options.seconds * run.hz));
    const scenes::SceneEntry entry{.name = "drop of files",
                                   .about = "",
                                   .variants = {},
                                   .make = [&](btDynamicsWorld& world, const scenes::SceneOptions& scene) {
                                       std::vector<scenes::FallingMesh> meshes;
                                       for (const DroppedBody& body : bodies) meshes.push_back(body.falling);
                                       return scenes::makeFallenMeshes(world, scene, meshes, ground);
                                   }};
    const auto simulation = Simulation::create(run, entry);
    if (!simulation) return tl::unexpected(simulation.error());

    DropProbe probe((*simulation)->scene(), (*simulation)->dispatcher());
    ProgressBar bar(run.steps, run.progress);
    ReplayRecorder replay(run.steps, run.hz, options.replay);
    const auto record = [&](int step) {
        if (options.replay.isRequested()) replay.record(**simulation, step);
        video.record((*simulation)->scene(), step);
    };
    record(0);
    int done = 0;
    const Interruption interruption;
    while (done < run.steps && !probe.isOver() && !interruption.hasCome()) {
        (*simulation)->step();
        probe.watch(++done / run.hz);
        record(done);
        bar.show(done);
    }
    probe.finish();
    bar.end();

    Json json = {{"scene", "drop of files"},
                 {"ground", options.ground},
                 {"narrow", run.narrow},
                 {"solver", run.solverName()},
                 {"hz", run.hz},
                 {"density", options.density},
                 {"seconds", done / run.hz},
                 {"bodies", Json::array()}};
    std::vector<std::pair<std::string, std::string>> lines;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        const BodyOutcome& outcome = probe.outcomes()[i];
        lines.emplace_back(shortName(bodies[i].file.path), resultText(bodies[i], outcome, done / run.hz));
        std::cout << lines.back().first << ": " << lines.back().second << '\n';
        json["bodies"].push_back(outcomeJson(
            bodies[i], outcome, (*simulation)->scene().bodies()[i + 1].body->getWorldTransform()));
    }
    if (interruption.hasCome()) json["interrupted"] = true;
    json["state_hash"] = hexOf(stateHash((*simulation)->scene().bodies()));
    draw((*simulation)->scene(), done / run.hz, options.picture);
    Result<void> written = writeFile(options.json, json.dump(2) + "\n");
    if (written && options.replay.isRequested()) {
        ReplayMeshes meshes;
        const std::vector<ReplayRun> runs = {replay.finish(run.narrow, lines, meshes)};
        written = writeReplay(options.replay, "Ricochet: drop", runs, meshes);
    }
    return written.and_then([&] { return video.write(run.progress); }).map([] { return EXIT_SUCCESS; });
}

}  // namespace

Result<scenes::SceneEntry> droppedFiles(const std::vector<std::string>& paths) {
    return readMeshFiles(paths, "", "", "").map([](const std::vector<MeshFile>& files) {
        std::vector<DroppedBody> bodies;
        for (const MeshFile& file : files) bodies.push_back(prepare(file, DropOptions()));
        place(bodies, {}, {});
        std::vector<scenes::FallingMesh> meshes;
        for (DroppedBody& body : bodies) meshes.push_back(std::move(body.falling));
        return scenes::SceneEntry{
            .name = "drop of files",
            .about = "",
            .variants = {},
            .make = [meshes](btDynamicsWorld& world, const scenes::SceneOptions& scene) {
                return scenes::makeFallenMeshes(world, scene, meshes, {});
            }};
    });
}

Subcommand addDrop(CLI::App& program) {
    const auto options = std::make_shared<DropOptions>();
    options->run.narrow = simulationNarrowPhases().front().name;
    CLI::App* app = program.add_subcommand(
        "drop",
        "mesh files fall on a floor or on a mesh, one above the other: what becomes of each, and a picture");
    app->add_option("files", options->files, "mesh files: OBJ, STL, PLY, glTF or DAE")->required();
    app->add_option("--onto", options->ground, "mesh file of the ground; default: a flat floor");
    app->add_option("--density", options->density, "kg/m³ of all bodies")->check(kPositive);
    app->add_option("--unit", options->unit, "of the files' coordinates; default: guessed from their size")
        ->check(CLI::IsMember(std::vector<std::string>{"m", "cm", "mm", "in", "ft"}));
    app->add_option("--up", options->up, "axis of the files that points up; default: guessed")
        ->check(CLI::IsMember({"x", "y", "z"}));
    app->add_option(
           "--at", options->at,
           "metres, with y up: where the lowest body's lowest point starts; default: a quarter of its "
           "size above the middle of the ground")
        ->expected(3);
    app->add_option("--seconds", options->seconds, "at most; the run ends when all bodies rest")
        ->check(kPositive);
    app->add_option("--hz", options->run.hz, "steps per second")->check(kRate);
    app->add_option("--narrow", options->run.narrow,
                    "one of " + joined(rowNames(simulationNarrowPhases())) + "; " + kParameterHelp);
    addSolver(*app, options->run.solver);
    addSolverSettings(*app, options->run);
    app->add_option("--friction", options->run.friction, "of two bodies; default: 0.5")->check(kNotNegative);
    app->add_option("--rolling-friction", options->rollingFriction,
                    "of a body, over its radius: 0.003 stops steel on wood; default: 0, round bodies roll on")
        ->check(kNotNegative);
    app->add_option("--restitution", options->run.restitution, "of two bodies; default: 0")
        ->check(kNotNegative);
    app->add_option("--picture", options->picture, "file for a picture of the end; empty: none")->check(kPng);
    app->add_option("--json", options->json, "file for all numbers")->check(kWritable);
    addReplayFiles(*app, options->replay);
    addVideo(*app, options->video);
    app->add_flag("--progress", options->run.progress, "draws the bar even if standard error is no terminal");
    return {app, [options](char**) { return drop(*options); }};
}

}  // namespace ricochet::app
