#include "tests/bench/file_case.h"

#include "demos/app/poses.h"
#include "demos/mesh_files/read_mesh.h"

#include <stdexcept>

namespace ricochet::bench {
namespace {

template <class T>
T orThrow(Result<T> result) {
    if (!result) throw std::runtime_error(result.error());
    return *std::move(result);
}

}  // namespace

Case caseOfFiles(const std::string& a, const std::string& b, const std::string& poses) {
    Case scene = {orThrow(readMesh(a)), orThrow(readMesh(b)), {}};
    for (const app::PosePair& pair : orThrow(app::readPoses(poses))) scene.poses.push_back({pair.a, pair.b});
    return scene;
}

}  // namespace ricochet::bench
