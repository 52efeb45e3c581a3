#include "adapters/shapes/mktree_shape.h"

#include "adapters/shapes/convert.h"

#include <LinearMath/btAabbUtil2.h>
#include <ricochet/mktree_shape.h>

#include <cassert>
#include <utility>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

MkTreeFile::Opened MkTreeFile::open(const std::string& path, long long cacheBytes) {
    if (cacheBytes < 0) return {nullptr, "The bytes of an MKtree's cache must be zero or more."};
    auto tree = mktree::MkTree::open(path, {static_cast<std::size_t>(cacheBytes)});
    if (!tree) return {nullptr, tree.error()};
    auto reader = std::make_unique<const MkTreeReader>(*std::move(tree), std::size_t(cacheBytes) / 2);
    return {std::shared_ptr<const MkTreeFile>(new MkTreeFile(std::move(reader))), {}};
}

MkTreeFile::MkTreeFile(std::unique_ptr<const MkTreeReader> reader) : reader_(std::move(reader)) {}
MkTreeFile::~MkTreeFile() = default;

const std::string& MkTreeFile::path() const { return reader_->tree().path(); }
int MkTreeFile::parts() const { return static_cast<int>(reader_->tree().directory().parts.size()); }
const std::string& MkTreeFile::partName(int part) const {
    return reader_->tree().directory().parts.at(static_cast<std::size_t>(part));
}

MkTreeStatistics MkTreeFile::statistics() const {
    const mktree::Directory& directory = reader_->tree().directory();
    const mktree::CacheStatistics cache = reader_->tree().statistics();
    MkTreeStatistics statistics;
    statistics.triangles = static_cast<long long>(directory.triangles);
    statistics.leaves = static_cast<long long>(directory.leaves.size());
    statistics.blocks = static_cast<long long>(directory.blocks);
    statistics.hits = static_cast<long long>(cache.hits);
    statistics.leavesRead = static_cast<long long>(cache.leavesRead);
    statistics.blocksRead = static_cast<long long>(cache.blocksRead);
    statistics.leavesPrefetched = static_cast<long long>(reader_->prefetcher().leavesRead());
    statistics.bytes = static_cast<long long>(cache.bytes);
    statistics.maximumBytes = static_cast<long long>(cache.maximumBytes);
    return statistics;
}

std::string MkTreeFile::error() const { return reader_->error(); }

void MkTreeFile::prefetch(const btVector3& aabbMin, const btVector3& aabbMax) const {
    reader_->prefetcher().request({toVec3(aabbMin), toVec3(aabbMax)});
}

MkTreeShape::Opened MkTreeShape::open(const std::string& path, long long cacheBytes) {
    MkTreeFile::Opened opened = MkTreeFile::open(path, cacheBytes);
    if (!opened.file) return {nullptr, opened.error};
    return {std::make_unique<MkTreeShape>(std::move(opened.file)), {}};
}

MkTreeShape::MkTreeShape(std::shared_ptr<const MkTreeFile> file) : file_(std::move(file)) {
    assert(file_);
    m_shapeType = FAST_CONCAVE_MESH_PROXYTYPE;  // no class of Bullet has this type
}
MkTreeShape::~MkTreeShape() = default;

void MkTreeShape::processAllTriangles(btTriangleCallback* callback, const btVector3& aabbMin,
                                      const btVector3& aabbMax) const {
    processMkTree(*this, file_->reader(), *callback, {toVec3(aabbMin), toVec3(aabbMax)});
}

void MkTreeShape::getAabb(const btTransform& transform, btVector3& aabbMin, btVector3& aabbMax) const {
    const Aabb box = file_->reader().tree().box();
    btVector3 low(0, 0, 0), high(0, 0, 0);  // without triangles
    if (!box.isEmpty()) {
        const btVector3 a = toBullet(box.min) * scaling_, b = toBullet(box.max) * scaling_;
        low = high = a;
        low.setMin(b);
        high.setMax(b);
    }
    btTransformAabb(low, high, getMargin(), transform, aabbMin, aabbMax);
}

void MkTreeShape::calculateLocalInertia(btScalar, btVector3& inertia) const { inertia.setZero(); }

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
