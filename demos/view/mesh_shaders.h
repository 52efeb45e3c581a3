#pragma once

namespace ricochet::view::shaders {

// Put before shaders of meshes: what hides the opened box is left out.
inline constexpr const char* kOpened = R"(#version 330 core
uniform vec3 openCorner;  // the box's corner towards the viewer
uniform vec3 openSide;    // 1 or -1 on each axis: towards the viewer; 0: the body is not opened
uniform float openFloor;  // height: nothing below it is left out
bool isOpenBody() { return openSide != vec3(0.0); }
bool isOpened(vec3 p) {
    return p.y > openFloor && any(greaterThan((p - openCorner) * openSide, vec3(0.0)));
})";

// The same where nothing is opened: without `discard`, a driver may test depths first.
inline constexpr const char* kClosed = R"(#version 330 core
bool isOpenBody() { return false; }
bool isOpened(vec3 p) { return false; })";

// A view of the bodies without their colours; the light's is depth only.
inline constexpr const char* kPlainVertex = R"(#version 330 core
layout(location = 0) in vec3 position;
uniform mat4 model;
uniform mat4 viewProjection;
uniform vec4 cut;  // drawn: where dot(cut, point) <= 0
out vec3 world;
void main() {
    world = (model * vec4(position, 1.0)).xyz;
    gl_ClipDistance[0] = -dot(cut, vec4(world, 1.0));
    gl_Position = viewProjection * vec4(world, 1.0);
})";

inline constexpr const char* kShadowFragment = R"(
in vec3 world;
void main() {
    if (isOpened(world)) discard;
})";

// What is left out: depth only, for its outlines.
inline constexpr const char* kLeftOutFragment = R"(
in vec3 world;
void main() {
    if (!isOpened(world)) discard;
})";

// Which body is seen: its number in three bytes.
inline constexpr const char* kNumberFragment = R"(
in vec3 world;
uniform vec3 number;
layout(location = 0) out vec4 colour;
void main() {
    if (isOpened(world)) discard;
    colour = vec4(number, 1.0);
})";

// The bodies: what each sample shows, which is shaded later.
inline constexpr const char* kBodyVertex = R"(#version 330 core
layout(location = 0) in vec3 position;
uniform mat4 model;
uniform mat4 viewProjection;
uniform vec3 eye;
uniform vec4 cut;
out vec3 cornerFromEye;
out vec3 cornerInMesh;
void main() {
    vec4 world = model * vec4(position, 1.0);
    cornerFromEye = world.xyz - eye;
    cornerInMesh = position;
    gl_ClipDistance[0] = -dot(cut, world);
    gl_Position = viewProjection * world;
})";

// Adds each face's normal, the distances of its points from its edges, its marks and its grid.
inline constexpr const char* kBodyGeometry = R"(#version 330 core
layout(triangles) in;
layout(triangle_strip, max_vertices = 3) out;
in vec3 cornerFromEye[];
in vec3 cornerInMesh[];
uniform samplerBuffer faceMarks;  // two texels a face
uniform mat4 model;
uniform vec3 eye;
uniform vec3 up;
uniform bool isGround;
uniform float spacing;  // metres: of a grid on ground that is wide and level; 0: neither it nor edges
out vec3 fromEye;
out vec3 inMesh;
out vec3 toEdges;       // metres, to the edge opposite each corner
out vec2 inGrid;        // lines are where these are whole numbers
flat out vec3 heights;  // metres, of the corners over these edges
flat out vec3 marks;    // strengths of these edges
flat out vec3 normal;   // towards the viewer

// Axes of a grid on a plane, its rows level.
mat3x2 gridAxes(vec3 normal) {
    vec3 level = cross(up, normal);
    if (dot(level, level) < 1e-4) level = abs(up.x) < 0.9 ? vec3(1.0, 0.0, 0.0) : vec3(0.0, 0.0, 1.0);
    level = normalize(level);
    return transpose(mat2x3(level, cross(normal, level))) / spacing;
}

