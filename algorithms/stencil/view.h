#pragma once

#include "algorithms/geometry/types.h"

#include <array>

namespace ricochet::stencil {

/// An orthogonal view of a box of the world on a square of pixels.
struct View {
    Matrix3 axes =
        Matrix3::Identity();   ///< rows, orthonormal: right, up, and the direction in which depth grows
    Vec3 min = Vec3::Zero();   ///< metres along the axes: the corner of pixel (0, 0) at depth 0
    Vec3 size = Vec3::Ones();  ///< metres along the axes, all positive
    int pixels = 128;          ///< a side: a power of two, 8 … 4096

    /// Empty, or an error message.
    std::string complaint() const;
};

/// Hardware rasterises vertices on a grid with this many steps per pixel (OpenGL's SUBPIXEL_BITS is 8 or
/// more).
inline constexpr int kStepsPerPixel = 256;

/// Maps a mesh's own coordinates to steps of that grid (x, y) and to depth 0 … 1 (z). In float, like a vertex
/// shader: both round every operation, in the order of `snapped`.
using WindowMatrix = Eigen::Matrix<float, 3, 4>;

/// `centre` is subtracted from the mesh's vertices before they are rounded to float.
WindowMatrix windowMatrix(const View& view, const Pose& pose, const Vec3& centre);

/// The position at which a vertex is drawn: whole steps, exact in float, so that no driver rounds them again.
struct Snapped {
    float x, y;   ///< steps, whole numbers
    float depth;  ///< 0 … 1 in the view
};

Snapped snapped(const WindowMatrix& toWindow, const Eigen::Vector3f& vertex);

/// GLSL source: `vec3 snapped(vec4 row0, vec4 row1, vec4 row2, vec3 vertex)`, and uniform float pixels.
std::string snappedGlsl();
/// A vertex shader that does only that, with the rows in uniforms toWindow0 … toWindow2 and uniform float
/// pixels.
std::string snappedVertexShader();
/// The same with rows, and the slice of the image, by instance: attributes 1 to 4 of `Instance`.
std::string slicedVertexShader();

}  // namespace ricochet::stencil
