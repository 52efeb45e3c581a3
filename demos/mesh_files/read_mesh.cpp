#include "demos/mesh_files/read_mesh.h"

#include "demos/mesh_files/assimp_reader.h"
#include "demos/mesh_files/file_bytes.h"
#include "demos/mesh_files/obj_reader.h"
#include "demos/mesh_files/ply_reader.h"
#include "demos/mesh_files/stl_reader.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <iterator>

namespace ricochet {
namespace {

using Reader = Result<std::shared_ptr<Mesh>> (*)(const std::string& path);

struct Format {
    const char* extension;
    Reader read;
};

constexpr Format kFormats[] = {
    {".obj", readObj},       {".stl", readStl},      {".ply", readPly},
    {".gltf", readByAssimp}, {".glb", readByAssimp}, {".dae", readByAssimp},
};

std::string extensionOf(const std::string& path) {
    std::string extension = std::filesystem::path(path).extension().string();
    std::transform(extension.begin(), extension.end(), extension.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return extension;
}

std::string knownExtensions() {
    std::string names;
    for (const Format& format : kFormats)
        names += (names.empty() ? "" : ", ") + std::string(format.extension);
    return names;
}

}  // namespace

Result<std::shared_ptr<Mesh>> readMesh(const std::string& path) {
    const std::string extension = extensionOf(path);
    const auto format = std::find_if(std::begin(kFormats), std::end(kFormats),
                                     [&](const Format& f) { return f.extension == extension; });
    if (format == std::end(kFormats)) {
        return tl::unexpected(path + ": the known mesh formats are " + knownExtensions());
    }
    if (const auto checked = checkIsFile(path); !checked) return tl::unexpected(checked.error());
    return format->read(path);
}

}  // namespace ricochet
