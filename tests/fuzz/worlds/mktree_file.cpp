#include "tests/fuzz/worlds/mktree_file.h"

#include "algorithms/mktree/build.h"
#include "tests/support/meshes.h"

#include <filesystem>
#include <stdexcept>
#include <unistd.h>

namespace ricochet::fuzz {

MkTreeOnDisk::MkTreeOnDisk() {
    path_ = (std::filesystem::temp_directory_path() / ("ricochet_fuzz_" + std::to_string(getpid()) + ".mkt"))
                .string();
    int next = 0;
    const auto objects = [&next](mktree::WorldObject& object) -> Result<bool> {
        if (next == 8) return false;
        const auto mesh = torusMesh(0.5, 0.2, 10, 6);
        object = {.part = Index(next), .vertices = mesh->vertices(), .faces = mesh->faces(), .numbers = {}};
        for (Vec3& v : object.vertices) v += Vec3(next % 2, next / 2 % 2, next / 4) - Vec3(0.5, 0.5, 0.5);
        for (Vec3& v : object.vertices) v = v.cast<float>().cast<Real>();
        ++next;
        return true;
    };
    const auto report = mktree::build(objects, path_, {.leafTriangles = 40});
    if (!report) throw std::runtime_error(report.error());
}

MkTreeOnDisk::~MkTreeOnDisk() { std::filesystem::remove(path_); }

}  // namespace ricochet::fuzz
