// Files that the program does not read, or that need the library to be made.

#include "tests/fuzz/library_seeds.h"

#include "algorithms/mktree/build.h"
#include "algorithms/mktree/crc32c.h"
#include "algorithms/mktree/file_format.h"
#include "algorithms/octree_motion/df_text.h"
#include "tests/support/bullet_mesh.h"
#include "tests/support/meshes.h"

#include <BulletCollision/CollisionShapes/btBvhTriangleMeshShape.h>
#include <ricochet/ricochet.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <unistd.h>

namespace ricochet::fuzz {

const char* const kDfText = "(BWB WBW\nB(WWWWBBB(BBBBBBBW";

namespace {

/// What `write` writes to the file at a path.
template <class Write>
std::string bytesWritten(const std::string& suffix, const Write& write) {
    const auto path =
        std::filesystem::temp_directory_path() / ("ricochet_seed_" + std::to_string(getpid()) + suffix);
    const std::string error = write(path.string());
    std::ifstream file(path, std::ios::binary);
    const std::string bytes(std::istreambuf_iterator<char>(file), {});
    std::filesystem::remove(path);
    if (!error.empty()) throw std::runtime_error(error);
    return bytes;
}

std::span<std::byte> bytesIn(std::string& bytes, std::size_t begin, std::size_t size) {
    return std::as_writable_bytes(std::span(bytes).subspan(begin, size));
}

void mendLeaves(std::string& bytes, const mktree::FileHeader& header) {
    using mktree::kBlockBytes;
    using mktree::LeafEntry;
    const std::size_t leaves = header.directoryPosition + std::size_t{header.nodes} * sizeof(mktree::Node) +
                               std::size_t{header.splitNodes} * sizeof(mktree::SplitNode);
    for (std::size_t i = 0; i < header.leaves; ++i) {
        const std::size_t at = leaves + i * sizeof(LeafEntry);
        if (at + sizeof(LeafEntry) > bytes.size()) return;
        LeafEntry entry;
        std::memcpy(&entry, &bytes[at], sizeof entry);
        const std::size_t begin = std::size_t{entry.firstBlock} * kBlockBytes;
        if (begin > bytes.size() || entry.bytes > bytes.size() - begin) continue;
        entry.crc = mktree::crc32c(bytesIn(bytes, begin, entry.bytes));
        std::memcpy(&bytes[at], &entry, sizeof entry);
    }
}

struct PreparedBox {
    test::BulletMesh mesh = test::boxMesh(1, 2, 3);
    btBvhTriangleMeshShape shape{&mesh.interface, true};
    ~PreparedBox() { release(shape); }
};

}  // namespace

std::string worldBytes() {
    int next = 0;
    const auto objects = [&next](mktree::WorldObject& object) -> Result<bool> {
        if (next == 4) return false;
        const auto mesh = torusMesh(0.5, 0.2, 6, 4);
        object = {.part = Index(next), .vertices = mesh->vertices(), .faces = mesh->faces(), .numbers = {}};
        const bool isInFloats = next % 2 == 0;
        for (Vec3& v : object.vertices) {
            v += Vec3(0.4 * next, 0.3 * (next % 2), 0.1);
            if (isInFloats) v = v.cast<float>().cast<Real>();
        }
        ++next;
        return true;
    };
    return bytesWritten(".mkt", [&](const std::string& path) {
        const auto report = mktree::build(objects, path, {.leafTriangles = 40, .polyhedra = true});
        return report ? std::string() : report.error();
    });
}

std::string mendedMkTree(std::string bytes) {
    mktree::FileHeader header;
    if (bytes.size() < sizeof header) return bytes;
    std::memcpy(&header, bytes.data(), sizeof header);
    const std::size_t at = header.directoryPosition, size = header.directoryBytes;
    if (at <= bytes.size() && size <= bytes.size() - at) {
        mendLeaves(bytes, header);
        header.directoryCrc = mktree::crc32c(bytesIn(bytes, at, size));
    }
    header.crc = mktree::headerCrc(header);
    std::memcpy(bytes.data(), &header, sizeof header);
    return bytes;
}

std::string readDfText(const std::string& path) {
    constexpr int kLevel = 6;
    std::ifstream file(path, std::ios::binary);
    const std::string text(std::istreambuf_iterator<char>(file), {});
    octree_motion::DfReader reader(kLevel);
    // In pieces, as files are read.
    constexpr std::size_t kPiece = 7;
    for (std::size_t at = 0; at < text.size(); at += kPiece) {
        if (const auto read = reader.read(std::string_view(text).substr(at, kPiece)); !read)
            return read.error();
    }
    const auto octree = reader.finish();
    return octree ? std::string() : octree.error();
}

std::vector<Seed> preparedSeeds() {
    const auto box = std::make_shared<PreparedBox>();
    std::vector<Seed> seeds;
    for (const char* const narrow : {"wide-tree", "obb-tree"}) {
        const std::string bytes = bytesWritten(
            ".ricochet", [&](const std::string& path) { return savePrepared(box->shape, path, narrow); });
        seeds.push_back(
            {std::string("prepared-") + narrow, ".ricochet", bytes, {}, [box](const std::string& path) {
                 return loadPrepared(box->shape, path);
             }});
    }
    return seeds;
}

}  // namespace ricochet::fuzz
