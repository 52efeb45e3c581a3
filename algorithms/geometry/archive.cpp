#include "algorithms/geometry/archive.h"

#include "algorithms/geometry/mapped_file.h"

#include <cstring>
#include <ostream>

namespace ricochet {
namespace {

constexpr std::size_t kLanes = 4, kBlock = kLanes * sizeof(std::uint64_t);

/// Four independent sums of words, and sums of those sums (Fletcher. An arithmetic checksum for serial
/// transmissions. 1982), so that a processor can overlap the additions.
struct Sums {
    std::uint64_t sum[kLanes], sumOfSums[kLanes] = {};

    void add(const unsigned char* block) {
        std::uint64_t words[kLanes];
        std::memcpy(words, block, kBlock);
        for (std::size_t k = 0; k < kLanes; ++k) {
            sum[k] += words[k];
            sumOfSums[k] += sum[k];
        }
    }
};

}  // namespace

void Archive::values(std::vector<bool>& v) {
    std::vector<std::uint8_t> bytes(v.begin(), v.end());
    values(bytes);
    v.assign(bytes.begin(), bytes.end());
}

void Archive::text(std::string& s) {
    std::vector<char> characters(s.begin(), s.end());
    values(characters);
    s.assign(characters.begin(), characters.end());
}

void Archive::align() {
    char zeros[kAlignment] = {};
    bytes(zeros, (kAlignment - position() % kAlignment) % kAlignment);
}

void Archive::addToChecksum(const void* data, std::size_t size) {
    Sums sums{{checksum_, size, 1, 2}};
    const auto* const from = static_cast<const unsigned char*>(data);
    const std::size_t whole = size - size % kBlock;
    for (std::size_t i = 0; i < whole; i += kBlock) sums.add(from + i);
    unsigned char rest[kBlock] = {};
    std::memcpy(rest, from + whole, size - whole);
    sums.add(rest);
    constexpr std::uint64_t kOdd = 0x9e3779b97f4a7c15;  // 2^64 / golden ratio: mixes all bits upwards
    for (std::size_t k = 0; k < kLanes; ++k) {
        checksum_ = (checksum_ ^ sums.sum[k]) * kOdd;
        checksum_ = ((checksum_ ^ checksum_ >> 32) + sums.sumOfSums[k]) * kOdd;
    }
}

void ArchiveWriter::bytes(void* data, std::size_t size) {
    if (hasFailed() || size == 0) return;
    if (!out_.write(static_cast<const char*>(data), static_cast<std::streamsize>(size))) return fail();
    position_ += size;
    addToChecksum(data, size);
}

std::size_t ArchiveWriter::count(std::size_t elements, std::size_t elementSize) {
    std::uint64_t numbers[] = {elements, elementSize};
    bytes(numbers, sizeof numbers);
    return elements;
}

ArchiveReader::ArchiveReader(const MappedFile& file) : file_(file.bytes), size_(file.size) {}

void ArchiveReader::bytes(void* data, std::size_t size) {
    if (size == 0) return;
    if (const auto from = share(size)) std::memcpy(data, from.get(), size);
}

std::shared_ptr<const std::byte> ArchiveReader::share(std::size_t size) {
    if (size > bytesLeft()) fail();
    if (hasFailed() || size == 0) return nullptr;
    const std::byte* const at = file_.get() + position_;
    position_ += size;
    addToChecksum(at, size);
    return {file_, at};
}

std::size_t ArchiveReader::count(std::size_t, std::size_t elementSize) {
    std::uint64_t numbers[2] = {};
    bytes(numbers, sizeof numbers);
    if (numbers[1] != elementSize || numbers[0] > bytesLeft() / elementSize) fail();
    return hasFailed() ? 0 : static_cast<std::size_t>(numbers[0]);
}

}  // namespace ricochet
