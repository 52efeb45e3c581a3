#include "algorithms/mktree/prefetcher.h"

#include "algorithms/mktree/queries.h"
#include "tests/mktree/worlds.h"

#include <thread>

namespace ricochet::mktree::test {
namespace {

class MkTreePrefetcher : public testing::Test {
protected:
    static constexpr std::size_t kPlenty = 64 << 20;

    std::size_t inMemory() const {
        std::size_t count = 0;
        for (Index leaf = 0; leaf < tree_->directory().leaves.size(); ++leaf)
            count += tree_->isInMemory(leaf);
        return count;
    }

    TemporaryFolder folder_;
    std::shared_ptr<const MkTree> tree_ =
        builtTree(clutter(9, 150), folder_.file("w"), {.leafTriangles = 60});
    const Aabb box_{Vec3(-2, -2, -2), Vec3(1, 1, 1)};
};

TEST_F(MkTreePrefetcher, ReadsTheLeavesThatTheBoxOverlaps) {
    Prefetcher prefetcher(tree_, kPlenty);
    EXPECT_EQ(inMemory(), 0u);
    prefetcher.request(box_);
    prefetcher.finish();
    const std::vector<Index> leaves = leavesIn(*tree_, box_);
    EXPECT_GT(leaves.size(), 3u);
    EXPECT_LT(leaves.size(), tree_->directory().leaves.size());
    for (const Index leaf : leaves) EXPECT_TRUE(tree_->isInMemory(leaf));
    EXPECT_EQ(inMemory(), leaves.size());
    EXPECT_EQ(prefetcher.leavesRead(), leaves.size());
    prefetcher.request(box_);  // all of it is there
    prefetcher.finish();
    EXPECT_EQ(prefetcher.leavesRead(), leaves.size());
}

TEST_F(MkTreePrefetcher, LeavesRoomForOthersInTheCache) {
    Prefetcher prefetcher(tree_, 1 << 14);
    prefetcher.request(tree_->box());
    prefetcher.finish();
    EXPECT_GT(inMemory(), 0u);
    EXPECT_LT(tree_->statistics().bytes, std::size_t{1} << 15);
}

TEST_F(MkTreePrefetcher, LeavesADamagedLeafToItsReader) {
    std::filesystem::resize_file(folder_.file("w"), 512);
    Prefetcher prefetcher(tree_, kPlenty);
    prefetcher.request(tree_->box());
    prefetcher.finish();
    EXPECT_EQ(prefetcher.leavesRead(), 0u);
    EXPECT_FALSE(tree_->leaf(0));
}

TEST_F(MkTreePrefetcher, CanEndWhileBoxesWait) {
    for (int i = 0; i < 20; ++i) {
        Prefetcher prefetcher(tree_, kPlenty);
        std::thread other([&] { prefetcher.request(box_); });
        prefetcher.request(tree_->box());
        other.join();
    }
    EXPECT_LE(inMemory(), tree_->directory().leaves.size());
}

}  // namespace
}  // namespace ricochet::mktree::test
