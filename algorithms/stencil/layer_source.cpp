#include "algorithms/stencil/layer_source.h"

#include "algorithms/gl/program.h"

#include <algorithm>

namespace ricochet::stencil {
namespace {

constexpr std::size_t kCollectedLayerBytes = 16;

const char* const kCollectLayersGlsl = R"(#version 450 core
uniform uint owner;  // tile * 2, plus 1 for B
uniform uint capacity;
uniform uint pixelsAcross;
layout(binding = 0, std430) buffer Counters { uint layerCount; };
layout(binding = 1, std430) buffer Layers { uvec4 layers[]; };

void main() {
    uint mine = atomicAdd(layerCount, 1u);
    if (mine >= capacity) return;  // counted, so that the next attempt has room
    uvec2 p = uvec2(gl_FragCoord.xy);
    layers[mine] = uvec4(p.y * pixelsAcross + p.x, floatBitsToUint(gl_FragCoord.z), uint(gl_PrimitiveID), owner);
}
)";

/// Layout in the shader.
struct CollectedLayer {
    std::uint32_t pixel;
    float depth;
    std::uint32_t primitive, owner;
};
static_assert(sizeof(CollectedLayer) == kCollectedLayerBytes);

/// The faces of a mesh that a view may show, and their vertices.
class FacesInView {
public:
    FacesInView(const PlacedMesh& placed, const View& view) : centre_(placed.mesh->box().centre()) {
        toWindow_ = windowMatrix(view, placed.pose, centre_);
        const Mesh& mesh = *placed.mesh;
        vertices_.reserve(mesh.vertexCount());
        std::vector<std::array<float, 2>> at;
        at.reserve(mesh.vertexCount());
        for (const Vec3& v : mesh.vertices()) {
            vertices_.push_back((v - centre_).cast<float>());
            const Snapped s = snapped(toWindow_, vertices_.back());
            at.push_back({s.x, s.y});
        }
        const auto end = static_cast<float>(view.pixels * kStepsPerPixel);
        for (Index f = 0; f < mesh.faceCount(); ++f) {
            const auto [u, v, w] = mesh.face(f);
            bool isAside = false;
            for (Index axis = 0; axis < 2; ++axis) {
                const auto [low, high] = std::minmax({at[u][axis], at[v][axis], at[w][axis]});
                isAside |= high < 0 || low > end;
            }
            if (isAside) continue;
            named_.push_back(f);
            drawn_.push_back(mesh.face(f));
        }
    }

    const WindowMatrix& toWindow() const { return toWindow_; }
    const std::vector<Eigen::Vector3f>& vertices() const { return vertices_; }
    const std::vector<Face>& drawn() const { return drawn_; }
    Index faceOf(std::uint32_t primitive) const { return named_[primitive]; }

private:
    Vec3 centre_;
    WindowMatrix toWindow_;
    std::vector<Eigen::Vector3f> vertices_;
    std::vector<Face> drawn_;
    std::vector<Index> named_;
};

/// What a call draws: A and B for each view.
using Tiles = std::vector<std::array<FacesInView, 2>>;

}  // namespace

Result<std::vector<PairLayers>> CpuLayers::layers(const PlacedMesh& a, const PlacedMesh& b,
                                                  std::span<const View> views) const {
    std::vector<PairLayers> found;
    for (const View& view : views) {
        if (std::string complaint = view.complaint(); !complaint.empty()) return tl::unexpected(complaint);
        found.push_back({rasterise(*a.mesh, a.pose, view), rasterise(*b.mesh, b.pose, view)});
    }
    return found;
}

struct DrawnLayers::Drawing {
    gl::Program program;
    Index capacity = 0;
    std::array<gl::Object, 4> buffers{};  // counter, layers, vertices, faces
    gl::Object vertexArray{}, framebuffer{};

    static Result<std::unique_ptr<Drawing>> create(Index capacity) {
        auto program = gl::Program::create(
            {{GL_VERTEX_SHADER, snappedVertexShader()}, {GL_FRAGMENT_SHADER, kCollectLayersGlsl}});
        if (!program) return tl::unexpected(program.error());
        std::unique_ptr<Drawing> made(new Drawing{std::move(*program)});
        for (gl::Object& each : made->buffers) each = gl::makeBuffer();
        glNamedBufferData(made->buffers[0], sizeof(std::uint32_t), nullptr, GL_DYNAMIC_COPY);
        made->vertexArray = gl::makeVertexArray();
        glVertexArrayVertexBuffer(made->vertexArray, 0, made->buffers[2], 0, sizeof(Eigen::Vector3f));
        glVertexArrayElementBuffer(made->vertexArray, made->buffers[3]);
        glVertexArrayAttribFormat(made->vertexArray, 0, 3, GL_FLOAT, GL_FALSE, 0);
        glVertexArrayAttribBinding(made->vertexArray, 0, 0);
        glEnableVertexArrayAttrib(made->vertexArray, 0);
        made->framebuffer = gl::makeFramebuffer();
        if (const auto reserved = made->reserve(capacity); !reserved) return tl::unexpected(reserved.error());
        return made;
    }

    Result<void> reserve(Index requested) {
        GLint64 largest = 0;
        glGetInteger64v(GL_MAX_SHADER_STORAGE_BLOCK_SIZE, &largest);
        if (requested * kCollectedLayerBytes > static_cast<std::size_t>(largest)) {
            return tl::unexpected("The lists of " + std::to_string(requested) +
                                  " layers are larger than the driver's buffers.");
        }
        capacity = requested;
        glNamedBufferData(buffers[1], static_cast<GLsizeiptr>(capacity * kCollectedLayerBytes), nullptr,
                          GL_DYNAMIC_COPY);
        return {};
    }

