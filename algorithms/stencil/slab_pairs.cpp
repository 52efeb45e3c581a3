#include "algorithms/stencil/slab_pairs.h"

#include "algorithms/stencil/targets.h"

#include <algorithm>

namespace ricochet::stencil {
namespace {

constexpr std::size_t kSlabBytes = 16;
constexpr Index kFirstCapacity = 1 << 16;

const char* const kCommonGlsl = R"(#version 450 core
struct Face { vec4 corner0, corner1, corner2; uint leftBottom, rightTop, window, unused; };
layout(binding = 2, std430) readonly buffer Faces { Face faces[]; };
struct Window { vec3 growth; float unused; vec2 corner; vec2 unused2; };
layout(binding = 4, std430) readonly buffer Windows { Window windows[]; };
)";

// Two triangles over the rectangle: its corners are whole pixels, so it covers their centres exactly.
const char* const kRectangleGlsl = R"(
uniform float side;
flat out uint face;

void main() {
    face = uint(gl_VertexID) / 6u;
    uint corner = uint[](0u, 1u, 2u, 2u, 1u, 3u)[uint(gl_VertexID) % 6u];
    Face f = faces[face];
    uvec2 xy = uvec2((corner & 1u) == 0u ? f.leftBottom : f.rightTop, (corner & 2u) == 0u ? f.leftBottom : f.rightTop);
    vec2 at = windows[f.window].corner + vec2(xy.x & 0xffffu, xy.y >> 16u);
    gl_Position = vec4(at * (2.0 / side) - 1.0, 0.0, 1.0);
}
)";

const char* const kSlabGlsl = R"(
layout(binding = 0, r32ui) uniform uimage2D heads;
layout(binding = 1, r32ui) uniform uimage2D lengths;
layout(binding = 0, std430) buffer Counters { uint slabCount, pairCount, longestList; };
struct Slab { uint face; float low, high; uint next; };
layout(binding = 1, std430) buffer Slabs { Slab slabs[]; };
flat in uint face;

// Whether an edge's line leaves the grown square on the side away from the third corner.
bool isBeyond(vec2 from, vec2 to, vec2 third, vec2 centre, vec2 halfSize) {
    vec2 d = to - from;
    float extent = abs(d.y) * halfSize.x + abs(d.x) * halfSize.y;
    float inner = d.x * (third.y - from.y) - d.y * (third.x - from.x);
    float square = d.x * (centre.y - from.y) - d.y * (centre.x - from.x);
    return square + extent < min(0.0, inner) || square - extent > max(0.0, inner);
}

// The depths of the triangle between two lines perpendicular to an axis: at corners between them, and where
// its edges cross them. c: coordinates of the corners along the axis; z: their depths.
vec2 stripRange(vec3 c, vec3 z, float low, float high) {
    vec2 range = vec2(1e30, -1e30);
    for (int i = 0; i < 3; ++i) {
        float c0 = c[i], c1 = c[(i + 1) % 3], z0 = z[i], z1 = z[(i + 1) % 3];
        if (c0 >= low && c0 <= high) range = vec2(min(range.x, z0), max(range.y, z0));
        for (int side = 0; side < 2; ++side) {
            float at = side == 0 ? low : high;
            if ((c0 < at) == (c1 < at)) continue;
            float there = mix(z0, z1, clamp((at - c0) / (c1 - c0), 0.0, 1.0));
            range = vec2(min(range.x, there), max(range.y, there));
        }
    }
    return range;
}

vec2 within(vec2 range, vec2 limit) {
    return limit.x > limit.y ? range : vec2(max(range.x, limit.x), min(range.y, limit.y));
}

