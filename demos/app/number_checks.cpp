#include "demos/app/number_checks.h"

#include "demos/app/quantities.h"
#include "demos/app/this_process.h"
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

const CLI::Validator kRate(
    [](const std::string& text) {
        const std::optional<double> number = finiteNumberIn(text);
        if (!number || *number <= 0.0) return "must be above zero, not '" + text + "'";
        return number >= 1.0 && number <= 1e6
                   ? ""
                   : "must be from 1 to 1,000,000 steps per second, not '" + text + "'";
    },
    "1 TO 1000000");

Result<void> checkMemory(double count, std::size_t bytes, const std::string& what) {
    constexpr double kGigabyte = 1e9;
    const double needed = count * static_cast<double>(bytes);
    const double there = machineMemory();
    if (needed <= there) return {};
    return tl::unexpected(countText(static_cast<std::uintmax_t>(count)) + " " + what + " need about " +
                          threeDigits(needed / kGigabyte) + " GB of memory; this machine has " +
                          threeDigits(there / kGigabyte));
}

}  // namespace ricochet::app
