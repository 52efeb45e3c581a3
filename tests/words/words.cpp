#include "tests/words/words.h"

#include "tests/words/table.h"
#include "tests/words/text.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>

namespace ricochet::words {
namespace {

namespace fs = std::filesystem;

/// Phrases by their first word.
template <class Value>
using Phrases = std::multimap<std::string, std::pair<std::vector<std::string>, Value>>;

std::vector<std::string> wordsOf(const std::string& phrase) {
    std::istringstream stream(phrase);
    return {std::istream_iterator<std::string>(stream), {}};
}

template <class Value>
void add(Phrases<Value>& phrases, const std::string& phrase, Value value) {
    std::vector<std::string> words = wordsOf(phrase);
    phrases.insert({words.front(), {std::move(words), value}});
}

Phrases<const Row*> phrasesOfRows() {
    Phrases<const Row*> phrases;
    for (const Row& row : rows()) {
        for (const std::string& phrase : row.not_) add(phrases, phrase, &row);
    }
    return phrases;
}

Phrases<const Exception*> phrasesOfExceptions() {
    Phrases<const Exception*> phrases;
    for (const Exception& exception : exceptions()) add(phrases, exception.phrase, &exception);
    return phrases;
}

bool standsAt(const std::vector<std::string>& phrase, const std::vector<Part>& parts, std::size_t at) {
    if (phrase.size() > parts.size() - at) return false;
    return std::equal(phrase.begin(), phrase.end(), parts.begin() + static_cast<std::ptrdiff_t>(at),
                      [](const std::string& word, const Part& part) { return word == part.text; });
}

/// Which parts lie in a phrase of the exceptions.
std::vector<bool> excepted(const std::vector<Part>& parts) {
    static const Phrases<const Exception*> phrases = phrasesOfExceptions();
    std::vector<bool> is(parts.size());
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const auto [begin, end] = phrases.equal_range(parts[i].text);
        for (auto found = begin; found != end; ++found) {
            const std::vector<std::string>& phrase = found->second.first;
            if (!standsAt(phrase, parts, i)) continue;
            std::fill_n(is.begin() + static_cast<std::ptrdiff_t>(i), phrase.size(), true);
        }
    }
    return is;
}

std::string joined(const std::vector<std::string>& phrase) {
    std::string text;
    for (const std::string& word : phrase) text += (text.empty() ? "" : " ") + word;
    return text;
}

/// A phrase in code is one identifier; neighbouring identifiers are none.
bool isOneName(const std::vector<std::string>& phrase, const std::vector<Part>& parts, std::size_t at) {
    return !parts[at].isIdentifier || parts[at].name == parts[at + phrase.size() - 1].name;
}

void find(const std::string& file, const std::vector<Part>& parts, bool isInCode,
          std::vector<std::string>& found) {
    static const Phrases<const Row*> phrases = phrasesOfRows();
    const std::vector<bool> isExcepted = excepted(parts);
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const auto [begin, end] = phrases.equal_range(parts[i].text);
        for (auto row = begin; row != end; ++row) {
            const auto& [phrase, rule] = row->second;
            if (isExcepted[i] || !standsAt(phrase, parts, i) || !isOneName(phrase, parts, i)) continue;
            const bool isSentence = isInCode || rule->where == Where::names;
            if (isSentence && !parts[i].isIdentifier) continue;
            found.push_back(file + ":" + std::to_string(parts[i].line) + ": " + joined(phrase) +
                            "; say: " + rule->but);
        }
    }
}

bool hasEnding(const std::string& file, const std::vector<std::string>& endings) {
    return std::any_of(endings.begin(), endings.end(), [&](const std::string& ending) {
        return file.size() >= ending.size() &&
               file.compare(file.size() - ending.size(), ending.size(), ending) == 0;
    });
}

bool isCode(const std::string& file) { return hasEnding(file, {".cpp", ".h"}); }

/// Text that the project wrote: pictures, meshes and labelled data are not.
bool isOurs(const std::string& file) {
    static const std::array<std::string, 5> others = {"tests/words/", "tests/ground_truth/twins/",
                                                      "tests/package/poison/", "third_party/web/", "LICENSE"};
    const bool isOthers = std::any_of(others.begin(), others.end(),
                                      [&](const std::string& start) { return file.rfind(start, 0) == 0; });
    return !isOthers && !hasEnding(file, {".obj", ".svg", ".png", ".bin", ".ply", ".map"});
}

bool isSkipped(const fs::path& folder, const fs::path& root) {
    const std::string name = folder.filename().string();
    if (name == ".ci") return false;
    return name.front() == '.' || folder == root / "build" || folder == root / "out" ||
           fs::exists(folder / "CMakeCache.txt");
}

std::string contentOf(const fs::path& path) {
    std::ifstream stream(path);
    std::ostringstream content;
    content << stream.rdbuf();
    return content.str();
}

}  // namespace

std::vector<std::string> violationsIn(const std::string& file, const std::string& text) {
    std::vector<std::string> found;
    find(file, partsOf(file, true), false, found);
    find(file, partsOf(text, isCode(file)), isCode(file), found);
    return found;
}

std::vector<std::string> violations(const fs::path& root) {
    std::vector<std::string> found;
    for (auto i = fs::recursive_directory_iterator(root); i != fs::recursive_directory_iterator(); ++i) {
        if (i->is_directory() && isSkipped(i->path(), root)) i.disable_recursion_pending();
        const std::string file = fs::relative(i->path(), root).generic_string();
        if (!i->is_regular_file() || i->path().filename().string().front() == '.' || !isOurs(file)) continue;
        for (std::string& violation : violationsIn(file, contentOf(i->path()))) {
            found.push_back(std::move(violation));
        }
    }
    std::sort(found.begin(), found.end());
    return found;
}

}  // namespace ricochet::words
