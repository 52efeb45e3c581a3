#pragma once

#include "algorithms/gl/program.h"
#include "demos/view/gl_objects.h"
#include "demos/view/render_targets.h"
#include "demos/view/uploaded_mesh.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace ricochet::view {

/// The contents of one picture.
struct Stage {
    std::span<const DrawnBody> bodies;
    std::span<const UploadedMesh> meshes;
    Viewing viewing;
    Light light;
    Eigen::Vector4f cut;
    std::optional<Opening> opening;
    float spacing;  ///< metres: of the grid on ground that is wide and level; 0: neither it nor edges
    float cavity;   ///< metres: cavities up to this size are darkened
};

Stage makeStage(std::span<const DrawnBody> bodies, std::span<const UploadedMesh> meshes, const Camera& camera,
                float aspect);

/// Draws a stage, pass by pass. The context must be current.
class RenderPasses {
public:
    static tl::expected<RenderPasses, std::string> create(int width, int height);

    float aspect() const;
    void draw(const Stage& stage) const;
    /// What shows of each body, counted in the pixels of a small picture.
    std::vector<VisiblePart> visibleParts(const Stage& stage) const;
    /// Copies the picture drawn last to the window's framebuffer, of any size in pixels.
    void present(int width, int height) const;
    /// The picture drawn last: RGB, lowest row first.
    std::vector<std::uint8_t> pixels() const;

    int width() const { return targets_.width; }
    int height() const { return targets_.height; }

private:
    /// As for `glPolygonOffset`.
    struct DepthBias {
        float slopes = 0, steps = 0;
    };
    /// A program that draws meshes, for stages with and without an opening.
    struct MeshProgram {
        const gl::Program& at(const Stage& stage) const { return stage.opening ? opened : closed; }
        gl::Program closed, opened;
    };
    struct Programs {
        MeshProgram shadow, number, body;
        gl::Program leftOut, sky, shading, occlusion, compose;
    };

    RenderPasses(Programs programs, const RenderTargets& targets);
    static void drawMeshes(const gl::Program& program, const Stage& stage, const DepthBias& bias);
    void drawShadows(const Stage& stage) const;
    void drawLeftOut(const Stage& stage) const;
    void drawSky() const;
    void drawBodies(const Stage& stage) const;
    void shade(const Stage& stage) const;
    void drawOcclusion(const Stage& stage) const;
    void compose(const Viewing& viewing) const;
    void drawWholePicture() const;

    Programs programs_;
    RenderTargets targets_;
    GLuint noVertices_ = 0;
};

}  // namespace ricochet::view
