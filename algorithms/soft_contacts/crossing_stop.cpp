// Bridson, Fedkiw, Anderson. Robust Treatment of Collisions, Contact and Friction for Cloth Animation. 2002.
// There a zone that goes on crossing becomes rigid; here its nodes end their step where they began it, if
// shorter ways do not suffice. They did not cross there, so this ends.

#include "algorithms/soft_contacts/crossing_stop.h"

#include <algorithm>

namespace ricochet::soft_contacts {
namespace {

constexpr Real kThin = 0.1;      // of the thickness: the rest of it is left to the solver of the bodies
constexpr int kCorrections = 8;  // rounds, each of
constexpr int kSweeps = 4;       // of all contacts
constexpr int kHalvings = 4;     // rounds after that, before nodes stop
constexpr Real kListed = kThin;  // of the thickness: nodes may move so far before pairs are listed again

void append(const MovedBody& body, std::vector<Vec3>& from, std::vector<Vec3>& to,
            std::vector<Real>& inverseMass, std::vector<Real>& spacing) {
    from.insert(from.end(), body.from.begin(), body.from.end());
    to.insert(to.end(), body.to.begin(), body.to.end());
    inverseMass.insert(inverseMass.end(), body.inverseMass.begin(), body.inverseMass.end());
    spacing.insert(spacing.end(), body.elements.spacing.begin(), body.elements.spacing.end());
}

void store(Vec3& point, Real (*rounded)(Real)) {
    for (Index axis = 0; axis < 3; ++axis) point[axis] = rounded(point[axis]);
}

}  // namespace

bool CrossingStop::separate(const MovedBody& a, const MovedBody& b, Real thickness, Real (*store)(Real)) {
    bodies_[0] = &a;
    bodies_[1] = &b;
    return separateAll(thickness, store);
}

bool CrossingStop::separate(const MovedBody& body, Real thickness, Real (*store)(Real)) {
    bodies_[0] = &body;
    bodies_[1] = nullptr;
    return separateAll(std::min(thickness, body.elements.largestSpacing), store);
}

bool CrossingStop::separateAll(Real thickness, Real (*rounded)(Real)) {
    from_.clear();
    to_.clear();
    inverseMass_.clear();
    spacing_.clear();
    for (const MovedBody* body : bodies_) {
        if (body) append(*body, from_, to_, inverseMass_, spacing_);
    }
    bool hasMoved = false;
    listPairs(thickness);
    for (int round = 0; round < kCorrections; ++round) {
        if (hasMovedFar(thickness)) listPairs(thickness);
        findContacts(thickness, contacts_);
        if (contacts_.empty()) break;
        correct(contacts_, rounded);
        hasMoved = true;
    }
    for (int round = 0;; ++round) {
        if (hasMovedFar(thickness)) listPairs(thickness);
        listCrossings(crossing_);
        if (crossing_.empty()) break;
        for (const Index node : crossing_) {
            to_[node] = round < kHalvings ? Vec3((from_[node] + to_[node]) / 2) : from_[node];
            store(to_[node], rounded);
        }
        hasMoved = true;
    }
    if (!hasMoved) return false;
    std::size_t begin = 0;
    for (const MovedBody* body : bodies_) {
        if (!body) continue;
        std::copy_n(to_.begin() + static_cast<std::ptrdiff_t>(begin), body->to.size(), body->to.begin());
        begin += body->to.size();
    }
    return true;
}

void CrossingStop::listPairs(Real thickness) {
    pairs_.clear();
    whenListed_ = to_;
    const std::size_t ofA = bodies_[0]->to.size();
    const std::span<const Vec3> from = from_, to = to_;
    const SoftBodyStep a{bodies_[0]->elements, from.first(ofA), to.first(ofA)};
    const Real distance = (kThin + 2 * kListed) * thickness;
    if (bodies_[1]) {
        finder_.find(a, {bodies_[1]->elements, from.subspan(ofA), to.subspan(ofA)}, distance, pairs_);
    } else {
        finder_.findOfItself(a, distance, pairs_);
    }
}

bool CrossingStop::hasMovedFar(Real thickness) const {
    const Real far = kListed * thickness;
    for (std::size_t i = 0; i < to_.size(); ++i) {
        if ((to_[i] - whenListed_[i]).squaredNorm() > far * far) return true;
    }
    return false;
}

LinearPair CrossingStop::pathsOf(const FeaturePair& pair) const {
    LinearPair paths{pair.kind, {}, {}};
    for (std::size_t i = 0; i < 4; ++i) {
        paths.at0[i] = from_[pair.nodes[i]];
        paths.at1[i] = to_[pair.nodes[i]];
    }
    return paths;
}

void CrossingStop::findContacts(Real thickness, std::vector<LayerContact>& out) const {
    out.clear();
    for (const FeaturePair& pair : pairs_) {
        const LinearPair paths = pathsOf(pair);
        const Real full = bodies_[1] ? thickness : thicknessOf(pair, spacing_, thickness);
        const auto contact = pairContact(paths, kThin * full);
        if (contact && gap(*contact, paths.at1) < contact->least) out.push_back({pair, *contact});
    }
}

void CrossingStop::correct(std::span<const LayerContact> contacts, Real (*rounded)(Real)) {
    for (int sweep = 0; sweep < kSweeps; ++sweep) {
        for (const auto& [pair, contact] : contacts) {
            const std::array<Index, 4>& nodes = pair.nodes;
            Corners corners;
            Real response = 0;
            for (std::size_t i = 0; i < 4; ++i) {
                corners[i] = to_[nodes[i]];
                response += contact.weights[i] * contact.weights[i] * inverseMass_[nodes[i]];
            }
            const Real missing = contact.least - gap(contact, corners);
            if (!(missing > 0) || !(response > 0)) continue;
            for (std::size_t i = 0; i < 4; ++i) {
                Vec3& to = to_[nodes[i]];
                to += missing / response * contact.weights[i] * inverseMass_[nodes[i]] * contact.normal;
                store(to, rounded);
            }
        }
    }
}

void CrossingStop::listCrossings(std::vector<Index>& nodes) const {
    nodes.clear();
    for (const FeaturePair& pair : pairs_) {
        const auto hasStopped = [&](Index node) { return to_[node] == from_[node]; };
        if (std::ranges::all_of(pair.nodes, hasStopped)) continue;
        if (!beginToTouch(pathsOf(pair))) continue;
        for (const Index node : pair.nodes) {
            if (!hasStopped(node)) nodes.push_back(node);
        }
    }
    std::ranges::sort(nodes);
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
}

}  // namespace ricochet::soft_contacts
