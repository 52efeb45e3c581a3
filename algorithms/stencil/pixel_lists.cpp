#include "algorithms/stencil/pixel_lists.h"

#include "algorithms/stencil/examination.h"

#include <algorithm>
#include <tuple>

namespace ricochet::stencil {
namespace {

constexpr std::size_t kCounters = 4;  // layers; layers of long lists; unused
constexpr std::size_t kLayerBytes = 16;
constexpr GLuint kWalkers = 64;             // invocations per work group
constexpr GLuint kListGroupsAcross = 1024;  // work groups per row

const char* const kListsGlsl = R"(
layout(binding = 0, r32ui) uniform uimage2DArray heads;
layout(binding = 2, r32ui) uniform uimage2DArray lengths;
layout(binding = 0, std430) buffer Counters { uint layerCount, longListLayers; };
struct Layer { float depth; uint owner; uint next; uint pixel; };
layout(binding = 1, std430) buffer Layers { Layer layers[]; };
struct Slice { uint collidingCount; float growth; };
layout(binding = 2, std430) buffer Slices { Slice slices[]; };
const uint kCollides = 7u, kApart = 8u, kUndecided = 9u, kMalformed = 10u;

uint numberOf(ivec3 p) {
    ivec2 size = imageSize(heads).xy;
    return uint((p.z * size.y + p.y) * size.x + p.x);
}
ivec3 pixelOf(uint number) {
    uvec2 size = uvec2(imageSize(heads).xy);
    return ivec3(number % size.x, number / size.x % size.y, number / (size.x * size.y));
}
)";

const char* const kCollectGlsl = R"(
layout(binding = 0) uniform usampler2DArray cases;
uniform uint owner;
uniform uint capacity;

void main() {
    ivec3 p = ivec3(gl_FragCoord.xy, gl_Layer);
    if (texelFetch(cases, p, 0).r != kUndecided) return;
    uint mine = atomicAdd(layerCount, 1u);
    if (mine >= capacity) return;  // counted, so that the next attempt has room
    imageAtomicAdd(lengths, p, 1u);
    layers[mine] = Layer(gl_FragCoord.z, owner, imageAtomicExchange(heads, p, mine), numberOf(p));
}
)";

// One invocation per layer. Two sets of closed intervals intersect if and only if an end of one lies in the
// other: an odd number of the other's layers is before it, or one is at the same depth. So no sorting is
// needed. If A is grown, layers within the growth touch: the nearest ends of two sets that do not meet are
// ends of both.
const char* const kWalkGlsl = R"(
layout(local_size_x = 64) in;
layout(binding = 1, r8ui) uniform uimage2DArray cases;
// Each layer walks its whole list, at a cost of the square of its length: longer lists are sorted instead.
const uint kLongestWalked = 256u;

void main() {
    uint mine = gl_GlobalInvocationID.y * (64u * 1024u) + gl_GlobalInvocationID.x;
    if (mine >= layerCount) return;
    Layer layer = layers[mine];
    ivec3 p = pixelOf(layer.pixel);
    float growth = slices[p.z].growth;
    if (imageLoad(lengths, p).r > kLongestWalked) {
        atomicAdd(longListLayers, 1u);
        return;
    }
    uvec2 total = uvec2(0u);
    uint before = 0u;
    bool touches = false;
    for (uint at = imageLoad(heads, p).r; at != 0xffffffffu; at = layers[at].next) {
        Layer other = layers[at];
        total += uvec2(other.owner == 0u, other.owner == 1u);
        if (other.owner == layer.owner) continue;
        before += uint(other.depth < layer.depth);
        touches = touches || abs(other.depth - layer.depth) <= growth;
    }
    if (((total.x | total.y) & 1u) != 0u) {
        imageStore(cases, p, uvec4(kMalformed));
    } else if (touches || (before & 1u) != 0u) {
        atomicAdd(slices[p.z].collidingCount, 1u);
        imageStore(cases, p, uvec4(kCollides));
    }
}
)";

// The pixels that no layer has decided.
const char* const kRestGlsl = R"(
layout(local_size_x = 64) in;
layout(binding = 1, r8ui) uniform uimage2DArray cases;

void main() {
    int size = imageSize(cases).x, pixel = int(gl_GlobalInvocationID.x);
    ivec3 p = ivec3(pixel % size, pixel / size, gl_GlobalInvocationID.z);
    if (p.y < size && imageLoad(cases, p).r == kUndecided) imageStore(cases, p, uvec4(kApart));
}
)";

static_assert(static_cast<int>(PixelCase::collides) == 7 && static_cast<int>(PixelCase::apart) == 8 &&
              static_cast<int>(PixelCase::undecided) == 9 && static_cast<int>(PixelCase::malformed) == 10);

