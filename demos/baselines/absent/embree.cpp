#include "demos/baselines/baseline.h"

namespace ricochet::baselines {

std::unique_ptr<Baseline> makeEmbree(const SharedMesh&, const SharedMesh&) { return nullptr; }
std::unique_ptr<Baseline> makeEmbreeWithRefit(const SharedMesh&, const SharedMesh&) { return nullptr; }

}  // namespace ricochet::baselines
