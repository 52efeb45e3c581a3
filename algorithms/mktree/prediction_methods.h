// The methods by which a first contact is found, by name. All of them find the same one.
#pragma once

#include "algorithms/mktree/paper_pipeline.h"

#include <span>
#include <string_view>

namespace ricochet::mktree {

struct PredictionMethod {
    const char* name;
    const char* about;  ///< one line
    bool isPaper;       ///< predictByPaper, else predict
    PaperSettings paper = {};
};

/// The first is the default.
std::span<const PredictionMethod> predictionMethods();

/// Null if there is none of this name.
const PredictionMethod* findPredictionMethod(std::string_view name);

/// Counters of both kinds of methods.
struct MethodCounters {
    PredictCounters slices;
    PaperCounters paper;
};

/// The first contact up to `end`, by one of the methods; see `predict`.
Result<std::optional<Prediction>> predictBy(const PredictionMethod& method, const MkTree& tree,
                                            const MovingBody& body, const Pose& pose,
                                            const ScrewMotion& screw, Real end = 1,
                                            MethodCounters* counters = nullptr);

}  // namespace ricochet::mktree
