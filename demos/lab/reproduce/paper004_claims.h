#pragma once

#include "demos/lab/reproduce/claims.h"
#include "demos/lab/reproduce/paper004_measurements.h"

namespace ricochet::lab::paper004 {

/// The measured value of a statement.
struct Finding {
    std::string measured;
    bool holds;
};

/// A value or a statement of the paper's text.
struct Statement {
    Quote quote;
    /// None if what it needs was not measured.
    std::function<std::optional<Finding>(const Measurements&)> measure;
    const char* needs;             ///< for the message if that is missing
    const char* reasonIfNot = "";  ///< why it does not hold here, if that is known
};
std::vector<Statement> statements(const std::vector<CollisionModel>& models);

/// A claim for each statement; if what it needs was not measured, the claim names that.
std::vector<Claim> claimsOf(const std::vector<Statement>& statements, const Measurements& measurements);

}  // namespace ricochet::lab::paper004