// The depths that the grown face may have in this pixel; low > high if it is not there.
vec2 slabHere() {
    Face f = faces[face];
    if (f.corner0.w != 0.0) return vec2(f.corner0.z, f.corner1.z);
    vec3 growth = windows[f.window].growth;
    vec2 centre = gl_FragCoord.xy - windows[f.window].corner;  // exact: both are halves
    vec2 a = f.corner0.xy, b = f.corner1.xy, c = f.corner2.xy;
    vec2 halfSize = 0.5 + growth.xy + f.corner1.w;
    const vec2 none = vec2(1.0, -1.0);
    if (isBeyond(a, b, c, centre, halfSize) || isBeyond(b, c, a, centre, halfSize) ||
        isBeyond(c, a, b, centre, halfSize)) return none;
    vec3 z = vec3(f.corner0.z, f.corner1.z, f.corner2.z);
    vec2 range = vec2(min(z.x, min(z.y, z.z)), max(z.x, max(z.y, z.z)));
    vec2 low = centre - halfSize, high = centre + halfSize;
    range = within(range, stripRange(vec3(a.x, b.x, c.x), z, low.x, high.x));
    range = within(range, stripRange(vec3(a.y, b.y, c.y), z, low.y, high.y));
    float by = growth.z + f.corner2.w;
    range = vec2(range.x - by, range.y + by);
    return range.y < 0.0 || range.x > 1.000001 ? none : range;
}
)";

const char* const kCollectPairsGlsl = R"(
uniform uint capacity;

void main() {
    vec2 slab = slabHere();
    if (slab.x > slab.y) return;
    uint mine = atomicAdd(slabCount, 1u);
    if (mine >= capacity) return;  // counted, so that the next attempt has room
    ivec2 p = ivec2(gl_FragCoord.xy);
    atomicMax(longestList, imageAtomicAdd(lengths, p, 1u) + 1u);
    slabs[mine] = Slab(face, slab.x, slab.y, imageAtomicExchange(heads, p, mine + 1u));
}
)";

const char* const kPairGlsl = R"(
layout(binding = 3, std430) writeonly buffer Pairs { uvec2 pairs[]; };
uniform uint capacity;

void main() {
    vec2 slab = slabHere();
    if (slab.x > slab.y) return;
    // Lists end at zero, so that a helper invocation, whose loads return zero, ends at once.
    for (uint at = imageLoad(heads, ivec2(gl_FragCoord.xy)).r; at != 0u;) {
        Slab other = slabs[at - 1u];
        at = other.next;
        if (other.low > slab.y || other.high < slab.x) continue;
        uint mine = atomicAdd(pairCount, 1u);
        if (mine < capacity) pairs[mine] = uvec2(other.face, face);
    }
}
)";

/// Mesa's software driver silently ends the loops of a shader after 65,535 iterations.
constexpr Index kLongestList = 60'000;

/// Pixels per side of the image: enough for 64 of the largest usual windows.
constexpr int kMostSide = 1024;

/// Layout in the shaders.
struct StoredWindow {
    Growth growth;
    float unused;
    std::array<float, 2> corner, unused2;
};
static_assert(sizeof(StoredWindow) == 32);

/// Layout of the buffer `Counters`.
struct Counts {
    Index slabs, pairs, longestList, unused;
};

Result<gl::Program> makeProgram(const char* fragment) {
    return gl::Program::create({{GL_VERTEX_SHADER, std::string(kCommonGlsl) + kRectangleGlsl},
                                {GL_FRAGMENT_SHADER, std::string(kCommonGlsl) + kSlabGlsl + fragment}});
}

void allocate(GLuint buffer, std::size_t bytes) {
    glNamedBufferData(buffer, static_cast<GLsizeiptr>(bytes), nullptr, GL_DYNAMIC_COPY);
}

}  // namespace

Result<SlabPairs> SlabPairs::create(int mostPixels) {
    auto collect = makeProgram(kCollectPairsGlsl), pair = makeProgram(kPairGlsl);
    if (!collect) return tl::unexpected(collect.error());
    if (!pair) return tl::unexpected(pair.error());
    SlabPairs made(std::move(*collect), std::move(*pair));
    GLint64 largest = 0;
    glGetInteger64v(GL_MAX_SHADER_STORAGE_BLOCK_SIZE, &largest);
    made.largestBuffer_ = static_cast<std::size_t>(largest);
    made.mostSide_ = std::max(mostPixels, kMostSide);
    made.heads_ = makeImage(GL_R32UI, made.mostSide_);
    made.lengths_ = makeImage(GL_R32UI, made.mostSide_);
    made.framebuffer_ = gl::makeFramebuffer();
    made.noVertices_ = gl::makeVertexArray();
    for (auto* buffer : {&made.counters_, &made.slabs_, &made.faces_, &made.pairs_, &made.windows_}) {
        *buffer = gl::makeBuffer();
    }
    made.slabCapacity_ = made.pairCapacity_ = kFirstCapacity;
    allocate(made.counters_, sizeof(Counts));
    allocate(made.slabs_, made.slabCapacity_ * kSlabBytes);
    allocate(made.pairs_, made.pairCapacity_ * sizeof(FacePair));
    return made;
}

