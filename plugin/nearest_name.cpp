#include "plugin/nearest_name.h"

#include <algorithm>
#include <numeric>

namespace ricochet {
namespace {

/// Wagner, Fischer. The String-to-String Correction Problem. 1974. One row of the table is stored.
std::size_t editDistance(const std::string& a, const std::string& b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i + 1;
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::size_t substituted = diagonal + (a[i] != b[j]);
            diagonal = row[j + 1];
            row[j + 1] = std::min({row[j] + 1, row[j + 1] + 1, substituted});
        }
    }
    return row.back();
}

}  // namespace

std::string nearestName(const std::string& text, const std::vector<std::string>& names) {
    const auto nearest = std::ranges::min_element(
        names, {}, [&](const std::string& name) { return editDistance(text, name); });
    return nearest == names.end() ? "" : *nearest;
}

std::string knownNames(const std::string& unknown, const std::vector<std::string>& names) {
    return "there are " + joined(names) + "; the nearest is '" + nearestName(unknown, names) + "'";
}

std::string nearestNames(const std::string& unknown, std::vector<std::string> names) {
    std::ranges::stable_sort(names, {}, [&](const std::string& name) { return editDistance(unknown, name); });
    names.resize(std::min<std::size_t>(names.size(), 3));
    std::string text = names.size() == 1 ? "the nearest is " : "the nearest are ";
    for (std::size_t i = 0; i < names.size(); ++i) {
        text += (i == 0 ? "'" : i + 1 < names.size() ? ", '" : " and '") + names[i] + "'";
    }
    return text;
}

std::string joined(const std::vector<std::string>& names) {
    std::string text;
    for (const std::string& name : names) text.append(text.empty() ? "" : ", ").append(name);
    return text;
}

}  // namespace ricochet
