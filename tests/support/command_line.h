#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace ricochet::test {

/// The values that an option accepts; by default all of its type.
struct Constraint {
    std::string description;                                  ///< in the help text
    std::function<std::string(const std::string&)> errorFor;  ///< empty for an accepted value; may be null
};

Constraint positive();
Constraint between(int low, int high);  ///< both included
Constraint oneOf(const std::vector<std::string>& words);
Constraint existingFile();

/// The options of a program. Reads them into variables of the caller, which hold the defaults until then and
/// must outlive this object.
class CommandLine {
public:
    explicit CommandLine(const std::string& about);
    ~CommandLine();

    /// `--name VALUE`, or `--name VALUE...` for a vector, each of whose elements obeys the constraint.
    /// Defined for int, unsigned, std::int64_t, std::size_t, long long, double, std::string and vectors of
    /// int or std::string.
    template <class Value>
    void option(const std::string& name, Value& value, const std::string& help = "",
                const Constraint& constraint = {});

    /// A list whose elements may also have commas between them.
    void commaSeparated(const std::string& name, std::vector<std::string>& values, const std::string& help);

    /// `--name` sets it.
    void flag(const std::string& name, bool& value, const std::string& help);

    /// Ends the program after `--help`, which prints the options, and after a wrong argument, which standard
    /// error names.
    void parseOrExit(int argc, const char* const* argv);

private:
    std::unique_ptr<CLI::App> app_;
};

/// For a program with one option, `--quick`: whether it was given. Ends the program like
/// `CommandLine::parseOrExit`.
bool isQuick(const std::string& about, int argc, const char* const* argv);

}  // namespace ricochet::test
