#include "algorithms/stencil/blended_layers.h"

#include "algorithms/stencil/examination.h"

#include <algorithm>
#include <bit>

namespace ricochet::stencil {
namespace {

constexpr int kColours = 4;          // red, green, blue, alpha
constexpr int kLayersPerColour = 8;  // bits
constexpr int kMostLayers = kColours * kLayersPerColour;

// A layer's key orders it: its depth, then A before B, then the face. Faces before or at the last layer's key
// are discarded; of the others the depth test keeps the nearest, and of equally deep ones the first drawn.
const char* const kPeelLayerGlsl = R"(#version 450 core
layout(binding = 0) uniform usampler2D lastKeys;
layout(binding = 1) uniform usampler2DArray cases;
uniform int slice;
uniform uint owner;
layout(location = 0) out uvec4 key;  // depth, order, owner; 0: before the first layer, 1: a layer, 2: behind the last

void main() {
    ivec2 p = ivec2(gl_FragCoord.xy);
    uvec4 last = texelFetch(lastKeys, p, 0);
    if (texelFetch(cases, ivec3(p, slice), 0).r != 9u || last.w == 2u) discard;
    uint order = owner * 0x80000000u + uint(gl_PrimitiveID);
    float depth = uintBitsToFloat(last.x);
    if (last.w == 1u && (gl_FragCoord.z < depth || (gl_FragCoord.z == depth && order <= last.y))) discard;
    key = uvec4(floatBitsToUint(gl_FragCoord.z), order, owner, 1u);
}
)";
static_assert(static_cast<int>(PixelCase::undecided) == 9);

// The blending function halves what is there, which shifts it to the right, and adds the highest bit for B.
const char* const kBlendLayerGlsl = R"(#version 450 core
layout(binding = 0) uniform usampler2D lastKeys;
layout(binding = 1) uniform usampler2D keys;
uniform float growth;
layout(location = 0) out vec4 word;
layout(location = 1) out float touches;

void main() {
    ivec2 p = ivec2(gl_FragCoord.xy);
    uvec4 last = texelFetch(lastKeys, p, 0), key = texelFetch(keys, p, 0);
    if (key.w != 1u) discard;
    word = vec4(key.z == 1u ? 128.0 / 255.0 : 0.0);
    bool isNear = uintBitsToFloat(key.x) - uintBitsToFloat(last.x) <= growth;
    touches = last.w == 1u && last.z != key.z && isNear ? 1.0 : 0.0;
}
)";

std::vector<std::uint8_t> read(GLuint texture, GLenum format, int pixels, std::size_t bytesEach) {
    std::vector<std::uint8_t> values(bytesEach * static_cast<std::size_t>(pixels) *
                                     static_cast<std::size_t>(pixels));
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glGetTextureImage(texture, 0, format, GL_UNSIGNED_BYTE, static_cast<GLsizei>(values.size()),
                      values.data());
    return values;
}

/// From the colours, each of which holds eight layers, the last one in its highest bit.
std::uint32_t packedWord(const std::uint8_t* colours, int layers) {
    std::uint32_t word = 0;
    for (int colour = 0; colour * kLayersPerColour < layers; ++colour) {
        const int here = std::min(kLayersPerColour, layers - colour * kLayersPerColour);
        word |= std::uint32_t{colours[colour]} >> (kLayersPerColour - here) << (colour * kLayersPerColour);
    }
    return word;
}

PixelCase blendedCase(const BlendedPixel& pixel) {
    const auto ofB = static_cast<Index>(std::popcount(pixel.word));
    if (ofB % 2 == 1 || (pixel.layers - ofB) % 2 == 1) return PixelCase::malformed;
    return pixel.touches || hasOddRun(pixel.word, pixel.layers) ? PixelCase::collides : PixelCase::apart;
}

}  // namespace

