# shellcheck shell=bash
# What tests/run and demos/run share; sourced by them, from the project's root.

# step NAME COMMAND...: runs the command and says how long it took; a failure ends the script with one line.
step() {
    local name=$1 begin=$SECONDS
    shift
    echo "== $name"
    "$@" || {
        echo "$0: the step '$name' failed" >&2
        exit 1
    }
    echo "== $name: $((SECONDS - begin)) s"
}

# build PRESET [TARGET]: configures and builds it, with ninja and ccache where they are.
build() {
    local preset=$1 generator=() target=()
    [[ -e build/$preset/CMakeCache.txt ]] || ! command -v ninja >/dev/null || generator=(-G Ninja)
    [[ $# -eq 1 ]] || target=(--target "$2")
    cmake --preset "$preset" "${generator[@]}" &&
        cmake --build --preset "$preset" --parallel "$(nproc)" "${target[@]}"
}

# ccache refuses to compile where it cannot write its cache (a read-only home): then do without.
if command -v ccache >/dev/null; then
    export CCACHE_BASEDIR=$PWD CCACHE_NOHASHDIR=1  # what was compiled in one clone need not be again in another
    mkdir -p "$(ccache --get-config cache_dir 2>/dev/null)/tmp" 2>/dev/null || export CCACHE_DISABLE=1
fi
