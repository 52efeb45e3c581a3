#include "algorithms/soft_contacts/soft_contacts.h"

#include "algorithms/soft_contacts/feature_contacts.h"

namespace ricochet::soft_contacts {
namespace {

/// Contains the paths of a part's features.
Aabb sweptBox(const SoftMotion& body, const SoftPart& part) {
    Aabb box;
    const auto include = [&](Index node) {
        box.include(body.from[node]);
        box.include(body.to[node]);
    };
    for (const Index node : part.nodes) include(node);
    for (const Index edge : part.edges) {
        for (const Index node : body.topology.edges[edge]) include(node);
    }
    for (const Index face : part.faces) {
        for (const Index node : body.topology.faces[face]) include(node);
    }
    return box;
}

}  // namespace

void findContacts(const SolidQuery& mesh, const SoftMotion& body, Real margin,
                  std::vector<NodeContact>& out) {
    std::vector<Index> faces;
    std::vector<NearFace> near;
    NearFeatures features;
    std::vector<NodeContact> ofNodes;
    for (const SoftPart& part : body.parts) {
        const Aabb box = grown(sweptBox(body, part), margin);
        faces.clear();
        if (overlaps(box, mesh.mesh().box())) mesh.narrowPhase.findFaces(mesh.model, box, faces);
        near.clear();
        for (const Index face : faces) {
            const Aabb ofFace = boxOf(mesh.mesh().triangle(face));
            if (overlaps(ofFace, box)) near.push_back({face, ofFace});
        }
        if (near.empty()) {
            findContactsInside(mesh, body, margin, part.nodes, ofNodes);
            continue;
        }
        features.collect(mesh, near);
        findFeatureContacts(mesh, body, part, margin, features, out);
        for (const Index node : part.nodes) findNodeContact(mesh, body, margin, node, near, ofNodes);
    }
    out.insert(out.end(), ofNodes.begin(), ofNodes.end());
}

}  // namespace ricochet::soft_contacts
