#include "demos/mesh_files/assimp_reader.h"

namespace ricochet {

Result<std::shared_ptr<Mesh>> readByAssimp(const std::string& path) {
    return tl::unexpected(path +
                          ": this program was built without Assimp, which reads this format "
                          "(RICOCHET_PLAIN_PROGRAM); it reads .obj, .stl and .ply");
}

}  // namespace ricochet
