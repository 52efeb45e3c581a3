#include "tests/support/command_line.h"

#include <CLI/CLI.hpp>

#include <cstdint>
#include <cstdlib>

namespace ricochet::test {
namespace {

Constraint constraintOf(const CLI::Validator& validator) {
    return {validator.get_description(), [validator](const std::string& value) { return validator(value); }};
}

template <class Value>
CLI::Option& add(CLI::App& app, const std::string& name, Value& value, const std::string& help) {
    CLI::Option& option = *app.add_option(name, value, help)->capture_default_str();
    // an empty list: the help text names no default
    if (option.get_default_str() == "[]") option.default_str("");
    return option;
}

}  // namespace

Constraint positive() {
    // CLI11's own message ends in the 300 digits of the largest double
    return {CLI::PositiveNumber.get_description(), [](const std::string& value) {
                return CLI::PositiveNumber(value).empty() ? "" : "must be above zero, not '" + value + "'";
            }};
}

Constraint between(int low, int high) { return constraintOf(CLI::Range(low, high)); }
Constraint oneOf(const std::vector<std::string>& words) { return constraintOf(CLI::IsMember(words)); }
Constraint existingFile() { return constraintOf(CLI::ExistingFile); }

CommandLine::CommandLine(const std::string& about) : app_(std::make_unique<CLI::App>(about)) {
    app_->allow_windows_style_options(false);  // a path may begin with '/' on every system
}
CommandLine::~CommandLine() = default;

template <class Value>
void CommandLine::option(const std::string& name, Value& value, const std::string& help,
                         const Constraint& constraint) {
    CLI::Option& option = add(*app_, name, value, help);
    if (constraint.errorFor) option.check(constraint.errorFor, constraint.description);
}

template void CommandLine::option(const std::string&, int&, const std::string&, const Constraint&);
template void CommandLine::option(const std::string&, unsigned&, const std::string&, const Constraint&);
template void CommandLine::option(const std::string&, std::int64_t&, const std::string&, const Constraint&);
template void CommandLine::option(const std::string&, std::size_t&, const std::string&, const Constraint&);
template void CommandLine::option(const std::string&, long long&, const std::string&, const Constraint&);
template void CommandLine::option(const std::string&, double&, const std::string&, const Constraint&);
template void CommandLine::option(const std::string&, std::string&, const std::string&, const Constraint&);
template void CommandLine::option(const std::string&, std::vector<int>&, const std::string&,
                                  const Constraint&);
template void CommandLine::option(const std::string&, std::vector<std::string>&, const std::string&,
                                  const Constraint&);

void CommandLine::commaSeparated(const std::string& name, std::vector<std::string>& values,
                                 const std::string& help) {
    add(*app_, name, values, help).delimiter(',');
}

void CommandLine::flag(const std::string& name, bool& value, const std::string& help) {
    app_->add_flag(name, value, help);
}

void CommandLine::parseOrExit(int argc, const char* const* argv) {
    try {
        app_->parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        std::exit(app_->exit(error));
    }
}

bool isQuick(const std::string& about, int argc, const char* const* argv) {
    bool isQuick = false;
    CommandLine commandLine(about);
    commandLine.flag("--quick", isQuick, "a smoke test");
    commandLine.parseOrExit(argc, argv);
    return isQuick;
}

}  // namespace ricochet::test
