#pragma once

#include "demos/peers/peer_table.h"

#include <string>
#include <vector>

namespace ricochet::bench {

using peers::Answer;
using peers::Peer;
using peers::PeerKind;

/// The compared backends; the first is the reference.
const std::vector<PeerKind>& peerKinds();

/// The reason why a backend is skipped in a case; null if it is not.
const char* reasonToSkip(const std::string& peer, const std::string& caseName);

}  // namespace ricochet::bench
