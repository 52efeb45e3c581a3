// Flush bodies cross in hundreds of loops that bound one patch. So areas and perimeters are added as loops
// are joined, but lists are gathered once, when all groups are known.

#include "algorithms/contact/penetration/joined_penetrations.h"

#include "algorithms/contact/tolerances.h"
#include "algorithms/geometry/scratch.h"

#include <algorithm>
#include <utility>

namespace ricochet {
namespace {

constexpr std::size_t kNoOther = ~std::size_t{0};

/// All but the lists.
void addMeasures(const Penetration& from, Penetration& into) {
    const IntersectionLoop& other = from.loop;
    IntersectionLoop& loop = into.loop;
    const Real perimeter = loop.perimeter + other.perimeter;
    loop.centre = (loop.perimeter * loop.centre + other.perimeter * other.centre) / perimeter;
    loop.perimeter = perimeter;
    loop.area += other.area;
    loop.box.include(other.box.min);
    loop.box.include(other.box.max);
    into.axis += into.axis.dot(from.axis) < 0 ? Vec3(-from.axis) : from.axis;
}

template <class Item>
void append(ScratchVector<Item>& into, const ScratchVector<Item>& from) {
    into.insert(into.end(), from.begin(), from.end());
}

void appendLists(Penetration& into, const Penetration& from) {
    append(into.loop.ends, from.loop.ends);
    append(into.loop.segments, from.loop.segments);
    append(into.loop.facesA, from.loop.facesA);
    append(into.loop.facesB, from.loop.facesB);
    append(into.piecesA, from.piecesA);
    append(into.piecesB, from.piecesB);
}

void makeAscending(Penetration& penetration) {
    for (ScratchVector<Index>* indices :
         {&penetration.loop.facesA, &penetration.loop.facesB, &penetration.piecesA, &penetration.piecesB}) {
        std::ranges::sort(*indices);
        indices->erase(std::unique(indices->begin(), indices->end()), indices->end());
    }
}

/// Makes `owner` the penetration that owns these pieces of a body; appends their previous owners to
/// `previous`. `owners`: by piece, which has at most one.
void changeOwner(const ScratchVector<Index>& pieces, std::size_t owner, ScratchVector<std::size_t>& owners,
                 ScratchVector<std::size_t>& previous) {
    for (const Index piece : pieces) {
        if (piece >= owners.size()) owners.resize(2 * std::size_t{piece} + 1, kNoOther);
        if (owners[piece] != kNoOther) previous.push_back(owners[piece]);
        owners[piece] = owner;
    }
}

/// Penetrations, each joined with earlier ones.
class Groups {
public:
    explicit Groups(ScratchVector<Penetration> penetrations)
        : penetrations_(std::move(penetrations)),
          group_(penetrations_.size(), kNoOther),
          next_(penetrations_.size(), kNoOther),
          last_(penetrations_.size()) {
        for (std::size_t i = 0; i < last_.size(); ++i) last_[i] = i;
    }

    ScratchVector<Penetration> joinedByPieces() {
        ScratchVector<std::size_t> ownersA, ownersB, earlier;
        for (std::size_t i = 0; i < penetrations_.size(); ++i) {
            earlier.clear();
            changeOwner(penetrations_[i].piecesA, i, ownersA, earlier);
            changeOwner(penetrations_[i].piecesB, i, ownersB, earlier);
            std::ranges::transform(earlier, earlier.begin(), [&](std::size_t k) { return group(k); });
            std::ranges::sort(earlier);
            earlier.erase(std::unique(earlier.begin(), earlier.end()), earlier.end());
            for (const std::size_t k : earlier) join(k, i);
        }
        return gathered();
    }

private:
    /// The last penetration of its group, which represents it.
    std::size_t group(std::size_t i) {
        while (group_[i] != kNoOther) {
            if (group_[group_[i]] != kNoOther) group_[i] = group_[group_[i]];
            i = group_[i];
        }
        return i;
    }

    void join(std::size_t from, std::size_t into) {
        addMeasures(penetrations_[from], penetrations_[into]);
        group_[from] = into;
        next_[last_[into]] = from;
        last_[into] = last_[from];
    }

