#include "demos/lab/reproduce/claims.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <utility>

namespace ricochet::lab {

Claim checked(Quote quote, std::string measured, bool holds, std::string reasonIfNot) {
    Claim claim = {std::move(quote), std::move(measured), holds ? Holds::yes : Holds::no};
    if (holds || reasonIfNot.empty()) return claim;
    claim.holds = Holds::explained;
    claim.reason = std::move(reasonIfNot);
    return claim;
}

Claim timed(Quote quote, std::string measured, bool holds, std::string reasonIfNot) {
    Claim claim = checked(std::move(quote), std::move(measured), holds, std::move(reasonIfNot));
    claim.isTimed = true;
    return claim;
}

Claim notMeasured(Quote quote, std::string reason) {
    return {std::move(quote), "-", Holds::notMeasured, std::move(reason)};
}

std::string threeDigits(double value) {
    std::array<char, 40> digits{};
    std::snprintf(digits.data(), digits.size(), std::abs(value) >= 1000 ? "%.0f" : "%.3g", value);
    return digits.data();
}

std::string textOf(const Claim& claim) {
    switch (claim.holds) {
        case Holds::yes:
            return "yes";
        case Holds::no:
            return "no";
        case Holds::explained:
            return "explained: " + claim.reason;
        case Holds::notMeasured:
            break;
    }
    return "not measured: " + claim.reason;
}

TextTable tableOf(const std::vector<Claim>& claims) {
    TextTable table = {{"section", "paper says", "required", "measured", "holds?"}};
    for (const Claim& claim : claims) {
        const Quote& quote = claim.quote;
        table.push_back({quote.section, quote.says, quote.required, claim.measured, textOf(claim)});
    }
    return table;
}

TextTable tableWithPapers(const std::vector<Claim>& claims) {
    TextTable table = tableOf(claims);
    table.front().insert(table.front().begin(), "paper");
    for (std::size_t i = 0; i < claims.size(); ++i) {
        table[i + 1].insert(table[i + 1].begin(), claims[i].paper);
    }
    return table;
}

std::string summary(const std::vector<Claim>& claims) {
    const auto count = [&](Holds holds) {
        return std::to_string(std::count_if(claims.begin(), claims.end(),
                                            [&](const Claim& claim) { return claim.holds == holds; }));
    };
    return std::to_string(claims.size()) + " claims: " + count(Holds::yes) + " hold, " + count(Holds::no) +
           " do not, " + count(Holds::explained) + " explained, " + count(Holds::notMeasured) +
           " not measured";
}

}  // namespace ricochet::lab
