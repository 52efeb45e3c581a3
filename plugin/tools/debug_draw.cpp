#include "adapters/function_table.h"
#include "adapters/shapes/convert.h"
#include "adapters/shapes/mktree_shape.h"
#include "adapters/shapes/placed_shape.h"
#include "adapters/shapes/shape_kinds.h"
#include "algorithms/spherical_field/shell_outlines.h"
#include "algorithms/sweep_and_prune/broad_phase.h"
#include "plugin/pair_kind.h"
#include "plugin/process_state.h"

#include <LinearMath/btIDebugDraw.h>
#include <ricochet/debug_draw.h>
#include <ricochet/mktree_shape.h>
#include <ricochet/sweep_and_prune_broadphase.h>

#include <iterator>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
namespace {

const btVector3 kPatches[] = {{1, btScalar(0.8), 0},
                              {0, btScalar(0.8), 1},
                              {1, 0, btScalar(0.8)},
                              {btScalar(0.5), 1, 0},
                              {1, btScalar(0.5), btScalar(0.2)}};
const btVector3 kImpulses(1, btScalar(0.2), 0), kFacesA(1, 0, btScalar(0.2)),
    kFacesB(btScalar(0.1), btScalar(0.3), 1), kBoxes(0, btScalar(0.7), 0),
    kRegions(btScalar(0.9), btScalar(0.5), 0), kLeaves(btScalar(0.5), btScalar(0.3), 0),
    kCompared(btScalar(0.3), btScalar(0.4), btScalar(0.5)), kCells(btScalar(0.6), 0, btScalar(0.6));

// Numbers of functions of btBroadphaseInterface.
constexpr int kCreateProxy = 0, kDestroyProxy = 1;

/// The shape's box in the frame of another one.
Aabb boxIn(const PlacedShape& other, const PlacedShape& placed) {
    btVector3 min, max;
    placed.shape->getAabb(other.pose.inverse() * placed.pose, min, max);
    return {toVec3(min), toVec3(max)};
}

/// In the world.
std::vector<PlacedShape> partsOf(const btBroadphaseProxy& proxy) {
    const auto& object = *static_cast<const btCollisionObject*>(proxy.m_clientObject);
    return placedShapes(object, object.getWorldTransform());
}

void drawContacts(btDispatcher& dispatcher, btIDebugDraw& drawer, btScalar metresPerImpulse) {
    for (int i = 0; i < dispatcher.getNumManifolds(); ++i) {
        const btPersistentManifold& manifold = *dispatcher.getManifoldByIndexInternal(i);
        const btVector3& colour = kPatches[i % static_cast<int>(std::size(kPatches))];
        for (int j = 0; j < manifold.getNumContacts(); ++j) {
            const btManifoldPoint& point = manifold.getContactPoint(j);
            const btVector3 &onB = point.getPositionWorldOnB(), &normal = point.m_normalWorldOnB;
            drawer.drawContactPoint(onB, normal, point.getDistance(), point.getLifeTime(), colour);
            const btScalar length = metresPerImpulse * point.getAppliedImpulse();
            if (length > 0) drawer.drawLine(onB, onB + length * normal, kImpulses);
        }
    }
}

void drawFace(const Triangle& face, const btVector3& colour, btIDebugDraw& drawer) {
    for (std::size_t i = 0; i < 3; ++i)
        drawer.drawLine(toBullet(face[i]), toBullet(face[(i + 1) % 3]), colour);
}

void drawBox(const Obb& box, const btTransform& pose, const btVector3& colour, btIDebugDraw& drawer) {
    const auto corners = box.corners();
    for (std::size_t i = 0; i < 8; ++i) {
        for (const std::size_t axis : {1u, 2u, 4u}) {
            if (i & axis) continue;
            drawer.drawLine(pose * toBullet(corners[i]), pose * toBullet(corners[i | axis]), colour);
        }
    }
}

void drawBroadPhase(const btCollisionWorld& world, btIDebugDraw& drawer) {
    const btBroadphaseInterface& present = *world.getBroadphase();
    if (!inheritsFrom(TableOf<SweepAndPruneBroadphase>::noted(), {kCreateProxy, kDestroyProxy}, present))
        return;
    const auto& broadPhase = static_cast<const SweepAndPruneBroadphase&>(present);
    for (int i = 0; i < world.getNumCollisionObjects(); ++i) {
        const btBroadphaseProxy* const proxy = world.getCollisionObjectArray()[i]->getBroadphaseHandle();
        if (proxy) drawer.drawBox(proxy->m_aabbMin, proxy->m_aabbMax, kCompared);
    }
    for (const SweepBox& box : broadPhase.sweep().cells())
        drawer.drawBox({box.min[0], box.min[1], box.min[2]}, {box.max[0], box.max[1], box.max[2]}, kCells);
}

void drawRegions(const PlacedShape& part, btIDebugDraw& drawer) {
    const auto draw = [&](const Aabb& box, const btVector3& colour) {
        drawBox({.centre = box.centre(), .half = box.size() / 2}, part.pose, colour, drawer);
    };
    const Aabb whole = boxIn(part, part);  // a terrain's regions have no height of their own
    for (const Aabb& box : processState().models.regionBoxes(*part.shape))
        draw(intersection(box, whole), kRegions);
    if (!isMkTreeShape(*part.shape)) return;
    const auto& shape = static_cast<const MkTreeShape&>(*part.shape);
    const Vec3 scaling = toVec3(shape.getLocalScaling());
    const mktree::MkTree& tree = shape.file()->reader().tree();
    for (const mktree::Node& node : tree.directory().nodes) {
        if (!node.isLeaf() || !tree.isInMemory(node.first)) continue;
        const Aabb box = node.box.box();
        const Vec3 one = scaling.cwiseProduct(box.min), other = scaling.cwiseProduct(box.max);
        draw({one.cwiseMin(other), one.cwiseMax(other)}, kLeaves);
    }
}

/// Draws what the narrow phase has of two shapes, of each model once.
class StructureDrawing {
public:
    StructureDrawing(PairContext& context, btIDebugDraw& drawer, const DebugDrawing& what)
        : context_(context), drawer_(drawer), what_(what) {}

