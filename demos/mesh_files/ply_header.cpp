#include "demos/mesh_files/ply_header.h"

#include "demos/mesh_files/words.h"

namespace ricochet {
namespace {

using Kind = PlyType::Kind;

constexpr PlyType kPlyTypes[] = {
    // name, alias, bytes, kind
    {"char", "int8", 1, Kind::signedInteger},   {"uchar", "uint8", 1, Kind::unsignedInteger},
    {"short", "int16", 2, Kind::signedInteger}, {"ushort", "uint16", 2, Kind::unsignedInteger},
    {"int", "int32", 4, Kind::signedInteger},   {"uint", "uint32", 4, Kind::unsignedInteger},
    {"float", "float32", 4, Kind::real},        {"double", "float64", 8, Kind::real},
};

struct NamedFormat {
    std::string_view name;
    PlyFormat format;
};
constexpr NamedFormat kPlyFormats[] = {{"ascii", PlyFormat::text},
                                       {"binary_little_endian", PlyFormat::littleEndian},
                                       {"binary_big_endian", PlyFormat::bigEndian}};

const PlyType* typeNamed(std::string_view name) {
    for (const PlyType& type : kPlyTypes) {
        if (name == type.name || name == type.alias) return &type;
    }
    return nullptr;
}

tl::unexpected<std::string> failure(const std::string& why) { return tl::unexpected(why); }

class HeaderReader {
public:
    explicit HeaderReader(std::string_view file) : file_(file), rest_(file) {}

    Result<PlyHeader> read() {
        std::string_view first = line();
        if (nextWord(first) != "ply") return failure("the file does not begin with ply");
        for (;;) {
            if (rest_.empty()) return failure("the file ends within its header");
            std::string_view words = line();
            const std::string_view keyword = nextWord(words);
            if (keyword == "end_header") break;
            if (const Result<void> good = readLine(keyword, words); !good) {
                return failure("line " + std::to_string(header_.lines) + ": " + good.error());
            }
        }
        if (!isFormatKnown_) return failure("the header names no format");
        header_.bytes = file_.size() - rest_.size();
        if (const Result<void> good = checkCounts(); !good) return failure(good.error());
        return std::move(header_);
    }

private:
    std::string_view line() {
        ++header_.lines;
        return nextLine(rest_);
    }

    Result<void> readLine(std::string_view keyword, std::string_view words) {
        if (keyword == "comment" || keyword == "obj_info" || keyword.empty()) return {};
        if (keyword == "format") return readFormat(words);
        if (keyword == "element") return readElement(words);
        if (keyword == "property") return readProperty(words);
        return failure(quoted(keyword) + " is not a keyword of a header");
    }

    Result<void> readFormat(std::string_view words) {
        const std::string_view name = nextWord(words);
        for (const NamedFormat& known : kPlyFormats) {
            if (name != known.name) continue;
            header_.format = known.format;
            isFormatKnown_ = true;
            return {};
        }
        return failure(quoted(name) + " is not a format");
    }

    Result<void> readElement(std::string_view words) {
        const std::string_view name = nextWord(words), word = nextWord(words);
        const std::optional<std::uint64_t> count = numberIn<std::uint64_t>(word);
        if (name.empty() || !count) return failure("an element needs a name and a count");
        header_.elements.push_back({name, *count, {}});
        return {};
    }

    Result<void> readProperty(std::string_view words) {
        if (header_.elements.empty()) return failure("a property precedes the first element");
        PlyProperty property{};
        std::string_view word = nextWord(words);
        if (word == "list") {
            property.countType = typeNamed(nextWord(words));
            if (!property.countType || property.countType->kind == Kind::real) {
                return failure("a list needs a whole number's type for its count");
            }
            word = nextWord(words);
        }
        property.type = typeNamed(word);
        property.name = nextWord(words);
        if (!property.type) return failure(quoted(word) + " is not a type of number");
        if (property.name.empty()) return failure("a property needs a name");
        header_.elements.back().properties.push_back(property);
        return {};
    }

    /// Whether the rest of the file has room for the rows of the elements that have any.
    Result<void> checkCounts() const {
        std::uint64_t room = rest_.size();
        for (const PlyElement& element : header_.elements) {
            if (element.count == 0) continue;
            const std::uint64_t row = leastBytesOf(element);
            if (row == 0) return failure("the element " + quoted(element.name) + " has no properties");
            if (element.count > room / row) {
                return failure("the header counts " + std::to_string(element.count) + " of the element " +
                               quoted(element.name) + ", but the file is too short for them");
            }
            room -= element.count * row;
        }
        return {};
    }

    std::uint64_t leastBytesOf(const PlyElement& element) const {
        std::uint64_t bytes = 0;
        for (const PlyProperty& property : element.properties) {
            bytes += header_.format == PlyFormat::text ? 1 : property.leastBytes();
        }
        return bytes;
    }

    std::string_view file_, rest_;
    bool isFormatKnown_ = false;
    PlyHeader header_{};
};

}  // namespace

std::optional<std::size_t> PlyElement::find(std::string_view property) const {
    for (std::size_t i = 0; i < properties.size(); ++i) {
        if (properties[i].name == property) return i;
    }
    return std::nullopt;
}

Result<PlyHeader> readPlyHeader(std::string_view file) { return HeaderReader(file).read(); }

}  // namespace ricochet
