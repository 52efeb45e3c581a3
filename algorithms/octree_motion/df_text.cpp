#include "algorithms/octree_motion/df_text.h"

#include <string_view>

namespace ricochet::octree_motion {
namespace {

constexpr char kSymbols[] = {'W', 'B', '('};  // by colour

bool isBlank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

/// The character itself if it is printable, else its code.
std::string shown(char c) {
    if (c > ' ' && c <= '~') return std::string("'") + c + "'";
    constexpr std::string_view kDigits = "0123456789abcdef";
    const auto code = static_cast<unsigned char>(c);
    return std::string("0x") + kDigits[code / 16] + kDigits[code % 16];
}

}  // namespace

std::string dfText(const LinearOctree& octree) {
    std::string text(octree.size(), ' ');
    for (std::size_t node = 0; node < octree.size(); ++node) {
        text[node] = kSymbols[static_cast<std::size_t>(octree[node])];
    }
    return text;
}

std::string DfReader::position() const {
    return "symbol " + std::to_string(symbols_) + " (character " + std::to_string(characters_) + ")";
}

void DfReader::leaf(Colour colour) {
    writer_.leaf(colour);
    // A complete node may be the last octant of its parent, and so on up to the root.
    while (!open_.empty() && ++open_.back().octants == 8) {
        writer_.close(open_.back().node);
        open_.pop_back();
    }
    isComplete_ = open_.empty();
}

Result<void> DfReader::symbol(char c) {
    ++symbols_;
    if (isComplete_) {
        return tl::unexpected("DF text: " + position() + ", " + shown(c) + ", follows the end of the octree");
    }
    if (c == 'B' || c == 'W') {
        leaf(c == 'B' ? Colour::black : Colour::white);
        return {};
    }
    if (c != '(') {
        return tl::unexpected("DF text: " + position() + ", " + shown(c) + ", is none of (, B and W");
    }
    if (static_cast<int>(open_.size()) == level_) {
        return tl::unexpected("DF text: " + position() + ", '(', is a grey node below level " +
                              std::to_string(level_));
    }
    open_.push_back({writer_.open(), 0});
    return {};
}

Result<void> DfReader::read(std::string_view text) {
    for (const char c : text) {
        ++characters_;
        if (isBlank(c)) continue;
        if (Result<void> done = symbol(c); !done) return done;
    }
    return {};
}

Result<LinearOctree> DfReader::finish() {
    if (isComplete_) return std::move(octree_);
    return tl::unexpected("DF text: it ends after " + position() + " with " + std::to_string(open_.size()) +
                          " grey nodes unfinished");
}

}  // namespace ricochet::octree_motion
