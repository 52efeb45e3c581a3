# JSON: nlohmann_json::nlohmann_json.
find_package(nlohmann_json 3.11 REQUIRED)
