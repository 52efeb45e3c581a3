#include "plugin/continuous/object_sweep.h"

#include "adapters/shape_cache/convex_cache.h"
#include "adapters/shapes/convert.h"
#include "adapters/shapes/shape_kinds.h"
#include "algorithms/geometry/bounded.h"
#include "plugin/pair_kind.h"
#include "plugin/process_state.h"

#include <algorithm>
#include <cmath>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
namespace {

/// Bodies with non-finite state are ignored.
bool hasFiniteState(const RigidMotion& motion) {
    return areBounded(motion.poseAt0.rotation) && areBounded(motion.poseAt0.translation) &&
           areBounded(motion.translation) && areBounded(motion.axis) && std::isfinite(motion.angle);
}

/// The motion of a part of a body: the same rotation about the same centre.
RigidMotion motionOfPart(const RigidMotion& body, const btTransform& toObject) {
    const Pose local = toPose(toObject);
    RigidMotion motion = body;
    motion.poseAt0 = {body.poseAt0.rotation * local.rotation,
                      transformPoint(body.poseAt0, local.translation)};
    return motion;
}

SweptMesh sweptMesh(const ShapeModel& shape, const RigidMotion& motion) {
    const ContactSurface& surface = *shape.surface;
    return {shape.model.get(), &surface.topology, motion, surface.whole ? &*surface.whole : nullptr};
}

}  // namespace

RigidMotion motionBetween(const btTransform& from, const btTransform& to) {
    return motionBetween(toPose(from), toPose(to), toVec3(from.getOrigin()));
}

Real radiusOf(const btCollisionObject& object) {
    btVector3 centre;
    btScalar radius;
    object.getCollisionShape()->getBoundingSphere(centre, radius);
    return Real(centre.length()) + Real(radius);
}

Real displacementOf(const MovingObject& moving) {
    return moving.motion.translation.norm() + moving.motion.angle * radiusOf(*moving.object);
}

Real relativeDisplacement(const MovingObject& a, const MovingObject& b) {
    const Real both = (a.motion.translation - b.motion.translation).norm() +
                      a.motion.angle * radiusOf(*a.object) + b.motion.angle * radiusOf(*b.object);
    return std::max({both, displacementOf(a), displacementOf(b)});
}

std::vector<PlacedShape> partsOf(const btCollisionObject& object) {
    std::vector<PlacedShape> parts = placedShapes(object);
    std::erase_if(parts, [](const PlacedShape& part) {
        return !isReadable(*part.shape) && !isRound(*part.shape) && !isPolyhedral(*part.shape);
    });
    return parts;
}

std::vector<Aabb> boxesAlong(const PlacedShape& part, const RigidMotion& standing, const PlacedShape& other,
                             const RigidMotion& motion, Real gap) {
    constexpr Real kRadii = 4, kMostBoxes = 256, kRoundUp = 1.001;
    if (!part.isStatic || !standing.translation.isZero(0) || standing.angle != 0) return {};
    btVector3 min, max;
    other.shape->getAabb(btTransform::getIdentity(), min, max);
    const Real radius =
        kRoundUp * radiusAboutCentre(motionOfPart(motion, other.pose), {toVec3(min), toVec3(max)});
    const Pose pose = motionOfPart(standing, part.pose).poseAt0;
    const auto centreAt = [&](Real time) -> Vec3 {
        return pose.rotation.inverse() * (motion.centre + time * motion.translation - pose.translation);
    };
    const Real count =
        std::clamp(std::ceil(motion.translation.norm() / (kRadii * radius)), Real{1}, kMostBoxes);
    std::vector<Aabb> boxes;
    for (Real i = 0; i < count; ++i) {
        Aabb box;
        box.include(centreAt(i / count));
        box.include(centreAt((i + 1) / count));
        boxes.push_back(grown(box, radius + gap));
    }
    return boxes;
}

FaceName nameOf(const ShapeModel& shape, Index face) {
    return shape.faceNames->empty() ? FaceName{-1, -1} : shape.nameOf(face);
}

std::optional<Real> ObjectSweep::combinedRestGap(const btCollisionObject& a,
                                                 const btCollisionObject& b) const {
    std::optional<Real> largest;
    const auto marginOf = [&](const PlacedShape& part) {
        return context_->settings.margins == Margins::zero ? Real(0)
                                                           : Real(shapeKind(*part.shape).margin(*part.shape));
    };
    const std::vector<PlacedShape> partsA = partsOf(a), partsB = partsOf(b);
    for (const PlacedShape& partA : partsA) {
        for (const PlacedShape& partB : partsB) {
            if (!isOurs(partA, partB)) continue;
            largest = std::max(largest.value_or(0), marginOf(partA) + marginOf(partB));
        }
    }
    return largest;
}

bool ObjectSweep::isOurs(const PlacedShape& partA, const PlacedShape& partB) const {
    const PairKind server = pairKind(*context_, *partA.shape, *partB.shape);
    return server == PairKind::meshes || server == PairKind::round || server == PairKind::convex;
}

std::optional<ShapeModel> ObjectSweep::read(const PlacedShape& part, std::span<const Aabb> boxes,
                                            const MeshBackend& backend) const {
    return processState().models.find(*part.shape, modelRequest(backend), context_->reporter(), boxes);
}

