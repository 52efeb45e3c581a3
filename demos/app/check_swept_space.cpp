#include "demos/app/check_swept_space.h"

#include "algorithms/face_octree/face_octree.h"
#include "demos/app/names.h"
#include "demos/mesh_files/motion_reader.h"

#include <filesystem>
#include <iostream>
#include <set>

namespace ricochet::app {
namespace {

constexpr Index kThreads = 4;

struct Division {
    const char* name;
    PairDivision division;
};
const std::vector<Division> kDivisions = {{"dynamic", PairDivision::dynamic},
                                          {"spmd", PairDivision::spmd},
                                          {"producer-consumer", PairDivision::producerConsumer}};

/// The two features of a query, edge and edge or vertex and face; each as a face with repeated corners.
struct TwoFaces {
    Triangle first, second;
};
TwoFaces facesOf(const std::array<Vec3, 4>& c, bool areEdges) {
    if (areEdges) return {{c[0], c[1], c[1]}, {c[2], c[3], c[3]}};
    return {{c[0], c[0], c[0]}, {c[1], c[2], c[3]}};
}

class Soup {
public:
    void add(const Triangle& triangle) {
        const auto first = static_cast<Index>(vertices_.size());
        vertices_.insert(vertices_.end(), triangle.begin(), triangle.end());
        faces_.push_back({first, first + 1, first + 2});
    }
    Result<std::shared_ptr<Mesh>> take() { return Mesh::create(std::move(vertices_), std::move(faces_)); }

private:
    std::vector<Vec3> vertices_;
    std::vector<Face> faces_;
};

/// Both bodies at both ends of the step, first A, then B; face i is query i.
Result<std::array<std::unique_ptr<CollisionModel>, 4>> modelsOf(const std::vector<LabelledMotion>& queries,
                                                                bool areEdges) {
    std::array<Soup, 4> soups;
    for (const LabelledMotion& query : queries) {
        const TwoFaces at0 = facesOf(query.at0, areEdges), at1 = facesOf(query.at1, areEdges);
        soups[0].add(at0.first), soups[1].add(at1.first);
        soups[2].add(at0.second), soups[3].add(at1.second);
    }
    std::array<std::unique_ptr<CollisionModel>, 4> models;
    for (std::size_t i = 0; i < soups.size(); ++i) {
        const auto mesh = soups[i].take();
        if (!mesh) return tl::unexpected(mesh.error());
        models[i] = std::make_unique<CollisionModel>(*mesh);
    }
    return models;
}

}  // namespace

Result<int> checkSweptSpace(const std::string& path, const std::string& division) {
    const auto row = rowNamed(kDivisions, "division", division);
    if (!row) return tl::unexpected(row.error());
    const auto queries = readLabelledMotions(path);
    if (!queries) return tl::unexpected(queries.error());
    const bool areEdges =
        std::filesystem::path(path).filename().string().find("edge-edge") != std::string::npos;
    const auto models = modelsOf(*queries, areEdges);
    if (!models) return tl::unexpected(path + ": " + models.error());

    const auto& [a0, a1, b0, b1] = *models;
    const std::array<MovingBody, 2> bodies = {
        {{{a0.get(), {}}, {a1.get(), {}}}, {{b0.get(), {}}, {b1.get(), {}}}}};
    std::vector<CollidingFaces> found;
    FaceOctree({.division = (*row)->division}, makeThreadExecutor(kThreads))
        .findSweptCollidingFaces(bodies, found);
    const std::set<CollidingFaces> pairs(found.begin(), found.end());
    int missed = 0, falseAlarms = 0;
    for (Index i = 0; i < queries->size(); ++i) {
        const bool mayMeet = pairs.contains({0, 1, i, i}), touches = (*queries)[i].touches;
        if (touches && !mayMeet) std::cout << "query " << i << ": missed\n";
        missed += touches && !mayMeet;
        falseAlarms += mayMeet && !touches;
    }
    std::cout << "missed " << missed << ", false alarms " << falseAlarms << " of " << queries->size() << '\n';
    return missed + falseAlarms == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace ricochet::app
