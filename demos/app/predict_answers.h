#pragma once

#include "algorithms/mktree/prediction_methods.h"
#include "demos/app/motions.h"

namespace ricochet::app {

/// The input of predictions.
struct PredictQuestions {
    std::shared_ptr<const mktree::MkTree> tree;
    std::shared_ptr<const Mesh> body;
    std::vector<BodyMotion> motions;
    std::vector<BodyMotion> worldMotions;  ///< empty: the world is static; else one per motion
    const mktree::PredictionMethod* method = &mktree::predictionMethods().front();
    Real tolerance = 1e-6;  ///< metres: of predictions in a moving world
};

/// Depends only on the questions, not on the run.
std::string fingerprintOf(const PredictQuestions& questions);

/// Answers motions, one by one, with a line of JSON.
class Forecaster {
public:
    explicit Forecaster(const PredictQuestions& questions) : questions_(questions), body_(questions.body) {}

    /// Called by one thread.
    Result<std::string> answer(std::size_t motion);

    const mktree::MethodCounters& counters() const { return counters_; }

private:
    Result<std::string> answerInMovingWorld(std::size_t motion);

    const PredictQuestions& questions_;
    mktree::MovingBody body_;
    mktree::MethodCounters counters_;
};

/// Whether an answer's line tells of a contact.
bool isContact(const std::string& answer);

}  // namespace ricochet::app
