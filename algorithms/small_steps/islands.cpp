#include "algorithms/small_steps/islands.h"

#include <numeric>

namespace ricochet::small_steps {

void Islands::start(std::span<const BodyState> bodies, std::span<const SolverContact> contacts,
                    std::span<const JointRow> joints) {
    std::vector<Index>& parent = parent_;
    parent.resize(bodies.size());
    std::iota(parent.begin(), parent.end(), Index{0});
    const auto root = [&](Index body) {
        while (parent[body] != body) body = parent[body] = parent[parent[body]];
        return body;
    };
    const auto connect = [&](Index a, Index b) {
        if (bodies[a].isMovable && bodies[b].isMovable) parent[root(a)] = root(b);
    };
    for (const SolverContact& contact : contacts) connect(contact.a, contact.b);
    for (const JointRow& joint : joints) connect(joint.a, joint.b);

    count_ = 0;
    islandOf_.assign(bodies.size(), kNone);
    for (Index i = 0; i < bodies.size(); ++i) {
        if (!bodies[i].isMovable) continue;
        Index& island = islandOf_[root(i)];
        if (island == kNone) island = count_++;
        islandOf_[i] = island;
    }
}

}  // namespace ricochet::small_steps
