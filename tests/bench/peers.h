#pragma once

#include "demos/peers/peer_table.h"

#include <string>
#include <vector>

namespace ricochet::bench {

using peers::Answer;
using peers::Peer;
using peers::PeerKind;

/// Those that are compared with one another pair by pair; the first is the one that the others are compared
/// with.
const std::vector<PeerKind>& peerKinds();

/// Why a backend is left out of a case; null where it is not.
const char* reasonToSkip(const std::string& peer, const std::string& caseName);

}  // namespace ricochet::bench
