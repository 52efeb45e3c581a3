#include "demos/lab/reproduce/selection.h"

#include "plugin/nearest_name.h"

#include <algorithm>

namespace ricochet::lab {
namespace {

constexpr const char* kAll = "all";

std::string unknown(const std::string& kind, const std::string& word, const std::vector<std::string>& names) {
    return "there is no " + kind + " '" + word + "'; " + knownNames(word, names);
}

std::vector<Experiment> experimentsOf(const std::string& paper) {
    std::vector<Experiment> selected;
    for (const Experiment& experiment : experiments()) {
        if (paper == experiment.paper) selected.push_back(experiment);
    }
    return selected;
}

std::vector<std::string> namesOfExperiments(const std::vector<Experiment>& rows) {
    std::vector<std::string> names;
    for (const Experiment& row : rows) names.emplace_back(row.name);
    return names;
}

bool isPaper(const std::string& word) {
    const auto papers = paperNames();
    return std::find(papers.begin(), papers.end(), word) != papers.end();
}

/// The paper's experiments that are named in [begin, end), or all if that is empty.
Result<SelectedExperiments> selectionOf(const std::string& paper, const std::vector<std::string>& names) {
    const std::vector<Experiment> all = experimentsOf(paper);
    if (names.empty()) return SelectedExperiments{paper, all};
    for (const std::string& name : names) {
        const auto known = namesOfExperiments(all);
        if (std::find(known.begin(), known.end(), name) == known.end()) {
            return tl::unexpected(unknown("experiment of " + paper, name, known));
        }
    }
    SelectedExperiments selection = {paper, {}};
    for (const Experiment& experiment : all) {
        if (std::find(names.begin(), names.end(), experiment.name) != names.end()) {
            selection.experiments.push_back(experiment);
        }
    }
    return selection;
}

bool isAmong(const std::vector<SelectedExperiments>& selected, const std::string& paper) {
    return std::any_of(selected.begin(), selected.end(),
                       [&](const SelectedExperiments& selection) { return selection.paper == paper; });
}

std::vector<SelectedExperiments> everything() {
    std::vector<SelectedExperiments> all;
    for (const std::string& paper : paperNames()) all.push_back({paper, experimentsOf(paper)});
    return all;
}

}  // namespace

std::vector<std::string> paperNames() {
    std::vector<std::string> names;
    for (const Experiment& experiment : experiments()) {
        if (names.empty() || names.back() != experiment.paper) names.emplace_back(experiment.paper);
    }
    return names;
}

Result<std::vector<SelectedExperiments>> selectExperiments(const std::vector<std::string>& words) {
    if (words == std::vector<std::string>{kAll}) return everything();
    std::vector<SelectedExperiments> selected;
    for (auto word = words.begin(); word != words.end();) {
        if (!isPaper(*word)) {
            auto known = paperNames();
            known.emplace_back(kAll);
            return tl::unexpected(unknown("paper", *word, known));
        }
        const auto end = std::find_if(word + 1, words.end(), isPaper);
        auto selection = selectionOf(*word, {word + 1, end});
        if (!selection) return tl::unexpected(selection.error());
        if (isAmong(selected, *word)) return tl::unexpected("'" + *word + "' is named twice");
        selected.push_back(std::move(*selection));
        word = end;
    }
    return selected;
}

}  // namespace ricochet::lab
