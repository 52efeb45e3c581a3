// Queries of a static world stored in a file: boxes, rays, nearest faces, face pairs and swept meshes.

#include "demos/app/mktree_query.h"

#include "algorithms/mktree/queries.h"
#include "demos/app/json_text.h"
#include "demos/app/motions.h"
#include "demos/app/number_checks.h"
#include "demos/app/output_file.h"
#include "demos/app/poses.h"
#include "demos/mesh_files/read_mesh.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <limits>
#include <utility>
#include <vector>

namespace ricochet::app {
namespace {

using Json = nlohmann::ordered_json;
using mktree::MkTree;
using mktree::WorldFace;

Vec3 point(const std::vector<Real>& numbers, std::size_t first) {
    return {numbers[first], numbers[first + 1], numbers[first + 2]};
}
Json jsonOf(const Vec3& v) { return {v.x(), v.y(), v.z()}; }
Json nameOf(const MkTree& tree, Index part, Index number) {
    return {{"part", tree.directory().parts[part]}, {"triangle", number}};
}

/// Sorted names, since the order of traversals is arbitrary.
Json namesOf(const MkTree& tree, std::vector<std::pair<Index, Index>> names) {
    std::ranges::sort(names);
    Json json = Json::array();
    for (const auto& [part, number] : names) json.push_back(nameOf(tree, part, number));
    return json;
}

/// Runs a traversal that visits faces.
template <class Traverse>
Result<Json> facesOf(const MkTree& tree, Traverse&& traverse) {
    std::vector<std::pair<Index, Index>> names;
    const Result<void> good = traverse([&](const WorldFace& face) {
        names.emplace_back(face.part, face.number);
        return true;
    });
    if (!good) return tl::unexpected(good.error());
    return namesOf(tree, std::move(names));
}

Result<Json> inBox(const MkTree& tree, const MkTreeQuestions& q) {
    Aabb box;
    box.include(point(q.box, 0));
    box.include(point(q.box, 3));
    return facesOf(tree, [&](const mktree::VisitFace& visit) { return forEachFaceIn(tree, box, visit); });
}

Result<Json> onRay(const MkTree& tree, const MkTreeQuestions& q) {
    const auto hit = castRay(tree, point(q.ray, 0), point(q.ray, 3));
    if (!hit) return tl::unexpected(hit.error());
    if (!*hit) return Json();
    Json json = nameOf(tree, (*hit)->face.part, (*hit)->face.number);
    json["at"] = (*hit)->part;
    json["point"] = jsonOf((*hit)->point);
    return json;
}

Result<Json> nearestTo(const MkTree& tree, const MkTreeQuestions& q) {
    const auto nearest = nearestFace(tree, point(q.nearest, 0), std::numeric_limits<Real>::infinity());
    if (!nearest) return tl::unexpected(nearest.error());
    if (!*nearest) return Json();
    Json json = nameOf(tree, (*nearest)->face.part, (*nearest)->face.number);
    json["distance"] = (*nearest)->distance;
    json["point"] = jsonOf((*nearest)->point);
    return json;
}

/// A list with the answer for each pose.
Result<Json> pairsAtPoses(const MkTree& tree, const MkTreeQuestions& q) {
    const auto mesh = readMesh(q.pairsBody);
    if (!mesh) return tl::unexpected(mesh.error());
    const auto poses = readPoses(q.poses);
    if (!poses) return tl::unexpected(poses.error());
    const mktree::MovingBody body(*mesh);
    Json answers = Json::array();
    for (const PosePair& pose : *poses) {
        const auto pairs = facePairs(tree, body, seenFrom(pose.a, pose.b));
        if (!pairs) return tl::unexpected(pairs.error());
        Json answer = Json::array();
        for (const mktree::WorldFacePair& pair : *pairs) {
            Json named = nameOf(tree, pair.part, pair.number);
            named["body_triangle"] = pair.face;
            answer.push_back(std::move(named));
        }
        answers.push_back(std::move(answer));
    }
    return answers;
}

/// A list with the answer for each motion.
Result<Json> sweptBy(const MkTree& tree, const MkTreeQuestions& q) {
    const auto mesh = readMesh(q.sweptBody);
    if (!mesh) return tl::unexpected(mesh.error());
    const auto motions = readMotions(q.motions);
    if (!motions) return tl::unexpected(motions.error());
    const mktree::MovingBody body(*mesh);
    Json answers = Json::array();
    for (const BodyMotion& motion : *motions) {
        auto answer = facesOf(tree, [&](const mktree::VisitFace& visit) {
            return forEachFaceSwept(tree, body, motion.pose, motion.screw, visit);
        });
        if (!answer) return answer;
        answers.push_back(std::move(*answer));
    }
    return answers;
}

struct Question {
    const char* name;
    bool isAsked;
    Result<Json> (*answer)(const MkTree&, const MkTreeQuestions&);
};

std::vector<Question> questionsOf(const MkTreeQuestions& q) {
    return {{"box", !q.box.empty(), inBox},
            {"ray", !q.ray.empty(), onRay},
            {"nearest", !q.nearest.empty(), nearestTo},
            {"pairs", !q.pairsBody.empty(), pairsAtPoses},
            {"swept", !q.sweptBody.empty(), sweptBy}};
}

}  // namespace

CLI::App* addMkTreeQuery(CLI::App& mktree, MkTreeQuestions& questions) {
    CLI::App* app = mktree.add_subcommand(
        "query", "finds triangles in a box, on a ray, nearest to a point, or touched by a mesh");
    app->add_option("FILE", questions.world, "an MKtree")->required();
    app->add_option("--box", questions.box, "two corners: the triangles whose boxes overlap it")
        ->expected(6)
        ->check(kFinite);
    app->add_option("--ray", questions.ray, "two ends: the first triangle between them")
        ->expected(6)
        ->check(kFinite);
    app->add_option("--nearest", questions.nearest, "a point: the triangle nearest to it")
        ->expected(3)
        ->check(kFinite);
    CLI::Option* pairs = app->add_option("--pairs", questions.pairsBody,
                                         "a mesh file: face pairs that intersect, at each pose");
    CLI::Option* poses =
        app->add_option("--poses", questions.poses, "poses of the mesh, in the format of `ricochet query`");
    pairs->needs(poses);
    poses->needs(pairs);
    CLI::Option* swept = app->add_option("--swept", questions.sweptBody,
                                         "a mesh file: the triangles that it may touch on each motion");
    CLI::Option* motions = app->add_option("--motions", questions.motions,
                                           "motions of the mesh, in the format of `ricochet predict`");
    swept->needs(motions);
    motions->needs(swept);
    app->add_option("--json", questions.json, "file for the answers; without it they are printed")
        ->check(kWritable);
    return app;
}

Result<int> runMkTreeQuery(const MkTreeQuestions& questions) {
    const auto tree = MkTree::open(questions.world);
    if (!tree) return tl::unexpected(tree.error());
    Json answers;
    for (const Question& question : questionsOf(questions)) {
        if (!question.isAsked) continue;
        auto answer = question.answer(**tree, questions);
        if (!answer) return tl::unexpected(answer.error());
        answers[question.name] = std::move(*answer);
    }
    if (answers.empty())
        return tl::unexpected(std::string("one of --box, --ray, --nearest, --pairs or --swept is required"));
    answers["leaves_read"] = (*tree)->statistics().leavesRead;
    answers["blocks_read"] = (*tree)->statistics().blocksRead;
    if (questions.json.empty()) std::cout << jsonText(answers, 2) << '\n';
    return writeFile(questions.json, jsonText(answers, 2) + "\n").map([] { return EXIT_SUCCESS; });
}

}  // namespace ricochet::app
