#include "algorithms/geometry/archive.h"

#include <algorithm>
#include <cstring>
#include <istream>
#include <ostream>

namespace ricochet {

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

/// Four sums of words and of those sums (Fletcher. An arithmetic checksum for serial transmissions. 1982),
/// side by side, so that a processor has several additions in flight.
void Archive::addToChecksum(const void* data, std::size_t size) {
    constexpr std::size_t kLanes = 4, kBlock = kLanes * sizeof(std::uint64_t);
    std::uint64_t sum[kLanes] = {checksum_, size, 1, 2}, sumOfSums[kLanes] = {};
    const auto* const from = static_cast<const unsigned char*>(data);
    for (std::size_t i = 0; i < size; i += kBlock) {
        std::uint64_t words[kLanes] = {};
        std::memcpy(words, from + i, std::min(kBlock, size - i));
        for (std::size_t k = 0; k < kLanes; ++k) {
            sum[k] += words[k];
            sumOfSums[k] += sum[k];
        }
    }
    constexpr std::uint64_t kOdd = 0x9e3779b97f4a7c15;  // 2^64 / golden ratio: mixes all bits upwards
    for (std::size_t k = 0; k < kLanes; ++k) {
        checksum_ = (checksum_ ^ sum[k]) * kOdd;
        checksum_ = ((checksum_ ^ checksum_ >> 32) + sumOfSums[k]) * kOdd;
    }
}

void ArchiveWriter::bytes(void* data, std::size_t size) {
    if (hasFailed() || size == 0) return;
    if (!out_.write(static_cast<const char*>(data), static_cast<std::streamsize>(size))) return fail();
    addToChecksum(data, size);
}

std::size_t ArchiveWriter::count(std::size_t elements, std::size_t elementSize) {
    std::uint64_t numbers[] = {elements, elementSize};
    bytes(numbers, sizeof numbers);
    return elements;
}

void ArchiveReader::bytes(void* data, std::size_t size) {
    if (hasFailed() || size == 0) return;
    if (size > left_ || !in_.read(static_cast<char*>(data), static_cast<std::streamsize>(size))) {
        return fail();
    }
    left_ -= size;
    addToChecksum(data, size);
}

std::size_t ArchiveReader::count(std::size_t, std::size_t elementSize) {
    std::uint64_t numbers[2] = {};
    bytes(numbers, sizeof numbers);
    if (numbers[1] != elementSize || numbers[0] > left_ / elementSize) fail();
    return hasFailed() ? 0 : static_cast<std::size_t>(numbers[0]);
}

}  // namespace ricochet
