#pragma once

#include <BulletCollision/BroadphaseCollision/btBroadphaseProxy.h>
#include <ricochet/precision.h>

#include <array>
#include <cstddef>
#include <memory>
#include <vector>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// Proxies by number, in contiguous blocks with stable addresses.
class ProxyPool {
public:
    btBroadphaseProxy& operator[](std::size_t i) { return (*blocks_[i / kBlock])[i % kBlock]; }
    const btBroadphaseProxy& operator[](std::size_t i) const { return (*blocks_[i / kBlock])[i % kBlock]; }
    void makeRoomFor(std::size_t i) {
        while (i / kBlock >= blocks_.size()) blocks_.push_back(std::make_unique<Block>());
    }
    std::size_t room() const { return blocks_.size() * kBlock; }
    void clear() { blocks_.clear(); }

private:
    static constexpr std::size_t kBlock = 1024;
    using Block = std::array<btBroadphaseProxy, kBlock>;
    std::vector<std::unique_ptr<Block>> blocks_;
};

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
