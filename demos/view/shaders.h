#pragma once

namespace ricochet::view::shaders {

// The light's view: depth only.
inline constexpr const char* kShadowVertex = R"(#version 330 core
layout(location = 0) in vec3 position;
uniform mat4 model;
uniform mat4 lightProjection;
uniform vec4 cut;  // drawn: where dot(cut, point) <= 0
void main() {
    vec4 world = model * vec4(position, 1.0);
    gl_ClipDistance[0] = -dot(cut, world);
    gl_Position = lightProjection * world;
})";

inline constexpr const char* kShadowFragment = R"(#version 330 core
void main() {})";

// The bodies: flat faces under a hemisphere of light and a key light with shadows.
inline constexpr const char* kBodyVertex = R"(#version 330 core
layout(location = 0) in vec3 position;
uniform mat4 model;
uniform mat4 viewProjection;
uniform vec3 eye;
uniform vec4 cut;
out vec3 fromEye;
void main() {
    vec4 world = model * vec4(position, 1.0);
    fromEye = world.xyz - eye;
    gl_ClipDistance[0] = -dot(cut, world);
    gl_Position = viewProjection * world;
})";

inline constexpr const char* kBodyFragment = R"(#version 330 core
in vec3 fromEye;
uniform vec3 eye;
uniform vec3 up;
uniform vec3 toLight;
uniform vec3 baseColour;  // linear
uniform bool isCut;
uniform vec3 cutNormal;
uniform mat4 lightProjection;
uniform float shadowTexel;  // metres
uniform sampler2DShadow shadowMap;
layout(location = 0) out vec3 colour;
layout(location = 1) out vec3 normalOut;

const vec3 kSky = vec3(0.50, 0.58, 0.70);
const vec3 kGround = vec3(0.20, 0.175, 0.155);
const vec3 kKey = vec3(2.3, 2.12, 1.85);
const vec2 kDisc[6] = vec2[](vec2(0.0, 0.95), vec2(0.82, -0.47), vec2(-0.82, -0.47), vec2(0.45, 0.26),
                             vec2(-0.45, 0.26), vec2(0.0, -0.52));

// The fraction of the key light that arrives: a filtered lookup in the shadow map.
float light(vec3 normal) {
    vec3 raised = eye + fromEye + normal * (2.0 * shadowTexel);
    vec3 p = (lightProjection * vec4(raised, 1.0)).xyz * 0.5 + 0.5;
    float radius = 2.2 / float(textureSize(shadowMap, 0).x);
    float sum = 0.0;
    for (int i = 0; i < 6; ++i) sum += texture(shadowMap, vec3(p.xy + radius * kDisc[i], p.z));
    return sum / 6.0;
}

void main() {
    // The slopes of the position over the picture span the face; their cross product points at the viewer.
    vec3 normal = normalize(cross(dFdx(fromEye), dFdy(fromEye)));
    if (isCut && !gl_FrontFacing) {
        colour = 0.32 * baseColour;  // the inside of a cut body
        normalOut = cutNormal;
        return;
    }
    float facing = dot(normal, toLight);
    float arriving = facing > 0.0 ? light(normal) : 0.0;
    vec3 halfway = normalize(toLight - normalize(fromEye));
    float gloss = 0.12 * pow(max(dot(normal, halfway), 0.0), 28.0);
    vec3 ambient = mix(kGround, kSky, 0.5 + 0.5 * dot(normal, up));
    colour = baseColour * (ambient + kKey * arriving * max(facing, 0.0)) + kKey * arriving * gloss;
    normalOut = normal;
})";

// A triangle that covers the picture, without vertex buffers.
inline constexpr const char* kPictureVertex = R"(#version 330 core
out vec2 place;  // 0 to 1
void main() {
    place = vec2((gl_VertexID << 1) & 2, gl_VertexID & 2);
    gl_Position = vec4(place * 2.0 - 1.0, 1.0, 1.0);
})";

inline constexpr const char* kSkyFragment = R"(#version 330 core
in vec2 place;
layout(location = 0) out vec3 colour;
layout(location = 1) out vec3 normalOut;
void main() {
    float glow = 1.0 - smoothstep(0.0, 0.95, distance(place, vec2(0.5, 0.42)));
    colour = mix(vec3(0.36, 0.44, 0.55), vec3(0.80, 0.84, 0.88), glow) * mix(0.85, 1.05, place.y);
    normalOut = vec3(0.0);
})";

