#include "demos/app/number_checks.h"

#include "demos/mesh_files/words.h"

#include <CLI/CLI.hpp>

#include <cmath>

namespace ricochet::app {
namespace {

/// Infinity is refused, since no option accepts it.
std::optional<double> finiteNumberIn(const std::string& text) {
    const std::optional<double> number = numberIn<double>(text);
    return number && std::isfinite(*number) ? number : std::nullopt;
}

}  // namespace

const CLI::Validator kFinite(
    [](const std::string& text) {
        return finiteNumberIn(text) ? "" : "must be a finite number, not '" + text + "'";
    },
    "");

const CLI::Validator kPositive(
    [](const std::string& text) {
        const std::optional<double> number = finiteNumberIn(text);
        return number > 0.0 ? "" : "must be above zero, not '" + text + "'";
    },
    "ABOVE ZERO");

const CLI::Validator kNotNegative(
    [](const std::string& text) {
        const std::optional<double> number = finiteNumberIn(text);
        return number >= 0.0 ? "" : "must be zero or above, not '" + text + "'";
    },
    "NOT NEGATIVE");

const CLI::Validator kShare(
    [](const std::string& text) {
        const std::optional<double> number = finiteNumberIn(text);
        return number >= 0.0 && number <= 1.0 ? "" : "must be from 0 to 1, not '" + text + "'";
    },
    "0 TO 1");

}  // namespace ricochet::app