std::optional<ObjectContact> ObjectSweep::firstContact(const PlacedShape& partA, const RigidMotion& motionA,
                                                       const PlacedShape& partB, const RigidMotion& motionB,
                                                       const SweptSettings& settings) {
    if (!isOurs(partA, partB)) return std::nullopt;
    if (pairKind(*context_, *partA.shape, *partB.shape) == PairKind::convex) {
        return firstConvexContact(partA, motionA, partB, motionB, settings);
    }
    const MeshBackend& backend = meshBackendOf(*context_, *partA.shape, *partB.shape);
    if (isRound(*partA.shape) || isRound(*partB.shape)) {
        return firstRoundContact(partA, motionA, partB, motionB, backend, settings);
    }
    const std::optional<ShapeModel> a = read(partA, boxesAlong(partA, motionA, partB, motionB, settings.gap),
                                             backend),
                                    b = read(partB, boxesAlong(partB, motionB, partA, motionA, settings.gap),
                                             backend);
    if (!a || !b) return std::nullopt;
    const SweptMesh meshA = sweptMesh(*a, motionOfPart(motionA, partA.pose)),
                    meshB = sweptMesh(*b, motionOfPart(motionB, partB.pose));
    const auto contact = context_->sweptNarrowPhase
                             ? ricochet::firstContact(*context_->sweptNarrowPhase, meshA, meshB, settings)
                             : ricochet::firstContact(*backend.narrowPhase, meshA, meshB, settings, memory_);
    if (!contact) return std::nullopt;
    return ObjectContact{*contact, nameOf(*a, contact->faces.faceA), nameOf(*b, contact->faces.faceB)};
}

std::optional<ObjectContact> ObjectSweep::firstRoundContact(
    const PlacedShape& partA, const RigidMotion& motionA, const PlacedShape& partB,
    const RigidMotion& motionB, const MeshBackend& backend, const SweptSettings& settings) {
    const bool isRoundA = isRound(*partA.shape);
    const btCollisionShape& roundShape = isRoundA ? *partA.shape : *partB.shape;
    const RoundShape round = shapeKind(roundShape).readRound(roundShape);
    const auto boxes = isRoundA ? boxesAlong(partB, motionB, partA, motionA, settings.gap)
                                : boxesAlong(partA, motionA, partB, motionB, settings.gap);
    const std::optional<ShapeModel> mesh = read(isRoundA ? partB : partA, boxes, backend);
    if (!mesh) return std::nullopt;
    SweptInput input;
    input.motionA = motionOfPart(motionA, partA.pose);
    input.motionB = motionOfPart(motionB, partB.pose);
    (isRoundA ? input.a : input.b).round = &round;
    BodyInput& other = isRoundA ? input.b : input.a;
    other.model = mesh->model.get();
    other.surface = mesh->surface.get();
    const auto contact = context_->roundMethod->firstContact(*backend.narrowPhase, input, settings, memory_);
    if (!contact) return std::nullopt;
    const auto name = [&](bool isRound, Index face) {
        return isRound ? FaceName{-1, -1} : nameOf(*mesh, face);
    };
    return ObjectContact{*contact, name(isRoundA, contact->faces.faceA),
                         name(!isRoundA, contact->faces.faceB)};
}

std::optional<ObjectContact> ObjectSweep::firstConvexContact(const PlacedShape& partA,
                                                             const RigidMotion& motionA,
                                                             const PlacedShape& partB,
                                                             const RigidMotion& motionB,
                                                             const SweptSettings& settings) {
    const auto method = convexMethodOf(*context_, *partA.shape, *partB.shape);
    CachedModel<ConvexModel> a, b;
    update(processState().convexModels, *partA.shape, method, context_->reporter(), a);
    update(processState().convexModels, *partB.shape, method, context_->reporter(), b);
    if (!a.model || !b.model) return std::nullopt;
    SweptInput input;
    input.a.convex = a.model.get();
    input.b.convex = b.model.get();
    input.motionA = motionOfPart(motionA, partA.pose);
    input.motionB = motionOfPart(motionB, partB.pose);
    const NarrowPhase& unasked = *context_->meshBackend->narrowPhase;
    const auto contact = method->firstContact(unasked, input, settings, memory_);
    if (!contact) return std::nullopt;
    return ObjectContact{*contact, {-1, -1}, {-1, -1}};
}

std::optional<ObjectContact> ObjectSweep::firstContact(const MovingObject& a, const MovingObject& b,
                                                       const SweptSettings& settings) {
    std::optional<ObjectContact> first;
    if (!hasFiniteState(a.motion) || !hasFiniteState(b.motion)) return first;
    SweptSettings until = settings;
    const std::vector<PlacedShape> partsA = partsOf(*a.object), partsB = partsOf(*b.object);
    for (const PlacedShape& partA : partsA) {
        for (const PlacedShape& partB : partsB) {
            const auto found = firstContact(partA, a.motion, partB, b.motion, until);
            if (!found || (first && found->contact.time >= first->contact.time)) continue;
            first = found;
            until.end = found->contact.time;
        }
    }
    return first;
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
