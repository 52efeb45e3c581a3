#include "adapters/manifold/manifold_writer.h"

#include "adapters/manifold/manifold_points.h"
#include "adapters/manifold/restitution_adapter.h"
#include "adapters/manifold/solver_start.h"
#include "algorithms/geometry/room.h"

#include <BulletCollision/BroadphaseCollision/btDispatcher.h>
#include <BulletCollision/CollisionDispatch/btManifoldResult.h>

#include <algorithm>
#include <utility>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
namespace {

bool contains(const std::vector<btPersistentManifold*>& manifolds, const btPersistentManifold* manifold) {
    return std::ranges::find(manifolds, manifold) != manifolds.end();
}

/// Calls "destroyed" for points that no new point continues, and clears the manifold without further
/// callbacks.
void dropPoints(btPersistentManifold& manifold) {
    for (int i = 0; i < manifold.getNumContacts(); ++i) {
        manifold.clearUserCache(manifold.getContactPoint(i));
        manifold.getContactPoint(i).m_userPersistentData = nullptr;
    }
    manifold.setNumContacts(0);
}

bool wantsAdded(const ContactSide& a, const ContactSide& b) {
    const int flags = a.object().getCollisionFlags() | b.object().getCollisionFlags();
    return gContactAddedCallback && (flags & btCollisionObject::CF_CUSTOM_MATERIAL_CALLBACK);
}

void fireAdded(const ContactSide& a, const ContactSide& b, const ContactPoint& contact,
               btManifoldPoint& point) {
    const TouchedFace faceA(a, contact.faceA), faceB(b, contact.faceB);
    gContactAddedCallback(point, &faceA.wrap(), point.m_partId0, point.m_index0, &faceB.wrap(),
                          point.m_partId1, point.m_index1);
}

void fireProcessed(const ContactSide& a, const ContactSide& b, btManifoldPoint& point) {
    if (!gContactProcessedCallback) return;
    gContactProcessedCallback(point, const_cast<btCollisionObject*>(&a.object()),
                              const_cast<btCollisionObject*>(&b.object()));
}

/// Memory of one call, reused by the next one of the thread. The owner may be called again in between, by a
/// callback of the user.
struct Workspace {
    std::vector<btPersistentManifold*> targets, wasTouching;
    std::vector<btManifoldPoint> fresh;
};

Workspace& spareWorkspace() {
    thread_local Workspace spare;
    return spare;
}

Workspace takeWorkspace() { return std::move(spareWorkspace()); }

void giveBack(Workspace work) {
    work.targets.clear();
    work.wasTouching.clear();
    work.fresh.clear();
    spareWorkspace() = std::move(work);
}

}  // namespace

ManifoldWriter::~ManifoldWriter() {
    for (btPersistentManifold* manifold : manifolds_) dispatcher_.releaseManifold(manifold);
}

void ManifoldWriter::appendTo(btManifoldArray& manifolds) const {
    for (btPersistentManifold* manifold : manifolds_) manifolds.push_back(manifold);
}

bool ManifoldWriter::hasSprings() const {
    constexpr int kSpring = BT_CONTACT_FLAG_CONTACT_STIFFNESS_DAMPING | BT_CONTACT_FLAG_HAS_CONTACT_CFM;
    for (const btPersistentManifold* manifold : manifolds_) {
        for (int i = 0; i < manifold->getNumContacts(); ++i) {
            if (manifold->getContactPoint(i).m_contactPointFlags & kSpring) return true;
        }
    }
    return false;
}

ManifoldWriter::State ManifoldWriter::state() const {
    State state{.manifolds = {}, .isSpare = {}, .written = {}, .startImpulses = startImpulses_};
    for (const btPersistentManifold* manifold : manifolds_) {
        state.manifolds.push_back(*manifold);
        state.isSpare.push_back(std::ranges::find(spare_, manifold) != spare_.end());
    }
    for (const Written& written : written_) {
        const auto at = std::ranges::find(manifolds_, written.manifold);
        state.written.emplace_back(at == manifolds_.end() ? -1 : at - manifolds_.begin(), written.localOnA);
    }
    return state;
}

void ManifoldWriter::restore(const State& state) {
    for (btPersistentManifold* manifold : manifolds_) dispatcher_.releaseManifold(manifold);
    manifolds_.clear();
    spare_.clear();
    written_.clear();
    for (std::size_t i = 0; i < state.manifolds.size(); ++i) {
        const btPersistentManifold& saved = state.manifolds[i];
        btPersistentManifold* const manifold = dispatcher_.getNewManifold(saved.getBody0(), saved.getBody1());
        if (!manifold) break;
        copyPoints(saved, *manifold);
        manifolds_.push_back(manifold);
        if (state.isSpare[i]) spare_.push_back(manifold);
    }
    const auto manifoldOf = [&](std::ptrdiff_t i) {
        return i >= 0 && i < std::ssize(manifolds_) ? manifolds_[static_cast<std::size_t>(i)] : nullptr;
    };
    for (const auto& [manifold, localOnA] : state.written)
        written_.push_back({manifoldOf(manifold), localOnA});
    startImpulses_ = state.startImpulses;
}