    ScratchVector<Penetration> gathered() {
        ScratchVector<Penetration> joined;
        for (std::size_t i = 0; i < penetrations_.size(); ++i) {
            if (group_[i] != kNoOther) continue;
            Penetration& into = penetrations_[i];
            for (std::size_t k = next_[i]; k != kNoOther; k = next_[k]) appendLists(into, penetrations_[k]);
            if (next_[i] != kNoOther) makeAscending(into);
            joined.push_back(std::move(into));
        }
        return joined;
    }

    ScratchVector<Penetration> penetrations_;
    ScratchVector<std::size_t> group_;  ///< the later penetration into which it was joined
    ScratchVector<std::size_t> next_;   ///< the next one in the list of its group
    ScratchVector<std::size_t> last_;   ///< end of that list, if it represents the group
};

/// Whether two ascending lists have a common element.
bool shareOne(const ScratchVector<Index>& a, const ScratchVector<Index>& b) {
    return std::ranges::any_of(a, [&](Index i) { return std::ranges::binary_search(b, i); });
}

/// Whether a rod enters at one loop and leaves at the other.
bool areOpposed(const Penetration& p, const Penetration& q) {
    return p.hasArea() && q.hasArea() &&
           p.loop.area.dot(q.loop.area) < kTolerances.opposed * p.loop.area.norm() * q.loop.area.norm() &&
           (shareOne(p.loop.facesA, q.loop.facesA) || shareOne(p.loop.facesB, q.loop.facesB));
}

void joinOpposed(const Penetration& earlier, Penetration& next) {
    next.isOpposed = true;
    next.isOpposedOnA = shareOne(earlier.loop.facesA, next.loop.facesA);
    addMeasures(earlier, next);
    appendLists(next, earlier);
    makeAscending(next);
}

/// Marks penetrations that have a face in common with another one. Others are not opposed to any.
void markShared(const ScratchVector<Penetration>& penetrations,
                ScratchVector<Index> IntersectionLoop::*facesOf, ScratchVector<bool>& isShared) {
    thread_local std::vector<std::pair<Index, std::size_t>> faces;  // reused, so that no memory is allocated
    faces.clear();
    for (std::size_t i = 0; i < penetrations.size(); ++i) {
        for (const Index face : penetrations[i].loop.*facesOf) faces.emplace_back(face, i);
    }
    std::ranges::sort(faces);
    for (std::size_t k = 1; k < faces.size(); ++k) {
        if (faces[k - 1].first != faces[k].first) continue;
        isShared[faces[k - 1].second] = isShared[faces[k].second] = true;
    }
}

}  // namespace

ScratchVector<Penetration> joinedByPieces(ScratchVector<Penetration> penetrations) {
    return Groups(std::move(penetrations)).joinedByPieces();
}

ScratchVector<Penetration> joinedWhereOpposed(ScratchVector<Penetration> penetrations) {
    ScratchVector<bool> isShared(penetrations.size());
    markShared(penetrations, &IntersectionLoop::facesA, isShared);
    markShared(penetrations, &IntersectionLoop::facesB, isShared);
    ScratchVector<bool> isJoined(penetrations.size());
    ScratchVector<std::size_t> earlier;  // with a common face, and not joined
    for (std::size_t i = 0; i < penetrations.size(); ++i) {
        if (!isShared[i]) continue;
        Penetration& next = penetrations[i];
        std::erase_if(earlier, [&](std::size_t k) {
            if (!areOpposed(penetrations[k], next)) return false;
            joinOpposed(penetrations[k], next);
            return static_cast<bool>(isJoined[k] = true);
        });
        earlier.push_back(i);
    }
    std::size_t left = 0;
    for (std::size_t i = 0; i < penetrations.size(); ++i) {
        if (!isJoined[i] && i != left++) penetrations[left - 1] = std::move(penetrations[i]);
    }
    penetrations.erase(penetrations.begin() + static_cast<std::ptrdiff_t>(left), penetrations.end());
    return penetrations;
}

}  // namespace ricochet
