#include "algorithms/geometry/aabb.h"
#include "algorithms/geometry/triangle_triangle.h"
#include "demos/baselines/baseline.h"

#include <Eigen/LU>

#include <embree3/rtcore.h>
#include <span>

namespace ricochet::baselines {
namespace {

struct Release {
    void operator()(RTCDevice device) const { rtcReleaseDevice(device); }
    void operator()(RTCScene scene) const { rtcReleaseScene(scene); }
};

/// The faces of one mesh as boxes in an Embree scene.
class BoxScene {
public:
    BoxScene(RTCDevice device, SharedMesh mesh, RTCBuildQuality quality)
        : mesh_(std::move(mesh)), scene_(rtcNewScene(device)) {
        const bool isRefitted = quality == RTC_BUILD_QUALITY_REFIT;
        rtcSetSceneFlags(scene_.get(), isRefitted ? RTC_SCENE_FLAG_DYNAMIC : RTC_SCENE_FLAG_NONE);
        rtcSetSceneBuildQuality(scene_.get(), isRefitted ? RTC_BUILD_QUALITY_LOW : quality);
        geometry_ = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_USER);
        rtcSetGeometryUserPrimitiveCount(geometry_, mesh_->faceCount());
        rtcSetGeometryBoundsFunction(geometry_, giveBounds, nullptr);
        rtcSetGeometryUserData(geometry_, this);
        rtcSetGeometryBuildQuality(geometry_, quality);
        rtcAttachGeometry(scene_.get(), geometry_);
        rtcReleaseGeometry(geometry_);  // the scene holds it
        placeBoxes({});
        placeFaces({});
        fitTree();
    }

    RTCScene scene() const { return scene_.get(); }

    void placeBoxes(const Pose& inTree) {
        boxes_.clear();
        for (Index f = 0; f < mesh_->faceCount(); ++f)
            boxes_.push_back(boxOf(transformTriangle(inTree, mesh_->triangle(f))));
    }
    void placeFaces(const Pose& inWorld) {
        faces_.clear();
        for (Index f = 0; f < mesh_->faceCount(); ++f)
            faces_.push_back(transformTriangle(inWorld, mesh_->triangle(f)));
    }
    /// Refits the tree to the present boxes.
    void fitTree() {
        rtcCommitGeometry(geometry_);
        rtcCommitScene(scene_.get());
    }

    const Aabb& box(Index face) const { return boxes_[face]; }
    const Triangle& face(Index face) const { return faces_[face]; }

private:
    /// So that rounding to float, and of B's pose in A's frame, does not separate faces that intersect.
    static constexpr Real kSlack = 1e-6;  ///< of the largest coordinate

    static void giveBounds(const RTCBoundsFunctionArguments* arguments) {
        const auto& self = *static_cast<const BoxScene*>(arguments->geometryUserPtr);
        const Aabb& box = self.boxes_[arguments->primID];
        const Real size = std::max(box.min.cwiseAbs().maxCoeff(), box.max.cwiseAbs().maxCoeff());
        const Aabb outer = grown(box, kSlack * size);
        const Eigen::Vector3f low = outer.min.cast<float>(), high = outer.max.cast<float>();
        *arguments->bounds_o = {low.x(), low.y(), low.z(), 0, high.x(), high.y(), high.z(), 0};
    }

    SharedMesh mesh_;
    std::unique_ptr<RTCSceneTy, Release> scene_;
    RTCGeometry geometry_;
    std::vector<Aabb> boxes_;      ///< in A's frame
    std::vector<Triangle> faces_;  ///< in the world
};

/// Both trees in A's frame, so B's is refitted at each pose. The pairs of faces with overlapping leaves that
/// rtcCollide reports get our exact test of triangles.
class EmbreeBaseline : public Baseline {
public:
    EmbreeBaseline(const SharedMesh& a, const SharedMesh& b)
        : device_(rtcNewDevice("threads=1")),
          a_(device_.get(), a, RTC_BUILD_QUALITY_MEDIUM),
          b_(device_.get(), b, RTC_BUILD_QUALITY_REFIT) {}

    void prepare(const PosePair& poses) override {
        placeA(poses.a);
        fitB(poses);
    }
    void collide(const PosePair&) override { collideTrees(); }
    std::size_t pairCount() override { return pairs_.size(); }

protected:
    void placeA(const Pose& pose) {
        const bool isThere = poseOfA_.rotation == pose.rotation && poseOfA_.translation == pose.translation;
        if (!isThere) a_.placeFaces(pose);
        poseOfA_ = pose;
    }
    void fitB(const PosePair& poses) {
        const Matrix3 toA = poses.a.rotation.inverse();
        b_.placeBoxes({toA * poses.b.rotation, toA * (poses.b.translation - poses.a.translation)});
        b_.placeFaces(poses.b);
        b_.fitTree();
    }
    void collideTrees() {
        pairs_.clear();
        rtcCollide(a_.scene(), b_.scene(), testCandidates, this);
    }

private:
    static void testCandidates(void* user, RTCCollision* candidates, unsigned count) {
        auto& self = *static_cast<EmbreeBaseline*>(user);
        for (const RTCCollision& candidate : std::span(candidates, count)) {
            const Triangle& a = self.a_.face(candidate.primID0);
            const Triangle& b = self.b_.face(candidate.primID1);
            if (overlaps(boxOf(a), boxOf(b)) && intersects(a, b)) {
                self.pairs_.push_back({candidate.primID0, candidate.primID1});
            }
        }
    }

    std::unique_ptr<RTCDeviceTy, Release> device_;
    BoxScene a_, b_;
    Pose poseOfA_;
    FacePairs pairs_;
};

/// The same including the time of B's refit.
class EmbreeWithRefit final : public EmbreeBaseline {
public:
    using EmbreeBaseline::EmbreeBaseline;

    void prepare(const PosePair& poses) override { placeA(poses.a); }
    void collide(const PosePair& poses) override {
        fitB(poses);
        collideTrees();
    }
};

}  // namespace

std::unique_ptr<Baseline> makeEmbree(const SharedMesh& a, const SharedMesh& b) {
    return std::make_unique<EmbreeBaseline>(a, b);
}

std::unique_ptr<Baseline> makeEmbreeWithRefit(const SharedMesh& a, const SharedMesh& b) {
    return std::make_unique<EmbreeWithRefit>(a, b);
}

}  // namespace ricochet::baselines