int ManifoldWriter::write(const ContactSide& a, const ContactSide& b, const PersistentContacts& contacts,
                          btScalar timeStep, bool isRaw) {
    Workspace work = takeWorkspace();
    auto& [targets, wasTouching, fresh] = work;
    assignManifolds(a, b, contacts, targets);
    addFreshPoints(a, b, contacts, isRaw, fresh);
    if (isRaw) {
        startImpulses_.forget();
    } else {
        prepareBounce(a, b, timeStep, fresh);
        improveStart(a, b, timeStep, manifolds_, startImpulses_, fresh);
    }

    for (btPersistentManifold* manifold : manifolds_) {
        if (manifold->getNumContacts() > 0) wasTouching.push_back(manifold);
        dropPoints(*manifold);
    }
    makeRoom(written_, contacts.points.size());
    written_.assign(contacts.points.size(), {});
    freeSpareRoom(written_);
    int count = 0;
    for (std::size_t p = 0; p < targets.size(); ++p) {
        if (!targets[p]) continue;
        fill(*targets[p], contacts.patches[p], contacts, fresh, a, b);
        if (gContactStartedCallback && !contains(wasTouching, targets[p]))
            gContactStartedCallback(targets[p]);
        for (int i = 0; i < targets[p]->getNumContacts(); ++i)
            fireProcessed(a, b, targets[p]->getContactPoint(i));
        count += targets[p]->getNumContacts();
    }
    for (btPersistentManifold* manifold : wasTouching) {
        if (gContactEndedCallback && !contains(targets, manifold)) gContactEndedCallback(manifold);
    }
    releaseSpare(targets);
    giveBack(std::move(work));
    return count;
}

void ManifoldWriter::fill(btPersistentManifold& manifold, const Patch& patch,
                          const PersistentContacts& contacts, const std::vector<btManifoldPoint>& fresh,
                          const ContactSide& a, const ContactSide& b) {
    manifold.setContactBreakingThreshold(
        std::max(gContactBreakingThreshold, btScalar(2 * contacts.speculativeDistance)));
    const int count = std::min(static_cast<int>(patch.count), MANIFOLD_CACHE_SIZE);
    manifold.setNumContacts(count);
    for (int i = 0; i < count; ++i) {
        const Index contact = patch.begin + static_cast<Index>(i);
        btManifoldPoint& point = manifold.getContactPoint(i);
        point = fresh[contact];
        written_[contact] = {&manifold, point.m_localPointA};
        if (wantsAdded(a, b)) fireAdded(a, b, contacts.points[contact], point);
    }
}

btManifoldPoint* ManifoldWriter::lastPoint(Index contact) const {
    if (contact >= written_.size() || !written_[contact].manifold) return nullptr;
    btPersistentManifold& manifold = *written_[contact].manifold;
    for (int i = 0; i < manifold.getNumContacts(); ++i) {
        btManifoldPoint& point = manifold.getContactPoint(i);
        if (point.m_localPointA == written_[contact].localOnA) return &point;
    }
    return nullptr;
}

void ManifoldWriter::addFreshPoints(const ContactSide& a, const ContactSide& b,
                                    const PersistentContacts& contacts, bool isRaw,
                                    std::vector<btManifoldPoint>& fresh) const {
    fresh.reserve(contacts.points.size());
    for (const ContactPoint& contact : contacts.points) {
        btManifoldPoint point = manifoldPoint(contact, a, b);
        if (isRaw) {
            makeRaw(contact, a, b, point);
        } else {
            moveToActingPoint(contact, a, b, point);
        }
        point.m_lifeTime = 1;
        if (btManifoldPoint* last = lastPoint(contact.previous)) {
            continuePoint(*last, a, b, point);
            last->m_userPersistentData = nullptr;  // has a single owner
        }
        fresh.push_back(point);
    }
}

void ManifoldWriter::assignManifolds(const ContactSide& a, const ContactSide& b,
                                     const PersistentContacts& contacts,
                                     std::vector<btPersistentManifold*>& targets) {
    for (const Patch& patch : contacts.patches) targets.push_back(lastManifold(patch, contacts, targets));
    for (btPersistentManifold*& target : targets) {
        if (target) continue;
        const auto unused = std::ranges::find_if(manifolds_, [&](auto* m) { return !contains(targets, m); });
        if (unused != manifolds_.end()) {
            target = *unused;
        } else if ((target = dispatcher_.getNewManifold(&a.object(), &b.object()))) {
            manifolds_.push_back(target);
        }
    }
}

btPersistentManifold* ManifoldWriter::lastManifold(const Patch& patch, const PersistentContacts& contacts,
                                                   const std::vector<btPersistentManifold*>& taken) const {
    btPersistentManifold* best = nullptr;
    int maximum = 0;
    for (btPersistentManifold* manifold : manifolds_) {
        if (contains(taken, manifold)) continue;
        int votes = 0;
        for (Index i = patch.begin; i < patch.begin + patch.count; ++i) {
            const Index last = contacts.points[i].previous;
            if (last < written_.size() && written_[last].manifold == manifold) ++votes;
        }
        if (votes > maximum) maximum = votes, best = manifold;
    }
    return best;
}

void ManifoldWriter::releaseSpare(const std::vector<btPersistentManifold*>& used) {
    for (btPersistentManifold* manifold : spare_) {
        if (contains(used, manifold)) continue;
        std::erase(manifolds_, manifold);
        dispatcher_.releaseManifold(manifold);
    }
    spare_.clear();
    for (btPersistentManifold* manifold : manifolds_) {
        if (!contains(used, manifold)) spare_.push_back(manifold);
    }
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
