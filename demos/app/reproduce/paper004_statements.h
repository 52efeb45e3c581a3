#pragma once

#include "demos/app/reproduce/paper004_measurements.h"

namespace ricochet::app::paper004 {

/// What was measured of something that the paper says.
struct Finding {
    std::string ours;
    std::optional<bool> holds;  ///< none: printed beside it, not checked
};

/// A value or a statement of the paper's text.
struct Statement {
    std::string paperSays;
    /// None where what it takes was not measured.
    std::function<std::optional<Finding>(const Measurements&)> measure;
    const char* needs;  ///< what it takes; for the sentence that says so
};
std::vector<Statement> statements(const std::vector<Model>& models);

/// The paper's words, ours, and whether they agree.
TextTable tableOf(const std::vector<Statement>& statements, const Measurements& measurements);

}  // namespace ricochet::app::paper004
