#include "algorithms/stencil/examination.h"

#include <algorithm>

namespace ricochet::stencil {
namespace {

constexpr int kValues = 256;  // of a stencil image
constexpr int kRun = 16;      // pixels per invocation: few threads, and no barrier
constexpr int kGroup = 64;    // invocations per work group

const char* const kCaseGlsl = R"(#version 450 core
layout(binding = 0) uniform usampler2DArray farEnd;
layout(binding = 1) uniform usampler2DArray nearEnd;
layout(binding = 2) uniform usampler2D table;
layout(binding = 3) uniform sampler2DArray earlier;
uniform bool nearEndHasLayers;

uint caseAt(ivec3 p) {
    uint sc2 = min(uint(255.0 * texelFetch(earlier, p, 0).r + 0.5), 63u);
    uint near = texelFetch(nearEnd, p, 0).r;
    if (nearEndHasLayers) near = near == 0x80u ? 0u : near == 0x82u ? 0xc0u : 0x80u;
    return texelFetch(table, ivec2(near + sc2, texelFetch(farEnd, p, 0).r), 0).r;
}
)";

const char* const kComputeGlsl = R"(
layout(local_size_x = 64) in;
layout(binding = 0, r8ui) writeonly uniform uimage2DArray cases;
layout(binding = 0, std430) buffer Histograms { uint counts[]; };
uniform uint kinds;

void main() {
    int size = textureSize(farEnd, 0).x;
    int run = min(16, size);
    int first = int(gl_GlobalInvocationID.x) * run;
    if (first >= size * size) return;
    int slice = int(gl_GlobalInvocationID.z);
    uint histogram = kinds * uint(slice), last = 0xffffu, count = 0u;
    for (int i = first; i < first + run; ++i) {
        ivec3 p = ivec3(i % size, i / size, slice);
        uint kind = caseAt(p);
        imageStore(cases, p, uvec4(kind));
        if (kind != last) {
            if (count > 0u) atomicAdd(counts[histogram + last], count);
            last = kind;
            count = 0u;
        }
        ++count;
    }
    atomicAdd(counts[histogram + last], count);
}
)";

const char* const kQueryGlsl = R"(
uniform uint requested;  // one bit per case

void main() {
    uint kind = caseAt(ivec3(gl_FragCoord.xy, 0));
    if ((requested >> kind & 1u) == 0u) discard;
}
)";

