#include "demos/app/scene_files/schema_text.h"

/// The bytes of the schema between two symbols.
asm(".pushsection .rodata\nsceneSchemaBegin:\n.incbin \"" RICOCHET_SCENE_SCHEMA
    "\"\nsceneSchemaEnd:\n.byte 0\n.popsection\n");
extern "C" const char sceneSchemaBegin[] __attribute__((visibility("hidden")));
extern "C" const char sceneSchemaEnd[] __attribute__((visibility("hidden")));

std::string_view ricochet::app::schemaText() { return {sceneSchemaBegin, sceneSchemaEnd}; }
