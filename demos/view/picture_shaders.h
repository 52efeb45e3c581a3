#pragma once

namespace ricochet::view::shaders {

// A triangle that covers the picture, without vertex buffers.
inline constexpr const char* kPictureVertex = R"(#version 330 core
out vec2 place;  // 0 to 1
void main() {
    place = vec2((gl_VertexID << 1) & 2, gl_VertexID & 2);
    gl_Position = vec4(place * 2.0 - 1.0, 1.0, 1.0);
})";

inline constexpr const char* kSkyFragment = R"(#version 330 core
in vec2 place;
layout(location = 0) out vec4 surface;
layout(location = 1) out vec4 geometry;
void main() {
    float glow = 1.0 - smoothstep(0.0, 0.95, distance(place, vec2(0.5, 0.42)));
    vec3 colour = mix(vec3(0.36, 0.44, 0.55), vec3(0.80, 0.84, 0.88), glow) * mix(0.85, 1.05, place.y);
    surface = vec4(colour, 0.0);
    geometry = vec4(0.0);
})";

// Surfaces under a hemisphere of light and a key light with shadows, and the samples' means. Samples of about
// the same surface are shaded once: the shading of their mean is about the mean of theirs.
inline constexpr const char* kShadingFragment = R"(#version 330 core
uniform sampler2DMS surfaceMap;   // of the bodies
uniform sampler2DMS geometryMap;
uniform int samples;  // per pixel, of both
uniform sampler2DShadow shadowMap;
uniform mat3 toView;
uniform vec2 slope;   // half the picture's size at distance 1
uniform vec3 eye;
uniform vec3 up;
uniform vec3 toLight;
uniform mat4 lightProjection;
uniform float shadowTexel;  // metres
in vec2 place;
layout(location = 0) out vec3 colour;
layout(location = 1) out vec3 normalOut;

const float kStraight = 0.95;  // squared length of the samples' mean normal: they are bent by up to 26 degrees
const float kStep = 1.0;       // pixels, along the normal, from the nearest sample to the farthest
const vec3 kSky = vec3(0.50, 0.58, 0.70);
const vec3 kGround = vec3(0.20, 0.175, 0.155);
const vec3 kKey = vec3(2.3, 2.12, 1.85);
const vec3 kFill = vec3(0.45, 0.44, 0.42);  // from the eye, where the key light does not arrive
const vec2 kDisc[6] = vec2[](vec2(0.0, 0.95), vec2(0.82, -0.47), vec2(-0.82, -0.47), vec2(0.45, 0.26),
                             vec2(-0.45, 0.26), vec2(0.0, -0.52));

// The fraction of the key light that arrives: a filtered lookup in the shadow map.
float light(vec3 fromEye, vec3 normal) {
    vec3 raised = eye + fromEye + normal * (2.0 * shadowTexel);
    vec3 p = (lightProjection * vec4(raised, 1.0)).xyz * 0.5 + 0.5;
    float radius = 2.2 / float(textureSize(shadowMap, 0).x);
    float sum = 0.0;
    for (int i = 0; i < 6; ++i) sum += texture(shadowMap, vec3(p.xy + radius * kDisc[i], p.z));
    return sum / 6.0;
}

vec3 shade(vec3 base, vec3 normal, vec3 fromEye) {
    float facing = dot(normal, toLight);
    float arriving = facing > 0.0 ? light(fromEye, normal) : 0.0;
    vec3 toEye = -normalize(fromEye);
    vec3 halfway = normalize(toLight + toEye);
    float gloss = 0.12 * pow(max(dot(normal, halfway), 0.0), 28.0);
    vec3 ambient = mix(kGround, kSky, 0.5 + 0.5 * dot(normal, up));
    float key = arriving * max(facing, 0.0);
    vec3 fill = kFill * (1.0 - key) * max(dot(normal, toEye), 0.0);
    return base * (ambient + fill + kKey * key) + kKey * arriving * gloss;
}

