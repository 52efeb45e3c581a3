#include "demos/peers/peer_table.h"

#include "algorithms/face_octree/face_octree.h"
#include "algorithms/obb_tree/obb_tree.h"
#include "algorithms/spherical_field/determination.h"
#include "algorithms/spherical_field/spherical_field.h"
#include "algorithms/wide_tree/wide_tree.h"

#include <algorithm>
#include <cassert>

namespace ricochet::peers {
namespace {

template <class Algorithm>
std::unique_ptr<Peer> all(const SharedMesh& a, const SharedMesh& b) {
    return makeOurs(std::make_unique<Algorithm>(), a, b);
}

template <class Algorithm>
std::unique_ptr<Peer> first(const SharedMesh& a, const SharedMesh& b) {
    return makeOursFirst(std::make_unique<Algorithm>(), a, b);
}

using spherical_field::Determination;

template <int level, Determination mode>
std::unique_ptr<Peer> spherical(const SharedMesh& a, const SharedMesh& b) {
    return makeSpherical(a, b, level, mode);
}

}  // namespace

const std::vector<PeerKind>& peerTable() {
    static const std::vector<PeerKind> table = {
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

const PeerKind& peerNamed(std::string_view name) {
    const auto row = std::find_if(peerTable().begin(), peerTable().end(),
                                  [&](const PeerKind& kind) { return kind.name == name; });
    assert(row != peerTable().end());
    return *row;
}

}  // namespace ricochet::peers
