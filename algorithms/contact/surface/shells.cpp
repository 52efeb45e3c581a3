#include "algorithms/contact/surface/shells.h"

#include "algorithms/geometry/components.h"

namespace ricochet {

std::vector<Index> shellVertices(const Mesh& mesh, std::span<const Index> weld) {
    Components components(weld.size());
    for (std::size_t v = 0; v < weld.size(); ++v) components.join(v, weld[v]);
    for (const Face& face : mesh.faces()) {
        components.join(face[0], face[1]);
        components.join(face[0], face[2]);
    }
    std::vector<Index> shells;
    std::vector<bool> isListed(mesh.vertexCount());
    for (const Face& face : mesh.faces()) {
        const std::size_t root = components.rootOf(face[0]);
        if (!isListed[root]) shells.push_back(face[0]);
        isListed[root] = true;
    }
    return shells;
}

}  // namespace ricochet
