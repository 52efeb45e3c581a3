#pragma once

#include "algorithms/gl/mapped_buffer.h"
#include "algorithms/gl/program.h"
#include "algorithms/stencil/drawn_mesh.h"
#include "algorithms/stencil/targets.h"
#include "algorithms/stencil/view.h"

namespace ricochet::stencil {

/// A mesh as a pass draws it.
struct Drawn {
    const DrawnMesh* mesh;
    WindowMatrix toWindow;
    std::uint32_t slice = 0;                       ///< of the images
    const std::vector<FaceRange>* only = nullptr;  ///< null: all faces
    const CulledFaces* culled = nullptr;           ///< null: all faces

    bool hasAllFaces() const { return !only && !culled; }
};
using DrawnMeshes = std::span<const Drawn>;

/// Bits of the stencil images.
inline constexpr GLuint kBitA = 0x80;        ///< SA of the paper, in both
inline constexpr GLuint kBitConvexA = 0x40;  ///< SCA, in `nearEnd`
inline constexpr GLuint kCount1 = 0x7f;      ///< SC1, in `farEnd`
inline constexpr GLuint kCount2 = 0x3f;      ///< SC2, in `nearEnd`
inline constexpr GLuint kBitToggle = 0x01;   ///< SP of the simplified extensions, in both
inline constexpr GLuint kBitB = 0x02;        ///< SO, in `farEnd`
/// SC2 is at most SC1, so if SC1 is below this neither has overflowed.
inline constexpr unsigned kCountFull = 63;

/// The drawing passes of the paper's sections 4 and 5, for one pair or for many, each in its slice of the
/// images. On the OpenGL thread; `begin` first.
class Passes {
public:
    static Result<Passes> create();

    /// The state that all passes share: depths are neither clipped nor scaled, both sides of faces are drawn.
    static void begin(int pixels);

    /// Lines 01 to 04: where A ends.
    void drawFarEnd(const Targets& targets, DrawnMeshes a);
    /// Lines 13 to 15 with extension 1's 150 and 151: where A begins, and how many layers it has there.
    void drawNearEnd(const Targets& targets, DrawnMeshes a);
    /// Turns these numbers into SA and SCA, so that SC2 has room.
    void markConvex(const Targets& targets, std::size_t slices) const;
    /// Lines 05 and 06, and 16 and 17: counts the layers of B that pass test (2), or test (3).
    void count1(const Targets& targets, DrawnMeshes b);
    void count2(const Targets& targets, DrawnMeshes b);
    /// Both by one drawing of B: SC1 in the stencil of `farEnd`, and SC2 by blending in `earlier`. Fragments
    /// that pass test (3) also pass test (2), so test (2) is the depth test, and test (3) is in the fragment
    /// shader.
    void countBoth(const Targets& targets, DrawnMeshes b);
    /// The same for extensions 1' and 2': whether B is there, and whether the counts are odd.
    void toggle1(const Targets& targets, DrawnMeshes b);
    void toggle2(const Targets& targets, DrawnMeshes b);

    /// By a program with `slicedVertexShader`, which is in use from then on: one call for each mesh.
    void draw(DrawnMeshes drawn, const gl::Program& program, int pixels);

    /// One triangle over each of the first slices of the image, with the current program.
    void drawWholePicture(std::size_t slices = 1) const;

private:
    Passes(gl::Program program, gl::Program earlier, gl::Program fill)
        : program_(std::move(program)), earlier_(std::move(earlier)), fill_(std::move(fill)) {}
    std::size_t store(std::span<const Drawn* const> drawn);

    gl::Program program_, earlier_, fill_;
    gl::Object noVertices_;
    gl::MappedBuffer instances_;
    std::size_t storedBytes_ = 0;  ///< of `instances_`, since OpenGL was last waited for
};

/// For a program with `snappedVertexShader`.
void setWindow(const gl::Program& program, const WindowMatrix& toWindow, int pixels);
extern const char* const kWholePictureVertexGlsl;

}  // namespace ricochet::stencil
