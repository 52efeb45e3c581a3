#pragma once

#include <tl/expected.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace ricochet::view {

using Point = std::array<float, 3>;
using Colour = std::array<float, 3>;  ///< sRGB, 0 to 1

struct DrawnMesh {
    std::vector<Point> vertices;
    std::vector<std::array<std::uint32_t, 3>> faces;
};

constexpr std::size_t kNoMesh = std::size_t(-1);  ///< of a body that is not drawn

/// A mesh at a pose.
struct DrawnBody {
    std::size_t mesh;                                          ///< returned by `addMesh`, or kNoMesh
    std::array<float, 9> rotation{1, 0, 0, 0, 1, 0, 0, 0, 1};  ///< by rows, mesh -> world
    Point translation{};
    Colour colour{0.8f, 0.8f, 0.8f};
    bool isCut = false;     ///< whether the camera's cutaway and opening apply to it
    bool isMarked = false;  ///< octants of two shades, which show how a round body rolls
};

/// The side to which the normal points is not drawn.
struct Cutaway {
    Point point{};
    Point normal{0, 0, 1};
};

/// What hides a box, whose height is along y, is left out of bodies that are cut, and drawn as outlines.
struct Opening {
    Point corner{};   ///< the box's corner towards the camera
    Point side{};     ///< 1 or -1 on each axis: there the camera is
    float floor = 0;  ///< height below which nothing is left out
};

/// What a picture is read by.
struct Guides {
    /// Metres: of the scale bar, and between the lines of a grid on bodies that are cut, where wide and
    /// level.
    float length;
    std::string caption;  ///< in a corner
};

inline constexpr Point kUsualLight{-0.75f, 1.2f, 0.6f};

struct Camera {
    Point eye{0, 0, 1};
    Point target{};
    Point up{0, 1, 0};          ///< of the world: sky and light come from there
    float fieldOfView = 35.0f;  ///< degrees, vertical
    /// To the key light: to the right in the picture, along `up`, and level towards the viewer.
    Point toLight = kUsualLight;
    std::optional<Cutaway> cutaway;
    std::optional<Opening> opening;
    std::optional<Guides> guides;  ///< none: a picture without scale, caption, grid and edges
};

/// What a picture shows of a body.
struct VisiblePart {
    float share = 0;                ///< of the picture
    std::array<float, 2> middle{};  ///< to the right and up; 1: at the picture's edge
};

/// RGB, a byte each, the lowest row first.
struct Image {
    int width, height;
    std::vector<std::uint8_t> pixels;
};

/// Draws triangle meshes into pictures, without a window or a display. Faces are flat-shaded and visible
/// from both sides; where a cutaway opens a body, the inner side of its surface is drawn as if the body were
/// solid. Use it on the thread that created it; several may exist at the same time.
class OffscreenRenderer {
public:
    /// Width and height in pixels. Fails with an error message if there is no EGL or no OpenGL 3.3.
    static tl::expected<std::unique_ptr<OffscreenRenderer>, std::string> create(int width = 1280,
                                                                                int height = 720);
    ~OffscreenRenderer();

    /// Copies the mesh to OpenGL buffers; returns the number for `mesh` of bodies.
    std::size_t addMesh(const DrawnMesh& mesh);
    /// Replaces the vertices of a mesh whose body was deformed; the count must not change. The marks
    /// of its faces remain those of the mesh that was added.
    void moveVertices(std::size_t mesh, std::span<const Point> vertices);

    /// A camera that sees all of the bodies from a direction (from them to the camera).
    Camera framing(std::span<const DrawnBody> bodies, const Point& direction,
                   const Point& up = {0, 1, 0}) const;
    /// Width over height of the picture.
    float aspect() const;
    /// The corners of the smallest box around a body; of an empty mesh they are not in order.
    std::pair<Point, Point> box(const DrawnBody& body) const;
    /// Metres, a round number: suits as `Guides::length`.
    float guideLength(const Camera& camera) const;
    /// What the picture shows of each body, by a small picture of the bodies' numbers.
    std::vector<VisiblePart> visibleParts(std::span<const DrawnBody> bodies, const Camera& camera) const;
    /// What the key light reaches of some bodies, over what it would reach if there were no others.
    float litPart(std::span<const DrawnBody> bodies, const std::vector<bool>& areMeant,
                  const Camera& camera) const;

    Image picture(std::span<const DrawnBody> bodies, const Camera& camera);
    /// Writes one picture as PNG. The error message contains the file's name.
    tl::expected<void, std::string> draw(std::span<const DrawnBody> bodies, const Camera& camera,
                                         const std::string& path);

private:
    struct Implementation;
    explicit OffscreenRenderer(std::unique_ptr<Implementation> implementation);
    std::unique_ptr<Implementation> implementation_;
};

}  // namespace ricochet::view
