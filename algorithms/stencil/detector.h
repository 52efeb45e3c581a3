#pragma once

#include "algorithms/stencil/collision_map.h"
#include "algorithms/stencil/drawn_mesh.h"
#include "algorithms/stencil/examination.h"
#include "algorithms/stencil/roles.h"
#include "algorithms/stencil/view.h"

#include <limits>
#include <memory>
#include <optional>

namespace ricochet::stencil {

struct DetectorSettings {
    Method method = Method::extended;
    Examiner examiner = Examiner::readBack;
    bool wholeMap = true;           ///< false: ends as soon as yes or no is known, without a map
    bool examinesOnce = false;      ///< yes or no: both passes always, and one look at the counters
    bool cacheDepths = true;        ///< A's depth images stay while it has not moved relative to the view
    bool drawsBothAtOnce = true;    ///< one drawing of B counts for both passes where both are requested; not
                                    ///< by `simplified`
    bool skipsHiddenFaces = true;   ///< groups of B's faces that no counter would count are not drawn
    Index firstCapacity = 1 << 16;  ///< layers that the per-pixel lists have room for at first
    Index mostLayers = std::numeric_limits<Index>::max();  ///< of these lists; the driver's limit holds, too
    bool timesPhases = false;  ///< waits for OpenGL after each phase, and says how long it took
};

/// Wall time, milliseconds; the paper's phases.
struct PhaseTimes {
    double draw1 = 0, draw2 = 0;        ///< one rendering of A and B each
    double examine1 = 0, examine2 = 0;  ///< of the pixel masks; the whole map has one examination, the second
    double lists = 0;                   ///< what the counters leave undecided
};

struct PixelList;

/// What a detector says of two meshes in one view.
struct Answer {
    bool collides = false;
    Roles roles = Roles::asGiven;  ///< which body was A: the cases of figure 1 are told of it
    int passes = 0;                ///< 1 or 2 of the counters
    bool usedLists = false;        ///< some pixels were decided by sorting their layers
    int listTries = 0;     ///< how often their layers were collected: 2 where there was too little room
    PixelCounts counts{};  ///< of the last examination; zeros by occlusion queries
    CollisionMap map;      ///< empty unless the whole map is asked for
    PhaseTimes times;      ///< zeros unless they are asked for
};

/// What is cached for two solids from one step to the next; the caller owns it.
struct PairRoles {
    std::optional<Roles> next;  ///< none: the first step is to come
};

/// Two solids drawn along one direction: depth test and stencil counters say for every pixel whether they
/// collide.
/// Myszkowski, Okunev, Kunii. Fast collision detection between complex solids using rasterizing graphics
/// hardware. 1995. Here two depth images instead of one leave all of the stencil bits to the counters, and
/// what the counters cannot decide is sorted on the GPU, not blended. It samples: what lies between the rays
/// of the pixels is missed. Thread-safe: one call at a time is served.
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

    /// The depth range of `view` is widened to what both meshes take, where it does not hold that already.
    Result<Answer> detect(const DrawnMesh& a, const Pose& poseA, const DrawnMesh& b, const Pose& poseB,
                          const View& view);

    /// The same with the paper's choice of which body is A (roles.h): by convexity, complexity or depth in
    /// the first step; two convex solids are swapped after a step in which most pixels needed the second
    /// pass.
    Result<Answer> detect(const DrawnMesh& first, const Pose& poseFirst, const DrawnMesh& second,
                          const Pose& poseSecond, const View& view, PairRoles& roles);

    /// Which pixels collide, by peeling A layer by layer instead: slow, a cross-check.
    Result<std::vector<bool>> detectByPeeling(const DrawnMesh& a, const Pose& poseA, const DrawnMesh& b,
                                              const Pose& poseB, const View& view);

    /// Of every pixel that the last call sorted.
    std::vector<PixelList> sortedLists();

    const gl::Thread& thread() const { return *thread_; }

private:
    struct Implementation;
    Detector(std::shared_ptr<gl::Thread> thread, DetectorSettings settings);

    std::shared_ptr<gl::Thread> thread_;
    DetectorSettings settings_;
    std::unique_ptr<Implementation> implementation_;  ///< lives on the OpenGL thread
};

/// The same view, with a depth range that holds both meshes; unchanged where it does already.
View withDepthOf(const View& view, const Mesh& a, const Pose& poseA, const Mesh& b, const Pose& poseB);

}  // namespace ricochet::stencil