constexpr const char* kVersionGlsl = "#version 450 core\n";

Result<gl::Program> makeCompute(const char* source) {
    return gl::Program::create({{GL_COMPUTE_SHADER, std::string(kVersionGlsl) + kListsGlsl + source}});
}

using StoredLayer = PixelLists::StoredLayer;
using StoredSlice = PixelLists::StoredSlice;
static_assert(sizeof(StoredLayer) == kLayerBytes);

bool isEarlier(const StoredLayer& a, const StoredLayer& b) {
    return std::tie(a.pixel, a.depth, a.owner) < std::tie(b.pixel, b.depth, b.owner);
}

/// The result of the walk for a sorted list: closed intervals, by parity.
PixelCase caseOfSorted(std::span<const StoredLayer> list, float growth) {
    std::array<unsigned, 2> passed{};
    bool collides = false;
    for (std::size_t i = 0; i < list.size(); ++i) {
        const bool touches =
            i > 0 && list[i].depth - list[i - 1].depth <= growth && list[i].owner != list[i - 1].owner;
        collides |= touches || passed[1 - list[i].owner] % 2 == 1;
        ++passed[list[i].owner];
    }
    if (passed[0] % 2 == 1 || passed[1] % 2 == 1) return PixelCase::malformed;
    return collides ? PixelCase::collides : PixelCase::apart;
}

/// Calls visit(list) for the layers of each pixel, sorted.
template <class Visit>
void forEachSortedList(std::vector<StoredLayer>& layers, Visit&& visit) {
    std::sort(layers.begin(), layers.end(), isEarlier);
    for (std::size_t begin = 0, end = 0; begin < layers.size(); begin = end) {
        while (end < layers.size() && layers[end].pixel == layers[begin].pixel) ++end;
        visit(std::span<const StoredLayer>(layers).subspan(begin, end - begin));
    }
}

}  // namespace

std::optional<std::uint32_t> blendWord(const PixelList& list) {
    if (list.isB.size() > 32) return std::nullopt;
    std::uint32_t word = 0;
    for (std::size_t i = 0; i < list.isB.size(); ++i) word |= std::uint32_t{list.isB[i]} << i;
    return word;
}

Result<PixelLists> PixelLists::create(Index capacity, Index maximum) {
    auto collect =
        gl::Program::create({{GL_VERTEX_SHADER, slicedVertexShader()},
                             {GL_FRAGMENT_SHADER, std::string(kVersionGlsl) + kListsGlsl + kCollectGlsl}});
    if (!collect) return tl::unexpected(collect.error());
    auto walk = makeCompute(kWalkGlsl), rest = makeCompute(kRestGlsl);
    if (!walk) return tl::unexpected(walk.error());
    if (!rest) return tl::unexpected(rest.error());
    PixelLists lists(std::move(*collect), std::move(*walk), std::move(*rest));
    for (gl::Object& each : lists.buffers_) each = gl::makeBuffer();
    glNamedBufferData(lists.buffers_[0], kCounters * sizeof(std::uint32_t), nullptr, GL_DYNAMIC_COPY);
    GLint64 largest = 0;
    glGetInteger64v(GL_MAX_SHADER_STORAGE_BLOCK_SIZE, &largest);
    const GLint64 ofDriver = largest / static_cast<GLint64>(kLayerBytes);
    lists.most_ = static_cast<Index>(std::min<GLint64>(maximum, ofDriver));
    lists.reserve(std::min(capacity, lists.most_));
    return lists;
}

void PixelLists::reserve(Index capacity) {
    capacity_ = capacity;
    glNamedBufferData(buffers_[1], static_cast<GLsizeiptr>(capacity * kLayerBytes), nullptr, GL_DYNAMIC_COPY);
}

/// Returns the number of layers, whether or not there was room for them.
Index PixelLists::collect(const Targets& targets, DrawnMeshes a, DrawnMeshes b, Passes& passes) const {
    const std::uint32_t zero = 0, none = kNone;
    glClearNamedBufferData(buffers_[0], GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT, &zero);
    glClearTexImage(targets.heads, 0, GL_RED_INTEGER, GL_UNSIGNED_INT, &none);
    glClearTexImage(targets.lengths, 0, GL_RED_INTEGER, GL_UNSIGNED_INT, &zero);
    glBindFramebuffer(GL_FRAMEBUFFER, targets.queryFramebuffer);
    glBindTextureUnit(0, targets.cases);
    glBindImageTexture(0, targets.heads, 0, GL_TRUE, 0, GL_READ_WRITE, GL_R32UI);
    glBindImageTexture(2, targets.lengths, 0, GL_TRUE, 0, GL_READ_WRITE, GL_R32UI);
    for (GLuint i = 0; i < 3; ++i) glBindBufferBase(GL_SHADER_STORAGE_BUFFER, i, buffers_[i]);
    unsigned owner = 0;
    for (const DrawnMeshes each : {a, b}) {
        collect_.use();
        collect_.set("owner", owner++);
        collect_.set("capacity", unsigned{capacity_});
        passes.draw(each, collect_, targets.pixels);
    }
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_SHADER_IMAGE_ACCESS_BARRIER_BIT |
                    GL_BUFFER_UPDATE_BARRIER_BIT | GL_TEXTURE_FETCH_BARRIER_BIT);
    Index count = 0;
    glGetNamedBufferSubData(buffers_[0], 0, sizeof(count), &count);
    return count;
}

