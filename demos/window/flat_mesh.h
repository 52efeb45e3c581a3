#pragma once

#include "demos/view/viewing.h"

#include <vector>

namespace ricochet::window {

/// A mesh whose faces have their normals at their last corners, from which OpenGL takes flat attributes.
struct FlatMesh {
    view::DrawnMesh mesh;  ///< faces may begin with another corner
    std::vector<view::Point>
        normals;  ///< unit, by vertex; zero where none is needed, or of a face without area
};

/// Vertices are repeated where they are the last corner of faces in different planes.
FlatMesh flatMesh(view::DrawnMesh mesh);

}  // namespace ricochet::window
