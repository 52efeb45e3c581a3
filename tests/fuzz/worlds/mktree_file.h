#pragma once

#include <string>

namespace ricochet::fuzz {

/// A small world in a file, removed with the object.
class MkTreeOnDisk {
public:
    MkTreeOnDisk();
    ~MkTreeOnDisk();
    MkTreeOnDisk(const MkTreeOnDisk&) = delete;
    MkTreeOnDisk& operator=(const MkTreeOnDisk&) = delete;
    const std::string& path() const { return path_; }

private:
    std::string path_;
};

}  // namespace ricochet::fuzz
