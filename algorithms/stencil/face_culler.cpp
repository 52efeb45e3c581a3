#include "algorithms/stencil/face_culler.h"

#include "algorithms/stencil/collision_map.h"

#include <algorithm>

namespace ricochet::stencil {
namespace {

constexpr GLuint kFacesPerGroup = 256;     // of compute invocations
constexpr GLuint kGroupsAcross = 1 << 14;  // work groups per row: OpenGL allows 65,535

// Faces that are drawn take their places by one atomic addition for each work group.
const char* const kTestGlsl = R"(
layout(local_size_x = 256) in;
layout(binding = 0) uniform sampler2DArray farEnd;
layout(binding = 1) uniform usampler2DArray cases;
layout(binding = 0, std430) readonly buffer Vertices { float vertices[]; };
layout(binding = 1, std430) readonly buffer Faces { uint faces[]; };
layout(binding = 2, std430) writeonly buffer Culled { uint culled[]; };
layout(binding = 3, std430) buffer Command { uint indexCount; };
uniform vec4 toWindow0, toWindow1, toWindow2;
uniform uint faceCount;
uniform int needed, slice;
shared uint inGroup, firstOfGroup;

const int kNotBehind = 1, kUndecidedOnly = 2, kMostTested = 64;
const uint kUndecided = 9u;
// Error of a rasteriser's interpolation: sixteen units in the last place.
const float kRounding = 9.5367431640625e-7;

vec3 corner(uint vertex) {
    uint at = 3u * vertex;
    vec3 v = vec3(vertices[at], vertices[at + 1u], vertices[at + 2u]);
    return snapped(toWindow0, toWindow1, toWindow2, v);
}

bool counts(ivec3 p, float nearest) {
    if (needed == kNotBehind) return nearest <= texelFetch(farEnd, p, 0).r;
    return texelFetch(cases, p, 0).r == kUndecided;
}

float turn(vec2 a, vec2 b) { return a.x * b.y - a.y * b.x; }

// Whether a point at the origin may lie left of an edge, or within a step and the rounding error beside it.
bool mayBeLeft(vec2 from, vec2 to, float orientation) {
    vec2 d = to - from;
    float room = abs(d.x) + abs(d.y) + kRounding * (abs(d.x * from.y) + abs(d.y * from.x));
    return orientation * turn(from, d) >= -room;
}

bool mayCover(vec2 a, vec2 b, vec2 c, vec2 centre) {
    a -= centre;
    b -= centre;
    c -= centre;
    float area = turn(b - a, c - a);
    if (area == 0.0) return true;
    float orientation = sign(area);
    return mayBeLeft(a, b, orientation) && mayBeLeft(b, c, orientation) && mayBeLeft(c, a, orientation);
}

bool isNeeded(vec3 a, vec3 b, vec3 c) {
    vec3 low = min(a, min(b, c)), high = max(a, max(b, c));
    // The centre of pixel i is at 256 i + 128 steps.
    vec2 first = max(ceil((low.xy - 129.0) / 256.0), 0.0), last = min(floor((high.xy - 127.0) / 256.0), pixels - 1.0);
    if (first.x > last.x || first.y > last.y) return false;
    vec2 size = last - first + 1.0;
    if (size.x * size.y > float(kMostTested)) return true;
    float slack = kRounding * (1.0 + max(abs(low.z), abs(high.z)));
    float nearest = clamp(low.z - slack, 0.0, 1.0) - kRounding;
    for (int y = int(first.y); y <= int(last.y); ++y) {
        for (int x = int(first.x); x <= int(last.x); ++x) {
            if (!mayCover(a.xy, b.xy, c.xy, 256.0 * vec2(x, y) + 128.0)) continue;
            if (needed == 0 || counts(ivec3(x, y, slice), nearest)) return true;
        }
    }
    return false;
}

void main() {
    if (gl_LocalInvocationIndex == 0u) inGroup = 0u;
    barrier();
    uint face = (gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x) * 256u + gl_LocalInvocationIndex;
    uvec3 v = uvec3(0u);
    uint mine = 0u;
    bool isDrawn = false;
    if (face < faceCount) {
        v = uvec3(faces[3u * face], faces[3u * face + 1u], faces[3u * face + 2u]);
        isDrawn = isNeeded(corner(v.x), corner(v.y), corner(v.z));
    }
    if (isDrawn) mine = atomicAdd(inGroup, 1u);
    barrier();
    if (gl_LocalInvocationIndex == 0u && inGroup > 0u) firstOfGroup = atomicAdd(indexCount, 3u * inGroup);
    barrier();
    if (!isDrawn) return;
    uint at = firstOfGroup + 3u * mine;
    culled[at] = v.x;
    culled[at + 1u] = v.y;
    culled[at + 2u] = v.z;
}
)";
static_assert(static_cast<int>(FaceCuller::Needed::notBehind) == 1 &&
              static_cast<int>(FaceCuller::Needed::undecided) == 2);
static_assert(static_cast<int>(PixelCase::undecided) == 9);

/// As glDrawElementsIndirect reads it; the shader counts the indices.
struct Command {
    std::uint32_t indexCount = 0, instances = 1, firstIndex = 0;
    std::int32_t firstVertex = 0;
    std::uint32_t firstInstance = 0;
};

}  // namespace

Result<FaceCuller> FaceCuller::create() {
    auto test = gl::Program::create(
        {{GL_COMPUTE_SHADER, std::string("#version 450 core\n") + snappedGlsl() + kTestGlsl}});
    if (!test) return tl::unexpected(test.error());
    FaceCuller made(std::move(*test));
    for (CulledFaces& each : made.culled_) {
        each = {gl::makeBuffer(), gl::makeBuffer()};
        const Command none;
        glNamedBufferData(each.command, sizeof(none), &none, GL_DYNAMIC_COPY);
    }
    return made;
}

Drawn FaceCuller::cull(Whose whose, const Drawn& drawn, const Targets& targets, Needed needed) {
    const auto which = static_cast<std::size_t>(whose);
    const CulledFaces& into = culled_[which];
    const Index faces = drawn.mesh->mesh().faceCount();
    if (room_[which] < faces) {
        room_[which] = faces;
        glNamedBufferData(into.indices, static_cast<GLsizeiptr>(faces * sizeof(Face)), nullptr,
                          GL_DYNAMIC_COPY);
    }
    const std::uint32_t zero = 0;
    glClearNamedBufferSubData(into.command, GL_R32UI, 0, sizeof(zero), GL_RED_INTEGER, GL_UNSIGNED_INT,
                              &zero);
    setWindow(test_, drawn.toWindow, targets.pixels);
    test_.set("faceCount", unsigned{faces});
    test_.set("needed", static_cast<int>(needed));
    test_.set("slice", static_cast<int>(drawn.slice));
    glBindTextureUnit(0, targets.farEnd.depths);
    glBindTextureUnit(1, targets.cases);
    const std::array<GLuint, 4> buffers = {drawn.mesh->vertexBuffer(), drawn.mesh->faceBuffer(), into.indices,
                                           into.command};
    glBindBuffersBase(GL_SHADER_STORAGE_BUFFER, 0, 4, buffers.data());
    const GLuint groups = (faces + kFacesPerGroup - 1) / kFacesPerGroup;
    glDispatchCompute(std::min(groups, kGroupsAcross), (groups + kGroupsAcross - 1) / kGroupsAcross, 1);
    glMemoryBarrier(GL_ELEMENT_ARRAY_BARRIER_BIT | GL_COMMAND_BARRIER_BIT);
    Drawn result = drawn;
    result.culled = &into;
    return result;
}

}  // namespace ricochet::stencil