    void begin(int pixels) const {
        glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
        glNamedFramebufferParameteri(framebuffer, GL_FRAMEBUFFER_DEFAULT_WIDTH, pixels);
        glNamedFramebufferParameteri(framebuffer, GL_FRAMEBUFFER_DEFAULT_HEIGHT, pixels);
        glViewport(0, 0, pixels, pixels);
        glClipControl(GL_LOWER_LEFT, GL_ZERO_TO_ONE);
        glDepthRangef(0, 1);
        glEnable(GL_DEPTH_CLAMP);
        glDisable(GL_DEPTH_TEST);
        glDisable(GL_STENCIL_TEST);
        glDisable(GL_CULL_FACE);
        glDisable(GL_SCISSOR_TEST);
    }

    void draw(const FacesInView& faces, std::uint32_t owner, int pixels) const {
        if (faces.drawn().empty()) return;
        glNamedBufferData(buffers[2],
                          static_cast<GLsizeiptr>(faces.vertices().size() * sizeof(Eigen::Vector3f)),
                          faces.vertices().data(), GL_STREAM_DRAW);
        glNamedBufferData(buffers[3], static_cast<GLsizeiptr>(faces.drawn().size() * sizeof(Face)),
                          faces.drawn().data(), GL_STREAM_DRAW);
        program.use();
        program.set("toWindow0", Eigen::Vector4f(faces.toWindow().row(0)));
        program.set("toWindow1", Eigen::Vector4f(faces.toWindow().row(1)));
        program.set("toWindow2", Eigen::Vector4f(faces.toWindow().row(2)));
        program.set("pixels", static_cast<float>(pixels));
        program.set("pixelsAcross", static_cast<unsigned>(pixels));
        program.set("owner", unsigned{owner});
        program.set("capacity", unsigned{capacity});
        glBindVertexArray(vertexArray);
        glDrawElements(GL_TRIANGLES, static_cast<GLsizei>(3 * faces.drawn().size()), GL_UNSIGNED_INT,
                       nullptr);
    }

    /// Returns the number of layers, whether or not there was room for them.
    Index drawAll(const Tiles& tiles, std::span<const View> views) const {
        const std::uint32_t zero = 0;
        glClearNamedBufferData(buffers[0], GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT, &zero);
        for (GLuint i = 0; i < 2; ++i) glBindBufferBase(GL_SHADER_STORAGE_BUFFER, i, buffers[i]);
        std::uint32_t owner = 0;
        for (std::size_t tile = 0; tile < tiles.size(); ++tile) {
            begin(views[tile].pixels);
            for (const FacesInView& faces : tiles[tile]) draw(faces, owner++, views[tile].pixels);
        }
        glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
        Index count = 0;
        glGetNamedBufferSubData(buffers[0], 0, sizeof(count), &count);
        return count;
    }

    Result<std::vector<CollectedLayer>> collect(const Tiles& tiles, std::span<const View> views) {
        Index count = 0;
        while ((count = drawAll(tiles, views)) > capacity) {
            if (const auto reserved = reserve(count); !reserved) return tl::unexpected(reserved.error());
        }
        std::vector<CollectedLayer> layers(count);
        glGetNamedBufferSubData(buffers[1], 0, static_cast<GLsizeiptr>(count * kCollectedLayerBytes),
                                layers.data());
        return layers;
    }
};

DrawnLayers::DrawnLayers(std::shared_ptr<gl::Thread> thread) : thread_(std::move(thread)) {}

DrawnLayers::~DrawnLayers() {
    (void)thread_->run([this] { drawing_.reset(); });
}

Result<std::unique_ptr<const DrawnLayers>> DrawnLayers::create(std::shared_ptr<gl::Thread> thread,
                                                               Index firstCapacity) {
    std::unique_ptr<DrawnLayers> made(new DrawnLayers(std::move(thread)));
    std::string reason;
    const auto ran = made->thread_->run([&] {
        auto drawing = Drawing::create(firstCapacity);
        if (drawing) made->drawing_ = std::move(*drawing);
        if (!drawing) reason = drawing.error();
    });
    if (!ran) return tl::unexpected(ran.error());
    if (!reason.empty()) return tl::unexpected(reason);
    return made;
}

Result<std::vector<PairLayers>> DrawnLayers::layers(const PlacedMesh& a, const PlacedMesh& b,
                                                    std::span<const View> views) const {
    Tiles tiles;
    for (const View& view : views) {
        if (std::string complaint = view.complaint(); !complaint.empty()) return tl::unexpected(complaint);
        tiles.push_back({FacesInView(a, view), FacesInView(b, view)});
    }
    Result<std::vector<CollectedLayer>> stored;
    const auto ran = thread_->run([&] { stored = drawing_->collect(tiles, views); });
    if (!ran) return tl::unexpected(ran.error());
    if (!stored) return tl::unexpected(stored.error());
    std::vector<PairLayers> found(views.size());
    for (const CollectedLayer& layer : *stored) {
        const std::size_t tile = layer.owner / 2, whose = layer.owner % 2;
        std::vector<Layer>& out = whose == 0 ? found[tile].a : found[tile].b;
        out.push_back({layer.pixel, tiles[tile][whose].faceOf(layer.primitive), Real{layer.depth}});
    }
    return found;
}

}  // namespace ricochet::stencil
