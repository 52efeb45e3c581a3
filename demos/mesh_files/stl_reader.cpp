#include "demos/mesh_files/stl_reader.h"

#include "demos/mesh_files/file_bytes.h"
#include "demos/mesh_files/joined_faces.h"
#include "demos/mesh_files/words.h"

#include <cctype>

namespace ricochet {
namespace {

using Corner = JoinedFaces::Corner;

// A binary file: a title, a count, then facets of a normal, three corners and two bytes of undefined meaning.
constexpr std::size_t kTitleBytes = 80, kHeaderBytes = kTitleBytes + sizeof(std::uint32_t);
constexpr std::size_t kFacetBytes = 50;

tl::unexpected<std::string> failure(const std::string& path, const std::string& why) {
    return tl::unexpected(path + ": " + why);
}

Result<std::shared_ptr<Mesh>> readBinary(const std::string& path, std::string_view bytes) {
    const std::size_t facets = valueAt<std::uint32_t>(bytes.substr(kTitleBytes));
    const std::size_t room = (bytes.size() - kHeaderBytes) / kFacetBytes;
    if (facets > room) {
        return failure(path, "the header counts " + std::to_string(facets) + " facets, but there are only " +
                                 std::to_string(room));
    }
    JoinedFaces faces;
    for (std::size_t f = 0; f < facets; ++f) {
        const std::string_view facet = bytes.substr(kHeaderBytes + f * kFacetBytes, kFacetBytes);
        std::array<Corner, 3> corners;
        for (std::size_t k = 0; k < 3; ++k) {
            corners[k] = valueAt<Corner>(facet.substr((1 + k) * sizeof(Corner)));
            if (!JoinedFaces::isFinite(corners[k])) {
                return failure(path, "a vertex of facet " + std::to_string(f) + " is not finite");
            }
        }
        faces.add(corners[0], corners[1], corners[2]);
    }
    return std::move(faces).mesh(path);
}

bool isKeyword(std::string_view word, std::string_view keyword) {
    return std::ranges::equal(
        word, keyword, [](unsigned char a, unsigned char b) { return std::tolower(a) == std::tolower(b); });
}

/// `solid NAME`, then facets, then `endsolid NAME`; possibly several of these.
class TextReader {
public:
    TextReader(std::string path, std::string_view text) : path_(std::move(path)), text_(text) {}

    Result<std::shared_ptr<Mesh>> read() {
        bool isInSolid = false;
        for (std::string_view word = next(); !word.empty(); word = next()) {
            if (isInSolid && isKeyword(word, "facet")) {
                if (const Result<void> good = readFacet(); !good) return tl::unexpected(good.error());
                continue;
            }
            if (!isKeyword(word, isInSolid ? "endsolid" : "solid")) {
                return unexpected(word, isInSolid ? "facet or endsolid" : "solid");
            }
            isInSolid = !isInSolid;
            line_ = {};  // the solid's name
        }
        if (isInSolid) return failure(path_, "the file ends before its solid does");
        return std::move(faces_).mesh(path_);
    }

private:
    /// The next word, on this line or a later one; empty at the end of the file.
    std::string_view next() {
        for (;;) {
            const std::string_view word = nextWord(line_);
            if (!word.empty() || text_.empty()) return word;
            line_ = nextLine(text_);
            ++number_;
        }
    }

    Result<void> expect(std::string_view keyword) {
        const std::string_view word = next();
        if (isKeyword(word, keyword)) return {};
        return unexpected(word, keyword);
    }

    Result<void> readFacet() {
        if (const Result<void> good = expect("normal"); !good) return good;
        for (int k = 0; k < 3; ++k) next();
        for (const char* keyword : {"outer", "loop"}) {
            if (const Result<void> good = expect(keyword); !good) return good;
        }
        std::array<Corner, 3> corners;
        for (Corner& corner : corners) {
            if (const Result<void> good = readVertex(corner); !good) return good;
        }
        for (const char* keyword : {"endloop", "endfacet"}) {
            if (const Result<void> good = expect(keyword); !good) return good;
        }
        faces_.add(corners[0], corners[1], corners[2]);
        return {};
    }

    Result<void> readVertex(Corner& corner) {
        if (const Result<void> good = expect("vertex"); !good) return good;
        for (float& coordinate : corner) {
            const std::string_view word = next();
            const std::optional<float> value = coordinateIn(word);
            if (!value) return unexpected(word, "a coordinate");
            if (!std::isfinite(*value)) return failureHere(badCoordinate(word));
            coordinate = *value;
        }
        return {};
    }

    tl::unexpected<std::string> unexpected(std::string_view word, std::string_view expected) const {
        const std::string found = word.empty() ? "the end of the file" : quoted(word);
        return failureHere(found + " instead of " + std::string(expected));
    }
    tl::unexpected<std::string> failureHere(const std::string& why) const {
        return failure(path_ + ":" + std::to_string(number_), why);
    }

    std::string path_;
    std::string_view text_, line_;
    std::size_t number_ = 0;  ///< of the line
    JoinedFaces faces_;
};

}  // namespace

Result<std::shared_ptr<Mesh>> readStl(const std::string& path) {
    const Result<std::string> file = bytesOfFile(path);
    if (!file) return tl::unexpected(file.error());
    const std::string_view bytes = *file;
    const bool isText = isKeyword(bytes.substr(0, 5), "solid");
    const bool hasHeader = bytes.size() >= kHeaderBytes;
    const bool fits =
        hasHeader &&
        bytes.size() ==
            kHeaderBytes + kFacetBytes * std::size_t{valueAt<std::uint32_t>(bytes.substr(kTitleBytes))};
    if (hasHeader && (fits || !isText)) return readBinary(path, bytes);
    if (!isText)
        return failure(path,
                       "the file is not an STL file: it neither begins with solid nor has a complete header");
    return TextReader(path, bytes).read();
}

}  // namespace ricochet
