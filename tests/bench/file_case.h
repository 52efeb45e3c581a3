#pragma once

#include "tests/bench/case.h"

namespace ricochet::bench {

/// Two mesh files at the poses of a file, all as `ricochet query` reads them. Throws what is wrong with one.
Case caseOfFiles(const std::string& a, const std::string& b, const std::string& poses);

}  // namespace ricochet::bench
