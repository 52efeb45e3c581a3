#pragma once

#include "demos/app/text_table.h"

#include <string>
#include <vector>

namespace ricochet::lab {

using namespace app;
using app::textOf;

/// A value or a sentence of a paper's text. Only what the text gives is quoted; curves without numbers are
/// not.
struct Quote {
    std::string section;   ///< "table 3", "3.2.2", "figure 2.4"
    std::string says;      ///< without quotation marks
    std::string required;  ///< what must be measured for the claim to hold: "at most 6.5 %"
};

enum class Holds {
    yes,
    no,
    explained,   ///< it does not hold here, for a known reason
    notMeasured  ///< with the reason
};

/// A quote beside what was measured here.
struct Claim {
    Quote quote;
    std::string measured;
    Holds holds;
    std::string reason = {};  ///< of `explained` and `notMeasured`
    bool isTimed = false;     ///< about times; a quick run does not decide it
    std::string paper = {};   ///< "paper003"; the report enters it
};

/// A claim that was measured. `reasonIfNot` explains why it does not hold, if it does not.
Claim checked(Quote quote, std::string measured, bool holds, std::string reasonIfNot = {});

/// The same about times.
Claim timed(Quote quote, std::string measured, bool holds, std::string reasonIfNot = {});

Claim notMeasured(Quote quote, std::string reason);

/// Three significant digits, for measured values.
std::string threeDigits(double value);

/// "yes", "no", "explained: REASON" or "not measured: REASON".
std::string textOf(const Claim& claim);

/// A row for each claim: section, paper says, required, measured, holds?
TextTable tableOf(const std::vector<Claim>& claims);

/// The same with a first column for the paper.
TextTable tableWithPapers(const std::vector<Claim>& claims);

/// "12 claims: 9 hold, 1 does not, 1 explained, 1 not measured"
std::string summary(const std::vector<Claim>& claims);

}  // namespace ricochet::lab
