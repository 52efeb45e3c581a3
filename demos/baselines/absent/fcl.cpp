#include "demos/baselines/baseline.h"

namespace ricochet::baselines {

std::unique_ptr<Baseline> makeFclObbRss(const SharedMesh&, const SharedMesh&) { return nullptr; }
std::unique_ptr<Baseline> makeFclFirst(const SharedMesh&, const SharedMesh&) { return nullptr; }
std::unique_ptr<Baseline> makeFclKdop18(const SharedMesh&, const SharedMesh&) { return nullptr; }
std::unique_ptr<Baseline> makeFclAabb(const SharedMesh&, const SharedMesh&) { return nullptr; }

}  // namespace ricochet::baselines
