#include "tests/bench/peer.h"

#include <cstring>

namespace ricochet::bench {
namespace {

struct Skip {
    const char* peer;
    const char* caseName;
    const char* why;
};

constexpr Skip kSkips[] = {
    {"face-octree", "B_pipes_turned", "seconds per pose: pipes lie aslant in its boxes"},
    {"face-octree", "B_pipes_crossing", "seconds per pose: pipes lie aslant in its boxes"},
};

}  // namespace

const std::vector<PeerKind>& peerKinds() {
    static const std::vector<PeerKind> kinds = {
        {"wide-tree", Answer::exact, makeWideTree},
        {"face-octree", Answer::exact, makeFaceOctree},
        {"fcl-obbrss", Answer::rounded, makeFclObbRss},
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
