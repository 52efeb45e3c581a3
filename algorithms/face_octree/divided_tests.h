#pragma once

#include "algorithms/face_octree/face_octree.h"
#include "algorithms/face_octree/pair_test.h"
#include "algorithms/geometry/bounded_queue.h"

#include <deque>
#include <functional>
#include <span>
#include <vector>

namespace ricochet {

/// Stage 4 when all pairs are known: retains in `pairs` those that pass, in their order. Tasks take ranges of
/// pairs from a counter, or each has its own assigned beforehand (4.4.1).
class ListedTests {
public:
    void keepPassing(const PairTest& test, const Executor& executor, PairDivision division,
                     std::vector<EntryPair>& pairs);

private:
    std::vector<char> passes_;  ///< per pair; reused
};

/// Stages 3 and 4 concurrently (4.4.2): the first task to start finds pairs, and the others test them.
class ProducerAndConsumers {
public:
    /// Receives one pair.
    using Take = std::function<void(const EntryPair&)>;

    /// `find` calls its argument for each pair and is called once, by one of the executor's tasks. Appends
    /// the pairs that pass to `passing`, in the order in which they were found. Returns how many were found.
    std::uint64_t run(const std::function<void(const Take&)>& find, const PairTest& test,
                      const Executor& executor, std::vector<EntryPair>& passing);

private:
    static constexpr std::size_t kPairsPerChunk = 128;
    /// Enough to keep testers busy while no pair is found. The finder tests the rest.
    static constexpr std::size_t kMostWaiting = 64;

    struct Chunk {
        std::array<EntryPair, kPairsPerChunk> pairs;
        std::size_t count = 0;
    };

    void produce(const std::function<void(const Take&)>& find, const PairTest& test);
    void consume(const PairTest& test);
    void hand(Chunk* chunk, const PairTest& test);
    Chunk* nextChunk();
    static void keepPassing(Chunk& chunk, const PairTest& test);

    std::deque<Chunk> chunks_;  ///< addresses are stable; reused
    std::size_t chunkCount_ = 0;
    BoundedQueue<Chunk*, kMostWaiting> queue_;
    std::uint64_t found_ = 0;
};

}  // namespace ricochet
