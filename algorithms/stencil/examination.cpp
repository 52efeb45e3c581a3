#include "algorithms/stencil/examination.h"

#include <algorithm>

namespace ricochet::stencil {
namespace {

constexpr int kValues = 256;  // of a stencil image
constexpr int kRun = 16;      // pixels per invocation: few threads, and no barrier

const char* const kCaseGlsl = R"(#version 450 core
layout(binding = 0) uniform usampler2D farEnd;
layout(binding = 1) uniform usampler2D nearEnd;
layout(binding = 2) uniform usampler2D table;
layout(binding = 3) uniform sampler2D earlier;

uint caseAt(ivec2 p) {
    uint sc2 = min(uint(255.0 * texelFetch(earlier, p, 0).r + 0.5), 63u);
    return texelFetch(table, ivec2(texelFetch(nearEnd, p, 0).r + sc2, texelFetch(farEnd, p, 0).r), 0).r;
}
)";

const char* const kComputeGlsl = R"(
layout(local_size_x = 16) in;
layout(binding = 0, r8ui) writeonly uniform uimage2D cases;
layout(binding = 0, std430) buffer Histogram { uint counts[]; };

void main() {
    int size = textureSize(farEnd, 0).x;
    int run = min(16, size);
    int first = int(gl_GlobalInvocationID.x) * run;
    if (first >= size * size) return;
    uint last = 0xffffu, count = 0u;
    for (int i = first; i < first + run; ++i) {
        ivec2 p = ivec2(i % size, i / size);
        uint kind = caseAt(p);
        imageStore(cases, p, uvec4(kind));
        if (kind != last) {
            if (count > 0u) atomicAdd(counts[last], count);
            last = kind;
            count = 0u;
        }
        ++count;
    }
    atomicAdd(counts[last], count);
}
)";

const char* const kQueryGlsl = R"(
uniform uint requested;  // one bit per case

void main() {
    ivec2 p = ivec2(gl_FragCoord.xy);
    uint kind = caseAt(p);
    if ((requested >> kind & 1u) == 0u) discard;
}
)";

PixelCase extendedCase(Method method, Seen seen, unsigned far, unsigned near) {
    const bool isThere = far & kBitA;
    const unsigned sc1 = far & kCount1, sc2 = near & kCount2;
    const unsigned layersA = !isThere ? 0 : (method == Method::basic || near & kBitConvexA) ? 2 : 3;
    if (seen == Seen::bothPasses) return caseOf(layersA, sc1, sc2, kCountFull);
    if (!isThere || sc1 == 0) return isThere ? PixelCase::clear : PixelCase::outside;
    return sc1 % 2 == 1 && sc1 < kCountFull ? PixelCase::collides : PixelCase::undecided;
}

PixelCase simplifiedCase(Seen seen, unsigned far, unsigned near) {
    if (!(far & kBitA)) return PixelCase::outside;
    if (!(far & kBitB)) return PixelCase::clear;
    if (far & kBitToggle) return PixelCase::collides;
    return seen == Seen::bothPasses && near & kBitToggle ? PixelCase::collides : PixelCase::undecided;
}

/// The result that follows from the number of pixels in each case.
Findings findingsOf(const PixelCounts& counts) {
    Findings findings{false, counts[static_cast<std::size_t>(PixelCase::undecided)] > 0, counts};
    for (std::size_t i = 0; i < kPixelCases; ++i) {
        findings.collides |= counts[i] > 0 && isCollision(static_cast<PixelCase>(i));
    }
    return findings;
}

void readStencil(const DepthStencil& image, int pixels, std::vector<std::uint8_t>& values) {
    values.resize(static_cast<std::size_t>(pixels) * static_cast<std::size_t>(pixels));
    glBindFramebuffer(GL_READ_FRAMEBUFFER, image.framebuffer);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, pixels, pixels, GL_STENCIL_INDEX, GL_UNSIGNED_BYTE, values.data());
}

void readEarlier(const Targets& targets, std::vector<std::uint8_t>& values) {
    values.resize(static_cast<std::size_t>(targets.pixels) * static_cast<std::size_t>(targets.pixels));
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glGetTextureImage(targets.earlier, 0, GL_RED, GL_UNSIGNED_BYTE, static_cast<GLsizei>(values.size()),
                      values.data());
}

GLuint makeTableImage(const CaseTable& table) {
    const GLuint image = makeImage(GL_R8UI, kValues);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTextureSubImage2D(image, 0, 0, 0, kValues, kValues, GL_RED_INTEGER, GL_UNSIGNED_BYTE, table.data());
    return image;
}

unsigned bitOf(PixelCase kind) { return 1u << static_cast<unsigned>(kind); }

unsigned collisionBits() {
    unsigned bits = 0;
    for (std::size_t i = 0; i < kPixelCases; ++i) {
        const auto kind = static_cast<PixelCase>(i);
        if (isCollision(kind)) bits |= bitOf(kind);
    }
    return bits;
}

}  // namespace

CaseTable makeCaseTable(Method method, Seen seen) {
    CaseTable table;
    for (unsigned far = 0; far < kValues; ++far) {
        for (unsigned near = 0; near < kValues; ++near) {
            table.push_back(method == Method::simplified ? simplifiedCase(seen, far, near)
                                                         : extendedCase(method, seen, far, near));
        }
    }
    return table;
}

