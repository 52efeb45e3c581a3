#include "algorithms/mktree/build.h"

#include "algorithms/geometry/inside_scan.h"
#include "algorithms/mktree/crc32c.h"
#include "algorithms/mktree/file.h"
#include "algorithms/mktree/file_format.h"
#include "algorithms/mktree/leaf.h"

#include <algorithm>
#include <filesystem>
#include <limits>
#include <optional>

namespace ricochet::mktree {
namespace {

constexpr std::uint64_t kProgressEvery = 1 << 18;  // triangles

/// A file beside that of a name, whose place it takes when it is complete; else it is removed. A device or
/// pipe is written itself, and so is what a link leads to.
class Provisional {
public:
    explicit Provisional(const std::string& name) {
        namespace fs = std::filesystem;
        std::error_code none;
        const bool isLink = fs::is_symlink(name, none), exists = fs::exists(name, none);
        target_ = isLink && exists ? fs::canonical(name, none).string() : name;
        isBeside_ = exists ? fs::is_regular_file(target_, none) : !isLink;
    }
    ~Provisional() {
        if (isBeside_ && !isCommitted_) removeFile(path());
    }
    Provisional(const Provisional&) = delete;

    std::string path() const { return isBeside_ ? target_ + ".part" : target_; }
    Result<void> keep() {
        const Result<void> renamed = isBeside_ ? rename(path(), target_) : Result<void>();
        isCommitted_ = renamed.has_value();
        return renamed;
    }

private:
    std::string target_;
    bool isBeside_ = false, isCommitted_ = false;
};

std::size_t leafBytes(const BuildSettings& settings) {
    return settings.leafBlocks == 0 ? std::numeric_limits<std::size_t>::max()
                                    : std::size_t{settings.leafBlocks} * kBlockBytes;
}

Result<void> check(const BuildSettings& settings) {
    if (settings.leafTriangles == 0 || settings.leafTriangles > kMostLeafTriangles) {
        return tl::unexpected("a leaf holds 1 to " + std::to_string(kMostLeafTriangles) + " triangles, not " +
                              std::to_string(settings.leafTriangles));
    }
    if (settings.leafBlocks > kMostLeafBlocks) {
        return tl::unexpected("a leaf takes at most " + std::to_string(kMostLeafBlocks) + " blocks, not " +
                              std::to_string(settings.leafBlocks));
    }
    if (!(settings.minimumShare >= 0 && settings.minimumShare <= 0.5)) {
        return tl::unexpected("the minimum share of a child is 0 to 0.5, not " +
                              std::to_string(settings.minimumShare));
    }
    return {};
}

class Builder {
public:
    Builder(const BuildSettings& settings, File fragments, File file)
        : settings_(settings), fragments_(std::move(fragments)), file_(std::move(file)) {}

    /// First pass: writes the objects as fragments to a temporary file.
    Result<void> readAll(const ObjectStream& objects) {
        Appender appender(fragments_);
        FragmentWriter writer(
            {settings_.leafTriangles, leafBytes(settings_) - sizeof(LeafHeader), settings_.polyhedra});
        WorldObject object;
        for (;;) {
            const Result<bool> isThere = objects(object);
            if (!isThere) return tl::unexpected(isThere.error());
            if (!*isThere) {
                endScan();
                return appender.finish();
            }
            if (const Result<void> good = check(object); !good) return good;
            const Result<void> written =
                writer.write(object, [&](std::span<const std::byte> bytes, const Aabb& box, Index triangles) {
                    records_.push_back({floatBoxOf(box), appender.position(),
                                        static_cast<std::uint32_t>(bytes.size()),
                                        static_cast<std::uint16_t>(triangles)});
                    return appender.append(bytes);
                });
            if (!written) return written;
            ++report_.objects;
            report_.triangles += object.faces.size();
            for (const Face& face : object.faces) {
                scan_->add({object.vertices[face[0]], object.vertices[face[1]], object.vertices[face[2]]});
            }
            parts_ = std::max(parts_, object.part + 1);
            say("reading objects", report_.triangles, 0);
        }
    }

    /// Second pass, in memory: builds the tree over the fragments.
    void plan() {
        TreePlan plan = planTree(records_, {settings_.leafTriangles, leafBytes(settings_), settings_.rule,
                                            settings_.minimumShare, settings_.splitTrees});
        directory_.nodes = std::move(plan.nodes);
        directory_.splitNodes = std::move(plan.splitNodes);
        order_ = std::move(plan.order);
        leafBegin_ = std::move(plan.leafBegin);
    }

    /// Third pass: reads the fragments of each leaf and writes them as one run of blocks.
    Result<BuildReport> write() {
        Appender appender(file_);
        std::vector<std::byte> block(kBlockBytes);
        Result<void> good = appender.append(block);  // the header's, written at the end
        std::uint64_t done = 0;
        for (std::size_t leaf = 0; good && leaf + 1 < leafBegin_.size(); ++leaf) {
            const Result<Index> triangles = encodeLeaf(leaf);
            if (!triangles) return tl::unexpected(triangles.error());
            if (scan_) good = scanLeaf(leaf);
            if (good) good = appendLeaf(appender);
            done += *triangles;
            say("writing leaves", done, report_.triangles);
        }
        if (!good) return tl::unexpected(good.error());
        if (scan_) endScan();
        return finish(appender);
    }

private:
    /// Keeps the scan if it needs a second pass over all triangles.
    void endScan() {
        const std::optional<bool> hasInside = scan_->endPass();
        if (!hasInside) return;
        const WorldInside closed =
            scan_->isWatertight() ? WorldInside::closed : WorldInside::closedButForCracks;
        directory_.inside = *hasInside ? closed : WorldInside::none;
        scan_.reset();
    }

