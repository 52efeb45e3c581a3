#include "demos/app/scene_files/schema_text.h"

#include "demos/app/embedded_file.h"

RICOCHET_EMBED_FILE(sceneSchema, RICOCHET_SCENE_SCHEMA)

std::string_view ricochet::app::schemaText() {
    return {sceneSchemaBegin, static_cast<std::size_t>(sceneSchemaEnd - sceneSchemaBegin)};
}
