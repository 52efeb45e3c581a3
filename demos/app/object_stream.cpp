#include "demos/app/object_stream.h"

#include <algorithm>
#include <array>
#include <bit>
#include <istream>

namespace ricochet::app {
namespace {

static_assert(std::endian::native == std::endian::little);

constexpr std::string_view kMagic = "RCOBJECT";
constexpr std::size_t kPortion =
    1 << 16;  // values read at once, so that a wrong count allocates little memory

template <class Value>
bool read(std::istream& in, Value& value) {
    return bool(in.read(reinterpret_cast<char*>(&value), sizeof value));
}

/// Appends `count` values of three numbers of type `Stored` each.
template <class Stored, class Value>
bool read(std::istream& in, std::size_t count, std::vector<Value>& values) {
    values.clear();
    std::vector<Stored> portion;
    while (values.size() < count) {
        portion.resize(std::min(kPortion, count - values.size()));
        if (!in.read(reinterpret_cast<char*>(portion.data()),
                     static_cast<std::streamsize>(portion.size() * sizeof(Stored)))) {
            return false;
        }
        for (const Stored& v : portion) values.push_back({v[0], v[1], v[2]});
    }
    return true;
}

class Reader {
public:
    Reader(std::istream& in, std::string name) : in_(in), name_(std::move(name)) {}

    Result<bool> next(mktree::WorldObject& object) {
        if (count_ == 0 && !hasMagic()) return failure("it is not a stream of objects");
        if (in_.peek() == std::istream::traits_type::eof()) return false;
        const std::string number = "object " + std::to_string(count_++);
        std::array<std::uint32_t, 3> header;  // part, vertices, faces
        if (!read(in_, header)) return failure(number + " ends too early");
        if (header[0] > firstNumbers_.size()) return failure(number + " skips a part");
        if (header[0] == firstNumbers_.size()) firstNumbers_.push_back(0);
        object.part = header[0];
        object.numbers.clear();
        object.firstNumber = firstNumbers_[object.part];
        firstNumbers_[object.part] += header[2];
        if (!read<std::array<double, 3>>(in_, header[1], object.vertices) ||
            !read<std::array<std::uint32_t, 3>>(in_, header[2], object.faces)) {
            return failure(number + " ends too early");
        }
        return true;
    }

private:
    bool hasMagic() {
        std::array<char, kMagic.size()> magic;
        return read(in_, magic) && std::ranges::equal(magic, kMagic);
    }
    tl::unexpected<std::string> failure(const std::string& what) const {
        return tl::unexpected(name_ + ": " + what);
    }

    std::istream& in_;
    std::string name_;
    std::size_t count_ = 0;            ///< objects
    std::vector<Index> firstNumbers_;  ///< of each part's next object
};

}  // namespace

mktree::ObjectStream objectsIn(std::istream& in, const std::string& name) {
    return [reader = Reader(in, name)](mktree::WorldObject& object) mutable { return reader.next(object); };
}

}  // namespace ricochet::app
