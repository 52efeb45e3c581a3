#include "demos/view/offscreen_renderer.h"

namespace ricochet::view {

struct OffscreenRenderer::Implementation {};

OffscreenRenderer::OffscreenRenderer(std::unique_ptr<Implementation> implementation)
    : implementation_(std::move(implementation)) {}
OffscreenRenderer::~OffscreenRenderer() = default;

tl::expected<std::unique_ptr<OffscreenRenderer>, std::string> OffscreenRenderer::create(int, int) {
    return tl::unexpected<std::string>("this program was built without pictures (RICOCHET_PLAIN_PROGRAM)");
}

// Nobody calls these: there is no renderer.
std::size_t OffscreenRenderer::addMesh(const DrawnMesh&) { return kNoMesh; }
void OffscreenRenderer::moveVertices(std::size_t, std::span<const Point>) {}
Camera OffscreenRenderer::framing(std::span<const DrawnBody>, const Point&, const Point&) const { return {}; }
float OffscreenRenderer::aspect() const { return 1; }
std::pair<Point, Point> OffscreenRenderer::box(const DrawnBody&) const { return {}; }
float OffscreenRenderer::guideLength(const Camera&) const { return 1; }
std::vector<VisiblePart> OffscreenRenderer::visibleParts(std::span<const DrawnBody>, const Camera&) const {
    return {};
}
float OffscreenRenderer::litPart(std::span<const DrawnBody>, const std::vector<bool>&, const Camera&) const {
    return 0;
}
Image OffscreenRenderer::picture(std::span<const DrawnBody>, const Camera&) { return {}; }
tl::expected<void, std::string> OffscreenRenderer::draw(std::span<const DrawnBody>, const Camera&,
                                                        const std::string&) {
    return {};
}

}  // namespace ricochet::view