Result<Examination> Examination::create() {
    const auto compute = gl::Program::create({{GL_COMPUTE_SHADER, std::string(kCaseGlsl) + kComputeGlsl}});
    if (!compute) return tl::unexpected(compute.error());
    const auto query = gl::Program::create({{GL_VERTEX_SHADER, kWholePictureVertexGlsl},
                                            {GL_FRAGMENT_SHADER, std::string(kCaseGlsl) + kQueryGlsl}});
    if (!query) return tl::unexpected(query.error());
    Examination made(*compute, *query);
    for (Method method : {Method::basic, Method::extended, Method::simplified}) {
        for (Seen seen : {Seen::firstPass, Seen::bothPasses}) {
            made.tables_.push_back(makeCaseTable(method, seen));
            made.tableImages_.push_back(makeTableImage(made.tables_.back()));
        }
    }
    glCreateBuffers(1, &made.histogram_);
    glNamedBufferData(made.histogram_, kPixelCases * sizeof(std::uint32_t), nullptr, GL_DYNAMIC_COPY);
    glCreateQueries(GL_ANY_SAMPLES_PASSED, 2, made.queries_.data());
    return made;
}

Findings Examination::examine(Examiner examiner, Method method, Seen seen, const Targets& targets,
                              const Passes& passes, CollisionMap* map) const {
    const auto index = static_cast<std::size_t>(indexOf(method, seen));
    if (examiner == Examiner::readBack) return readBack(tables_[index], seen, targets, map);
    glBindTextureUnit(0, targets.farEnd.texture);
    glBindTextureUnit(1, targets.nearEnd.texture);
    glBindTextureUnit(2, tableImages_[index]);
    glBindTextureUnit(3, targets.earlier);
    if (examiner == Examiner::compute || map) return compute(targets, map);
    Findings findings = occlusion(targets, passes);
    if (findings.isUndecided && seen == Seen::bothPasses) compute(targets, nullptr);  // for the lists
    return findings;
}

Findings Examination::readBack(const CaseTable& table, Seen seen, const Targets& targets,
                               CollisionMap* map) const {
    std::vector<std::uint8_t> far, near, earlier;
    readStencil(targets.farEnd, targets.pixels, far);
    readStencil(targets.nearEnd, targets.pixels, near);
    readEarlier(targets, earlier);
    CollisionMap own;
    CollisionMap& out = map ? *map : own;
    out = {targets.pixels, std::vector<PixelCase>(far.size())};
    for (std::size_t i = 0; i < far.size(); ++i) {
        const std::size_t sc2 = std::min(unsigned{earlier[i]}, kCountFull);
        out.cases[i] = table[std::size_t{far[i]} * kValues + near[i] + sc2];
    }
    const Findings findings = findingsOf(out.histogram());
    if (findings.isUndecided && seen == Seen::bothPasses) {
        writeCases(targets, out);
    }
    return findings;
}

Findings Examination::compute(const Targets& targets, CollisionMap* map) const {
    const std::uint32_t zero = 0;
    glClearNamedBufferData(histogram_, GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT, &zero);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, histogram_);
    glBindImageTexture(0, targets.cases, 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_R8UI);
    compute_.use();
    const int runs = targets.pixels * targets.pixels / std::min(kRun, targets.pixels);
    glDispatchCompute(static_cast<GLuint>((runs + kRun - 1) / kRun), 1, 1);
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT | GL_TEXTURE_UPDATE_BARRIER_BIT |
                    GL_TEXTURE_FETCH_BARRIER_BIT | GL_SHADER_IMAGE_ACCESS_BARRIER_BIT);
    PixelCounts counts{};
    glGetNamedBufferSubData(histogram_, 0, sizeof(counts), counts.data());
    if (map) readCases(targets, *map);
    return findingsOf(counts);
}

Findings Examination::occlusion(const Targets& targets, const Passes& passes) const {
    glBindFramebuffer(GL_FRAMEBUFFER, targets.queryFramebuffer);
    query_.use();
    const std::array<unsigned, 2> requested = {collisionBits(), bitOf(PixelCase::undecided)};
    for (std::size_t i = 0; i < 2; ++i) {
        query_.set("requested", requested[i]);
        glBeginQuery(GL_ANY_SAMPLES_PASSED, queries_[i]);
        passes.drawWholePicture();
        glEndQuery(GL_ANY_SAMPLES_PASSED);
    }
    std::array<GLuint, 2> any{};
    for (std::size_t i = 0; i < 2; ++i) glGetQueryObjectuiv(queries_[i], GL_QUERY_RESULT, &any[i]);
    return {any[0] != 0, any[1] != 0, {}};
}

void Examination::readCases(const Targets& targets, CollisionMap& map) {
    const auto count = static_cast<std::size_t>(targets.pixels) * static_cast<std::size_t>(targets.pixels);
    map = {targets.pixels, std::vector<PixelCase>(count)};
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glGetTextureImage(targets.cases, 0, GL_RED_INTEGER, GL_UNSIGNED_BYTE, static_cast<GLsizei>(count),
                      map.cases.data());
}

void Examination::writeCases(const Targets& targets, const CollisionMap& map) {
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTextureSubImage2D(targets.cases, 0, 0, 0, targets.pixels, targets.pixels, GL_RED_INTEGER,
                        GL_UNSIGNED_BYTE, map.cases.data());
}

}  // namespace ricochet::stencil
