#pragma once

#include "demos/app/reproduce/paper004_measurements.h"

namespace ricochet::app::paper004 {

/// The measured value of a statement.
struct Finding {
    std::string ours;
    std::optional<bool> holds;  ///< none: printed beside it, not checked
};

/// A value or a statement of the paper's text.
struct Statement {
    std::string paperSays;
    /// None if what it needs was not measured.
    std::function<std::optional<Finding>(const Measurements&)> measure;
    const char* needs;  ///< for the message if that is missing
};
std::vector<Statement> statements(const std::vector<Model>& models);

/// The paper's statements, our findings, and whether they agree.
TextTable tableOf(const std::vector<Statement>& statements, const Measurements& measurements);

}  // namespace ricochet::app::paper004
