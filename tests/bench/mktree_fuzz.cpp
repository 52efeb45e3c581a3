// Damaged MKtree files: opening and querying any of them gives a result or an error, and never reads
// beyond the file.
//
//     mktree_fuzz [--seconds S] [--seed N]     prints how many files were refused, and how many answered

#include "algorithms/mktree/crc32c.h"
#include "algorithms/mktree/file_format.h"
#include "algorithms/mktree/predict.h"
#include "algorithms/mktree/queries.h"
#include "tests/mktree/oracle.h"
#include "tests/support/command_line.h"

#include <chrono>
#include <cstdio>
#include <cstring>
#include <fstream>

namespace ricochet::bench {
namespace {

using namespace mktree;
using namespace mktree::test;

using Bytes = std::vector<std::byte>;

Bytes bytesOf(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    const std::string text(std::istreambuf_iterator<char>(file), {});
    const auto bytes = std::as_bytes(std::span(text));
    return {bytes.begin(), bytes.end()};
}

class Damage {
public:
    explicit Damage(unsigned seed) : random_(seed) {}

    /// One to four changes; then, usually, corrected checksums, so that the reader gets past them.
    Bytes damaged(Bytes bytes) {
        FileHeader header;
        std::memcpy(&header, bytes.data(), sizeof header);
        const std::size_t directory = header.directoryPosition;
        for (unsigned i = 0; i <= below(3); ++i) change(bytes, directory);
        if (below(4) != 0) mend(bytes);
        return bytes;
    }
    unsigned below(std::size_t n) { return static_cast<unsigned>(random_() % n); }

private:
    /// Changes the header, the directory, or anything.
    void change(Bytes& bytes, std::size_t directory) {
        if (bytes.size() < 4) return;
        const unsigned where = below(3);
        const std::size_t begin = where == 1 && directory + 4 < bytes.size() ? directory : 0;
        const std::size_t size =
            where == 0 ? std::min(bytes.size(), sizeof(FileHeader)) : bytes.size() - begin;
        const std::size_t at = begin + below(std::max<std::size_t>(size - 3, 1));
        constexpr std::array<std::uint32_t, 6> kNasty = {0,          1,          0xFFFFFFFF,
                                                         0xFFFFFFFE, 0x7F800000, 0x80000000};
        const std::uint32_t nasty = kNasty[below(kNasty.size())];
        switch (below(4)) {
            case 0:
                bytes[at] ^= static_cast<std::byte>(1U << below(8));
                break;
            case 1:
                std::memcpy(&bytes[at], &nasty, sizeof nasty);
                break;
            case 2:
                std::memcpy(&bytes[at], &bytes[below(bytes.size() - 3)], sizeof nasty);
                break;
            case 3:
                if (below(8) == 0) bytes.resize(below(bytes.size()) + 1);
                break;
        }
    }

    static void mend(Bytes& bytes) {
        if (bytes.size() < sizeof(FileHeader)) return;
        FileHeader header;
        std::memcpy(&header, bytes.data(), sizeof header);
        const std::size_t at = header.directoryPosition, size = header.directoryBytes;
        if (at <= bytes.size() && size <= bytes.size() - at) {
            mendLeaves(bytes, header);
            header.directoryCrc = crc32c(std::span(bytes).subspan(at, size));
        }
        header.crc = headerCrc(header);
        std::memcpy(bytes.data(), &header, sizeof header);
    }

    static void mendLeaves(Bytes& bytes, const FileHeader& header) {
        const std::size_t leaves = header.directoryPosition + std::size_t{header.nodes} * sizeof(Node) +
                                   std::size_t{header.splitNodes} * sizeof(SplitNode);
        for (std::size_t i = 0; i < header.leaves; ++i) {
            const std::size_t at = leaves + i * sizeof(LeafEntry);
            if (at + sizeof(LeafEntry) > bytes.size()) return;
            LeafEntry entry;
            std::memcpy(&entry, &bytes[at], sizeof entry);
            const std::size_t begin = std::size_t{entry.firstBlock} * kBlockBytes;
            if (begin > bytes.size() || entry.bytes > bytes.size() - begin) continue;
            entry.crc = crc32c(std::span(bytes).subspan(begin, entry.bytes));
            std::memcpy(&bytes[at], &entry, sizeof entry);
        }
    }

    std::mt19937 random_;
};

/// Whether all queries answered.
bool answers(const MkTree& tree, const MovingBody& body) {
    const Pose pose{Matrix3::Identity(), Vec3(-6, 0, 0)};
    bool isWhole = checkLeaves(tree).has_value();
    isWhole &= predict(tree, body, pose, {Vec3(0, 3, 0), Vec3::UnitX(), 1, 12}).has_value();
    isWhole &= castRay(tree, Vec3(-9, 0, 0), Vec3(9, 1, 1)).has_value();
    isWhole &= nearestFace(tree, Vec3(1, 2, 3), 5).has_value();
    isWhole &= facePairs(tree, body, {Matrix3::Identity(), Vec3::Zero()}).has_value();
    return isWhole;
}

int run(double seconds, unsigned seed) {
    const TemporaryFolder folder;
    const std::string path = folder.file("damaged");
    std::vector<Bytes> whole;
    for (bool isOfFloats : {true, false}) {
        builtTree(clutter(3, 25, isOfFloats), path, {.leafTriangles = 60, .polyhedra = isOfFloats});
        whole.push_back(bytesOf(path));
    }
    const MovingBody body(torusMesh(0.2, 0.08, 10, 6));
    Damage damage(seed);
    std::size_t files = 0, refused = 0, answered = 0;
    const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
    for (; std::chrono::steady_clock::now() < end; ++files) {
        const Bytes bytes = damage.damaged(whole[damage.below(whole.size())]);
        std::ofstream(path, std::ios::binary)
            .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
        const auto tree = MkTree::open(path);
        refused += !tree;
        if (tree) answered += answers(**tree, body);
    }
    std::printf("%zu damaged files: %zu refused, %zu with an error in a leaf, %zu answered\n", files, refused,
                files - refused - answered, answered);
    return files > 0 && refused > 0 ? 0 : 1;
}

}  // namespace
}  // namespace ricochet::bench

int main(int argc, char** argv) {
    double seconds = 600;
    unsigned seed = 1;
    ricochet::test::CommandLine commandLine("damaged MKtree files");
    commandLine.option("--seconds", seconds, "until it ends", ricochet::test::positive());
    commandLine.option("--seed", seed);
    commandLine.parseOrExit(argc, argv);
    return ricochet::bench::run(seconds, seed);
}
