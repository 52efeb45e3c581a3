#include "tests/bench/peer.h"

namespace ricochet::bench {
namespace {

struct Skip {
    const char* peer;
    const char* caseName;
    const char* why;
};

/// Boxes along fixed axes are of no use to long triangles that lie aslant in them.
constexpr Skip kSkips[] = {
    {"face-octree", "B_pipes_turned", "over 6 GB"},
    {"face-octree", "B_pipes_crossing", "2 s per pose"},
    {"gimpact", "B_pipes_turned", "dies for want of memory"},
    {"gimpact", "B_pipes_crossing", "over 10 s per pose"},
    {"embree", "B_pipes_turned", "over 10 s per pose"},
    {"embree", "B_pipes_crossing", "2 s per pose"},
    {"embree-with-refit", "B_pipes_turned", "over 10 s per pose"},
    {"embree-with-refit", "B_pipes_crossing", "2 s per pose"},
    {"ode", "B_pipes_turned", "over 10 s per pose"},
    {"ode", "B_pipes_crossing", "2 s per pose"},
};

}  // namespace

const std::vector<PeerKind>& peerKinds() {
    static const std::vector<PeerKind> kinds = {
        {"wide-tree", Answer::exact, makeWideTree},
        {"wide-tree-first", Answer::first, makeWideTreeFirst},
        {"obb-tree", Answer::exact, makeObbTree},
        {"face-octree", Answer::exact, makeFaceOctree},
        {"fcl-obbrss", Answer::rounded, makeFclObbRss},
        {"float-obb", Answer::roundedToFloat, makeFloatObb},
        {"gimpact", Answer::other, makeGImpact},
        {"embree", Answer::exact, makeEmbree},
        {"embree-with-refit", Answer::exact, makeEmbreeWithRefit},
        {"ode", Answer::other, makeOde},
    };
    return kinds;
}

const char* reasonToSkip(const std::string& peer, const std::string& caseName) {
    for (const Skip& skip : kSkips) {
        if (peer == skip.peer && caseName == skip.caseName) return skip.why;
    }
    return nullptr;
}

}  // namespace ricochet::bench
