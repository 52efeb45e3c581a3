#pragma once

#include "tests/fuzz/seeds.h"

#include <string>
#include <vector>

namespace ricochet::fuzz {

/// A small MKtree.
std::string worldBytes();

/// The bytes of a damaged MKtree with the checksums that its header, its directory and its leaves then need,
/// as far as they are there.
std::string mendedMkTree(std::string bytes);

/// The text of an octree.
extern const char* const kDfText;

/// Empty, or why the file at a path is no such text.
std::string readDfText(const std::string& path);

/// A box, prepared by a narrow phase that stores its tree and by one that does not. Files are loaded for the
/// same box.
std::vector<Seed> preparedSeeds();

}  // namespace ricochet::fuzz
