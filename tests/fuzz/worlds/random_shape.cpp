#include "tests/fuzz/worlds/random_shape.h"

#include <BulletCollision/CollisionShapes/btConvexTriangleMeshShape.h>
#include <BulletCollision/CollisionShapes/btHeightfieldTerrainShape.h>
#include <BulletCollision/CollisionShapes/btMultimaterialTriangleMeshShape.h>
#include <BulletCollision/CollisionShapes/btScaledBvhTriangleMeshShape.h>
#include <BulletCollision/CollisionShapes/btUniformScalingShape.h>
#include <BulletCollision/Gimpact/btGImpactShape.h>
#include <btBulletCollisionCommon.h>
#include <ricochet/registration.h>

#include <cmath>
#include <limits>
#include <map>

namespace ricochet::fuzz {
namespace {

using test::BulletMesh;

btScalar anyOf(Choices& random, btScalar low, btScalar high) {
    return btScalar(uniform(random, Real(low), Real(high)));
}

btVector3 anyVector(Choices& random, btScalar low, btScalar high) {
    const btScalar x = anyOf(random, low, high), y = anyOf(random, low, high), z = anyOf(random, low, high);
    return {x, y, z};
}

/// With few digits, so that the vertices of a fine box are exact where its sides meet.
btScalar shortened(btScalar x) {
    int exponent = 0;
    const btScalar digits = std::frexp(x, &exponent);
    return std::ldexp(std::round(digits * 4096) / 4096, exponent);
}

/// Vertices at one position become one, so that deformation opens no crack.
BulletMesh welded(const BulletMesh& mesh) {
    std::vector<std::array<btScalar, 3>> vertices;
    std::vector<std::array<int, 3>> faces;
    std::map<std::array<btScalar, 3>, int> known;
    for (const auto& face : mesh.faces) {
        for (int& v : faces.emplace_back(face)) {
            const auto& at = mesh.vertices[std::size_t(v)];
            const auto [entry, isNew] = known.try_emplace(at, int(vertices.size()));
            if (isNew) vertices.push_back(at);
            v = entry->second;
        }
    }
    return BulletMesh(vertices, faces);
}

BulletMesh closedMesh(Choices& random, btScalar size) {
    const auto half = [&] { return shortened(size * anyOf(random, btScalar(0.1), btScalar(0.6))); };
    switch (pick(random, 3)) {
        case 0: {
            const btScalar x = half(), y = half(), z = half();
            return test::boxMesh(x, y, z);
        }
        case 1: {
            const btScalar x = half(), y = half(), z = half();
            return welded(test::fineBoxMesh(x, y, z, 2 << pick(random, 2)));
        }
        default: {
            BulletMesh torus = test::torusMesh(anyOf(random, btScalar(0.1), btScalar(0.4)),
                                               6 + pick(random, 12), 3 + pick(random, 6));
            for (auto& vertex : torus.vertices) {
                for (btScalar& x : vertex) x *= size / 2;
            }
            return BulletMesh(torus.vertices, torus.faces);
        }
    }
}

/// Faces at random between random vertices: needles, faces without area, faces twice, one vertex in all.
BulletMesh soup(Choices& random, btScalar size) {
    std::vector<std::array<btScalar, 3>> vertices;
    const bool isFlat = pick(random, 4) == 0, isCoarse = pick(random, 3) == 0;
    for (int i = 3 + pick(random, 30); i > 0; --i) {
        btVector3 at = anyVector(random, -size / 2, size / 2);
        if (isFlat) at[1] = 0;
        if (isCoarse) {
            for (int axis = 0; axis < 3; ++axis) at[axis] = std::round(at[axis] / size * 4) * size / 4;
        }
        vertices.push_back({at.x(), at.y(), at.z()});
    }
    std::vector<std::array<int, 3>> faces;
    const bool isFan = pick(random, 4) == 0;
    for (int i = 1 + pick(random, 60); i > 0; --i) {
        const int count = int(vertices.size()), a = isFan ? 0 : pick(random, count), b = pick(random, count);
        faces.push_back({a, b, pick(random, count)});
    }
    return BulletMesh(vertices, faces);
}

BulletMesh openMesh(Choices& random, btScalar size) {
    const BulletMesh closed = closedMesh(random, size);
    std::vector<std::array<int, 3>> faces = closed.faces;
    const bool isInverted = pick(random, 3) == 0;
    if (isInverted) {
        for (auto& face : faces) std::swap(face[1], face[2]);
    } else {
        faces.resize(1 + faces.size() * std::size_t(pick(random, 10)) / 10);
    }
    return BulletMesh(closed.vertices, faces);
}

/// BulletMesh must not move, and has no copies.
std::unique_ptr<BulletMesh> stored(const BulletMesh& mesh) {
    return std::make_unique<BulletMesh>(mesh.vertices, mesh.faces);
}

btVector3 anyScaling(Choices& random) {
    btVector3 scaling = anyVector(random, btScalar(0.5), 2);
    for (int axis = 0; axis < 3; ++axis) {
        if (pick(random, 4) == 0) scaling[axis] *= -1;
    }
    if (pick(random, 16) == 0) scaling[pick(random, 3)] = 0;
    return scaling;
}

}  // namespace

RandomShape::RandomShape(Choices& random, btScalar size, const std::shared_ptr<const MkTreeFile>& world)
    : size_(size), world_(world) {
    makeAny(random);
}

RandomShape::~RandomShape() { destroy(true); }

void RandomShape::destroy(bool isReleased) {
    if (isReleased) {
        static_cast<void>(setAlgorithm(*shape_, ""));
        release(*shape_);
    }
    shape_->~btCollisionShape();
    inner_.reset();
    children_.clear();
    mesh_.reset();
    isDegenerate_ = hasStaleModel_ = false;
}

bool RandomShape::isFixed() const { return kind_ == "plane" || kind_ == "terrain" || kind_ == "mktree"; }
bool RandomShape::isClosed() const { return kind_.starts_with("closed"); }
bool RandomShape::isDegenerate() const { return isDegenerate_; }

void RandomShape::replace(Choices& random) {
    destroy(pick(random, 2) == 0);
    makeAny(random);
}

void RandomShape::makeAny(Choices& random) {
    const int kind = pick(random, 16);
    if (kind < 3) {
        makeConvex(random);
    } else if (kind < 8) {
        makeTriangles(random, false, false);
    } else if (kind < 10) {
        makeTriangles(random, true, false);
    } else if (kind < 12) {
        makeTriangles(random, false, true);
    } else if (kind == 12) {
        makeTerrain(random);
    } else if (kind == 13 && world_) {
        kind_ = "mktree";
        make<MkTreeShape>(world_).setLocalScaling(btVector3(size_, size_, size_));
    } else if (kind == 13) {
        kind_ = "plane";
        make<btStaticPlaneShape>(btVector3(0, 1, 0), btScalar(0));
    } else {
        makeCompound(random);
    }
    const int margin = pick(random, 4);
    if (margin == 0) shape_->setMargin(0);
    if (margin == 1) shape_->setMargin(size_ * btScalar(0.01));
}

void RandomShape::makeConvex(Choices& random) {
    const btVector3 half = anyVector(random, size_ * btScalar(0.1), size_ * btScalar(0.5));
    switch (pick(random, 9)) {
        case 0:
            kind_ = "box";
            make<btBoxShape>(half);
            break;
        case 1:
            kind_ = "sphere";
            make<btSphereShape>(half.x());
            break;
        case 2:
            kind_ = "capsule";
            make<btCapsuleShape>(half.x(), half.y());
            break;
        case 3:
            kind_ = "cylinder";
            make<btCylinderShapeX>(half);
            break;
        case 4:
            kind_ = "cone";
            make<btConeShapeZ>(half.x(), half.y());
            break;
        case 5: {
            kind_ = "multi-sphere";
            const btVector3 centres[2] = {half, -half};
            const btScalar radii[2] = {half.x(), half.y()};
            make<btMultiSphereShape>(centres, radii, 2);
            break;
        }
        case 6:
            kind_ = "uniform-scaling";
            inner_ = std::make_unique<btBoxShape>(half);
            make<btUniformScalingShape>(static_cast<btConvexShape*>(inner_.get()), btScalar(1.5));
            break;
        case 7:
            kind_ = "convex-mesh";
            mesh_ = stored(closedMesh(random, size_));
            make<btConvexTriangleMeshShape>(&mesh_->interface);
            break;
        default: {
            kind_ = "hull";
            auto& hull = make<btConvexHullShape>();
            for (int i = 1 + pick(random, 20); i > 0; --i) {
                hull.addPoint(anyVector(random, -half.x(), half.x()), false);
            }
            hull.recalcLocalAabb();
        }
    }
}

void RandomShape::makeTriangles(Choices& random, bool isOpen, bool isSoup) {
    mesh_ = stored(isSoup   ? soup(random, size_)
                   : isOpen ? openMesh(random, size_)
                            : closedMesh(random, size_));
    isDegenerate_ = isSoup;
    const std::string what = isSoup ? "soup " : isOpen ? "open " : "closed ";
    switch (pick(random, 4)) {
        case 0:
            kind_ = what + "bvh";
            make<btBvhTriangleMeshShape>(&mesh_->interface, true);
            break;
        case 1: {
            kind_ = what + "scaled bvh";
            auto bvh = std::make_unique<btBvhTriangleMeshShape>(&mesh_->interface, true);
            const btVector3 scaling = anyScaling(random);
            isDegenerate_ |= scaling.x() * scaling.y() * scaling.z() == 0;
            make<btScaledBvhTriangleMeshShape>(bvh.get(), scaling);
            inner_ = std::move(bvh);
            break;
        }
        case 2:
            kind_ = what + "multimaterial";
            make<btMultimaterialTriangleMeshShape>(&mesh_->interface, true);
            break;
        default:
            kind_ = what + "gimpact";
            make<btGImpactMeshShape>(&mesh_->interface).updateBound();
    }
}

void RandomShape::makeTerrain(Choices& random) {
    kind_ = "terrain";
    const int width = 2 + pick(random, 8), length = 2 + pick(random, 8);
    heights_.clear();
    for (int i = 0; i < width * length; ++i)
        heights_.push_back(float(uniform(random, -0.5, 0.5)) * float(size_));
    make<btHeightfieldTerrainShape>(width, length, heights_.data(), -size_, size_, pick(random, 3),
                                    pick(random, 2) == 0)
        .setLocalScaling(btVector3(size_, 1, size_));
}

void RandomShape::makeCompound(Choices& random) {
    kind_ = "compound";
    make<btCompoundShape>(pick(random, 2) == 0);
    for (int i = pick(random, 4); i > 0; --i) addChild(random);
}

bool RandomShape::addChild(Choices& random) {
    if (kind_ != "compound" || children_.size() > 6) return false;
    auto child = std::make_unique<RandomShape>(random, size_ / 2);
    if (child->isFixed()) return false;
    const btVector3 axis = anyVector(random, btScalar(0.1), 1).normalized();
    const btTransform at(btQuaternion(axis, anyOf(random, 0, 3)), anyVector(random, -size_ / 2, size_ / 2));
    static_cast<btCompoundShape*>(shape_)->addChildShape(at, &child->shape());
    isDegenerate_ = true;  // its children may be
    children_.push_back(std::move(child));
    return true;
}

bool RandomShape::removeChild(Choices& random) {
    if (kind_ != "compound" || children_.empty()) return false;
    const auto which = children_.begin() + pick(random, int(children_.size()));
    static_cast<btCompoundShape*>(shape_)->removeChildShape(&(*which)->shape());
    children_.erase(which);
    return true;
}

bool RandomShape::deform(Choices& random, bool isNoticed) {
    hasStaleModel_ = !isNoticed;
    for (const auto& child : children_) {
        if (child->deform(random, isNoticed)) {
            if (isNoticed) notifyDeformed(child->shape());
            return true;
        }
    }
    if (kind_ == "terrain") {
        heights_[std::size_t(pick(random, int(heights_.size())))] *= float(uniform(random, 0, 1));
        if (isNoticed) notifyDeformed(*shape_);
        return true;
    }
    if (!mesh_ || kind_ == "convex-mesh" || mesh_->vertices.empty()) return false;
    for (int i = 1 + pick(random, 4); i > 0; --i) {
        auto& vertex = mesh_->vertices[std::size_t(pick(random, int(mesh_->vertices.size())))];
        vertex[std::size_t(pick(random, 3))] *= anyOf(random, btScalar(0.5), btScalar(1.2));
    }
    if (auto* gimpact = dynamic_cast<btGImpactMeshShape*>(shape_)) {
        gimpact->postUpdate();
        gimpact->updateBound();
    } else {
        auto* bvh = static_cast<btBvhTriangleMeshShape*>(inner_ ? inner_.get() : shape_);
        btVector3 low, high;
        mesh_->interface.calculateAabbBruteForce(low, high);
        bvh->refitTree(low, high);
        bvh->recalcLocalAabb();
    }
    if (isNoticed) notifyDeformed(*shape_);
    return true;
}

bool RandomShape::spoil(Choices& random) {
    if (!mesh_ || mesh_->vertices.empty() || kind_.find("gimpact") == std::string::npos) return false;
    auto& vertex = mesh_->vertices[std::size_t(pick(random, int(mesh_->vertices.size())))];
    vertex[std::size_t(pick(random, 3))] = pick(random, 2) == 0 ? std::numeric_limits<btScalar>::quiet_NaN()
                                                                : std::numeric_limits<btScalar>::infinity();
    isDegenerate_ = hasStaleModel_ = true;  // nothing is notified
    return true;
}

}  // namespace ricochet::fuzz
