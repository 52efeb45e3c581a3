#include "algorithms/mktree/mktree.h"

#include "algorithms/mktree/crc32c.h"
#include "algorithms/mktree/file.h"
#include "algorithms/mktree/file_format.h"

#include <list>
#include <mutex>
#include <unordered_map>

namespace ricochet::mktree {

/// The file, and the leaves that are in memory.
class MkTree::Pages {
public:
    Pages(File file, std::size_t parts, const OpenSettings& settings)
        : file_(std::move(file)), parts_(parts), most_(settings.cacheBytes) {}

    const File& file() const { return file_; }

    Result<LeafPointer> get(const LeafEntry& entry, Index number) {
        if (LeafPointer found = find(number)) return found;
        // Without the lock: other threads are not blocked; two may read the same leaf at once.
        auto leaf = read(entry, number);
        if (!leaf) return tl::unexpected(leaf.error());
        return insert(std::make_shared<const Leaf>(std::move(*leaf)), blocksOf(entry));
    }

    bool holds(Index number) const {
        const std::lock_guard lock(mutex_);
        return places_.contains(number);
    }

    CacheStatistics statistics() const {
        const std::lock_guard lock(mutex_);
        return statistics_;
    }

    void clear() {
        const std::lock_guard lock(mutex_);
        shrinkTo(0);
        statistics_ = {.bytes = statistics_.bytes, .maximumBytes = statistics_.bytes};
    }

private:
    using Order = std::list<LeafPointer>;  ///< the most recent first

    static std::uint64_t blocksOf(const LeafEntry& entry) {
        return (entry.bytes + kBlockBytes - 1) / kBlockBytes;
    }

    LeafPointer find(Index number) {
        const std::lock_guard lock(mutex_);
        const auto place = places_.find(number);
        if (place == places_.end()) return nullptr;
        ++statistics_.hits;
        order_.splice(order_.begin(), order_, place->second);
        return order_.front();
    }

    Result<Leaf> read(const LeafEntry& entry, Index number) const {
        const auto failure = [&](const std::string& why) {
            return tl::unexpected(file_.path() + ": leaf " + std::to_string(number) + ": " + why);
        };
        std::vector<std::byte> bytes(entry.bytes);
        const auto got = file_.read(std::uint64_t{kBlockBytes} * entry.firstBlock, bytes);
        if (!got) return failure(got.error());
        if (crc32c(bytes) != entry.crc) return failure("its checksum is wrong");
        auto leaf = decodeLeaf(bytes, number, parts_);
        return leaf ? std::move(leaf) : failure(leaf.error());
    }

    LeafPointer insert(LeafPointer leaf, std::uint64_t blocks) {
        const std::lock_guard lock(mutex_);
        ++statistics_.leavesRead;
        statistics_.blocksRead += blocks;
        const auto [place, isNew] = places_.try_emplace(leaf->number, order_.end());
        if (!isNew) return *place->second;
        order_.push_front(leaf);
        place->second = order_.begin();
        statistics_.bytes += leaf->bytes();
        shrinkTo(most_);
        statistics_.maximumBytes = std::max(statistics_.maximumBytes, statistics_.bytes);
        return leaf;
    }

    /// Drops the least recently used leaves first; keeps pinned ones.
    void shrinkTo(std::size_t maximum) {
        for (auto last = order_.end(); statistics_.bytes > maximum && last != order_.begin();) {
            --last;
            if (last->use_count() > 1) continue;
            statistics_.bytes -= (*last)->bytes();
            places_.erase((*last)->number);
            last = order_.erase(last);
        }
    }

    File file_;
    std::size_t parts_;  ///< of the world
    std::size_t most_;
    mutable std::mutex mutex_;
    Order order_;
    std::unordered_map<Index, Order::iterator> places_;
    CacheStatistics statistics_;
};

namespace {

/// The header, if the file is a complete MKtree.
Result<FileHeader> readHeader(const File& file) {
    FileHeader header;
    const auto failure = [&](const char* why) { return tl::unexpected(file.path() + ": " + why); };
    const auto size = file.size();
    if (!size) return tl::unexpected(size.error());
    if (*size < kBlockBytes) return failure("the file is not an MKtree: it is too short");
    const auto read = file.read(0, std::as_writable_bytes(std::span(&header, 1)));
    if (!read) return tl::unexpected(read.error());
    if (header.magic != FileHeader::kMagic) return failure("the file is not an MKtree");
    if (header.version != kVersion) {
        return tl::unexpected(file.path() + ": the file has version " + std::to_string(header.version) +
                              "; only version " + std::to_string(kVersion) + " is supported");
    }
    if (header.crc != headerCrc(header)) return failure("the header is damaged: its checksum is wrong");
    if (header.blockBytes != kBlockBytes || header.rule > SplitRule::leastOverlap ||
        header.inside > WorldInside::closedButForCracks) {
        return failure("the header is damaged");
    }
    if (*size < header.directoryPosition || *size - header.directoryPosition < header.directoryBytes) {
        return failure("the file is incomplete: it ends before its directory does");
    }
    return header;
}

}  // namespace

MkTree::MkTree(Directory directory, std::unique_ptr<Pages> pages)
    : directory_(std::move(directory)), pages_(std::move(pages)) {}
MkTree::~MkTree() = default;

Result<std::shared_ptr<const MkTree>> MkTree::open(const std::string& path, const OpenSettings& settings) {
    auto file = File::openToRead(path);
    if (!file) return tl::unexpected(file.error());
    const auto header = readHeader(*file);
    if (!header) return tl::unexpected(header.error());
    std::vector<std::byte> bytes(header->directoryBytes);
    const auto read = file->read(header->directoryPosition, bytes);
    if (!read) return tl::unexpected(read.error());
    auto directory = decodeDirectory(*header, bytes);
    if (!directory) return tl::unexpected(path + ": " + directory.error());
    auto pages = std::make_unique<Pages>(std::move(*file), directory->parts.size(), settings);
    return std::shared_ptr<const MkTree>(new MkTree(std::move(*directory), std::move(pages)));
}

const std::string& MkTree::path() const { return pages_->file().path(); }
const Directory& MkTree::directory() const { return directory_; }
Aabb MkTree::box() const { return directory_.nodes.empty() ? Aabb() : directory_.nodes[0].box.box(); }
Result<LeafPointer> MkTree::leaf(Index number) const {
    return pages_->get(directory_.leaves[number], number);
}
bool MkTree::isInMemory(Index leaf) const { return pages_->holds(leaf); }
CacheStatistics MkTree::statistics() const { return pages_->statistics(); }
void MkTree::clearCache() const { pages_->clear(); }

Result<void> checkLeaves(const MkTree& tree) {
    for (Index i = 0; i < tree.directory().leaves.size(); ++i) {
        const auto leaf = tree.leaf(i);
        if (!leaf) return tl::unexpected(leaf.error());
    }
    return {};
}

}  // namespace ricochet::mktree