bool hasOddRun(std::uint32_t word, Index layers) {
    Index run = 0;
    for (Index i = 0; i < layers; ++i) {
        ++run;
        const bool ends = i + 1 == layers || ((word >> i ^ word >> (i + 1)) & 1u) != 0;
        if (ends && run % 2 == 1) return true;
        if (ends) run = 0;
    }
    return false;
}

Result<BlendedLayers> BlendedLayers::create() {
    auto peel = gl::Program::create(
        {{GL_VERTEX_SHADER, snappedVertexShader()}, {GL_FRAGMENT_SHADER, kPeelLayerGlsl}});
    if (!peel) return tl::unexpected(peel.error());
    auto blend = gl::Program::create(
        {{GL_VERTEX_SHADER, kWholePictureVertexGlsl}, {GL_FRAGMENT_SHADER, kBlendLayerGlsl}});
    if (!blend) return tl::unexpected(blend.error());
    BlendedLayers made(std::move(*peel), std::move(*blend));
    made.query_ = gl::makeQuery(GL_ANY_SAMPLES_PASSED);
    return made;
}

void BlendedLayers::prepare(int pixels) {
    if (images_.pixels == pixels) return;
    images_ = {};
    images_.pixels = pixels;
    for (std::size_t i = 0; i < 2; ++i) {
        images_.keyFramebuffers[i] = gl::makeFramebuffer();
        images_.keys[i] = makeImage(GL_RGBA32UI, pixels);
        images_.keyDepths[i] = makeImage(GL_DEPTH_COMPONENT32F, pixels);
        glNamedFramebufferTexture(images_.keyFramebuffers[i], GL_COLOR_ATTACHMENT0, images_.keys[i], 0);
        glNamedFramebufferTexture(images_.keyFramebuffers[i], GL_DEPTH_ATTACHMENT, images_.keyDepths[i], 0);
    }
    images_.words = makeImage(GL_RGBA8, pixels);
    images_.touches = makeImage(GL_R8, pixels);
    images_.counts = makeImage(GL_DEPTH32F_STENCIL8, pixels);
    images_.wordFramebuffer = gl::makeFramebuffer();
    glNamedFramebufferTexture(images_.wordFramebuffer, GL_COLOR_ATTACHMENT0, images_.words, 0);
    glNamedFramebufferTexture(images_.wordFramebuffer, GL_COLOR_ATTACHMENT1, images_.touches, 0);
    glNamedFramebufferTexture(images_.wordFramebuffer, GL_DEPTH_STENCIL_ATTACHMENT, images_.counts, 0);
    const std::array<GLenum, 2> both = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1};
    glNamedFramebufferDrawBuffers(images_.wordFramebuffer, 2, both.data());
}

bool BlendedLayers::drawNextLayer(const Targets& targets, const Drawn& a, const Drawn& b,
                                  std::size_t into) const {
    const std::array<GLuint, 4> behindTheLast = {0, 0, 0, 2};
    const float farthest = 1;
    glDepthMask(GL_TRUE);
    glClearNamedFramebufferuiv(images_.keyFramebuffers[into], GL_COLOR, 0, behindTheLast.data());
    glClearNamedFramebufferfv(images_.keyFramebuffers[into], GL_DEPTH, 0, &farthest);
    glBindFramebuffer(GL_FRAMEBUFFER, images_.keyFramebuffers[into]);
    glBindTextureUnit(0, images_.keys[1 - into]);
    glBindTextureUnit(1, targets.cases);
    glDepthFunc(GL_LESS);
    glDisable(GL_STENCIL_TEST);
    glBeginQuery(GL_ANY_SAMPLES_PASSED, query_);
    unsigned owner = 0;
    for (const Drawn* each : {&a, &b}) {
        setWindow(peel_, each->toWindow, targets.pixels);
        peel_.set("owner", owner++);
        peel_.set("slice", static_cast<int>(a.slice));
        each->mesh->draw();  // all faces in one call, so that each has a number of its own
    }
    glEndQuery(GL_ANY_SAMPLES_PASSED);
    glEnable(GL_STENCIL_TEST);
    GLuint any = 0;
    glGetQueryObjectuiv(query_, GL_QUERY_RESULT, &any);
    return any != 0;
}