PixelCase extendedCase(Method method, Seen seen, unsigned far, unsigned near) {
    const bool isThere = far & kBitA;
    const unsigned sc1 = far & kCount1, sc2 = near & kCount2;
    const unsigned layersA = !isThere ? 0 : (method == Method::basic || near & kBitConvexA) ? 2 : 3;
    if (seen == Seen::bothPasses) return pixelCase(layersA, sc1, sc2, kCountFull);
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
Findings examinationFindings(const PixelCounts& counts) {
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

gl::Object makeTableImage(const CaseTable& table) {
    gl::Object image = makeImage(GL_R8UI, kValues);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTextureSubImage2D(image, 0, 0, 0, kValues, kValues, GL_RED_INTEGER, GL_UNSIGNED_BYTE, table.data());
    return image;
}

/// From the number of A's layers, as `Passes::markConvex`.
unsigned marksOf(std::uint8_t layers) {
    if (layers == kBitA) return 0;
    return layers == (kBitA | 2) ? kBitA | kBitConvexA : kBitA;
}

unsigned bit(PixelCase kind) { return 1u << static_cast<unsigned>(kind); }

unsigned collisionBits() {
    unsigned bits = 0;
    for (std::size_t i = 0; i < kPixelCases; ++i) {
        const auto kind = static_cast<PixelCase>(i);
        if (isCollision(kind)) bits |= bit(kind);
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
    auto compute = gl::Program::create({{GL_COMPUTE_SHADER, std::string(kCaseGlsl) + kComputeGlsl}});
    if (!compute) return tl::unexpected(compute.error());
    auto query = gl::Program::create({{GL_VERTEX_SHADER, kWholePictureVertexGlsl},
                                      {GL_FRAGMENT_SHADER, std::string(kCaseGlsl) + kQueryGlsl}});
    if (!query) return tl::unexpected(query.error());
    Examination made(std::move(*compute), std::move(*query));
    for (Method method : {Method::basic, Method::extended, Method::simplified}) {
        for (Seen seen : {Seen::firstPass, Seen::bothPasses}) {
            made.tables_.push_back(makeCaseTable(method, seen));
            made.tableImages_.push_back(makeTableImage(made.tables_.back()));
        }
    }
    made.histogram_ = gl::makeBuffer();
    for (gl::Object& each : made.queries_) each = gl::makeQuery(GL_ANY_SAMPLES_PASSED);
    return made;
}

void Examination::bind(const Targets& targets, std::size_t table) const {
    glBindTextureUnit(0, targets.farEnd.texture);
    glBindTextureUnit(1, targets.nearEnd.texture);
    glBindTextureUnit(2, tableImages_[table]);
    glBindTextureUnit(3, targets.earlier);
}

Findings Examination::examine(Examiner examiner, Method method, Seen seen, const Targets& targets,
                              const Passes& passes, CollisionMap* map) {
    const auto index = static_cast<std::size_t>(indexOf(method, seen));
    if (examiner == Examiner::readBack) return readBack(tables_[index], seen, targets, map);
    bind(targets, index);
    if (examiner == Examiner::compute || map) {
        return compute(targets, 1, map ? std::span(map, 1) : std::span<CollisionMap>()).front();
    }
    Findings findings = occlusion(targets, passes);
    if (findings.isUndecided && seen == Seen::bothPasses) compute(targets, 1, {});  // for the lists
    return findings;
}

std::vector<Findings> Examination::examineSlices(Method method, const Targets& targets, std::size_t count,
                                                 std::span<CollisionMap> maps) {
    bind(targets, static_cast<std::size_t>(indexOf(method, Seen::bothPasses)));
    return compute(targets, count, maps);
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
        const unsigned marks = targets.nearEndHas == NearEndHas::layers ? marksOf(near[i]) : near[i];
        out.cases[i] = table[std::size_t{far[i]} * kValues + marks + sc2];
    }
    const Findings findings = examinationFindings(out.histogram());
    if (findings.isUndecided && seen == Seen::bothPasses) {
        writeCases(targets, 0, out);
    }
    return findings;
}

void Examination::reserveResults(std::size_t bytes) {
    if (results_.bytes() < bytes) results_ = gl::MappedBuffer(gl::MappedBuffer::Use::read, bytes);
}

/// Everything is handed to OpenGL at once, and waited for once.
std::vector<Findings> Examination::compute(const Targets& targets, std::size_t count,
                                           std::span<CollisionMap> maps) {
    const std::size_t countBytes = count * sizeof(PixelCounts);
    const auto pixels = static_cast<std::size_t>(targets.pixels) * static_cast<std::size_t>(targets.pixels);
    reserveResults(countBytes + maps.size() * pixels);
    if (histogramBytes_ < countBytes) {
        histogramBytes_ = countBytes;
        glNamedBufferData(histogram_, static_cast<GLsizeiptr>(countBytes), nullptr, GL_DYNAMIC_COPY);
    }
    const std::uint32_t zero = 0;
    glClearNamedBufferData(histogram_, GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT, &zero);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, histogram_);
    glBindImageTexture(0, targets.cases, 0, GL_TRUE, 0, GL_WRITE_ONLY, GL_R8UI);
    compute_.use();
    compute_.set("kinds", static_cast<unsigned>(kPixelCases));
    compute_.set("nearEndHasLayers", static_cast<int>(targets.nearEndHas == NearEndHas::layers));
    const int runs = targets.pixels * targets.pixels / std::min(kRun, targets.pixels);
    glDispatchCompute(static_cast<GLuint>((runs + kGroup - 1) / kGroup), 1, static_cast<GLuint>(count));
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT | GL_TEXTURE_UPDATE_BARRIER_BIT |
                    GL_TEXTURE_FETCH_BARRIER_BIT | GL_SHADER_IMAGE_ACCESS_BARRIER_BIT |
                    GL_PIXEL_BUFFER_BARRIER_BIT);
    glCopyNamedBufferSubData(histogram_, results_.name(), 0, 0, static_cast<GLsizeiptr>(countBytes));
    if (!maps.empty()) {
        glPixelStorei(GL_PACK_ALIGNMENT, 1);
        glBindBuffer(GL_PIXEL_PACK_BUFFER, results_.name());
        glGetTextureSubImage(targets.cases, 0, 0, 0, 0, targets.pixels, targets.pixels,
                             static_cast<GLsizei>(maps.size()), GL_RED_INTEGER, GL_UNSIGNED_BYTE,
                             static_cast<GLsizei>(maps.size() * pixels), reinterpret_cast<void*>(countBytes));
        glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    }
    gl::waitForAll();
    std::vector<Findings> findings;
    for (const PixelCounts& counts : results_.entries<PixelCounts>(0, count)) {
        findings.push_back(examinationFindings(counts));
    }
    for (std::size_t slice = 0; slice < maps.size(); ++slice) {
        const auto cases = results_.entries<PixelCase>(countBytes + slice * pixels, pixels);
        maps[slice] = {targets.pixels, std::vector<PixelCase>(cases.begin(), cases.end())};
    }
    return findings;
}

Findings Examination::occlusion(const Targets& targets, const Passes& passes) const {
    glBindFramebuffer(GL_FRAMEBUFFER, targets.queryFramebuffer);
    query_.use();
    const std::array<unsigned, 2> requested = {collisionBits(), bit(PixelCase::undecided)};
    for (std::size_t i = 0; i < 2; ++i) {
        query_.set("requested", requested[i]);
        query_.set("nearEndHasLayers", static_cast<int>(targets.nearEndHas == NearEndHas::layers));
        glBeginQuery(GL_ANY_SAMPLES_PASSED, queries_[i]);
        passes.drawWholePicture();
        glEndQuery(GL_ANY_SAMPLES_PASSED);
    }
    std::array<GLuint, 2> any{};
    for (std::size_t i = 0; i < 2; ++i) glGetQueryObjectuiv(queries_[i], GL_QUERY_RESULT, &any[i]);
    return {any[0] != 0, any[1] != 0, {}};
}

CollisionMap Examination::readCases(const Targets& targets, std::uint32_t slice) {
    const auto count = static_cast<std::size_t>(targets.pixels) * static_cast<std::size_t>(targets.pixels);
    CollisionMap map = {targets.pixels, std::vector<PixelCase>(count)};
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glGetTextureSubImage(targets.cases, 0, 0, 0, static_cast<GLint>(slice), targets.pixels, targets.pixels, 1,
                         GL_RED_INTEGER, GL_UNSIGNED_BYTE, static_cast<GLsizei>(count), map.cases.data());
    return map;
}

void Examination::writeCases(const Targets& targets, std::uint32_t slice, const CollisionMap& map) {
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTextureSubImage3D(targets.cases, 0, 0, 0, static_cast<GLint>(slice), targets.pixels, targets.pixels, 1,
                        GL_RED_INTEGER, GL_UNSIGNED_BYTE, map.cases.data());
}

}  // namespace ricochet::stencil
