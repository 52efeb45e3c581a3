#include "plugin/continuous/vertex_sweep.h"

#include "adapters/shapes/convert.h"
#include "adapters/shapes/regions.h"
#include "adapters/shapes/shape_kinds.h"
#include "algorithms/round_shapes/deforming_sweep.h"
#include "plugin/process_state.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
namespace {

std::optional<ShapeModel> read(const btCollisionShape& shape, std::span<const Aabb> boxes,
                               const PairContext& context) {
    return processState().models.find(shape, {}, context.reporter(), boxes);
}

std::vector<Vec3> toVec3s(const std::vector<btVector3>& vertices) {
    std::vector<Vec3> converted(vertices.size());
    std::ranges::transform(vertices, converted.begin(), [](const btVector3& v) { return toVec3(v); });
    return converted;
}

std::string complaintAbout(const std::vector<Vec3>& vertices, std::size_t count, const std::string& where) {
    if (vertices.size() != count) {
        return "The mesh has " + std::to_string(count) + " vertices, and " + std::to_string(vertices.size()) +
               " were given " + where + " of the sweep.";
    }
    const auto bad = std::ranges::find_if(vertices, [](const Vec3& v) { return !v.allFinite(); });
    if (bad == vertices.end()) return {};
    return "Vertex " + std::to_string(bad - vertices.begin()) + " is not finite " + where + " of the sweep.";
}

constexpr Real kTouchPrecision = 1e-6;  // of a round shape's radius: surfaces this near touch

/// The vertices are finite, and as many as the faces' mesh has.
std::unique_ptr<const CollisionModel> modelOf(const std::vector<Vec3>& vertices,
                                              const std::vector<Face>& faces) {
    return std::make_unique<CollisionModel>(Mesh::create(vertices, faces).value());
}

btScalar roundedDown(Real value) {
    return std::nextafter(btScalar(value), -std::numeric_limits<btScalar>::infinity());
}
btScalar roundedUp(Real value) {
    return std::nextafter(btScalar(value), std::numeric_limits<btScalar>::infinity());
}

}  // namespace

Result<VertexSweep> VertexSweep::of(const btCollisionShape& shape, const std::vector<btVector3>& from,
                                    const std::vector<btVector3>& to, const PairContext& context) {
    if (!isReadable(shape) || !shapeKind(shape).isMesh) {
        return tl::unexpected(std::string("Only a body whose shape is one mesh can be swept by its vertices, "
                                          "and this one's is a ") +
                              shape.getName() + ".");
    }
    const std::optional<ShapeModel> read = ricochet::read(shape, {}, context);
    if (!read) return tl::unexpected(std::string("The body's mesh cannot be read: see Settings::report."));
    std::vector<Vec3> at0 = toVec3s(from), at1 = toVec3s(to);
    for (const auto& [vertices, where] : {std::pair(&at0, "at the start"), std::pair(&at1, "at the end")}) {
        const std::string complaint = complaintAbout(*vertices, read->mesh->vertexCount(), where);
        if (!complaint.empty()) return tl::unexpected(complaint);
    }
    return VertexSweep(*read, std::move(at0), std::move(at1), context);
}

VertexSweep::VertexSweep(const ShapeModel& shape, std::vector<Vec3> from, std::vector<Vec3> to,
                         const PairContext& context)
    : context_(&context), shape_(shape), from_(std::move(from)), to_(std::move(to)) {
    const DeformingMesh mesh{shape_.mesh->faces(), from_, to_};
    box_ = sweptBox(mesh);
    boxMin_.setValue(roundedDown(box_.min.x()), roundedDown(box_.min.y()), roundedDown(box_.min.z()));
    boxMax_.setValue(roundedUp(box_.max.x()), roundedUp(box_.max.y()), roundedUp(box_.max.z()));
    sweep_ = std::make_unique<DeformingSweep>(mesh, box_);
    if (!context.sweptNarrowPhase) return;
    at0_ = modelOf(from_, shape_.mesh->faces());
    at1_ = modelOf(to_, shape_.mesh->faces());
}

/// The faces that may touch, by the context's swept narrow phase.
FacePairs VertexSweep::pairsWith(const ShapeModel& other, const Pose& pose) const {
    const CollisionModel model(other.mesh);
    const MovingBody moving{{at0_.get(), {}}, {at1_.get(), {}}}, standing{{&model, pose}, {&model, pose}};
    FacePairs pairs;
    context_->sweptNarrowPhase->findSweptFacePairs(moving, standing, 0, pairs);
    return pairs;
}

std::optional<ObjectContact> VertexSweep::firstContact(const btCollisionObject& object, Real end) const {
    std::optional<ObjectContact> first;
    for (const PlacedShape& part : partsOf(object)) {
        const bool isRoundPart = isRound(*part.shape);
        if (isRoundPart && !context_->roundMethod) continue;
        const Pose pose = toPose(object.getWorldTransform() * part.pose);
        const Real until = first ? first->contact.time : end;
        const auto found =
            isRoundPart ? firstRoundContact(part, pose, until) : firstContact(part, pose, until);
        if (found && (!first || found->contact.time < first->contact.time)) first = found;
    }
    return first;
}

std::optional<ObjectContact> VertexSweep::firstContact(const PlacedShape& part, const Pose& pose,
                                                       Real end) const {
    const Aabb box = boxSeenFrom(pose, box_);
    const auto boxes = std::span(&box, part.isStatic ? 1 : 0);
    const std::optional<ShapeModel> other = read(*part.shape, boxes, *context_);
    if (!other) return std::nullopt;
    std::vector<Vec3> placed;
    placed.reserve(other->mesh->vertexCount());
    for (const Vec3& vertex : other->mesh->vertices()) placed.push_back(transformPoint(pose, vertex));
    const DeformingSweep standing({other->mesh->faces(), placed, placed}, box_);
    LinearContactSettings settings;
    settings.end = end;
    const auto contact = at0_ ? firstContactAmong(*sweep_, standing, pairsWith(*other, pose), settings)
                              : ricochet::firstContact(*sweep_, standing, settings);
    if (!contact) return std::nullopt;
    return ObjectContact{*contact, nameOf(shape_, contact->faces.faceA),
                         nameOf(*other, contact->faces.faceB)};
}

std::optional<ObjectContact> VertexSweep::firstRoundContact(const PlacedShape& part, const Pose& pose,
                                                            Real end) const {
    const RoundShape shape = shapeKind(*part.shape).readRound(*part.shape);
    const round_shapes::PlacedRound round(shape, pose);
    const Real near = kTouchPrecision * round.radius();
    const auto touch = round_shapes::firstTouch(round, {shape_.mesh->faces(), from_, to_}, near, end);
    if (!touch) return std::nullopt;
    SweptContact contact;
    contact.time = touch->time;
    contact.faces = {touch->face, 0};
    contact.onA = touch->onMesh;
    contact.onB = touch->onMesh + std::max(touch->distance, Real{0}) * touch->normal;
    contact.normal = -touch->normal;
    contact.features = TouchingFeatures::faceVertex;
    contact.featureA = touch->face;
    return ObjectContact{contact, nameOf(shape_, touch->face), {-1, -1}};
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