std::array<SlabPairs::Part, 2> SlabPairs::Part::halves() const {
    std::array<Part, 2> made = {*this, *this};
    const bool halvesA = a.size() >= b.size();
    std::span<const SlabFace> Part::*const longer = halvesA ? &Part::a : &Part::b;
    const std::size_t half = (this->*longer).size() / 2;
    made[0].*longer = (this->*longer).first(half);
    made[1].*longer = (this->*longer).subspan(half);
    (halvesA ? made[1].firstA : made[1].firstB) += static_cast<Index>(half);
    return made;
}

void SlabPairs::find(std::span<const SlabWindow> windows, std::span<FacePairs> out) {
    constexpr GLenum kOff[] = {GL_DEPTH_TEST, GL_STENCIL_TEST, GL_CULL_FACE, GL_SCISSOR_TEST};
    for (const GLenum off : kOff) glDisable(off);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
    glBindVertexArray(noVertices_);
    // The largest first: then squares whose sides are powers of two fill an image without gaps.
    std::vector<Part> parts;
    for (std::size_t i = 0; i < windows.size(); ++i) {
        parts.push_back({&windows[i], &out[i], windows[i].a, windows[i].b});
    }
    std::stable_sort(parts.begin(), parts.end(),
                     [](const Part& p, const Part& q) { return p.window->pixels > q.window->pixels; });
    const std::size_t room = static_cast<std::size_t>(mostSide_) * static_cast<std::size_t>(mostSide_);
    for (std::size_t begin = 0, end = 0; begin < parts.size(); begin = end) {
        std::size_t taken = 0;
        for (; end < parts.size(); ++end) {
            const auto side = static_cast<std::size_t>(parts[end].window->pixels);
            if (taken + side * side > room) break;
            taken += side * side;
        }
        search(std::span(parts).subspan(begin, end - begin));
    }
}

void SlabPairs::search(std::span<const Part> parts) {
    Outcome outcome = Outcome::again;
    // Each attempt makes room for what the last one counted: first the slabs, then the pairs.
    while (outcome == Outcome::again) outcome = draw(parts);
    if (outcome == Outcome::done) return takePairs(parts);
    if (parts.size() == 1) {
        for (const Part& half : parts.front().halves()) search(std::span(&half, 1));
    } else {
        search(parts.first(parts.size() / 2));
        search(parts.subspan(parts.size() / 2));
    }
}

SlabPairs::Outcome SlabPairs::makeRoom(Index& capacity, Index count, std::size_t bytesEach,
                                       GLuint buffer) const {
    if (count <= capacity) return Outcome::done;
    if (count * bytesEach > largestBuffer_) return Outcome::tooMany;
    capacity = count;
    allocate(buffer, capacity * bytesEach);
    return Outcome::again;
}

/// Along a Morton curve each square begins at a multiple of its area.
void SlabPairs::place(std::span<const Part> parts) {
    tiles_.clear();
    facesA_.clear();
    facesB_.clear();
    std::uint32_t taken = 0;  // pixels
    for (const Part& part : parts) {
        int x = 0, y = 0;
        for (int bit = 0; bit < 16; ++bit) {
            x |= static_cast<int>(taken >> (2 * bit) & 1u) << bit;
            y |= static_cast<int>(taken >> (2 * bit + 1) & 1u) << bit;
        }
        taken += static_cast<std::uint32_t>(part.window->pixels * part.window->pixels);
        const auto window = static_cast<std::uint32_t>(tiles_.size());
        for (const auto& [from, to] : {std::pair(part.a, &facesA_), std::pair(part.b, &facesB_)}) {
            const std::size_t first = to->size();
            to->insert(to->end(), from.begin(), from.end());
            for (SlabFace& face : std::span(*to).subspan(first)) face.window = window;
        }
        tiles_.push_back({x, y, static_cast<Index>(facesA_.size()), static_cast<Index>(facesB_.size())});
    }
    side_ = 8;
    while (static_cast<std::uint32_t>(side_ * side_) < taken) side_ *= 2;
}

