#pragma once

#include <nlohmann/json.hpp>

#include <initializer_list>
#include <string>
#include <vector>

namespace ricochet::test {

/// A table of measurements: printed row by row, and added to a JSON file at the end.
class Table {
public:
    Table(std::string name, std::string about, std::vector<std::string> columns);
    /// Numbers are printed with three digits.
    void add(std::initializer_list<nlohmann::json> cells);
    nlohmann::json json() const;

private:
    std::string name_, about_;
    std::vector<std::string> columns_;
    nlohmann::json rows_ = nlohmann::json::array();
};

}  // namespace ricochet::test
