#include "algorithms/stencil/solid_test.h"

#include "algorithms/stencil/interval_test.h"

#include <algorithm>

namespace ricochet::stencil {
namespace {

const DrawnMesh* drawnMesh(const CollisionModel& model) {
    const auto* const own = asKind<DrawnModel>(&model);
    return own ? own->drawn() : nullptr;
}

}  // namespace

Result<Answer> CpuSolidTest::detect(const MeshInstance& a, const MeshInstance& b, const View& view,
                                    const DetectorSettings& settings) const {
    if (std::string complaint = view.complaint(); !complaint.empty()) return tl::unexpected(complaint);
    const View widened = withDepthRange(view, a.mesh(), a.pose, b.mesh(), b.pose, settings.growth);
    Answer answer;
    answer.map = intervalMap(a.mesh(), a.pose, b.mesh(), b.pose, widened, settings.growth);
    answer.counts = answer.map.histogram();
    answer.collides = std::any_of(answer.map.cases.begin(), answer.map.cases.end(), isCollision);
    if (!settings.wholeMap) answer.map = {};
    return answer;
}

bool CpuSolidTest::isConvex(const CollisionModel& model) const {
    return stencil::isConvex(model.mesh(), buildTopology(model.mesh()));
}

Result<Answer> DrawnSolidTest::detect(const MeshInstance& a, const MeshInstance& b, const View& view,
                                      const DetectorSettings& settings) const {
    const DrawnMesh *const drawnA = drawnMesh(*a.model), *const drawnB = drawnMesh(*b.model);
    if (!drawnA || !drawnB) return tl::unexpected(std::string("an open mesh has no inside"));
    return detector_->detect(*drawnA, a.pose, *drawnB, b.pose, view, settings);
}

bool DrawnSolidTest::isConvex(const CollisionModel& model) const {
    const DrawnMesh* const drawn = drawnMesh(model);
    return drawn && drawn->isConvex();
}

std::shared_ptr<const CollisionModel> DrawnSolidTest::build(std::shared_ptr<const Mesh> mesh) const {
    auto drawn = detector_->upload(mesh);
    return std::make_shared<DrawnModel>(std::move(mesh), drawn ? std::move(*drawn) : nullptr);
}

}  // namespace ricochet::stencil
