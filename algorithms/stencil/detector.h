#pragma once

#include "algorithms/stencil/blended_layers.h"
#include "algorithms/stencil/collision_map.h"
#include "algorithms/stencil/drawn_mesh.h"
#include "algorithms/stencil/examination.h"
#include "algorithms/stencil/roles.h"
#include "algorithms/stencil/view.h"

#include <limits>
#include <memory>
#include <optional>

namespace ricochet::stencil {

/// How pixels are decided that the counters leave undecided.
enum class Undecided {
    lists,     ///< all of their layers go to lists in a buffer
    blending,  ///< section 6: layers sorted by drawing, and blended; lists where there are more than 32
};

/// Whether faces that would change no pixel are left out of a drawing. Of many pairs at once all faces are
/// drawn.
enum class HiddenFaces {
    byRenderer,  ///< `skipped` where a CPU draws, else `culled`
    drawn,
    skipped,  ///< by the CPU, in groups of 16
    culled,   ///< by a compute shader, each face for itself; meshes of few faces are drawn whole
};

struct DetectorSettings {
    Method method = Method::extended;
    Examiner examiner = Examiner::byRenderer;
    Undecided undecided = Undecided::lists;
    Real growth = 0;              ///< metres by which A is grown at both ends along the view
    bool wholeMap = true;         ///< false: ends as soon as the answer is known, without a map
    bool examinesOnce = false;    ///< yes-or-no queries: always both passes, one evaluation of the counters
    bool cacheDepths = true;      ///< A's depth images are reused while it does not move in the view
    bool drawsBothAtOnce = true;  ///< one drawing of B counts for both passes where both are requested; not
                                  ///< by `simplified`
    HiddenFaces hiddenFaces = HiddenFaces::byRenderer;
    Index fewestCulled = 1 << 14;   ///< faces of a mesh: fewer are drawn faster than `culled` would test them
    Index firstCapacity = 1 << 16;  ///< layers: initial size of the per-pixel lists
    Index mostLayers = std::numeric_limits<Index>::max();  ///< of these lists, besides the driver's limit
    bool timesPhases = false;  ///< of single pairs, by OpenGL's clock; nothing waits between the phases
};

/// Milliseconds by OpenGL's clock; the paper's phases. A phase ends when OpenGL has done its work, and, where
/// that is read back, the CPU its part.
struct PhaseTimes {
    double draw1 = 0, draw2 = 0;        ///< one rendering of A and B each
    double examine1 = 0, examine2 = 0;  ///< of the pixel masks; the whole map has one examination, the second
    double lists = 0;                   ///< pixels that the counters leave undecided
};

struct PixelList;

/// The result for two meshes in one view.
struct Answer {
    bool collides = false;
    Roles roles = Roles::asGiven;  ///< which body was A in the cases of figure 1
    int passes = 0;                ///< 1 or 2 of the counters
    bool usedLists = false;        ///< some pixels were decided by sorting their layers
    bool usedBlending = false;     ///< and some by blending them
    int blendDrawings = 0;         ///< how often A and B were drawn for that: once a layer, and once more
    int listTries = 0;             ///< how often their layers were drawn: 2 if the buffer was too small
    PixelCounts counts{};          ///< of the last examination; zeros by occlusion queries
    CollisionMap map;              ///< empty unless the whole map is requested
    PhaseTimes times;              ///< zeros unless requested
};

/// Two solids and the view of them.
struct DetectorQuery {
    const DrawnMesh* a;
    Pose poseA;
    const DrawnMesh* b;
    Pose poseB;
    View view;
};

/// Data of two solids from one step to the next, owned by the caller.
struct PairRoles {
    std::optional<Roles> next;  ///< none: before the first step
};

/// Draws two solids along one direction: depth test and stencil counters decide for every pixel whether they
/// collide.
/// Myszkowski, Okunev, Kunii. Fast collision detection between complex solids using rasterizing graphics
/// hardware. 1995. Here two depth images instead of one leave all of the stencil bits to the counters, and
/// undecided pixels are decided on the GPU by lists instead of blending. It samples: overlaps between the
/// rays of the pixels are missed. Thread-safe: one call at a time is served.
class Detector {
public:
    /// With an OpenGL thread of its own.
    static Result<std::shared_ptr<Detector>> create(DetectorSettings settings = {});
    static Result<std::shared_ptr<Detector>> create(DetectorSettings settings,
                                                    std::shared_ptr<gl::Thread> thread);
    ~Detector();
    Detector(const Detector&) = delete;
    Detector& operator=(const Detector&) = delete;

    /// Fails for an open mesh.
    Result<std::shared_ptr<const DrawnMesh>> upload(std::shared_ptr<const Mesh> mesh) const {
        return DrawnMesh::upload(thread_, std::move(mesh));
    }

    /// The depth range of `view` is extended to both meshes, unless it contains them already.
    Result<Answer> detect(const DrawnMesh& a, const Pose& poseA, const DrawnMesh& b, const Pose& poseB,
                          const View& view) {
        return detect(a, poseA, b, poseB, view, settings_);
    }

    /// The same with other settings for this call; those of the lists' size and of times remain.
    Result<Answer> detect(const DrawnMesh& a, const Pose& poseA, const DrawnMesh& b, const Pose& poseB,
                          const View& view, const DetectorSettings& settings);

    /// Many pairs in one submission, each in a slice of the images: both passes and one examination, by
    /// compute, whatever the settings say about these; undecided pixels of all pairs are decided together,
    /// too. OpenGL is waited for once, and once or twice more if there are such pixels. Answers in the order
    /// of the queries. Their views have the same number of pixels. More than `kMostPixelsAtOnce` pixels are
    /// drawn in parts.
    Result<std::vector<Answer>> detect(std::span<const DetectorQuery> queries,
                                       const DetectorSettings& settings);
    /// Limit for all views together: about 26 bytes each on the GPU.
    static constexpr std::size_t kMostPixelsAtOnce = std::size_t{1} << 24;

    /// Lists of every pixel that the last call sorted.
    std::vector<PixelList> sortedLists();
    /// Every pixel that the last call blended.
    std::vector<BlendedPixel> blendedPixels();

    const gl::Thread& thread() const { return *thread_; }

private:
    struct Implementation;
    Detector(std::shared_ptr<gl::Thread> thread, DetectorSettings settings);

    std::shared_ptr<gl::Thread> thread_;
    DetectorSettings settings_;
    std::unique_ptr<Implementation> implementation_;  ///< lives on the OpenGL thread
};

/// The same view, with a depth range that contains both meshes, grown by `growth` metres; unchanged if it
/// does already.
View withDepthRange(const View& view, const Mesh& a, const Pose& poseA, const Mesh& b, const Pose& poseB,
                    Real growth = 0);

}  // namespace ricochet::stencil
