#include "plugin/preload/static_bullet.h"

#include <climits>

#include <cctype>
#include <link.h>
#include <string_view>
#include <unistd.h>

namespace ricochet::preload {
namespace {

constexpr char kTypeName[] = "21btCollisionDispatcher";  // null-terminated

/// Mangled names of other symbols also contain the type's name; only the type's own name has no letter before
/// it.
bool containsTypeName(std::string_view bytes) {
    const std::string_view name(kTypeName, sizeof kTypeName);
    for (std::size_t at = bytes.find(name); at != std::string_view::npos; at = bytes.find(name, at + 1)) {
        const auto before = at == 0 ? '\0' : bytes[at - 1];
        if (!std::isalnum(static_cast<unsigned char>(before)) && before != '_') return true;
    }
    return false;
}

bool isReadOnlyData(const ElfW(Phdr) & segment) {
    return segment.p_type == PT_LOAD && (segment.p_flags & PF_R) != 0 && (segment.p_flags & PF_W) == 0;
}

bool isKnown(std::string_view path) {
    return path.find("libBullet") != std::string_view::npos ||
           path.find("libricochet") != std::string_view::npos;
}

bool contains(const dl_phdr_info& object) {
    for (int i = 0; i < object.dlpi_phnum; ++i) {
        const ElfW(Phdr)& segment = object.dlpi_phdr[i];
        const auto* begin = reinterpret_cast<const char*>(object.dlpi_addr + segment.p_vaddr);
        if (isReadOnlyData(segment) && containsTypeName({begin, segment.p_memsz})) return true;
    }
    return false;
}

/// Path of the program, whose object has no name.
std::string programPath() {
    char path[PATH_MAX];
    const ssize_t length = readlink("/proc/self/exe", path, sizeof path);
    return length > 0 ? std::string(path, static_cast<std::size_t>(length)) : "the program";
}

}  // namespace

std::string findStaticBullet() {
    std::string found;
    dl_iterate_phdr(
        [](dl_phdr_info* object, std::size_t, void* result) {
            if (isKnown(object->dlpi_name) || !contains(*object)) return 0;
            *static_cast<std::string*>(result) = *object->dlpi_name ? object->dlpi_name : programPath();
            return 1;
        },
        &found);
    return found;
}

}  // namespace ricochet::preload