// How much of the hemisphere above a pixel is hidden by nearby surfaces.
// McGuire, Osman, Bukowski, Hennessy. The Alchemy Screen-Space Ambient Obscurance Algorithm. 2011.
// Here with a fixed spiral turned by a hash of the pixel.
inline constexpr const char* kOcclusionFragment = R"(#version 330 core
uniform sampler2D depthMap;
uniform sampler2D normalMap;
uniform mat3 toView;
uniform vec2 planes;  // near, far
uniform vec2 slope;   // half the picture's size at distance 1
uniform float radius;  // metres
in vec2 place;
out float open;

const int kTaps = 14;

float distanceAt(vec2 uv) {
    return planes.x * planes.y / (planes.y - texture(depthMap, uv).r * (planes.y - planes.x));
}
vec3 pointAt(vec2 uv) {
    float z = distanceAt(uv);
    return vec3((uv * 2.0 - 1.0) * slope * z, -z);
}

void main() {
    vec3 normal = toView * texture(normalMap, place).xyz;
    open = 1.0;
    if (dot(normal, normal) < 0.1) return;  // sky
    vec3 here = pointAt(place);
    normal = normalize(normal);
    vec2 extent = min(0.5 * radius / (-here.z * slope), vec2(0.08));
    ivec2 pixel = ivec2(gl_FragCoord.xy);
    float turn = float((pixel.x & 3) * 4 + (pixel.y & 3)) * 0.3927;
    float hidden = 0.0;
    for (int i = 0; i < kTaps; ++i) {
        float share = (float(i) + 0.5) / float(kTaps);
        float angle = turn + float(i) * 2.39996;
        vec3 there = pointAt(place + extent * sqrt(share) * vec2(cos(angle), sin(angle))) - here;
        float square = dot(there, there);
        float near = max(0.0, 1.0 - square / (radius * radius));
        hidden += near * max(0.0, dot(there, normal) - 0.02 * radius) * inversesqrt(square + 1e-12);
    }
    open = clamp(1.0 - 2.6 * hidden / float(kTaps), 0.12, 1.0);
})";

// Occlusion and dark outlines over the colours; then from linear light to sRGB.
inline constexpr const char* kComposeFragment = R"(#version 330 core
uniform sampler2D colourMap;
uniform sampler2D depthMap;
uniform sampler2D openMap;
uniform vec2 planes;
in vec2 place;
out vec4 colour;

float distanceAt(ivec2 pixel) {
    ivec2 inside = clamp(pixel, ivec2(0), textureSize(depthMap, 0) - 1);
    return planes.x * planes.y / (planes.y - texelFetch(depthMap, inside, 0).r * (planes.y - planes.x));
}

// The mean over the pattern of 4 x 4 turns, without leaking over an outline.
float openness(ivec2 pixel, float here) {
    float sum = 0.0, weight = 1e-6;
    for (int y = -2; y < 2; ++y) {
        for (int x = -2; x < 2; ++x) {
            ivec2 at = clamp(pixel + ivec2(x, y), ivec2(0), textureSize(depthMap, 0) - 1);
            float w = abs(distanceAt(at) - here) < 0.02 * here ? 1.0 : 0.0;
            sum += w * texelFetch(openMap, at, 0).r;
            weight += w;
        }
    }
    return (sum + 1e-6) / weight;
}

// 1 where the depth is discontinuous.
float outline(ivec2 pixel, float here) {
    float bend = abs(distanceAt(pixel + ivec2(1, 0)) + distanceAt(pixel - ivec2(1, 0)) - 2.0 * here) +
                 abs(distanceAt(pixel + ivec2(0, 1)) + distanceAt(pixel - ivec2(0, 1)) - 2.0 * here);
    return smoothstep(0.01, 0.05, bend / here);
}

vec3 toSrgb(vec3 linear) {
    return mix(12.92 * linear, 1.055 * pow(linear, vec3(1.0 / 2.4)) - 0.055, step(0.0031308, linear));
}

void main() {
    ivec2 pixel = ivec2(gl_FragCoord.xy);
    float here = distanceAt(pixel);
    vec3 light = texelFetch(colourMap, pixel, 0).rgb;
    if (here < 0.999 * planes.y) light *= openness(pixel, here) * (1.0 - 0.3 * outline(pixel, here));
    // bright parts bend softly towards white
    light = light * (1.0 + light / 9.0) / (1.0 + light * 0.55);
    colour = vec4(toSrgb(clamp(light, 0.0, 1.0)), 1.0);
})";

}  // namespace ricochet::view::shaders