    Result<void> scanLeaf(std::size_t number) {
        const Result<Leaf> leaf = decodeLeaf(leafBytes_, static_cast<Index>(number), parts_);
        if (!leaf) return tl::unexpected(leaf.error());
        for (Index i = 0; i < leaf->triangles.size(); ++i) scan_->add(leaf->triangle(i));
        return {};
    }

    Result<Index> encodeLeaf(std::size_t leaf) {
        LeafHeader header{LeafHeader::kMagic, static_cast<std::uint32_t>(leaf),
                          leafBegin_[leaf + 1] - leafBegin_[leaf], 0};
        leafBytes_.assign(sizeof header, {});
        for (Index i = leafBegin_[leaf]; i < leafBegin_[leaf + 1]; ++i) {
            const FragmentRecord& record = records_[order_[i]];
            const std::size_t at = leafBytes_.size();
            leafBytes_.resize(at + record.bytes);
            const auto read = fragments_.read(record.position, std::span(leafBytes_).subspan(at));
            if (!read) return tl::unexpected(read.error());
            header.triangles += record.triangles;
        }
        std::ranges::copy(std::as_bytes(std::span(&header, 1)), leafBytes_.begin());
        return header.triangles;
    }

    Result<void> appendLeaf(Appender& appender) {
        directory_.leaves.push_back({static_cast<std::uint32_t>(appender.position() / kBlockBytes),
                                     static_cast<std::uint32_t>(leafBytes_.size()), crc32c(leafBytes_)});
        leafBytes_.resize((leafBytes_.size() + kBlockBytes - 1) / kBlockBytes * kBlockBytes);
        return appender.append(leafBytes_);
    }

    Result<BuildReport> finish(Appender& appender) {
        for (Index part = 0; part < parts_; ++part) {
            const bool isNamed = part < settings_.parts.size();
            directory_.parts.push_back(isNamed ? settings_.parts[part] : std::to_string(part));
        }
        report_.fragments = records_.size();
        // Free what is no longer needed: encoding makes a copy of the directory.
        records_ = std::vector<FragmentRecord>();
        order_ = std::vector<Index>();
        const std::vector<std::byte> bytes = encodeDirectory(directory_);
        FileHeader header;
        header.directoryPosition = appender.position();
        header.directoryBytes = bytes.size();
        header.triangles = report_.triangles;
        header.fragments = report_.fragments;
        header.blocks = appender.position() / kBlockBytes - 1;
        header.nodes = static_cast<std::uint32_t>(directory_.nodes.size());
        header.splitNodes = static_cast<std::uint32_t>(directory_.splitNodes.size());
        header.leaves = static_cast<std::uint32_t>(directory_.leaves.size());
        header.parts = parts_;
        header.leafTriangles = settings_.leafTriangles;
        header.rule = settings_.rule;
        header.inside = directory_.inside;
        header.directoryCrc = crc32c(bytes);
        header.crc = headerCrc(header);
        return appender.append(bytes)
            .and_then([&] { return appender.finish(); })
            .and_then([&] { return file_.write(0, std::as_bytes(std::span(&header, 1))); })
            .and_then([&] { return file_.flush(); })
            .map([&] {
                report_.leaves = directory_.leaves.size();
                report_.fileBytes = header.directoryPosition + bytes.size();
                return report_;
            });
    }

    void say(std::string_view step, std::uint64_t done, std::uint64_t all) {
        const bool isLast = done == all;
        if (!settings_.progress || (!isLast && done < said_ + kProgressEvery && done >= said_)) return;
        said_ = done;
        settings_.progress(step, done, all);
    }

    const BuildSettings& settings_;
    File fragments_, file_;
    std::vector<FragmentRecord> records_;
    std::vector<Index> order_, leafBegin_;
    Directory directory_;
    std::vector<std::byte> leafBytes_;
    std::optional<InsideScan> scan_{std::in_place};  ///< none once it is known whether there is an inside
    BuildReport report_;
    Index parts_ = 0;
    std::uint64_t said_ = 0;
};

}  // namespace

Result<BuildReport> build(const ObjectStream& objects, const std::string& path,
                          const BuildSettings& settings) {
    if (const Result<void> good = check(settings); !good) return tl::unexpected(good.error());
    Provisional provisional(path);
    auto fragments = File::createNameless(path);
    if (!fragments) return tl::unexpected(fragments.error());
    auto file = File::create(provisional.path());
    if (!file) return tl::unexpected(file.error());
    Builder builder(settings, std::move(*fragments), std::move(*file));
    return builder.readAll(objects)
        .and_then([&] {
            builder.plan();
            return builder.write();
        })
        .and_then([&](const BuildReport& report) { return provisional.keep().map([&] { return report; }); });
}

}  // namespace ricochet::mktree
