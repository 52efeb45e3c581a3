#pragma once

#include "demos/scenes/scene_description.h"

#include <algorithm>
#include <array>
#include <string>

namespace ricochet::app {

/// The name of a kind in a scene file.
template <class Kind>
struct KindName {
    const char* name;
    Kind kind;
};

inline constexpr std::array<KindName<scenes::ShapeKind>, 13> kShapeKinds = {
    {{"mesh", scenes::ShapeKind::mesh},
     {"box", scenes::ShapeKind::box},
     {"sphere", scenes::ShapeKind::sphere},
     {"capsule", scenes::ShapeKind::capsule},
     {"cylinder", scenes::ShapeKind::cylinder},
     {"cone", scenes::ShapeKind::cone},
     {"spheres", scenes::ShapeKind::spheres},
     {"hull", scenes::ShapeKind::hull},
     {"plane", scenes::ShapeKind::plane},
     {"heights", scenes::ShapeKind::heights},
     {"compound", scenes::ShapeKind::compound},
     {"octree", scenes::ShapeKind::octree},
     {"soft", scenes::ShapeKind::soft}}};

inline constexpr std::array<KindName<scenes::JointKind>, 5> kJointKinds = {
    {{"hinge", scenes::JointKind::hinge},
     {"slider", scenes::JointKind::slider},
     {"fixed", scenes::JointKind::fixed},
     {"6dof", scenes::JointKind::sixDof},
     {"cone", scenes::JointKind::cone}}};

/// The schema has checked the name.
template <class Table>
auto kindNamed(const Table& table, const std::string& name) {
    return std::ranges::find_if(table, [&](const auto& row) { return name == row.name; })->kind;
}

template <class Table, class Kind>
const char* nameOf(const Table& table, Kind kind) {
    return std::ranges::find_if(table, [&](const auto& row) { return kind == row.kind; })->name;
}

}  // namespace ricochet::app
