#include "algorithms/stencil/view.h"

#include <bit>
#include <cmath>

namespace ricochet::stencil {

namespace {

const char* const kSnappedGlsl = R"(
uniform float pixels;

// Each operation is rounded separately, as on the CPU.
float row(vec4 m, vec3 v) {
    precise float x = m.x * v.x;
    precise float y = m.y * v.y;
    precise float z = m.z * v.z;
    precise float xy = x + y;
    precise float xyz = xy + z;
    precise float moved = xyz + m.w;
    return moved;
}

vec3 snapped(vec4 toX, vec4 toY, vec4 toZ, vec3 v) {
    precise float x = floor(row(toX, v) + 0.5);
    precise float y = floor(row(toY, v) + 0.5);
    return vec3(x, y, row(toZ, v));
}

// Exact: `pixels` is a power of two.
vec4 clipPosition(vec3 steps) {
    precise vec2 clip = steps.xy / (128.0 * pixels) - 1.0;
    return vec4(clip, steps.z, 1.0);
}
)";

}  // namespace

std::string snappedGlsl() { return kSnappedGlsl; }

std::string snappedVertexShader() {
    return std::string("#version 450 core\n") + kSnappedGlsl + R"(
uniform vec4 toWindow0, toWindow1, toWindow2;
layout(location = 0) in vec3 vertex;
void main() { gl_Position = clipPosition(snapped(toWindow0, toWindow1, toWindow2, vertex)); }
)";
}

std::string slicedVertexShader() {
    return std::string("#version 450 core\n#extension GL_ARB_shader_viewport_layer_array : require\n") +
           kSnappedGlsl + R"(
layout(location = 0) in vec3 vertex;
layout(location = 1) in vec4 toWindow0;
layout(location = 2) in vec4 toWindow1;
layout(location = 3) in vec4 toWindow2;
layout(location = 4) in uint slice;
void main() {
    gl_Position = clipPosition(snapped(toWindow0, toWindow1, toWindow2, vertex));
    gl_Layer = int(slice);
}
)";
}

std::string View::complaint() const {
    if (pixels < 8 || pixels > 4096 || !std::has_single_bit(static_cast<unsigned>(pixels))) {
        return "A view of " + std::to_string(pixels) +
               " pixels per side: it must be a power of two, 8 to 4096.";
    }
    if (!(size.minCoeff() > 0) || !size.allFinite() || !min.allFinite()) {
        return "A view whose size is zero or not finite.";
    }
    if (!(axes * axes.transpose()).isIdentity(1e-6)) return "A view whose axes are not orthonormal.";
    return "";
}

WindowMatrix windowMatrix(const View& view, const Pose& pose, const Vec3& centre) {
    const Real steps = Real{kStepsPerPixel} * view.pixels;
    const Vec3 scale = Vec3(steps, steps, 1).cwiseQuotient(view.size);
    const Vec3 at = view.axes * (pose.rotation * centre + pose.translation) - view.min;
    WindowMatrix matrix;
    matrix.leftCols<3>() = (scale.asDiagonal() * (view.axes * pose.rotation)).cast<float>();
    matrix.col(3) = scale.cwiseProduct(at).cast<float>();
    return matrix;
}

Snapped snapped(const WindowMatrix& m, const Eigen::Vector3f& v) {
    const auto row = [&](int i) { return ((m(i, 0) * v.x() + m(i, 1) * v.y()) + m(i, 2) * v.z()) + m(i, 3); };
    return {std::floor(row(0) + 0.5f), std::floor(row(1) + 0.5f), row(2)};
}

}  // namespace ricochet::stencil
