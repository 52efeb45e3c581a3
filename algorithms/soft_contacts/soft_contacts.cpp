#include "algorithms/soft_contacts/soft_contacts.h"

#include "algorithms/soft_contacts/feature_contacts.h"

#include <algorithm>

namespace ricochet::soft_contacts {
namespace {

void includePaths(const SoftMotion& body, std::span<const Index> nodes, Aabb& box) {
    for (const Index node : nodes) {
        box.include(body.from[node]);
        box.include(body.to[node]);
    }
}

/// Contains the paths of a part's features.
Aabb sweptBox(const SoftMotion& body, const SoftPart& part) {
    Aabb box;
    includePaths(body, part.nodes, box);
    for (const Index edge : part.edges) includePaths(body, body.topology.edges[edge], box);
    for (const Index face : part.faces) includePaths(body, body.topology.faces[face], box);
    return box;
}

/// Appends the mesh's faces near a box.
void addFaces(const SolidQuery& mesh, const Aabb& box, std::vector<NearFace>& out) {
    thread_local std::vector<Index> faces;
    faces.clear();
    if (overlaps(box, mesh.mesh().box())) mesh.narrowPhase.findFaces(mesh.model, box, faces);
    for (const Index face : faces) {
        const Aabb ofFace = boxOf(mesh.mesh().triangle(face));
        if (overlaps(ofFace, box)) out.push_back({face, ofFace});
    }
}

/// Where a contact leaves its node at the end of the step.
Vec3 heldEnd(const SoftMotion& body, const NodeContact& contact) {
    const Vec3 &from = body.from[contact.node], &to = body.to[contact.node];
    const Real missing = -contact.approach - contact.normal.dot(to - from);
    return to + std::max(missing, Real(0)) * contact.normal;
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
            includePaths(body, {&node, 1}, path);
            ofNode_.clear();
            const Index count = findOverlapping(boxes_, grown(path, margin), found_);
            for (const Index i : std::span(found_).first(count)) ofNode_.push_back(near[i]);
            if (count == 0 || !findNodeContact(mesh, body, margin, node, ofNode_, out))
                apart_.push_back(node);
        }
        findContactsInside(mesh, body, margin, apart_, near, boxes_, out);
    }

private:
    BoxList boxes_;
    std::vector<Index> found_, apart_;
    std::vector<NearFace> ofNode_;
};

}  // namespace

void findContacts(const SolidQuery& mesh, const SoftMotion& body, Real margin,
                  std::vector<NodeContact>& out) {
    std::vector<NearFace> near;        // of all parts
    std::vector<std::size_t> nearEnd;  // per part
    std::vector<NodeContact> ofNodes;
    PartNodes nodes;
    for (const SoftPart& part : body.parts) {
        const Aabb box = grown(sweptBox(body, part), margin);
        const std::size_t begin = near.size();
        addFaces(mesh, box, near);
        nearEnd.push_back(near.size());
        nodes.find(mesh, body, part, margin, std::span(near).subspan(begin), ofNodes);
    }
    std::vector<Vec3> held(body.to.begin(), body.to.end());
    for (const NodeContact& contact : ofNodes) held[contact.node] = heldEnd(body, contact);
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

void findHeldNodes(const SolidQuery& mesh, const SoftMotion& body, Real margin, std::vector<HeldNode>& out) {
    std::vector<NearFace> near;
    std::vector<NodeContact> crossings;
    for (const SoftPart& part : body.parts) {
        Aabb box;
        includePaths(body, part.nodes, box);
        near.clear();
        addFaces(mesh, box, near);
        if (near.empty()) continue;
        for (const Index node : part.nodes) findCrossing(mesh, body, margin, node, near, crossings);
    }
    for (const NodeContact& crossing : crossings) {
        const Vec3& from = body.from[crossing.node];
        const Vec3 end = heldEnd(body, crossing);
        near.clear();
        addFaces(mesh, {from.cwiseMin(end), from.cwiseMax(end)}, near);
        const bool isClear = firstCrossed(mesh, from, end, near) == kNone;
        out.push_back({crossing.node, isClear ? end : from});
    }
}

}  // namespace ricochet::soft_contacts
