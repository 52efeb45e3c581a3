#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ricochet::words {

/// A word of prose, or a part of an identifier: `bandsOf` has the parts "bands" and "of".
struct Part {
    std::string text;   ///< lower case
    int line;           ///< from 1
    std::size_t name;   ///< where the name begins in the text
    bool isIdentifier;  ///< a part of several, or an identifier in code that is no test's name
};

/// All words of a text, in order. `isCode`: comments and strings are prose, and so are the names of tests.
std::vector<Part> partsOf(std::string_view text, bool isCode);

}  // namespace ricochet::words
