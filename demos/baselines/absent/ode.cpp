#include "demos/baselines/baseline.h"

namespace ricochet::baselines {

std::unique_ptr<Baseline> makeOde(const SharedMesh&, const SharedMesh&) { return nullptr; }

}  // namespace ricochet::baselines
