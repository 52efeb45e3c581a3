#pragma once

#include <string>
#include <vector>

namespace ricochet::words {

/// Comments and strings of code are free.
enum class Where {
    namesAndPages,  ///< identifiers and names of files, and all words of pages, scripts and tables
    names           ///< ordinary English in a sentence
};

/// Words in lower case that the project does not use, with spaces between the parts of a phrase.
struct Row {
    std::vector<std::string> not_;
    std::string but;  ///< the word to use instead
    Where where = Where::namesAndPages;
};

/// A phrase in which a word of the table means something else.
struct Exception {
    std::string phrase;  ///< lower case, as `Row` has phrases
    std::string reason;
};

const std::vector<Row>& rows();
const std::vector<Exception>& exceptions();

}  // namespace ricochet::words
