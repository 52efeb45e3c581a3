#pragma once

// Read-only data, and back to the section before it; MinGW's assembler keeps no stack of sections.
#ifdef _WIN32
#define RICOCHET_READ_ONLY_DATA ".section .rdata\n"
#define RICOCHET_DATA_END ".text\n"
#else
#define RICOCHET_READ_ONLY_DATA ".pushsection .rodata\n"
#define RICOCHET_DATA_END ".popsection\n"
#endif

/// The bytes of a file from `nameBegin` to `nameEnd`. Put it where no namespace is open.
#define RICOCHET_EMBED_FILE(name, file)                                        \
    asm(RICOCHET_READ_ONLY_DATA #name "Begin:\n.incbin \"" file "\"\n" #name   \
                                      "End:\n.byte 0\n" RICOCHET_DATA_END);    \
    extern "C" const char name##Begin[] __attribute__((visibility("hidden"))); \
    extern "C" const char name##End[] __attribute__((visibility("hidden")));
