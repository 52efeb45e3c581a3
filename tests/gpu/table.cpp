#include "tests/gpu/table.h"

#include <cstdio>

namespace ricochet::test {
namespace {

void printCell(const nlohmann::json& cell) {
    if (cell.is_string()) {
        std::printf("%-18s", cell.get<std::string>().c_str());
    } else if (cell.is_number_float()) {
        std::printf("%18.3g", cell.get<double>());
    } else {
        std::printf("%18s", cell.dump().c_str());
    }
}

}  // namespace

Table::Table(std::string name, std::string about, std::vector<std::string> columns)
    : name_(std::move(name)), about_(std::move(about)), columns_(std::move(columns)) {
    std::printf("\n%s: %s\n", name_.c_str(), about_.c_str());
    for (const std::string& column : columns_) std::printf("%18s", column.c_str());
    std::printf("\n");
    std::fflush(stdout);
}

void Table::add(std::initializer_list<nlohmann::json> cells) {
    rows_.push_back(cells);
    for (const nlohmann::json& cell : cells) printCell(cell);
    std::printf("\n");
    std::fflush(stdout);
}

nlohmann::json Table::json() const {
    return {{"name", name_}, {"about", about_}, {"columns", columns_}, {"rows", rows_}};
}

}  // namespace ricochet::test
