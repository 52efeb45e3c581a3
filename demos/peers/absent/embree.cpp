#include "demos/peers/peer.h"

namespace ricochet::peers {

std::unique_ptr<Peer> makeEmbree(const SharedMesh&, const SharedMesh&) { return nullptr; }
std::unique_ptr<Peer> makeEmbreeWithRefit(const SharedMesh&, const SharedMesh&) { return nullptr; }

}  // namespace ricochet::peers
