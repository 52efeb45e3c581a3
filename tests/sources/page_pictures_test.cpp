// Pictures of pages: a script draws each of them again.

#include "tests/sources/sources.h"

#include <gmock/gmock.h>

#include <regex>
#include <set>

namespace ricochet::sources {
namespace {

TEST(PagePictures, AreDrawnByTheirScript) {
    std::set<std::string> pictures, drawn;
    forEachFile(RICOCHET_SOURCE_DIR, [&](const std::string& file, const std::string& text) {
        static const std::regex picture("docs/.*\\.png");
        static const std::regex line("(?:^|\n)picture ([a-z-]+) [0-9]+(?=\n|$)");
        if (std::regex_match(file, picture)) pictures.insert(file);
        if (file != "docs/pictures") return;
        for (std::sregex_iterator i(text.begin(), text.end(), line); i != std::sregex_iterator(); ++i)
            drawn.insert("docs/" + (*i)[1].str() + ".png");
    });
    EXPECT_FALSE(pictures.empty());
    EXPECT_EQ(pictures, drawn);
}

}  // namespace
}  // namespace ricochet::sources
