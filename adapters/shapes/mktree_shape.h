#pragma once

#include "adapters/shapes/shape_parts.h"
#include "algorithms/mktree/mktree.h"
#include "algorithms/mktree/prefetcher.h"

#include <BulletCollision/CollisionShapes/btConcaveShape.h>

#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// An open MKtree file, as all shapes over it read it. Thread-safe.
class MkTreeReader {
public:
    /// `prefetchBytes`: limit of the bytes read ahead for one box.
    MkTreeReader(std::shared_ptr<const mktree::MkTree> tree, std::size_t prefetchBytes);

    const mktree::MkTree& tree() const { return *tree_; }
    mktree::Prefetcher& prefetcher() const { return prefetcher_; }
    /// Keeps the first message.
    void noteError(const std::string& message) const;
    std::string error() const;

private:
    std::shared_ptr<const mktree::MkTree> tree_;
    mutable mktree::Prefetcher prefetcher_;
    mutable std::mutex mutex_;  ///< for the following member
    mutable std::string error_;
};

/// What `processAllTriangles` of a shape over a file does (ricochet::MkTreeShape documents it). By this the
/// functions below recognise such a shape and find its file.
void processMkTree(const btConcaveShape& shape, const MkTreeReader& reader, btTriangleCallback& callback,
                   const Aabb& box);

/// Other shapes may have the same type, such as a user's own class derived from btConcaveShape.
bool isMkTreeShape(const btCollisionShape& shape);

/// All of a shape over a file; an error if it is too large, or a leaf is damaged. Faces in the order of their
/// parts and numbers, vertices in the order of their coordinates, so that those of a region have the same
/// order.
Result<ShapeMesh> readMkTree(const btCollisionShape& shape);
/// The triangles that one of the boxes (in the shape's frame) overlaps, in the same order.
Result<ShapeMesh> readMkTreePart(const btCollisionShape& shape, std::span<const Aabb> boxes);
/// Whether a box overlaps nothing; false if a leaf is damaged.
bool isMkTreeClear(const btCollisionShape& shape, const Aabb& box);
/// As in `ShapeParts`, from the file: above two million triangles the result takes effect immediately.
std::optional<std::size_t> mktreePassesToInside(const btCollisionShape& shape);
/// Lets the file's thread read the leaves that the box overlaps.
void prefetchMkTree(const btCollisionShape& shape, const Aabb& box);
std::size_t mktreeTriangles(const btCollisionShape& shape);

/// The open file and the scaling.
void signMkTree(const btCollisionShape& shape, Signature& signature);

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
