#include "demos/mesh_files/ply_reader.h"

#include "demos/mesh_files/file_bytes.h"
#include "demos/mesh_files/joined_faces.h"
#include "demos/mesh_files/ply_header.h"
#include "demos/mesh_files/words.h"

#include <algorithm>

namespace ricochet {
namespace {

using Corner = JoinedFaces::Corner;
using Kind = PlyType::Kind;

/// Numbers as text. None at the end of the file, or before anything else.
class TextNumbers {
public:
    explicit TextNumbers(std::string_view text) : text_(text) {}

    std::optional<float> coordinate(const PlyType&) { return coordinateIn(next()); }
    std::optional<std::int64_t> whole(const PlyType&) { return numberIn<std::int64_t>(next()); }
    bool skip(const PlyType&, std::uint64_t count) {
        for (; count > 0; --count) {
            if (next().empty()) return false;
        }
        return true;
    }

private:
    std::string_view next() {
        for (;;) {
            const std::string_view word = nextWord(line_);
            if (!word.empty() || text_.empty()) return word;
            line_ = nextLine(text_);
        }
    }

    std::string_view text_, line_;
};

/// Numbers as bytes. None at the end of the file.
class BinaryNumbers {
public:
    BinaryNumbers(std::string_view bytes, bool isBigEndian) : bytes_(bytes), isBigEndian_(isBigEndian) {}

    std::optional<float> coordinate(const PlyType& type) {
        if (type.kind != Kind::real) {
            const std::optional<std::int64_t> number = whole(type);
            return number ? std::optional(static_cast<float>(*number)) : std::nullopt;
        }
        if (bytes_.size() < type.bytes) return std::nullopt;
        return type.bytes == 4 ? take<float>() : static_cast<float>(take<double>());
    }

    std::optional<std::int64_t> whole(const PlyType& type) {
        if (bytes_.size() < type.bytes || type.kind == Kind::real) return std::nullopt;
        const bool isSigned = type.kind == Kind::signedInteger;
        switch (type.bytes) {
            case 1:
                return isSigned ? std::int64_t{take<std::int8_t>()} : take<std::uint8_t>();
            case 2:
                return isSigned ? std::int64_t{take<std::int16_t>()} : take<std::uint16_t>();
            default:
                return isSigned ? std::int64_t{take<std::int32_t>()} : take<std::uint32_t>();
        }
    }

    bool skip(const PlyType& type, std::uint64_t count) {
        if (count > bytes_.size() / type.bytes) return false;
        bytes_.remove_prefix(count * type.bytes);
        return true;
    }

private:
    template <class Value>
    Value take() {
        char bytes[sizeof(Value)];
        std::copy_n(bytes_.begin(), sizeof(Value), bytes);
        bytes_.remove_prefix(sizeof(Value));
        if (isBigEndian_) std::reverse(std::begin(bytes), std::end(bytes));
        return valueAt<Value>({bytes, sizeof(Value)});
    }

    std::string_view bytes_;
    bool isBigEndian_;
};

template <class Numbers>
class PlyReader {
public:
    PlyReader(const std::string& path, Numbers numbers) : path_(path), numbers_(std::move(numbers)) {}

    Result<std::shared_ptr<Mesh>> read(const PlyHeader& header) {
        for (const PlyElement& element : header.elements) {
            if (const Result<void> good = readElement(element); !good) return tl::unexpected(good.error());
        }
        return joined();
    }

private:
    Result<void> readElement(const PlyElement& element) {
        if (element.name == "vertex") return readVertices(element);
        if (element.name == "face") return readFaces(element);
        return forEachRow(element, [&](std::size_t, const PlyProperty& property) { return skip(property); });
    }

    /// Calls read(index, property) for each property of each row; it returns false if the property is
    /// missing.
    template <class Read>
    Result<void> forEachRow(const PlyElement& element, Read&& read) {
        for (std::uint64_t row = 0; row < element.count; ++row) {
            for (std::size_t i = 0; i < element.properties.size(); ++i) {
                if (read(i, element.properties[i])) continue;
                return failure("the property " + quoted(element.properties[i].name) + " of " +
                               printable(element.name) + " " + std::to_string(row) +
                               " is missing or not a number of its type");
            }
        }
        return {};
    }

