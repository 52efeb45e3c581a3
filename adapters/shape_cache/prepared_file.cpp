#include "adapters/shape_cache/prepared_file.h"

#include "algorithms/geometry/archive.h"
#include "algorithms/geometry/mapped_file.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <fstream>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
namespace {

/// "RICOPER" on a little-endian machine; differs on a big-endian one.
constexpr std::uint64_t kMagic = 0x5245504f434952;
/// Counts up whenever what is prepared, or what it means, changes.
constexpr std::uint32_t kVersion = 5;
/// The beginning of the file: these two numbers, and the signature of the shape's vertices and faces.
using Header = std::array<std::uint64_t, 3>;

/// Signature of all vertices and front faces.
std::uint64_t meshSignature(const std::vector<Vec3>& vertices, std::span<const Face> faces) {
    Signature signature;
    signature.add(vertices.data(), vertices.size() * sizeof(Vec3));
    signature.add(faces.data(), faces.size() * sizeof(Face));
    return signature.value();
}

tl::unexpected<std::string> fault(const std::string& path, const std::string& what) {
    return tl::unexpected("'" + path + "' " + what + ".");
}

/// In the order of the file. The mesh is read from the shape; only whether it is two-sided is stored.
void archiveHead(Archive& archive, bool& isTwoSided, std::string& narrowPhase) {
    archive.value(isTwoSided);
    archive.text(narrowPhase);
}

}  // namespace

Result<void> writePrepared(const ShapeModel& prepared, const ModelRequest& by, const std::string& path) {
    const std::string unfinished = path + ".unfinished";
    const auto write = [&](std::ostream& out) {
        ArchiveWriter archive(out);
        const Mesh& mesh = *prepared.mesh;
        Header header{kMagic, kVersion, meshSignature(mesh.vertices(), mesh.faces())};
        archive.value(header);
        bool isTwoSided = mesh.isTwoSided();
        std::string name(by.name);
        archiveHead(archive, isTwoSided, name);
        ContactSurface surface = *prepared.surface;
        packedFaces(surface, mesh);
        archiveSurface(archive, surface);
        by.narrowPhase->save(*prepared.model, archive);
        std::uint64_t checksum = archive.checksum();
        archive.value(checksum);
        out.flush();
        return !archive.hasFailed() && out.good();
    };
    std::ofstream out(unfinished, std::ios::binary);
    if (!out) return fault(path, "cannot be written");
    const bool isWritten = write(out);
    out.close();
    if (isWritten && std::rename(unfinished.c_str(), path.c_str()) == 0) return {};
    std::remove(unfinished.c_str());
    return fault(path, "cannot be written completely");
}

Result<CachedPart> readPrepared(const btCollisionShape& shape, const std::string& path,
                                const FindNarrowPhase& findNarrowPhase) {
    Result<MappedFile> file = mapFile(path);
    if (!file) return tl::unexpected(file.error());
    ArchiveReader archive(std::move(*file));
    Header header{};
    archive.value(header);
    const auto& [magic, version, signature] = header;
    if (archive.hasFailed() || magic != kMagic) return fault(path, "is not a file of a prepared shape");
    if (version != kVersion) return fault(path, "was written by another version");

    Result<ShapeMesh> read = shapeKind(shape).read(shape);
    if (!read) return tl::unexpected(read.error());
    if (signature != meshSignature(read->vertices, read->faces)) {
        return fault(path, "was prepared for a shape of other vertices or faces");
    }
    CachedPart prepared;
    prepared.faceNames = std::make_shared<std::vector<FaceName>>(std::move(read->faceNames));
    bool isTwoSided = false;
    std::string name;
    archiveHead(archive, isTwoSided, name);
    auto mesh = isTwoSided ? Mesh::createTwoSided(std::move(read->vertices), std::move(read->faces))
                           : Mesh::create(std::move(read->vertices), std::move(read->faces));
    if (!mesh) return tl::unexpected(mesh.error());
    prepared.mesh = *mesh;
    const auto surface = std::make_shared<ContactSurface>();
    archiveSurface(archive, *surface);
    prepared.surface = surface;
    const NarrowPhase* const narrowPhase = archive.hasFailed() ? nullptr : findNarrowPhase(name);
    if (narrowPhase) prepared.models[name] = narrowPhase->load(*mesh, archive);
    const std::uint64_t computed = archive.checksum();
    std::uint64_t written = 0;
    archive.value(written);
    if (archive.hasFailed() || (narrowPhase && (written != computed || archive.bytesLeft() > 0))) {
        return fault(path, "is damaged");
    }
    if (!narrowPhase) {
        const bool isText = std::ranges::all_of(name, [](char c) { return c >= ' ' && c <= '~'; });
        if (!isText) return fault(path, "is damaged");
        return fault(path, "was prepared by an unknown narrow phase: '" + name + "'");
    }
    return prepared;
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
