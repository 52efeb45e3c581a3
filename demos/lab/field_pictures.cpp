#include "demos/lab/field_pictures.h"

#include "demos/view/offscreen_renderer.h"

#include <algorithm>
#include <cmath>

namespace ricochet::lab {
namespace {

using spherical_field::Bound;
using spherical_field::cellsPerRow;
using spherical_field::cellsPerSide;
using spherical_field::Coefficient;
using spherical_field::Field;
using spherical_field::kSides;
using spherical_field::Shell;

using Pixel = std::array<std::uint8_t, 3>;

constexpr int kSidePixels = 256;  // of a side's picture; cells are the largest squares of pixels that fit
constexpr int kGapPixels = 8;
constexpr Pixel kBackground = {255, 255, 255};
constexpr Pixel kNoSurface = {40, 60, 140};

class Canvas {
public:
    Canvas(int width, int height)
        : width_(width), height_(height), pixels_(3 * std::size_t(width) * std::size_t(height)) {
        for (int y = 0; y < height; ++y) {
            for (int x = 0; x < width; ++x) set(x, y, kBackground);
        }
    }
    void set(int x, int y, const Pixel& colour) {
        std::copy(colour.begin(), colour.end(),
                  &pixels_[3 * (std::size_t(y) * std::size_t(width_) + std::size_t(x))]);
    }
    void fill(int left, int bottom, int size, const Pixel& colour) {
        for (int y = bottom; y < bottom + size; ++y) {
            for (int x = left; x < left + size; ++x) set(x, y, colour);
        }
    }
    Result<void> write(const std::filesystem::path& file) const {
        return view::writePng(file.string(), width_, height_, pixels_);
    }

private:
    int width_, height_;
    std::vector<std::uint8_t> pixels_;
};

std::uint8_t level(Real share) {
    return static_cast<std::uint8_t>(std::lround(255 * std::clamp<Real>(share, 0, 1)));
}

Pixel grey(Real share) { return {level(share), level(share), level(share)}; }

/// The square root makes small differences visible.
Pixel differenceColour(Coefficient value) {
    const std::uint8_t strength = level(std::sqrt(std::abs(Real(value)) / spherical_field::kLargestRadius));
    return value < 0 ? Pixel{strength, 0, 0} : Pixel{0, strength, 0};
}

class SidesPicture {
public:
    SidesPicture(const Field& field, Bound bound)
        : field_(field),
          bound_(bound),
          row_(static_cast<int>(cellsPerRow(field.level))),
          cell_(std::max(1, kSidePixels / row_)),
          leaves_(field.shells.reconstruct(field.level).back()) {}

    Result<void> write(const std::filesystem::path& file) const {
        const int side = row_ * cell_, step = side + kGapPixels;
        Canvas canvas(kSides * step + kGapPixels, 2 * step + kGapPixels);
        for (int s = 0; s < kSides; ++s) {
            const int left = kGapPixels + s * step;
            drawDistances(canvas, s, left, kGapPixels + step);
            drawTransform(canvas, s, left, kGapPixels);
        }
        return canvas.write(file);
    }

private:
    void drawDistances(Canvas& canvas, int side, int left, int bottom) const {
        const Index perSide = cellsPerSide(field_.level);
        for (Index k = 0; k < perSide; ++k) {
            const Shell& shell = leaves_[static_cast<std::size_t>(side) * perSide + k];
            const auto at = spherical_field::columnOfZOrder(k);
            const Real distance = bound_ == Bound::upper ? shell.upper : shell.lower;
            canvas.fill(left + int(at.i) * cell_, bottom + int(at.j) * cell_, cell_,
                        shell.isEmpty() ? kNoSurface : grey(distance / field_.sphere.radius));
        }
    }

    void drawTransform(Canvas& canvas, int side, int left, int bottom) const {
        const auto coefficients = field_.shells.coefficients(bound_, side);
        for (int j = 0; j < row_; ++j) {
            for (int i = 0; i < row_; ++i) {
                const Coefficient value = coefficients[static_cast<std::size_t>(j * row_ + i)];
                const bool isBound = i == 0 && j == 0;
                canvas.fill(
                    left + i * cell_, bottom + j * cell_, cell_,
                    isBound ? grey(Real(value) / spherical_field::kLargestRadius) : differenceColour(value));
            }
        }
    }

    const Field& field_;
    const Bound bound_;
    const int row_, cell_;  ///< cells per row, pixels per cell
    const spherical_field::ShellLevel leaves_;
};

/// Per face: the lowest of its layers in the cells that list it; 0 is the innermost.
std::vector<std::size_t> layersOf(const Field& field, const Mesh& mesh) {
    std::vector<std::size_t> layers(mesh.faceCount(), mesh.faceCount());
    for (Index leaf = spherical_field::firstOfLevel(field.level); leaf < field.cells.size(); ++leaf) {
        if (field.cells[leaf].isEmpty()) continue;
        const auto clusters = leafClusters(field, leaf);
        std::size_t outside = 0;
        for (const auto& cluster : clusters) outside += cluster.startsLayer;
        for (const auto& cluster : clusters) {
            outside -= cluster.startsLayer;
            for (int i = 0; i < cluster.count; ++i) {
                std::size_t& layer = layers[field.faces[cluster.listed[i]].face];
                layer = std::min(layer, outside);
            }
        }
    }
    return layers;
}

constexpr view::Colour kLayerColours[] = {{0.25f, 0.45f, 0.85f}, {0.30f, 0.75f, 0.35f},
                                          {0.95f, 0.75f, 0.20f}, {0.90f, 0.35f, 0.20f},
                                          {0.65f, 0.30f, 0.75f}, {0.30f, 0.75f, 0.80f}};

}  // namespace

Result<void> drawSides(const Field& field, const std::filesystem::path& folder) {
    return SidesPicture(field, Bound::upper).write(folder / "sides-upper.png").and_then([&] {
        return SidesPicture(field, Bound::lower).write(folder / "sides-lower.png");
    });
}

Result<void> drawLayers(const Field& field, const Mesh& mesh, const std::filesystem::path& folder) {
    auto renderer = view::OffscreenRenderer::create();
    if (!renderer) return tl::unexpected(renderer.error());
    std::vector<view::DrawnMesh> parts(std::size(kLayerColours));
    const std::vector<std::size_t> layers = layersOf(field, mesh);
    for (Index face = 0; face < mesh.faceCount(); ++face) {
        view::DrawnMesh& part = parts[std::min(layers[face], parts.size() - 1)];
        const auto first = static_cast<std::uint32_t>(part.vertices.size());
        for (const Vec3& corner : field.fromCentre(mesh.triangle(face))) {
            part.vertices.push_back({float(corner.x()), float(corner.y()), float(corner.z())});
        }
        part.faces.push_back({first, first + 1, first + 2});
    }
    std::vector<view::DrawnBody> bodies;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (parts[i].faces.empty()) continue;
        view::DrawnBody body;
        body.mesh = (*renderer)->addMesh(parts[i]);
        body.colour = kLayerColours[i];
        bodies.push_back(body);
    }
    const view::Camera camera = (*renderer)->framing(bodies, {0.55f, 0.6f, 1.0f});
    return (*renderer)->draw(bodies, camera, (folder / "layers.png").string());
}

}  // namespace ricochet::lab
