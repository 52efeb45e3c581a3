#include "demos/app/scene_files/located_json.h"

#include "demos/mesh_files/words.h"

#include <cstddef>
#include <iterator>
#include <vector>

namespace ricochet::app {
namespace {

using Json = nlohmann::ordered_json;

/// Where a parser is in a text.
struct Progress {
    int line = 1;
    char last = ' ';  ///< character that the parser has taken

    /// The line on which the token before ended: a number is known to end by the character after it.
    int lineOfToken() const { return last == '\n' ? line - 1 : line; }
};

/// Goes through a text and tells where it is.
class Characters {
public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;

    Characters(const char* at, Progress* progress) : at_(at), progress_(progress) {}
    reference operator*() const { return *at_; }
    Characters& operator++() {
        progress_->last = *at_;
        progress_->line += *at_ == '\n';
        ++at_;
        return *this;
    }
    Characters operator++(int) {
        const Characters before = *this;
        ++*this;
        return before;
    }
    bool operator==(const Characters& other) const { return at_ == other.at_; }
    bool operator!=(const Characters& other) const { return at_ != other.at_; }

private:
    const char* at_;
    Progress* progress_;
};

/// Follows a parser by its events and notes the line on which each value is.
class LineNotes {
public:
    LineNotes(const Progress& progress, std::unordered_map<std::string, int>& lines)
        : progress_(progress), lines_(lines) {}

    void see(Json::parse_event_t event, const Json& parsed) {
        switch (event) {
            case Json::parse_event_t::object_start:
                begin({.isArray = false});
                break;
            case Json::parse_event_t::array_start:
                begin({.isArray = true});
                break;
            case Json::parse_event_t::key:
                levels_.back().step = "/" + escaped(parsed.get<std::string>());
                break;
            case Json::parse_event_t::value:
                if (!isInArray() || !parsed.is_number()) note();
                next();
                break;
            case Json::parse_event_t::object_end:
            case Json::parse_event_t::array_end:
                levels_.pop_back();
                next();
                break;
        }
    }

private:
    struct Level {
        bool isArray;
        std::size_t index = 0;
        std::string step = "";  ///< from this value to the one that is read
    };

    static std::string escaped(const std::string& key) {
        return nlohmann::json_pointer<Json>().operator/=(key).to_string().substr(1);
    }

    bool isInArray() const { return !levels_.empty() && levels_.back().isArray; }

    std::string pointer() const {
        std::string text;
        for (const Level& level : levels_)
            text += level.isArray ? "/" + std::to_string(level.index) : level.step;
        return text;
    }
    void note() { lines_[pointer()] = progress_.lineOfToken(); }
    void begin(Level level) {
        note();
        levels_.push_back(level);
    }
    void next() {
        if (isInArray()) ++levels_.back().index;
    }

    const Progress& progress_;
    std::unordered_map<std::string, int>& lines_;
    std::vector<Level> levels_;
};

/// What a message quotes may be any bytes of the file.
std::string inOneLine(const std::string& text) {
    constexpr std::size_t kLongestQuote = 500;  // bytes
    return printable(text, kLongestQuote);
}

/// What the parser of nlohmann-json says, without its own names and positions.
std::string sentenceOf(const Json::parse_error& error) {
    const std::string text = error.what(), mark = "column ";
    const std::size_t column = text.find(mark);
    const std::size_t colon = column == std::string::npos ? column : text.find(": ", column);
    return colon == std::string::npos ? text : text.substr(colon + 2);
}

}  // namespace

std::string LocatedJson::message(const std::string& pointer, const std::string& text) const {
    std::string known = pointer;
    while (!known.empty() && !lines.count(known)) known.erase(known.rfind('/'));
    const auto line = lines.find(known);
    return path + ":" + std::to_string(line == lines.end() ? 1 : line->second) + ": " +
           inOneLine((pointer.empty() ? "" : pointer + ": ") + text);
}

Result<LocatedJson> parseJson(const std::string& path, const std::string& text) {
    LocatedJson json;
    json.path = path;
    Progress progress;
    LineNotes notes(progress, json.lines);
    try {
        json.value =
            Json::parse(Characters(text.data(), &progress), Characters(text.data() + text.size(), &progress),
                        [&](int, Json::parse_event_t event, const Json& parsed) {
                            notes.see(event, parsed);
                            return true;
                        });
    } catch (const Json::parse_error& error) {
        return tl::unexpected(path + ":" + std::to_string(progress.lineOfToken()) + ": " +
                              inOneLine(sentenceOf(error)));
    } catch (const Json::exception& error) {  // such as a number that is too large
        return tl::unexpected(path + ":" + std::to_string(progress.lineOfToken()) + ": " +
                              inOneLine(error.what()));
    }
    return json;
}

}  // namespace ricochet::app
