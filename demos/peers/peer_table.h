#pragma once

#include "demos/peers/answer.h"
#include "demos/peers/peer.h"

#include <string_view>
#include <vector>

namespace ricochet::peers {

struct PeerKind {
    const char* name;
    Answer answer;
    /// Null where the peer's library was not installed when this was built.
    std::unique_ptr<Peer> (*make)(const SharedMesh& a, const SharedMesh& b);
};

/// All peers; the first is the one that the others are compared with.
const std::vector<PeerKind>& peerTable();

/// The row of that name, which must be there.
const PeerKind& peerNamed(std::string_view name);

}  // namespace ricochet::peers