void SlabPairs::uploadTiles(std::span<const Part> parts) const {
    std::vector<StoredWindow> stored;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const Tile& tile = tiles_[i];
        stored.push_back({parts[i].window->growth, 0, {float(tile.x), float(tile.y)}, {}});
    }
    glNamedBufferData(windows_, static_cast<GLsizeiptr>(stored.size() * sizeof(StoredWindow)), stored.data(),
                      GL_STREAM_DRAW);
}

void SlabPairs::clear() const {
    const std::uint32_t zero = 0;
    glClearNamedBufferData(counters_, GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT, &zero);
    for (const gl::Object* image : {&heads_, &lengths_}) {
        glClearTexSubImage(*image, 0, 0, 0, 0, side_, side_, 1, GL_RED_INTEGER, GL_UNSIGNED_INT, &zero);
    }
}

void SlabPairs::drawFaces(const gl::Program& program, std::span<const SlabFace> faces) const {
    program.use();
    program.set("side", static_cast<float>(side_));
    glNamedBufferData(faces_, static_cast<GLsizeiptr>(faces.size_bytes()), faces.data(), GL_STREAM_DRAW);
    glDrawArrays(GL_TRIANGLES, 0, static_cast<GLsizei>(6 * faces.size()));
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_SHADER_IMAGE_ACCESS_BARRIER_BIT |
                    GL_BUFFER_UPDATE_BARRIER_BIT);
}

SlabPairs::Outcome SlabPairs::draw(std::span<const Part> parts) {
    place(parts);
    uploadTiles(parts);
    clear();
    glNamedFramebufferParameteri(framebuffer_, GL_FRAMEBUFFER_DEFAULT_WIDTH, side_);
    glNamedFramebufferParameteri(framebuffer_, GL_FRAMEBUFFER_DEFAULT_HEIGHT, side_);
    glViewport(0, 0, side_, side_);
    glBindImageTexture(0, heads_, 0, GL_FALSE, 0, GL_READ_WRITE, GL_R32UI);
    glBindImageTexture(1, lengths_, 0, GL_FALSE, 0, GL_READ_WRITE, GL_R32UI);
    const std::array<GLuint, 5> buffers = {counters_, slabs_, faces_, pairs_, windows_};
    glBindBuffersBase(GL_SHADER_STORAGE_BUFFER, 0, 5, buffers.data());

    collect_.use();
    collect_.set("capacity", unsigned{slabCapacity_});
    drawFaces(collect_, facesA_);
    Counts counts{};
    glGetNamedBufferSubData(counters_, 0, sizeof(counts), &counts);
    if (const Outcome room = makeRoom(slabCapacity_, counts.slabs, kSlabBytes, slabs_); room != Outcome::done)
        return room;
    if (counts.longestList > kLongestList) return Outcome::tooMany;

    pair_.use();
    pair_.set("capacity", unsigned{pairCapacity_});
    drawFaces(pair_, facesB_);
    glGetNamedBufferSubData(counters_, 0, sizeof(counts), &counts);
    pairCount_ = counts.pairs;
    return makeRoom(pairCapacity_, counts.pairs, sizeof(FacePair), pairs_);
}

/// Pairs refer to faces of all tiles; both faces of a pair are of one tile.
void SlabPairs::takePairs(std::span<const Part> parts) const {
    FacePairs all(pairCount_);
    glGetNamedBufferSubData(pairs_, 0, static_cast<GLsizeiptr>(pairCount_ * sizeof(FacePair)), all.data());
    for (const FacePair& pair : all) {
        const std::size_t tile = facesA_[pair.faceA].window;
        const Part& part = parts[tile];
        const Index beginA = tiles_[tile].endA - static_cast<Index>(part.a.size());
        const Index beginB = tiles_[tile].endB - static_cast<Index>(part.b.size());
        part.out->push_back({pair.faceA - beginA + part.firstA, pair.faceB - beginB + part.firstB});
    }
}

}  // namespace ricochet::stencil
