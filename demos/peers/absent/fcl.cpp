#include "demos/peers/peer.h"

namespace ricochet::peers {

std::unique_ptr<Peer> makeFclObbRss(const SharedMesh&, const SharedMesh&) { return nullptr; }
std::unique_ptr<Peer> makeFclFirst(const SharedMesh&, const SharedMesh&) { return nullptr; }
std::unique_ptr<Peer> makeFclKdop18(const SharedMesh&, const SharedMesh&) { return nullptr; }
std::unique_ptr<Peer> makeFclAabb(const SharedMesh&, const SharedMesh&) { return nullptr; }

}  // namespace ricochet::peers
