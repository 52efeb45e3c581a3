#pragma once

#include "algorithms/stencil/detector.h"
#include "algorithms/stencil/face_culler.h"
#include "algorithms/stencil/frame.h"

namespace ricochet::stencil {

/// Pairs that are drawn at once. A's end and its begin are moved apart if it is grown along the view.
struct DrawnPairs {
    std::vector<Drawn> a, farEnds, nearEnds, b;
    std::vector<float> growths;  ///< depth

    std::size_t size() const { return a.size(); }
    /// In the next slice.
    void add(const DrawnMesh& meshA, const WindowMatrix& placeA, const DrawnMesh& meshB,
             const WindowMatrix& placeB, float growth);
    /// One of other pairs, in its slice.
    void add(const DrawnPairs& others, std::size_t i);
};

/// A mesh, and which of its faces need drawing.
struct Groups {
    /// Only faces that may lie before one of these depths.
    Groups(const Drawn& drawn, const GreatestValues& depths)
        : ranges(groupsBefore(drawn.mesh->groups(), drawn.toWindow, depths)), of(drawn) {
        of.only = &ranges;
    }
    Groups(const Groups&) = delete;
    Groups& operator=(const Groups&) = delete;

    std::vector<FaceRange> ranges;
    Drawn of;
};

/// The passes of pairs of solids, without what need not be drawn: A while it does not move, and faces that
/// would change no pixel. On the OpenGL thread.
class PairDrawing {
public:
    static Result<PairDrawing> create();

    /// The images for so many pairs, in slices; the last few sizes remain.
    Frame& prepare(int pixels, std::size_t pairs);
    void firstPass(Frame& frame, const DrawnPairs& pairs, const DetectorSettings& settings);
    void secondPass(Frame& frame, const DrawnPairs& pairs, const DetectorSettings& settings);
    /// By one drawing of B, if the settings allow it.
    void bothPasses(Frame& frame, const DrawnPairs& pairs, const DetectorSettings& settings);

    /// The same meshes; a single large one without the faces that are not needed, if the settings say so.
    std::vector<Drawn> culled(const Frame& frame, FaceCuller::Whose whose, const std::vector<Drawn>& drawn,
                              FaceCuller::Needed needed, const DetectorSettings& settings);

    Passes& passes() { return passes_; }

private:
    PairDrawing(Passes passes, FaceCuller culler) : passes_(std::move(passes)), culler_(std::move(culler)) {}
    void drawFarEnds(Frame& frame, const DrawnPairs& pairs, const DetectorSettings& settings);
    void drawNearEnds(Frame& frame, const DrawnPairs& pairs, const DetectorSettings& settings);
    template <class Draw>
    void drawB(const Frame& frame, const DrawnPairs& pairs, const DepthStencil& image, GreatestValues& depths,
               const DetectorSettings& settings, Draw&& draw);

    Passes passes_;
    FaceCuller culler_;
    std::vector<std::unique_ptr<Frame>> frames_;  ///< the last one used is the first
};

}  // namespace ricochet::stencil
