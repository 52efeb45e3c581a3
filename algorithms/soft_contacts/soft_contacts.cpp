#include "algorithms/soft_contacts/soft_contacts.h"

#include "algorithms/soft_contacts/feature_contacts.h"

#include <algorithm>

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

/// Where a contact of a node leaves it at the end of the step.
void hold(const SoftMotion& body, const NodeContact& contact, std::vector<Vec3>& held) {
    const Vec3 &from = body.from[contact.node], &to = body.to[contact.node];
    const Real missing = -contact.approach - contact.normal.dot(to - from);
    if (missing > 0) held[contact.node] = to + missing * contact.normal;
}

/// Finds the contacts of a part's nodes. Arrays are reused.
class PartNodes {
public:
    void find(const SolidQuery& mesh, const SoftMotion& body, const SoftPart& part, Real margin,
              std::span<const NearFace> near, std::vector<NodeContact>& out) {
        boxes_.resize(static_cast<Index>(near.size()));
        for (Index i = 0; i < boxes_.count; ++i) boxes_.set(i, near[i].box);
        found_.resize(std::max(found_.size(), near.size()));
        apart_.clear();
        for (const Index node : part.nodes) {
            Aabb path;
            path.include(body.from[node]);
            path.include(body.to[node]);
            ofNode_.clear();
            const Index count = findOverlapping(boxes_, grown(path, margin), found_);
            for (const Index i : std::span(found_).first(count)) ofNode_.push_back(near[i]);
            if (count == 0) {
                apart_.push_back(node);
            } else {
                findNodeContact(mesh, body, margin, node, ofNode_, out);
            }
        }
        findContactsInside(mesh, body, margin, apart_, boxes_, out);
    }

private:
    BoxList boxes_;
    std::vector<Index> found_, apart_;
    std::vector<NearFace> ofNode_;
};

}  // namespace

void findContacts(const SolidQuery& mesh, const SoftMotion& body, Real margin,
                  std::vector<NodeContact>& out) {
    std::vector<Index> faces;
    std::vector<NearFace> near;        // of all parts
    std::vector<std::size_t> nearEnd;  // per part
    std::vector<NodeContact> ofNodes;
    PartNodes nodes;
    for (const SoftPart& part : body.parts) {
        const Aabb box = grown(sweptBox(body, part), margin);
        faces.clear();
        if (overlaps(box, mesh.mesh().box())) mesh.narrowPhase.findFaces(mesh.model, box, faces);
        const std::size_t begin = near.size();
        for (const Index face : faces) {
            const Aabb ofFace = boxOf(mesh.mesh().triangle(face));
            if (overlaps(ofFace, box)) near.push_back({face, ofFace});
        }
        nearEnd.push_back(near.size());
        nodes.find(mesh, body, part, margin, std::span(near).subspan(begin), ofNodes);
    }
    std::vector<Vec3> held(body.to.begin(), body.to.end());
    for (const NodeContact& contact : ofNodes) hold(body, contact, held);
    NearFeatures features;
    for (std::size_t part = 0, begin = 0; part < body.parts.size(); begin = nearEnd[part++]) {
        const auto ofPart = std::span(near).subspan(begin, nearEnd[part] - begin);
        if (ofPart.empty()) continue;
        features.collect(mesh, ofPart);
        findFeatureContacts(mesh, {body.topology, body.parts, body.from, held}, body.parts[part], margin,
                            features, out);
    }
    out.insert(out.end(), ofNodes.begin(), ofNodes.end());
}

}  // namespace ricochet::soft_contacts
