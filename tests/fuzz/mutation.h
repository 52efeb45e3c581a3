#pragma once

#include "tests/fuzz/choices.h"

#include <string>

namespace ricochet::fuzz {

/// The bytes of a file after one to four of these: cut off, bits flipped, bytes put in, taken out,
/// overwritten or doubled, a digit changed, a number made extreme, two lines exchanged, a word replaced by
/// another one of the file, the rest replaced by the rest of `other`.
std::string mutated(std::string bytes, const std::string& other, Choices& random);

}  // namespace ricochet::fuzz
