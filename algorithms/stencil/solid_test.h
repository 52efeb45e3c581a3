#pragma once

#include "algorithms/geometry/narrow_phase.h"
#include "algorithms/stencil/detector.h"

namespace ricochet::stencil {

/// Tests in a view which pixels of two closed solids collide.
class SolidTest {
public:
    virtual ~SolidTest() = default;

    virtual Result<Answer> detect(const MeshInstance& a, const MeshInstance& b, const View& view,
                                  const DetectorSettings& settings) const = 0;
    /// As in roles.h.
    virtual bool isConvex(const CollisionModel& model) const = 0;
};

/// By the interval test on the CPU; of the settings it needs only the growth, and whether to return the map.
class CpuSolidTest final : public SolidTest {
public:
    Result<Answer> detect(const MeshInstance& a, const MeshInstance& b, const View& view,
                          const DetectorSettings& settings) const override;
    bool isConvex(const CollisionModel& model) const override;
};

/// A mesh with its buffers, if it is closed.
class DrawnModel final : public CollisionModel {
public:
    DrawnModel(std::shared_ptr<const Mesh> mesh, std::shared_ptr<const DrawnMesh> drawn)
        : CollisionModel(std::move(mesh), Kind::of<DrawnModel>()), drawn_(std::move(drawn)) {}

    /// Null for an open mesh.
    const DrawnMesh* drawn() const { return drawn_.get(); }

private:
    std::shared_ptr<const DrawnMesh> drawn_;
};

/// By the detector with the stencil buffer. All models must be `DrawnModel`s.
class DrawnSolidTest final : public SolidTest {
public:
    explicit DrawnSolidTest(std::shared_ptr<Detector> detector) : detector_(std::move(detector)) {}

    Result<Answer> detect(const MeshInstance& a, const MeshInstance& b, const View& view,
                          const DetectorSettings& settings) const override;
    bool isConvex(const CollisionModel& model) const override;

    std::shared_ptr<const CollisionModel> build(std::shared_ptr<const Mesh> mesh) const;

private:
    std::shared_ptr<Detector> detector_;
};

}  // namespace ricochet::stencil