    Result<void> readVertices(const PlyElement& element) {
        static constexpr std::array<std::string_view, 3> kAxes = {"x", "y", "z"};
        std::array<std::size_t, 3> axes;
        for (std::size_t k = 0; k < 3; ++k) {
            const std::optional<std::size_t> axis = element.find(kAxes[k]);
            if (!axis || element.properties[*axis].isList())
                return failure("its vertices have no x, y and z");
            axes[k] = *axis;
        }
        Corner corner;
        const Result<void> good = forEachRow(element, [&](std::size_t i, const PlyProperty& property) {
            const auto axis = std::find(axes.begin(), axes.end(), i);
            if (axis == axes.end()) return skip(property);
            const std::optional<float> value = numbers_.coordinate(*property.type);
            if (value) corner[static_cast<std::size_t>(axis - axes.begin())] = *value;
            if (i == std::max({axes[0], axes[1], axes[2]}) && value) vertices_.push_back(corner);
            return value.has_value();
        });
        if (!good) return good;
        const auto bad = std::find_if_not(vertices_.begin(), vertices_.end(), JoinedFaces::isFinite);
        if (bad == vertices_.end()) return {};
        return failure("vertex " + std::to_string(bad - vertices_.begin()) + " is not finite");
    }

    Result<void> readFaces(const PlyElement& element) {
        std::optional<std::size_t> corners = element.find("vertex_indices");
        if (!corners) corners = element.find("vertex_index");
        if (!corners || !element.properties[*corners].isList()) {
            return failure("its faces have no list vertex_indices");
        }
        return forEachRow(element, [&](std::size_t i, const PlyProperty& property) {
            return i == *corners ? readPolygon(property) : skip(property);
        });
    }

    bool readPolygon(const PlyProperty& property) {
        const std::optional<std::int64_t> count = numbers_.whole(*property.countType);
        if (!count || *count < 0) return false;
        for (std::int64_t k = 0; k < *count; ++k) {
            const std::optional<std::int64_t> corner = numbers_.whole(*property.type);
            if (!corner) return false;
            corners_.push_back(*corner);
        }
        ends_.push_back(corners_.size());
        return true;
    }

    bool skip(const PlyProperty& property) {
        if (!property.isList()) return numbers_.skip(*property.type, 1);
        const std::optional<std::int64_t> count = numbers_.whole(*property.countType);
        return count && *count >= 0 && numbers_.skip(*property.type, static_cast<std::uint64_t>(*count));
    }

    /// At the end of the file, since faces may precede their vertices.
    Result<std::shared_ptr<Mesh>> joined() const {
        JoinedFaces faces;
        std::vector<Vec3> outline;
        std::size_t first = 0;
        for (std::size_t face = 0; face < ends_.size(); first = ends_[face++]) {
            if (ends_[face] - first < 3) continue;
            const std::span corners = std::span(corners_).subspan(first, ends_[face] - first);
            outline.clear();
            for (const std::int64_t corner : corners) {
                if (corner < 0 || corner >= static_cast<std::int64_t>(vertices_.size())) {
                    return failure("a face names vertex " + std::to_string(corner) + ", but there are " +
                                   std::to_string(vertices_.size()));
                }
                const Corner& at = vertices_[static_cast<std::size_t>(corner)];
                outline.emplace_back(at[0], at[1], at[2]);
            }
            const Result<std::vector<PolygonTriangle>> triangles = triangulate(outline);
            if (!triangles) return failure("face " + std::to_string(face) + ": " + triangles.error());
            const auto vertex = [&](std::uint32_t k) {
                return vertices_[static_cast<std::size_t>(corners[k])];
            };
            for (const auto& [a, b, c] : *triangles) faces.add(vertex(a), vertex(b), vertex(c));
        }
        return std::move(faces).mesh(path_);
    }

    tl::unexpected<std::string> failure(const std::string& why) const {
        return tl::unexpected(path_ + ": " + why);
    }

    const std::string& path_;
    Numbers numbers_;
    std::vector<Corner> vertices_;
    std::vector<std::int64_t> corners_;  ///< of all polygons
    std::vector<std::size_t> ends_;      ///< of each polygon's corners
};

}  // namespace

Result<std::shared_ptr<Mesh>> readPly(const std::string& path) {
    const Result<std::string> file = bytesOfFile(path);
    if (!file) return tl::unexpected(file.error());
    const Result<PlyHeader> header = readPlyHeader(*file);
    if (!header) return tl::unexpected(path + ": " + header.error());
    const std::string_view body = std::string_view(*file).substr(header->bytes);
    if (header->format == PlyFormat::text) return PlyReader(path, TextNumbers(body)).read(*header);
    return PlyReader(path, BinaryNumbers(body, header->format == PlyFormat::bigEndian)).read(*header);
}

}  // namespace ricochet
