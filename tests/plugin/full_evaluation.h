#pragma once

#include "plugin/pairs/pair_contacts.h"
#include "tests/contact/same_contacts.h"

#include <BulletCollision/CollisionDispatch/btCollisionDispatcher.h>

#include <map>
#include <memory>

namespace ricochet::test {

/// Beside whatever each pair of a world reuses from its last steps, evaluates everything: with the same
/// history, but without lists of face pairs, cached searches or repetition. Counts where bits differ.
class FullEvaluation final : public PairObserver {
public:
    /// Of the pairs of a registered dispatcher, as long as this exists.
    explicit FullEvaluation(const btCollisionDispatcher& dispatcher) : context_(contextOf(dispatcher)) {
        context_->observer = this;
    }
    ~FullEvaluation() override { context_->observer = nullptr; }
    FullEvaluation(const FullEvaluation&) = delete;
    FullEvaluation& operator=(const FullEvaluation&) = delete;

    void see(const Step& step) override {
        ++counts.pairs;
        counts.touching += !step.after.points.empty();
        if (step.areApart) {
            ++counts.apart;
            counts.differences += !evaluate(step, step.before, step.memoryBefore).points.empty();
        } else if (step.pair.isRepeated) {
            ++counts.repeated;
            const State& last = searched_.at(&step.pair);
            counts.differences += !isRepetition(step, evaluate(step, last.contacts, last.memory));
        } else {
            counts.fromLists += step.after.isFromList;
            counts.differences += !areSame(evaluate(step, step.before, step.memoryBefore), step.after);
            searched_.insert_or_assign(&step.pair, State{step.before, step.memoryBefore});
        }
    }

    /// Of steps of pairs.
    struct Counts {
        int pairs = 0, touching = 0;
        int apart = 0, repeated = 0, fromLists = 0;  ///< without a search
        int differences = 0;
    };
    Counts counts;

private:
    /// Before a step.
    struct State {
        PersistentContacts contacts;
        PairMemory memory;
    };

    static PersistentContacts evaluate(const Step& step, PersistentContacts contacts,
                                       const PairMemory& before) {
        contacts.list.reset();
        ContactSettings settings = step.settings;
        settings.listsFacePairs = false;
        // Two convex bodies have features of the last step, at which the next search starts.
        PairMemory memory = step.input.a.convex && step.input.b.convex ? before : PairMemory();
        step.method.findContacts(step.narrowPhase, step.input, settings, memory, contacts);
        return contacts;
    }

    /// A repetition has the contacts of the step that was evaluated last; each continues itself.
    static bool isRepetition(const Step& step, const PersistentContacts& evaluated) {
        PersistentContacts repeated = step.after;
        if (repeated.points.size() != evaluated.points.size()) return false;
        for (Index i = 0; i < repeated.points.size(); ++i) {
            ContactPoint& point = repeated.points[i];
            if (point.previous != i || point.age != step.before.points[i].age + 1) return false;
            point.previous = evaluated.points[i].previous;
            point.age = evaluated.points[i].age;
        }
        return areSame(repeated, evaluated);
    }

    std::shared_ptr<PairContext> context_;
    std::map<const PairContacts*, State> searched_;
};

}  // namespace ricochet::test
