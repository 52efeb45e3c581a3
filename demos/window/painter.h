#pragma once

#include "demos/view/render_passes.h"
#include "demos/window/coarser_meshes.h"
#include "demos/window/mesh_chunks.h"

#include <future>
#include <optional>
#include <vector>

namespace ricochet::window {

/// The end of a line, or a point.
struct LineEnd {
    view::Point position;
    view::Colour colour;
};

/// What a frame shows.
struct Picture {
    std::span<const view::DrawnBody> bodies;
    std::span<const LineEnd> lines;   ///< two ends each
    std::span<const LineEnd> points;  ///< drawn as squares
    view::Camera camera;
    bool hasEdges = false;  ///< of all faces
    bool isFine = false;    ///< shadows, occlusion, smooth edges: as in pictures; else plain and fast
    int covered = 0;        ///< columns of pixels at the left that something else covers
};

/// Draws into the window's framebuffer. Its context must be current.
class Painter {
public:
    static tl::expected<Painter, std::string> create();

    std::size_t addMesh(const view::DrawnMesh& mesh);
    void dropMesh(std::size_t mesh);
    view::Box boxOf(std::span<const view::DrawnBody> bodies) const { return view::boxOf(bodies, meshes_); }
    /// An error message if the fine passes cannot be made.
    tl::expected<void, std::string> draw(const Picture& picture, int width, int height);

private:
    struct Programs {
        gl::Program flat, smooth, section, line;
    };

    /// From where a plain picture is seen.
    struct View {
        view::Viewing viewing;
        Eigen::Matrix4f seen;  ///< world -> clip space of the part that nothing covers
        int height;            ///< pixels
    };

    /// Faces to draw, for glMultiDrawElements.
    struct Ranges {
        std::vector<GLsizei> counts;
        std::vector<const void*> starts;

        void add(std::uint32_t firstFace, std::uint32_t faceCount);
    };

    struct Parts {
        view::DrawnMesh mesh;  ///< its faces, and after them those of `coarser` between the same vertices
        std::uint32_t wholeFaces = 0;
        std::vector<MeshChunk> chunks;
        bool isClosed = false;
        GLuint normals = 0;
        std::vector<std::vector<CoarserChunk>> coarser;  ///< of each chunk, from finer to coarser
        view::UploadedMesh uploadedCoarser{};
        GLuint normalsCoarser = 0;
        std::future<CoarserMesh> coming;  ///< of `coarser`
        int draws = 0;
    };

    explicit Painter(Programs programs);
    void prepareCoarser(Parts& parts);
    void drawPlain(const Picture& picture, const View& from) const;
    tl::expected<void, std::string> drawFine(const Picture& picture, int width, int height);
    void drawMeshes(const Picture& picture, const View& from, bool areEdges) const;
    /// A chunk in the coarsest form with an error (metres) below this.
    static MeshChunk coarsest(const Parts& parts, std::size_t number, float error);
    void drawChunks(const gl::Program& program, const view::UploadedMesh& mesh, const view::DrawnBody& body,
                    const Eigen::Vector4f& cut, const Ranges& faces) const;
    void drawSection(const Parts& parts, const view::DrawnBody& body, const View& from,
                     const std::vector<MeshChunk>& chunks, const Eigen::Vector4f& cut) const;
    void drawLines(std::span<const LineEnd> ends, GLenum kind, const view::Viewing& viewing,
                   float opacity) const;

    Programs programs_;
    std::optional<view::RenderPasses> fine_;  ///< made when first used
    std::vector<view::UploadedMesh> meshes_;
    std::vector<Parts> parts_;          ///< of `meshes_`
    std::vector<std::size_t> dropped_;  ///< free places in it
    GLuint lines_ = 0, lineBuffer_ = 0, section_ = 0, sectionBuffer_ = 0;
};

}  // namespace ricochet::window
