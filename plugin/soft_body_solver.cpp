#include "adapters/shapes/convert.h"
#include "adapters/soft_bodies/soft_layers.h"
#include "algorithms/soft_contacts/crossing_stop.h"
#include "plugin/process_state.h"

#include <BulletSoftBody/btSoftBody.h>
#include <LinearMath/btQuickprof.h>
#include <ricochet/soft_body_solver.h>

#include <algorithm>
#include <new>
#include <unordered_map>
#include <vector>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
namespace {

Real asStored(Real coordinate) { return static_cast<Real>(static_cast<btScalar>(coordinate)); }

bool isFiltered(const btSoftBody& a, const btSoftBody& b) {
    const btBroadphaseProxy *const p = a.getBroadphaseHandle(), *const q = b.getBroadphaseHandle();
    return !p || !q || !(p->m_collisionFilterGroup & q->m_collisionFilterMask) ||
           !(q->m_collisionFilterGroup & p->m_collisionFilterMask);
}

/// A soft body between the contacts of a step and its end.
struct SolvedBody {
    SoftBodyFeatures features;
    SoftBodyEnds ends;
    std::vector<btVector3> solved;  ///< positions for which velocities were computed
    std::vector<Real> inverseMass;
    soft_contacts::LayerContacts layers;
    LayerContactWriter writer;
    btSoftBody* body = nullptr;
    bool isFinite = false;

    void collideWithItself() {
        if (!collidesWithItself(*body) || !body->isActive() || !ends.update(*body)) return;
        features.update(*body);
        const auto contacts =
            layers.findOfItself({features.elements(), ends.from, ends.to}, layerThickness(*body, *body));
        writer.write(*body, *body, contacts);
    }

    /// Where the nodes were, before the solver may forget that.
    void begin() { ends.update(*body); }

    void noteVelocities() {
        solved.clear();
        for (int i = 0; i < body->m_nodes.size(); ++i) solved.push_back(body->m_nodes[i].m_x);
    }

    void read() {
        features.update(*body);
        isFinite = true;
        inverseMass.clear();
        for (int i = 0; i < body->m_nodes.size(); ++i) {
            const btSoftBody::Node& node = body->m_nodes[i];
            const auto at = static_cast<std::size_t>(i);
            ends.to[at] = toVec3(node.m_x);
            isFinite = isFinite && ends.to[at].allFinite() && ends.from[at].allFinite();
            inverseMass.push_back(body->isActive() ? static_cast<Real>(node.m_im) : 0);
        }
    }

    soft_contacts::MovedBody moved() { return {features.elements(), ends.from, ends.to, inverseMass}; }

    /// Velocities change as positions did since Bullet computed them.
    void write() {
        const btScalar perMetre = body->m_sst.isdt * (1 - body->m_cfg.kDP);
        for (int i = 0; i < body->m_nodes.size(); ++i) {
            btSoftBody::Node& node = body->m_nodes[i];
            node.m_x = toBullet(ends.to[static_cast<std::size_t>(i)]);
            node.m_v += (node.m_x - solved[static_cast<std::size_t>(i)]) * perMetre;
        }
    }
};

/// Returns whether there was memory for the work. If not, what Bullet does is left.
template <class Work>
bool orReport(const btAlignedObjectArray<btSoftBody*>& bodies, Work&& work) {
    try {
        work();
        return true;
    } catch (const std::bad_alloc&) {
        if (bodies.size() == 0) return false;
        const auto context = contextOf(bodies[0]->getWorldInfo()->m_dispatcher);
        if (context) context->reportNoMemory();
        return false;
    }
}

}  // namespace

class SoftBodySolver::Implementation {
public:
    /// Before Bullet solves: adds the contacts of bodies with themselves.
    void begin(const btAlignedObjectArray<btSoftBody*>& bodies) {
        select(bodies);
        for (SolvedBody* body : bodies_) body->collideWithItself();
        for (SolvedBody* body : bodies_) body->begin();
    }

    /// After it: separates what would cross. If this fails, no body is half changed.
    void end(const SoftMeshPairs::List& pairs) {
        for (const auto& each : pairs) {
            if (const auto pair = each.lock()) pair->holdNodes();
        }
        for (SolvedBody* body : bodies_) body->noteVelocities();
        for (SolvedBody* body : bodies_) body->read();
        separate();
        for (SolvedBody* body : bodies_) {
            if (body->isFinite && body->body->isActive()) body->write();
        }
    }

private:
    /// Forgets the bodies that the world no longer has.
    void select(const btAlignedObjectArray<btSoftBody*>& bodies) {
        std::unordered_map<const btSoftBody*, SolvedBody> present;
        bodies_.clear();
        for (int i = 0; i < bodies.size(); ++i) {
            auto known = all_.extract(bodies[i]);
            SolvedBody& body = known ? present.insert(std::move(known)).position->second : present[bodies[i]];
            body.body = bodies[i];
            bodies_.push_back(&body);
        }
        all_ = std::move(present);
    }

    /// What was separated from one body may cross another one then.
    void separate() {
        constexpr int kRounds = 4;
        for (int round = 0; round < kRounds; ++round) {
            bool hasMoved = false;
            for (std::size_t i = 0; i < bodies_.size(); ++i) {
                SolvedBody& a = *bodies_[i];
                if (!a.isFinite) continue;
                if (collidesWithItself(*a.body)) {
                    hasMoved |= stop_.separate(a.moved(), layerThickness(*a.body, *a.body), asStored);
                }
                for (std::size_t k = i + 1; k < bodies_.size(); ++k) {
                    SolvedBody& b = *bodies_[k];
                    if (b.isFinite && collide(*a.body, *b.body))
                        hasMoved |=
                            stop_.separate(a.moved(), b.moved(), layerThickness(*a.body, *b.body), asStored);
                }
            }
            if (!hasMoved) return;
        }
    }

    static bool collide(const btSoftBody& a, const btSoftBody& b) {
        return (a.isActive() || b.isActive()) && !isFiltered(a, b) &&
               areSoftByFaces(*a.getCollisionShape(), *b.getCollisionShape());
    }

    std::unordered_map<const btSoftBody*, SolvedBody> all_;
    std::vector<SolvedBody*> bodies_;  ///< in the world's order
    soft_contacts::CrossingStop stop_;
};

SoftBodySolver::SoftBodySolver() : implementation_(std::make_unique<Implementation>()) {}
SoftBodySolver::~SoftBodySolver() { processState().softMeshPairs.take(*this); }

void SoftBodySolver::optimize(btAlignedObjectArray<btSoftBody*>& bodies, bool forceUpdate) {
    btDefaultSoftBodySolver::optimize(bodies, forceUpdate);
    orReport(bodies, [&] { processState().softMeshPairs.collect(*this); });
}

void SoftBodySolver::solveConstraints(btScalar timeStep) {
    BT_PROFILE("ricochet::SoftBodySolver");
    const SoftMeshPairs::List pairs = processState().softMeshPairs.take(*this);
    const bool hasBegun = orReport(m_softBodySet, [&] { implementation_->begin(m_softBodySet); });
    btDefaultSoftBodySolver::solveConstraints(timeStep);
    if (hasBegun) orReport(m_softBodySet, [&] { implementation_->end(pairs); });
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