    void draw(const PlacedShape& a, const PlacedShape& b) {
        if (pairKind(context_, *a.shape, *b.shape) != PairKind::meshes) return;
        const MeshBackend& backend = meshBackendOf(context_, *a.shape, *b.shape);
        const auto modelA = modelOf(a, boxIn(a, b), backend), modelB = modelOf(b, boxIn(b, a), backend);
        if (!modelA || !modelB) return;
        drawBoxes(*modelA->model, a.pose);
        drawBoxes(*modelB->model, b.pose);
        if (what_.facePairs) {
            drawFacePairs({modelA->model.get(), toPose(a.pose)}, {modelB->model.get(), toPose(b.pose)},
                          *backend.narrowPhase);
        }
    }
    /// A moving shape that is close to none.
    void draw(const PlacedShape& alone) {
        if (what_.treeDepth < 0 || alone.isStatic || !isReadable(*alone.shape)) return;
        const MeshBackend& backend = meshBackendOf(context_, *alone.shape, *alone.shape);
        if (const auto model = modelOf(alone, {}, backend)) drawBoxes(*model->model, alone.pose);
    }

private:
    /// Of a large static mesh the part in a box of its frame.
    std::optional<ShapeModel> modelOf(const PlacedShape& part, const Aabb& box, const MeshBackend& backend) {
        ModelCache& models = processState().models;
        if (!part.isStatic)
            return models.find(*part.shape, {backend.name, backend.narrowPhase.get()}, context_.reporter());
        return models.find(*part.shape, {backend.name, backend.narrowPhase.get()}, context_.reporter(),
                           {&box, 1});
    }

    void drawBoxes(const CollisionModel& model, const btTransform& pose) {
        const btVector3& at = pose.getOrigin();
        if (what_.treeDepth < 0 || !drawn_.insert({&model, at.x(), at.y(), at.z()}).second) return;
        for (const Obb& box : model.boxesAt(what_.treeDepth)) drawBox(box, pose, kBoxes, drawer_);
        const auto* const field = asKind<spherical_field::FieldModel>(&model);
        if (!field) return;
        for (const auto& [from, to] : shellOutlines(field->field(), what_.treeDepth))
            drawer_.drawLine(pose * toBullet(from), pose * toBullet(to), kBoxes);
    }

    void drawFacePairs(const MeshInstance& a, const MeshInstance& b, const NarrowPhase& narrowPhase) {
        PairMemory memory;
        narrowPhase.findFacePairs(a, b, 0, memory, pairs_);
        for (const FacePair& pair : pairs_) {
            drawFace(a.triangle(pair.faceA), kFacesA, drawer_);
            drawFace(b.triangle(pair.faceB), kFacesB, drawer_);
        }
    }

    PairContext& context_;
    btIDebugDraw& drawer_;
    const DebugDrawing& what_;
    FacePairs pairs_;
    std::set<std::tuple<const CollisionModel*, btScalar, btScalar, btScalar>> drawn_;
};

}  // namespace

std::string debugDraw(btCollisionWorld& world, btIDebugDraw& drawer, const DebugDrawing& what) {
    if (what.contacts) drawContacts(*world.getDispatcher(), drawer, what.metresPerImpulse);
    const std::shared_ptr<PairContext> context = contextOf(world);
    if (what.broadPhase) drawBroadPhase(world, drawer);
    if (!context)
        return "Ricochet is not registered with the world's dispatcher: contacts and broad phase alone are "
               "drawn.";
    if (what.regions) {
        for (int i = 0; i < world.getNumCollisionObjects(); ++i) {
            if (const btBroadphaseProxy* const proxy =
                    world.getCollisionObjectArray()[i]->getBroadphaseHandle()) {
                for (const PlacedShape& part : partsOf(*proxy)) drawRegions(part, drawer);
            }
        }
    }
    if (!what.facePairs && what.treeDepth < 0) return {};
    StructureDrawing structures(*context, drawer, what);
    const btBroadphasePairArray& pairs = world.getPairCache()->getOverlappingPairArray();
    for (int i = 0; i < pairs.size(); ++i) {
        for (const PlacedShape& a : partsOf(*pairs[i].m_pProxy0)) {
            for (const PlacedShape& b : partsOf(*pairs[i].m_pProxy1)) structures.draw(a, b);
        }
    }
    for (int i = 0; i < world.getNumCollisionObjects(); ++i) {
        const btBroadphaseProxy* const proxy = world.getCollisionObjectArray()[i]->getBroadphaseHandle();
        if (!proxy) continue;
        for (const PlacedShape& part : partsOf(*proxy)) structures.draw(part);
    }
    return {};
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