void BlendedLayers::blendLayer(const Passes& passes, int layer, std::size_t from, float growth) const {
    glBindFramebuffer(GL_FRAMEBUFFER, images_.wordFramebuffer);
    glBindTextureUnit(0, images_.keys[1 - from]);
    glBindTextureUnit(1, images_.keys[from]);
    blend_.use();
    blend_.set("growth", growth);
    glDisable(GL_DEPTH_TEST);
    glEnable(GL_BLEND);
    glBlendEquation(GL_FUNC_ADD);
    glBlendColor(0, 0, 0, 0.5f);
    glBlendFunci(0, GL_ONE, GL_CONSTANT_ALPHA);  // formula 4
    glBlendFunci(1, GL_ONE, GL_ONE);
    const int colour = layer / kLayersPerColour;
    glColorMaski(0, colour == 0, colour == 1, colour == 2, colour == 3);
    glStencilMask(0xff);
    glStencilFunc(GL_ALWAYS, 0, 0xff);
    glStencilOp(GL_KEEP, GL_KEEP, GL_INCR);  // counts the layers
    passes.drawWholePicture();
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    glDisable(GL_BLEND);
    glEnable(GL_DEPTH_TEST);
}

bool BlendedLayers::decide(const Targets& targets, const Passes& passes, const Drawn& a, const Drawn& b,
                           float growth) {
    prepare(targets.pixels);
    const std::array<GLuint, 4> beforeTheFirst{};
    const std::array<float, 4> nothing{};
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    glStencilMask(0xff);
    glClearNamedFramebufferuiv(images_.keyFramebuffers[1], GL_COLOR, 0, beforeTheFirst.data());
    glClearNamedFramebufferfv(images_.wordFramebuffer, GL_COLOR, 0, nothing.data());
    glClearNamedFramebufferfv(images_.wordFramebuffer, GL_COLOR, 1, nothing.data());
    glClearNamedFramebufferfi(images_.wordFramebuffer, GL_DEPTH_STENCIL, 0, 1, 0);
    drawings_ = 0;
    for (std::size_t into = 0; drawings_ <= kMostLayers; into = 1 - into) {
        const bool isThere = drawNextLayer(targets, a, b, into);
        ++drawings_;
        if (!isThere) break;
        blendLayer(passes, std::min(drawings_, kMostLayers) - 1, into, growth);
    }
    return evaluate(targets, a.slice);
}

bool BlendedLayers::evaluate(const Targets& targets, std::uint32_t slice) {
    const auto words = read(images_.words, GL_RGBA, targets.pixels, 4);
    const auto touches = read(images_.touches, GL_RED, targets.pixels, 1);
    std::vector<std::uint8_t> counts(touches.size());
    glBindFramebuffer(GL_READ_FRAMEBUFFER, images_.wordFramebuffer);
    glReadPixels(0, 0, targets.pixels, targets.pixels, GL_STENCIL_INDEX, GL_UNSIGNED_BYTE, counts.data());
    CollisionMap map = Examination::readCases(targets, slice);
    found_.clear();
    hasLongPixels_ = false;
    bool collides = false;
    for (Index pixel = 0; pixel < counts.size(); ++pixel) {
        if (map.cases[pixel] != PixelCase::undecided) continue;
        const Index layers = counts[pixel];
        hasLongPixels_ |= layers > kMostLayers;
        if (layers == 0 || layers > kMostLayers) continue;
        const std::uint32_t word = packedWord(&words[4 * std::size_t{pixel}], static_cast<int>(layers));
        found_.push_back({pixel, layers, word, touches[pixel] != 0});
        map.cases[pixel] = blendedCase(found_.back());
        collides |= isCollision(map.cases[pixel]);
    }
    Examination::writeCases(targets, slice, map);
    return collides;
}

}  // namespace ricochet::stencil
