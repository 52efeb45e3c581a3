#pragma once

#include "algorithms/geometry/mesh.h"
#include "demos/app/text_table.h"

#include <memory>
#include <string>
#include <vector>

namespace ricochet::lab::paper004 {

using namespace app;

/// One of the models of figure 12, as the paper describes it, and our version of it.
struct CollisionModel {
    std::string name;
    Index paperTriangles;
    double paperLayers;          ///< per shell, on average
    std::string source;          ///< where our mesh comes from
    std::shared_ptr<Mesh> mesh;  ///< in the unit box about the origin
};

/// All six. Meshes of the labelled data replace those of the paper if they fit; otherwise, or without the
/// folder, models are made by code. An error if a file exists but has no mesh.
Result<std::vector<CollisionModel>> models();

/// What is measured against what: indices of `models()`.
struct Couple {
    const char* name;  ///< of files and rows
    std::size_t a, b;
};
const std::vector<Couple>& couples();

/// "Ant (6632 triangles) and spider (5472 triangles)"
std::string titleOf(const Couple& couple, const std::vector<CollisionModel>& models);

/// The models with the paper's triangle counts beside ours.
TextTable tableOf(const std::vector<CollisionModel>& models);

}  // namespace ricochet::lab::paper004
