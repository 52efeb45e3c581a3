#pragma once

#include "adapters/shape_kinds.h"
#include "algorithms/contact/contact.h"

#include <BulletCollision/CollisionShapes/btCollisionShape.h>

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// What a pair takes from the cache for one step. The parts belong together; holding them keeps them alive.
struct ShapeModel {
    std::shared_ptr<const Mesh> mesh;
    std::shared_ptr<const std::vector<FaceName>> faceNames;
    std::shared_ptr<const ContactSurface> surface;
    std::shared_ptr<const Model> model;  ///< null where no narrow phase was asked for
};

/// What there is to say of a shape.
enum class ShapeTrouble { none, cannotCollide, hasNoInside };

/// Hears a sentence about a shape; may be called from any thread.
using TellOfShape =
    std::function<void(const btCollisionShape& shape, ShapeTrouble trouble, const std::string& sentence)>;

/// What was read out of collision shapes and prepared, kept by the shape's address: algorithms come and go,
/// the heavy data stays. Every use compares the shape with a signature of what was read, so that another
/// shape at a dead one's address, changed scaling or a changed mesh is noticed and read anew. Thread-safe.
class ModelCache {
public:
    /// The narrow phase for which a model is wanted, and the name under which it is kept.
    struct Wanted {
        std::string_view name;
        const NarrowPhase* narrowPhase = nullptr;
    };

    /// What was found, and all that must still be the same for it to hold.
    struct Kept {
        std::optional<ShapeModel> found;
        const btCollisionShape* shape = nullptr;
        const NarrowPhase* narrowPhase = nullptr;
        std::uint64_t signature = 0;
        std::uint64_t changes = 0;
    };

    /// Nothing where the shape cannot collide; `tell` then hears why. It also hears of a mesh without an
    /// inside, which is read as a two-sided one. Either is told once, however often the shape deforms.
    std::optional<ShapeModel> find(const btCollisionShape& shape, const Wanted& wanted,
                                   const TellOfShape& tell);

    /// Finds anew only where what was found before no longer holds: for those who ask in every step.
    void update(const btCollisionShape& shape, const Wanted& wanted, const TellOfShape& tell, Kept& kept);

    /// The vertices moved: the next `find` reads them into the same mesh.
    void notifyDeformed(const btCollisionShape& shape);
    void release(const btCollisionShape& shape);
    std::size_t size() const;

private:
    struct Entry {
        std::uint64_t signature = 0;
        bool isDeformed = false;
        ShapeTrouble told = ShapeTrouble::none;  ///< what was said of the shape last
        std::shared_ptr<Mesh> mesh;              ///< null where the shape cannot collide
        std::shared_ptr<const std::vector<FaceName>> faceNames;
        std::shared_ptr<const ContactSurface> surface;
        std::map<std::string, std::shared_ptr<const Model>, std::less<>> models;

        bool isInUse() const { return faceNames.use_count() > 1; }
        const std::shared_ptr<const Model>& modelFor(const Wanted& wanted);
    };

    Entry& upToDate(const btCollisionShape& shape, std::uint64_t signature, const TellOfShape& tell);
    static Result<void> makeMesh(ShapeMesh read, const ShapeKind& kind, Entry& entry);
    void trim();

    std::atomic<std::uint64_t> changes_{0};  ///< of any entry: while it stays, all that was found holds
    mutable std::mutex mutex_;
    std::unordered_map<const btCollisionShape*, Entry> entries_;
    std::size_t trimAbove_ = 64;  ///< entries; doubles with what is in use
};

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
