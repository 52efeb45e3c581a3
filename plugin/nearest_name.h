#pragma once

#include <string>
#include <vector>

namespace ricochet {

/// The name with the smallest edit distance to `text` (insertions, deletions, substitutions of a character),
/// the first among equals; empty if there are no names.
std::string nearestName(const std::string& text, const std::vector<std::string>& names);

/// "the nearest are 'a', 'b' and 'c'": the same for a long list, of which it names three.
std::string nearestNames(const std::string& unknown, std::vector<std::string> names);

/// "there are a, b, c; the nearest is 'b'": the end of a sentence about an unknown name.
std::string knownNames(const std::string& unknown, const std::vector<std::string>& names);

/// "a, b, c"
std::string joined(const std::vector<std::string>& names);

}  // namespace ricochet