Result<std::vector<bool>> PixelLists::decide(const Targets& targets, DrawnMeshes a, DrawnMeshes b,
                                             std::span<const float> growths, Passes& passes) {
    std::vector<StoredSlice> slices(static_cast<std::size_t>(targets.slices));
    for (std::size_t i = 0; i < a.size(); ++i) slices[a[i].slice].growth = growths[i];
    const auto sliceBytes = static_cast<GLsizeiptr>(slices.size() * sizeof(StoredSlice));
    glNamedBufferData(buffers_[2], sliceBytes, slices.data(), GL_DYNAMIC_COPY);
    tries_ = 1;
    while ((count_ = collect(targets, a, b, passes)) > capacity_) {
        if (count_ > most_) {
            return tl::unexpected("The pixels that counters leave undecided have " + std::to_string(count_) +
                                  " layers, and there is room for " + std::to_string(most_) + ".");
        }
        reserve(count_);
        ++tries_;
    }
    glBindImageTexture(1, targets.cases, 0, GL_TRUE, 0, GL_READ_WRITE, GL_R8UI);
    walk_.use();
    const GLuint groups = (count_ + kWalkers - 1) / kWalkers;
    glDispatchCompute(kListGroupsAcross, (groups + kListGroupsAcross - 1) / kListGroupsAcross, 1);
    glMemoryBarrier(GL_SHADER_IMAGE_ACCESS_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT |
                    GL_TEXTURE_UPDATE_BARRIER_BIT);
    std::array<std::uint32_t, kCounters> counters{};
    glGetNamedBufferSubData(buffers_[0], 0, sizeof(counters), counters.data());
    glGetNamedBufferSubData(buffers_[2], 0, sliceBytes, slices.data());
    if (counters[1] > 0) decideLongLists(targets, slices);
    rest_.use();
    glDispatchCompute(static_cast<GLuint>(targets.pixels * targets.pixels) / kWalkers, 1,
                      static_cast<GLuint>(targets.slices));
    glMemoryBarrier(GL_TEXTURE_UPDATE_BARRIER_BIT);
    std::vector<bool> collides;
    for (const Drawn& each : a) collides.push_back(slices[each.slice].colliding > 0);
    return collides;
}

/// Counts their colliding pixels.
void PixelLists::decideLongLists(const Targets& targets, std::span<StoredSlice> slices) const {
    std::vector<StoredLayer> layers = storedLayers();
    const auto pixels = static_cast<Index>(targets.pixels * targets.pixels);
    std::uint32_t slice = 0;
    CollisionMap map = Examination::readCases(targets, slice);
    forEachSortedList(layers, [&](std::span<const StoredLayer> list) {
        if (const std::uint32_t here = list.front().pixel / pixels; here != slice) {
            Examination::writeCases(targets, slice, map);
            map = Examination::readCases(targets, slice = here);
        }
        PixelCase& found = map.cases[list.front().pixel % pixels];
        if (found != PixelCase::undecided) return;  // decided by the walk
        found = caseOfSorted(list, slices[slice].growth);
        slices[slice].colliding += isCollision(found);
    });
    Examination::writeCases(targets, slice, map);
}

std::vector<StoredLayer> PixelLists::storedLayers() const {
    std::vector<StoredLayer> layers(count_);
    glGetNamedBufferSubData(buffers_[1], 0, static_cast<GLsizeiptr>(count_ * kLayerBytes), layers.data());
    return layers;
}

std::vector<PixelList> PixelLists::lists() const {
    std::vector<StoredLayer> layers = storedLayers();
    std::vector<PixelList> lists;
    forEachSortedList(layers, [&](std::span<const StoredLayer> list) {
        PixelList& each = lists.emplace_back(PixelList{list.front().pixel, {}});
        for (const StoredLayer& layer : list) each.isB.push_back(layer.owner != 0);
    });
    return lists;
}

}  // namespace ricochet::stencil
