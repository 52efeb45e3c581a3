#include "demos/window/view.h"

#include <CLI/CLI.hpp>

namespace ricochet::window {

app::Subcommand addView(CLI::App& program) {
    CLI::App* app =
        program.add_subcommand("view", "a window: not in this build, which found no GLFW or no Dear ImGui");
    app->allow_extras();
    return {app, [](char**) -> Result<int> {
                return tl::unexpected(std::string(
                    "this program was built without a window, as GLFW 3.3 or Dear ImGui was absent "
                    "(libglfw3-dev and libimgui-dev on Debian); `ricochet run SCENE --html FILE` writes a "
                    "replay"));
            }};
}

}  // namespace ricochet::window
