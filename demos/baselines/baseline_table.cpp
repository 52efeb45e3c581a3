#include "demos/baselines/baseline_table.h"

#include "algorithms/face_octree/face_octree.h"
#include "algorithms/obb_tree/obb_tree.h"
#include "algorithms/spherical_field/spherical_field.h"
#include "algorithms/wide_tree/wide_tree.h"

#include <algorithm>
#include <cassert>

namespace ricochet::baselines {
namespace {

template <class Algorithm>
std::unique_ptr<Baseline> all(const SharedMesh& a, const SharedMesh& b) {
    return makeOurs(std::make_unique<Algorithm>(), a, b);
}

template <class Algorithm>
std::unique_ptr<Baseline> first(const SharedMesh& a, const SharedMesh& b) {
    return makeOursFirst(std::make_unique<Algorithm>(), a, b);
}

using spherical_field::Determination;
using spherical_field::Method;
using spherical_field::ReportedPairs;

template <int level, Determination mode, Method method = Method::ours>
std::unique_ptr<Baseline> spherical(const SharedMesh& a, const SharedMesh& b) {
    return makeSpherical(a, b,
                         {.field = {.level = level},
                          .determining = {.mode = mode, .pairs = ReportedPairs::asFound},
                          .method = method});
}

}  // namespace

const std::vector<BaselineKind>& baselineTable() {
    static const std::vector<BaselineKind> table = {
        {"wide-tree", Answer::exact, all<WideTree>},
        {"wide-tree-first", Answer::first, first<WideTree>},
        {"obb-tree", Answer::exact, all<ObbTree>},
        {"face-octree", Answer::exact, all<FaceOctree>},
        {"spherical", Answer::exact, all<SphericalField>},
        {"spherical-8", Answer::exact, spherical<3, Determination::all>},
        {"spherical-16", Answer::exact, spherical<4, Determination::all>},
        {"spherical-32", Answer::exact, spherical<5, Determination::all>},
        {"spherical-layer-8", Answer::candidates, spherical<3, Determination::singleLayer>},
        {"spherical-layer-16", Answer::candidates, spherical<4, Determination::singleLayer>},
        {"spherical-layer-32", Answer::candidates, spherical<5, Determination::singleLayer>},
        {"spherical-single-8", Answer::candidates, spherical<3, Determination::single>},
        {"spherical-single-16", Answer::candidates, spherical<4, Determination::single>},
        {"spherical-single-32", Answer::candidates, spherical<5, Determination::single>},
        {"spherical-rays-8", Answer::other, spherical<3, Determination::all, Method::rays>},
        {"spherical-rays-16", Answer::other, spherical<4, Determination::all, Method::rays>},
        {"spherical-rays-layer-8", Answer::other, spherical<3, Determination::singleLayer, Method::rays>},
        {"spherical-rays-layer-16", Answer::other, spherical<4, Determination::singleLayer, Method::rays>},
        {"spherical-rays-single-8", Answer::other, spherical<3, Determination::single, Method::rays>},
        {"spherical-rays-single-16", Answer::other, spherical<4, Determination::single, Method::rays>},
        {"dop-tree", Answer::exact, makeDopTree},
        {"fcl-obbrss", Answer::rounded, makeFclObbRss},
        {"fcl-first", Answer::first, makeFclFirst},
        {"fcl-18dop", Answer::rounded, makeFclKdop18},
        {"fcl-aabb", Answer::rounded, makeFclAabb},
        {"float-obb", Answer::roundedToFloat, makeFloatObb},
        {"gimpact", Answer::other, makeGImpact},
        {"embree", Answer::exact, makeEmbree},
        {"embree-with-refit", Answer::exact, makeEmbreeWithRefit},
        {"ode", Answer::other, makeOde},
    };
    return table;
}

const BaselineKind& baselineNamed(std::string_view name) {
    const auto row = std::find_if(baselineTable().begin(), baselineTable().end(),
                                  [&](const BaselineKind& kind) { return kind.name == name; });
    assert(row != baselineTable().end());
    return *row;
}

}  // namespace ricochet::baselines
