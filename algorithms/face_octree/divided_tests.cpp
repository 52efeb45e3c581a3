// Smith, Kitamura. Towards the Realization of Real-Time Collision Detection. 1994. Section 4.4. There the
// unit of work is a pair; here it is a block of pairs, so that threads access shared data once for each
// block.

#include "algorithms/face_octree/divided_tests.h"

#include <algorithm>
#include <atomic>

namespace ricochet {
namespace {

/// Pairs in [i * size, (i + 1) * size) of `count`.
struct Block {
    std::size_t begin, count;
};
Block block(std::size_t i, std::size_t size, std::size_t count) {
    const std::size_t begin = i * size;
    return {begin, std::min(size, count - begin)};
}

Index blocksIn(std::size_t count, std::size_t size) { return static_cast<Index>((count + size - 1) / size); }

}  // namespace

void ListedTests::keepPassing(const PairTest& test, const Executor& executor, PairDivision division,
                              std::vector<EntryPair>& pairs) {
    // In a cyclic distribution, the answers of a block fill a cache line, so that no two threads share one.
    const bool isCyclic = division == PairDivision::spmd;
    const std::size_t size = isCyclic ? 64 : 256;
    const Index blocks = blocksIn(pairs.size(), size);
    passes_.resize(pairs.size());
    const auto testBlock = [&](Index i) {
        const auto [begin, count] = block(i, size, pairs.size());
        test.test(std::span(pairs).subspan(begin, count), std::span(passes_).subspan(begin, count));
    };
    if (isCyclic) {
        const Index tasks = std::min(executor.threadCount(), blocks);
        executor.run(tasks, [&](Index task) {
            for (Index i = task; i < blocks; i += tasks) testBlock(i);
        });
    } else {
        executor.run(blocks, testBlock);
    }

    std::size_t remaining = 0;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        if (passes_[i]) pairs[remaining++] = pairs[i];
    }
    pairs.resize(remaining);
}

std::uint64_t ProducerAndConsumers::run(const std::function<void(const Take&)>& find, const PairTest& test,
                                        const Executor& executor, std::vector<EntryPair>& passing) {
    chunkCount_ = 0;
    found_ = 0;
    queue_.open();
    // The first task to begin is the producer, so no task waits for one that has not begun.
    std::atomic<bool> hasProducer = false;
    executor.run(executor.threadCount(), [&](Index) {
        if (!hasProducer.exchange(true)) produce(find, test);
        consume(test);
    });
    for (std::size_t i = 0; i < chunkCount_; ++i) {
        const Chunk& chunk = chunks_[i];
        passing.insert(passing.end(), chunk.pairs.begin(),
                       chunk.pairs.begin() + static_cast<std::ptrdiff_t>(chunk.count));
    }
    return found_;
}

void ProducerAndConsumers::produce(const std::function<void(const Take&)>& find, const PairTest& test) {
    Chunk* chunk = nextChunk();
    find([&](const EntryPair& pair) {
        chunk->pairs[chunk->count++] = pair;
        if (chunk->count < kPairsPerChunk) return;
        hand(chunk, test);
        chunk = nextChunk();
    });
    hand(chunk, test);
    queue_.close();
}

void ProducerAndConsumers::consume(const PairTest& test) {
    while (const std::optional<Chunk*> chunk = queue_.pop()) keepPassing(**chunk, test);
}

/// If the queue is full, the producer tests the chunk itself.
void ProducerAndConsumers::hand(Chunk* chunk, const PairTest& test) {
    found_ += chunk->count;
    if (!queue_.tryPush(chunk)) keepPassing(*chunk, test);
}

ProducerAndConsumers::Chunk* ProducerAndConsumers::nextChunk() {
    if (chunkCount_ == chunks_.size()) chunks_.emplace_back();
    Chunk& chunk = chunks_[chunkCount_++];
    chunk.count = 0;
    return &chunk;
}

void ProducerAndConsumers::keepPassing(Chunk& chunk, const PairTest& test) {
    std::array<char, kPairsPerChunk> passes;
    test.test(std::span(chunk.pairs).first(chunk.count), passes);
    std::size_t remaining = 0;
    for (std::size_t i = 0; i < chunk.count; ++i) {
        if (passes[i]) chunk.pairs[remaining++] = chunk.pairs[i];
    }
    chunk.count = remaining;
}

}  // namespace ricochet
