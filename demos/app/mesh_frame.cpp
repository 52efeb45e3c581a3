#include "demos/app/mesh_frame.h"

#include "demos/app/quantities.h"
#include "demos/mesh_files/read_mesh.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>

namespace ricochet::app {
namespace {

/// Extents of bodies up to which a file is taken to be in a unit: few things that are dropped are larger than
/// 10 m or smaller than 1 mm.
constexpr double kLargestInMetres = 10, kLargestInCentimetres = 100;
constexpr double kFlat =
    0.6;  // of the next larger extent: below it the shortest one of a ground is its height

std::string extensionOf(const MeshFile& file) {
    std::string extension = std::filesystem::path(file.path).extension().string();
    std::ranges::transform(extension, extension.begin(), [](unsigned char c) { return std::tolower(c); });
    return extension;
}

/// Whether the format says its unit and axis, which its reader has applied.
bool definesItsFrame(const MeshFile& file) {
    const std::string extension = extensionOf(file);
    return extension == ".gltf" || extension == ".glb" || extension == ".dae";
}

/// STL files come from machining, where z is up and a part that is larger than some metres is in millimetres.
bool isOfMachining(const MeshFile& file) { return extensionOf(file) == ".stl"; }

Vec3 extentsOf(const MeshFile& file) { return file.mesh->box().max - file.mesh->box().min; }

/// Of all bodies together, because a small part beside a large one is in the same unit.
void guessUnit(std::vector<MeshFile>& files, std::size_t bodies) {
    double largest = 0;
    bool isMachining = false;
    for (std::size_t i = 0; i < bodies; ++i) {
        if (definesItsFrame(files[i])) continue;
        largest = std::max(largest, extentsOf(files[i]).maxCoeff());
        isMachining |= isOfMachining(files[i]);
    }
    if (largest == 0 && bodies < files.size()) largest = extentsOf(files.back()).maxCoeff();
    const char* name = largest <= kLargestInMetres                        ? "m"
                       : largest <= kLargestInCentimetres && !isMachining ? "cm"
                                                                          : "mm";
    const auto unit = std::ranges::find(lengthUnits(), std::string(name), &LengthUnit::name);
    for (MeshFile& file : files) {
        if (definesItsFrame(file)) continue;
        file.frame.unit = *unit;
        file.frame.unitReason = "the largest body measures " + threeDigits(largest);
    }
}

char axisName(Eigen::Index axis) { return static_cast<char>('x' + axis); }

/// A ground that is clearly flat shows it; files of its format follow it.
void guessUp(std::vector<MeshFile>& files, bool hasGround) {
    for (MeshFile& file : files) {
        if (definesItsFrame(file)) continue;
        file.frame.up = isOfMachining(file) ? 'z' : 'y';
        file.frame.upReason = "usual in " + extensionOf(file) + " files";
    }
    if (!hasGround || definesItsFrame(files.back())) return;
    Vec3 extents = extentsOf(files.back());
    Eigen::Index flat = 0;
    const double shortest = extents.minCoeff(&flat);
    extents[flat] = extents.maxCoeff();
    if (shortest > kFlat * extents.minCoeff() || flat == 0) return;
    for (MeshFile& file : files) {
        if (definesItsFrame(file) || extensionOf(file) != extensionOf(files.back())) continue;
        file.frame.up = axisName(flat);
        file.frame.upReason = "the ground is flat across it";
    }
}

}  // namespace

const std::vector<LengthUnit>& lengthUnits() {
    static const std::vector<LengthUnit> units = {
        {"m", 1}, {"cm", 0.01}, {"mm", 0.001}, {"in", 0.0254}, {"ft", 0.3048}};
    return units;
}

Result<std::vector<MeshFile>> readMeshFiles(const std::vector<std::string>& bodies, const std::string& ground,
                                            const std::string& unit, const std::string& up) {
    std::vector<std::string> paths = bodies;
    if (!ground.empty()) paths.push_back(ground);
    std::vector<MeshFile> files;
    for (const std::string& path : paths) {
        auto mesh = readMesh(path);
        if (!mesh) return tl::unexpected(mesh.error());
        if (((*mesh)->box().max - (*mesh)->box().min).maxCoeff() == 0) {
            return tl::unexpected(path + ": all its vertices are one point");
        }
        files.push_back({path, std::move(*mesh), {}});
    }
    guessUnit(files, bodies.size());
    guessUp(files, !ground.empty());
    for (MeshFile& file : files) {
        if (!unit.empty()) {
            file.frame.unit = *std::ranges::find(lengthUnits(), unit, &LengthUnit::name);
            file.frame.unitReason.clear();
        }
        if (!up.empty()) {
            file.frame.up = up.front();
            file.frame.upReason.clear();
        }
    }
    return files;
}

Vec3 toWorldAxes(const MeshFrame& frame, const Vec3& point) {
    const Vec3 p = frame.unit.metres * point;
    if (frame.up == 'x') return {-p.y(), p.x(), p.z()};
    if (frame.up == 'z') return {p.x(), p.z(), -p.y()};
    return p;
}

}  // namespace ricochet::app