void main() {
    vec3 a = cornerFromEye[2] - cornerFromEye[1], b = cornerFromEye[0] - cornerFromEye[2];
    vec3 c = cornerFromEye[1] - cornerFromEye[0];
    vec3 across = cross(b, c);
    float area = length(across);
    vec3 towards = faceforward(across, cornerFromEye[0], across) / max(area, 1e-30);
    vec4 creases = texelFetch(faceMarks, 2 * gl_PrimitiveIDIn);
    vec3 levelNormal = mat3(model) * texelFetch(faceMarks, 2 * gl_PrimitiveIDIn + 1).xyz;
    bool hasGrid = isGround && spacing > 0.0 && creases.w > 2.0 * spacing;  // w: the level region's width
    mat3x2 axes = hasGrid ? gridAxes(levelNormal) : mat3x2(0.0);
    for (int i = 0; i < 3; ++i) {
        heights = area / max(vec3(length(a), length(b), length(c)), vec3(1e-20));
        toEdges = vec3(0.0);
        toEdges[i] = heights[i];
        marks = spacing > 0.0 ? creases.xyz : vec3(0.0);
        inGrid = hasGrid ? axes * (eye + cornerFromEye[i]) : vec2(0.5);
        normal = towards;
        fromEye = cornerFromEye[i];
        inMesh = cornerInMesh[i];
        gl_ClipDistance[0] = gl_in[i].gl_ClipDistance[0];
        gl_Position = gl_in[i].gl_Position;
        EmitVertex();
    }
    EndPrimitive();
})";

inline constexpr const char* kBodyFragment = R"(
in vec3 fromEye;
in vec3 inMesh;
in vec3 toEdges;
in vec2 inGrid;
flat in vec3 heights;
flat in vec3 marks;
flat in vec3 normal;
uniform vec3 eye;
uniform bool isMarked;
uniform vec3 baseColour;  // linear
uniform bool isCut;
uniform vec3 cutNormal;
layout(location = 0) out vec4 surface;   // linear: a = 1: the colour under light; 0: after light
layout(location = 1) out vec4 geometry;  // normal; metres, along the view: depth in the pixel's middle

// 1 on lines that are one pixel wide; they fade where they are close together.
float lines(vec2 at, vec2 width) {
    vec2 line = 1.0 - smoothstep(0.5, 1.3, abs(fract(at + 0.5) - 0.5) / width);
    line *= 1.0 - smoothstep(0.08, 0.35, width);
    return max(line.x, line.y);
}

// Every fifth line is stronger.
float grid() {
    vec2 width = max(fwidth(inGrid), vec2(1e-9));
    return max(0.6 * lines(inGrid, width), lines(inGrid / 5.0, width / 5.0));
}

// The face's edges, where they are not close together in the picture.
float edges() {
    vec3 pixels = 1.0 / max(fwidth(toEdges), vec3(1e-12));
    vec3 line = marks * (1.0 - smoothstep(0.4, 1.2, toEdges * pixels));
    line *= smoothstep(6.0, 16.0, heights * pixels);
    return max(line.x, max(line.y, line.z));
}

void main() {
    vec3 base = isMarked && inMesh.x * inMesh.y * inMesh.z > 0.0 ? 0.6 * baseColour : baseColour;
    base *= 1.0 - max(0.28 * grid(), 0.3 * edges());
    if (isOpened(eye + fromEye)) discard;
    float depth = 1.0 / gl_FragCoord.w;
    surface = vec4(base, 1.0);
    geometry = vec4(normal, depth);
    if ((isCut || isOpenBody()) && !gl_FrontFacing) {
        // the inside of a cut body is hatched
        bool isHatch = mod(gl_FragCoord.x + gl_FragCoord.y, 12.0) < 2.0;
        surface = vec4((isCut ? 0.32 : 0.5) * (isHatch ? 0.6 : 1.0) * baseColour, 0.0);
        geometry.xyz = isCut || !isOpenBody() ? cutNormal : -normalize(fromEye);
    }
})";

}  // namespace ricochet::view::shaders
