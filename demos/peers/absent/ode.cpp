#include "demos/peers/peer.h"

namespace ricochet::peers {

std::unique_ptr<Peer> makeOde(const SharedMesh&, const SharedMesh&) { return nullptr; }

}  // namespace ricochet::peers
