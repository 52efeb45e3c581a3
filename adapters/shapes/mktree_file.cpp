#include "adapters/shapes/convert.h"
#include "algorithms/mktree/mktree.h"
#include "algorithms/mktree/prefetcher.h"

#include <ricochet/mktree_shape.h>

#include <mutex>
#include <utility>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

struct MkTreeFile::Faults {
    std::mutex mutex;
    std::string first;
};

MkTreeFile::Opened MkTreeFile::open(const std::string& path, long long cacheBytes) {
    if (cacheBytes < 0) return {nullptr, "The bytes of an MKtree's cache must be zero or more."};
    auto tree = mktree::MkTree::open(path, {static_cast<std::size_t>(cacheBytes)});
    if (!tree) return {nullptr, tree.error()};
    std::shared_ptr<MkTreeFile> file(new MkTreeFile(*tree));
    file->prefetcher_ = std::make_unique<mktree::Prefetcher>(std::move(*tree), std::size_t(cacheBytes) / 2);
    return {std::move(file), {}};
}

MkTreeFile::MkTreeFile(std::shared_ptr<const mktree::MkTree> tree)
    : tree_(std::move(tree)), faults_(std::make_unique<Faults>()) {}
MkTreeFile::~MkTreeFile() = default;

const std::string& MkTreeFile::path() const { return tree_->path(); }
int MkTreeFile::parts() const { return static_cast<int>(tree_->directory().parts.size()); }
const std::string& MkTreeFile::partName(int part) const {
    return tree_->directory().parts.at(static_cast<std::size_t>(part));
}

MkTreeStatistics MkTreeFile::statistics() const {
    const mktree::Directory& directory = tree_->directory();
    const mktree::CacheStatistics cache = tree_->statistics();
    MkTreeStatistics statistics;
    statistics.triangles = static_cast<long long>(directory.triangles);
    statistics.leaves = static_cast<long long>(directory.leaves.size());
    statistics.blocks = static_cast<long long>(directory.blocks);
    statistics.hits = static_cast<long long>(cache.hits);
    statistics.leavesRead = static_cast<long long>(cache.leavesRead);
    statistics.blocksRead = static_cast<long long>(cache.blocksRead);
    statistics.leavesPrefetched = static_cast<long long>(prefetcher_->leavesRead());
    statistics.bytes = static_cast<long long>(cache.bytes);
    statistics.mostBytes = static_cast<long long>(cache.mostBytes);
    return statistics;
}

std::string MkTreeFile::fault() const {
    const std::lock_guard lock(faults_->mutex);
    return faults_->first;
}

void MkTreeFile::noteFault(const std::string& message) const {
    const std::lock_guard lock(faults_->mutex);
    if (faults_->first.empty()) faults_->first = message;
}

void MkTreeFile::finishPrefetch() const { prefetcher_->finish(); }

void MkTreeFile::prefetch(const btVector3& aabbMin, const btVector3& aabbMax) const {
    prefetcher_->request({toVec3(aabbMin), toVec3(aabbMax)});
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
