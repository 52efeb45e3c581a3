#include "demos/view/offscreen_renderer.h"

#include "algorithms/gl/context.h"
#include "demos/view/closed_mesh.h"
#include "demos/view/face_marks.h"
#include "demos/view/lettering.h"
#include "demos/view/png_writer.h"
#include "demos/view/render_passes.h"

#include <cassert>

namespace ricochet::view {
namespace {

constexpr float kGuide = 0.4f;  // of half of the picture's height: about the length of the scale bar

}  // namespace

struct OffscreenRenderer::Implementation {
    Stage stage(std::span<const DrawnBody> bodies, const Camera& camera) const {
        return makeStage(bodies, meshes, camera, passes.aspect());
    }

    std::unique_ptr<gl::Context> context;
    RenderPasses passes;
    std::vector<UploadedMesh> meshes;
};

OffscreenRenderer::OffscreenRenderer(std::unique_ptr<Implementation> implementation)
    : implementation_(std::move(implementation)) {}
OffscreenRenderer::~OffscreenRenderer() = default;

tl::expected<std::unique_ptr<OffscreenRenderer>, std::string> OffscreenRenderer::create(int width,
                                                                                        int height) {
    auto context = gl::Context::create({3, 3});
    if (!context) return tl::unexpected(context.error().message());
    auto passes = RenderPasses::create(width, height);
    if (!passes) return tl::unexpected(passes.error());
    std::unique_ptr<Implementation> implementation(
        new Implementation{std::move(*context), std::move(*passes), {}});
    return std::unique_ptr<OffscreenRenderer>(new OffscreenRenderer(std::move(implementation)));
}

std::size_t OffscreenRenderer::addMesh(const DrawnMesh& mesh) {
    implementation_->context->makeCurrent();
    UploadedMesh& uploaded = implementation_->meshes.emplace_back(upload(mesh));
    uploaded.hidesInnerSides = hidesInnerSides(mesh);
    uploadMarks(uploaded, markFaces(mesh));
    return implementation_->meshes.size() - 1;
}

void OffscreenRenderer::moveVertices(std::size_t mesh, std::span<const Point> vertices) {
    UploadedMesh& uploaded = implementation_->meshes[mesh];
    assert(vertices.size() == uploaded.vertices.size());
    implementation_->context->makeCurrent();
    uploadVertices(uploaded, vertices);
}

Camera OffscreenRenderer::framing(std::span<const DrawnBody> bodies, const Point& direction,
                                  const Point& up) const {
    return makeFraming(boxOf(bodies, implementation_->meshes), direction, up,
                       implementation_->passes.aspect());
}

float OffscreenRenderer::aspect() const { return implementation_->passes.aspect(); }

std::pair<Point, Point> OffscreenRenderer::box(const DrawnBody& body) const {
    const Eigen::Affine3f toWorld(modelMatrix(body));
    Box box;
    for (const Point& vertex : implementation_->meshes[body.mesh].vertices) {
        box.extend(toWorld * toVector(vertex));
    }
    return {toPoint(box.min()), toPoint(box.max())};
}

float OffscreenRenderer::guideLength(const Camera& camera) const {
    const float half = makeViewing(camera, {}, implementation_->passes.aspect()).pictureHalf;
    return roundLength(kGuide * half);
}

std::vector<VisiblePart> OffscreenRenderer::visibleParts(std::span<const DrawnBody> bodies,
                                                         const Camera& camera) const {
    implementation_->context->makeCurrent();
    return implementation_->passes.visibleParts(implementation_->stage(bodies, camera));
}

float OffscreenRenderer::litPart(std::span<const DrawnBody> bodies, const std::vector<bool>& areMeant,
                                 const Camera& camera) const {
    implementation_->context->makeCurrent();
    Stage stage = implementation_->stage(bodies, camera);
    stage.viewing.viewProjection = stage.light.projection;
    std::vector<DrawnBody> alone(bodies.begin(), bodies.end());
    for (std::size_t i = 0; i < alone.size(); ++i) {
        if (!areMeant[i]) alone[i].mesh = kNoMesh;
    }
    const auto seen = [&](std::span<const DrawnBody> drawn) {
        stage.bodies = drawn;
        const std::vector<VisiblePart> parts = implementation_->passes.visibleParts(stage);
        float sum = 0;
        for (std::size_t i = 0; i < parts.size(); ++i) sum += areMeant[i] ? parts[i].share : 0;
        return sum;
    };
    const float whole = seen(alone);
    return whole > 0 ? seen(bodies) / whole : 1;
}

Image OffscreenRenderer::picture(std::span<const DrawnBody> bodies, const Camera& camera) {
    const Implementation& self = *implementation_;
    self.context->makeCurrent();
    const Stage stage = self.stage(bodies, camera);
    self.passes.draw(stage);
    Image image{self.passes.width(), self.passes.height(), self.passes.pixels()};
    if (camera.guides) {
        const float metresPerPixel = 2 * stage.viewing.pictureHalf / float(image.height);
        drawGuides(image, *camera.guides, metresPerPixel);
    }
    return image;
}

tl::expected<void, std::string> OffscreenRenderer::draw(std::span<const DrawnBody> bodies,
                                                        const Camera& camera, const std::string& path) {
    const Image image = picture(bodies, camera);
    return writePng(path, image.width, image.height, image.pixels);
}

}  // namespace ricochet::view
