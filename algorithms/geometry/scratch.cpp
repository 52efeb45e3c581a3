#include "algorithms/geometry/scratch.h"

#include <array>
#include <bit>
#include <new>
#include <utility>

namespace ricochet {
namespace {

struct Block {
    Block* next;
};

constexpr std::size_t kLeast = 64;  // bytes of the smallest blocks; each kind has twice as many as the last
constexpr std::size_t kKinds = 15;  // up to a megabyte

// Not destroyed with the thread's other objects, some of which still free their lists then.
thread_local constinit std::array<Block*, kKinds> spareBlocks{};
thread_local constinit bool isEnding = false;

/// Frees the blocks at the thread's end.
struct Ending {
    ~Ending() {
        isEnding = true;
        for (Block*& first : spareBlocks) {
            while (first) ::operator delete(std::exchange(first, first->next));
        }
    }
};

std::size_t kindOf(std::size_t bytes) {
    return bytes <= kLeast ? 0 : static_cast<std::size_t>(std::bit_width((bytes - 1) / kLeast));
}

}  // namespace

void* takeScratch(std::size_t bytes) {
    const std::size_t kind = kindOf(bytes);
    if (kind >= kKinds) return ::operator new(bytes);
    Block*& first = spareBlocks[kind];
    return first ? std::exchange(first, first->next) : ::operator new(kLeast << kind);
}

void freeScratch(void* memory, std::size_t bytes) noexcept {
    thread_local const Ending ending;
    const std::size_t kind = kindOf(bytes);
    if (kind >= kKinds || isEnding) return ::operator delete(memory);
    spareBlocks[kind] = ::new (memory) Block{spareBlocks[kind]};
}

}  // namespace ricochet