void main() {
    ivec2 pixel = ivec2(gl_FragCoord.xy);
    vec4 surface = vec4(0.0), geometry = vec4(0.0);
    float nearest = 1e30, farthest = 0.0;
    for (int i = 0; i < samples; ++i) {
        vec4 each = texelFetch(geometryMap, pixel, i);
        nearest = min(nearest, each.w);
        farthest = max(farthest, each.w);
        geometry += each / float(samples);
        surface += texelFetch(surfaceMap, pixel, i) / float(samples);
    }
    normalOut = geometry.xyz;
    vec3 ray = vec3((place * 2.0 - 1.0) * slope, -1.0) * toView;  // metres, from the eye to a depth of 1
    float pixelSize = 2.0 * slope.y / float(textureSize(surfaceMap).y);  // metres, at a depth of 1
    bool isLevel = (farthest - nearest) * abs(dot(ray, geometry.xyz)) < kStep * pixelSize * geometry.w;
    bool isOneSurface = surface.a == 1.0 && dot(geometry.xyz, geometry.xyz) > kStraight && isLevel;
    bool isOne = isOneSurface || surface.a == 0.0;
    int count = isOne ? 1 : samples;
    colour = vec3(0.0);
    for (int i = 0; i < count; ++i) {
        if (!isOne) {
            surface = texelFetch(surfaceMap, pixel, i);
            geometry = texelFetch(geometryMap, pixel, i);
        }
        vec3 lit = surface.a > 0.0 ? shade(surface.rgb, geometry.xyz, ray * geometry.w) : surface.rgb;
        colour += lit / float(count);
    }
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

// Occlusion and dark outlines over the colours, and faint ones of what is left out; then from linear light to
// sRGB, with noise of one step, so that slow gradients have no bands.
inline constexpr const char* kComposeFragment = R"(#version 330 core
uniform sampler2D colourMap;
uniform sampler2D depthMap;
uniform sampler2D openMap;
uniform sampler2D leftOutMap;
uniform vec2 planes;
uniform vec2 slope;
in vec2 place;
out vec4 colour;

// 1 / metres, which is linear over a plane.
float nearness(sampler2D map, ivec2 pixel) {
    ivec2 inside = clamp(pixel, ivec2(0), textureSize(map, 0) - 1);
    return (planes.y - texelFetch(map, inside, 0).r * (planes.y - planes.x)) / (planes.x * planes.y);
}
float distanceAt(ivec2 pixel) { return 1.0 / nearness(depthMap, pixel); }

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

// 1 at creases and outlines of what is left out.
float outlineOfLeftOut(ivec2 pixel, float here) {
    float near = 0.0, bend = 0.0;
    float middle = nearness(leftOutMap, pixel);
    for (int i = 0; i < 2; ++i) {
        ivec2 by = i == 0 ? ivec2(1, 0) : ivec2(0, 1);
        float one = nearness(leftOutMap, pixel + by), other = nearness(leftOutMap, pixel - by);
        bend += abs(one + other - 2.0 * middle);
        near = max(near, max(one, other));
    }
    near = max(near, middle);
    if (near * here < 1.0) return 0.0;  // it is behind what is drawn
    float pixelSize = 2.0 * slope.y / float(textureSize(leftOutMap, 0).y);
    return smoothstep(0.5, 1.5, bend / (near * pixelSize));
}

vec3 toSrgb(vec3 linear) {
    return mix(12.92 * linear, 1.055 * pow(linear, vec3(1.0 / 2.4)) - 0.055, step(0.0031308, linear));
}

void main() {
    ivec2 pixel = ivec2(gl_FragCoord.xy);
    float here = distanceAt(pixel);
    vec3 light = texelFetch(colourMap, pixel, 0).rgb;
    if (here < 0.999 * planes.y) light *= openness(pixel, here) * (1.0 - 0.3 * outline(pixel, here));
    light = mix(light, vec3(0.06), 0.45 * outlineOfLeftOut(pixel, here));
    // bright parts bend softly towards white
    light = light * (1.0 + light / 9.0) / (1.0 + light * 0.55);
    float noise = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715)))) - 0.5;
    colour = vec4(toSrgb(clamp(light, 0.0, 1.0)) + noise / 255.0, 1.0);
})";

}  // namespace ricochet::view::shaders
