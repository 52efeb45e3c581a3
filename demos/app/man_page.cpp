#include "demos/app/man_page.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cctype>
#include <vector>

namespace ricochet::app {
namespace {

/// As troff takes it: a hyphen that may be copied, and no line that begins with a command.
std::string escaped(const std::string& text) {
    std::string result;
    for (const char c : text) {
        if (c == '\\') {
            result += "\\e";
        } else if (c == '-') {
            result += "\\-";
        } else {
            if ((c == '.' || c == '\'') && (result.empty() || result.back() == '\n')) result += "\\&";
            result += c;
        }
    }
    return result;
}

std::string inCapitals(std::string text) {
    for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    return text;
}

std::vector<const CLI::App*> subcommandsOf(const CLI::App& app) {
    return app.get_subcommands([](const CLI::App*) { return true; });
}

/// Options that a help page shows; a group without a name hides an option.
std::vector<const CLI::Option*> optionsOf(const CLI::App& app, bool arePositional) {
    return app.get_options([&](const CLI::Option* option) {
        return !option->get_group().empty() && option->get_positional() == arePositional;
    });
}

void describe(const CLI::App& app, const std::string& name, std::string& page) {
    page += ".SS \"" + escaped(name);
    for (const CLI::Option* option : optionsOf(app, true))
        page += " " + escaped(inCapitals(option->get_name()));
    page += " [OPTION]...\"\n" + escaped(app.get_description()) + "\n";
    for (const bool arePositional : {true, false}) {
        for (const CLI::Option* option : optionsOf(app, arePositional)) {
            const std::string names = option->get_name(arePositional, !arePositional);
            page += ".TP\n.B " + escaped(arePositional ? inCapitals(names) : names);
            if (!arePositional && option->get_items_expected_max() > 0)
                page += " " + escaped(option->get_type_name());
            page += "\n" + escaped(option->get_description());
            if (!option->get_default_str().empty()) page += " (" + escaped(option->get_default_str()) + ")";
            page += "\n";
        }
    }
    for (const CLI::App* each : subcommandsOf(app)) describe(*each, name + " " + each->get_name(), page);
}

/// "held free" of a type such as "TEXT:{held,free}".
std::string valuesOf(const CLI::Option& option) {
    const std::string type = option.get_type_name();
    const std::size_t begin = type.find('{'), end = type.find('}');
    if (begin == std::string::npos || end == std::string::npos) return {};
    std::string values = type.substr(begin + 1, end - begin - 1);
    std::ranges::replace(values, ',', ' ');
    return values;
}

std::string longNames(const CLI::App& app) {
    std::string names;
    for (const CLI::App* each : subcommandsOf(app)) names += each->get_name() + " ";
    for (const CLI::Option* option : optionsOf(app, false)) {
        for (const std::string& name : option->get_lnames()) names += "--" + name + " ";
    }
    return names;
}

/// One case for each option with a list of values: "run --joints) words='held free' ;;".
void completeValues(const CLI::App& app, const std::string& path, std::string& text) {
    for (const CLI::Option* option : optionsOf(app, false)) {
        const std::string values = valuesOf(*option);
        if (values.empty()) continue;
        for (const std::string& name : option->get_lnames()) {
            text += "        '" + path + " --" + name + "') words='" + values + "' ;;\n";
        }
    }
}

}  // namespace

std::string manPage(const CLI::App& program, const std::string& version) {
    const std::string name = program.get_name();
    std::string page =
        ".TH " + inCapitals(escaped(name)) + " 1 \"\" \"" + escaped(version) + "\" \"User Commands\"\n";
    page += ".SH NAME\n" + escaped(name) + " \\- " + escaped(program.get_description()) + "\n";
    page += ".SH SYNOPSIS\n.B " + escaped(name) + "\nSUBCOMMAND [ARGUMENT]... [OPTION]...\n.SH SUBCOMMANDS\n";
    for (const CLI::App* each : subcommandsOf(program)) describe(*each, name + " " + each->get_name(), page);
    page +=
        ".SH EXIT STATUS\n0: it is done. 1: an error, which is one line on standard error, or a check that "
        "failed.\n";
    page += ".SH NOTES\n" + escaped(program.get_footer()) + "\n";
    return page;
}

std::string bashCompletion(const CLI::App& program) {
    std::string function = "_" + program.get_name();
    std::ranges::replace(function, '-', '_');
    std::string text = "# bash completion of " + program.get_name() + "\n" + function + "() {\n" +
                       "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} words=\n"
                       "    local command=${COMP_WORDS[1]}\n"
                       "    [[ $COMP_CWORD -gt 1 ]] || command=\n"
                       "    case \"$command $before\" in\n";
    for (const CLI::App* each : subcommandsOf(program)) completeValues(*each, each->get_name(), text);
    text +=
        "    esac\n    if [[ -z $words && ( $word == -* || $COMP_CWORD -eq 1 || $command == mktree ) ]]; "
        "then\n"
        "        case $command in\n            '') words='" +
        longNames(program) + "' ;;\n";
    for (const CLI::App* each : subcommandsOf(program)) {
        text += "            " + each->get_name() + ") words='" + longNames(*each) + "' ;;\n";
    }
    return text +
           "        esac\n    fi\n    mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$word\")\n}\n" +
           "complete -o default -F " + function + " " + program.get_name() + "\n";
}

}  // namespace ricochet::app
