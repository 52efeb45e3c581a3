# ricochet_hook(TARGET [double]): an unchanged program, or a module, that links Bullet's archives gets Ricochet's
# algorithms, with float Bullet or with double. The variables of `ricochet preload --help` choose them when it runs.
function(ricochet_hook target)
    set(library ricochet::ricochet-hook)
    if(ARGC GREATER 1 AND ARGV1 STREQUAL "double")
        set(library ricochet::ricochet-double-hook)
    elseif(ARGC GREATER 1)
        message(FATAL_ERROR "ricochet_hook(${target} ${ARGN}): it takes 'double' or nothing.")
    endif()
    get_target_property(type ${target} TYPE)
    if(NOT type MATCHES "^(EXECUTABLE|SHARED_LIBRARY|MODULE_LIBRARY)$")
        message(FATAL_ERROR "ricochet_hook(${target}): only what the linker makes can be hooked: the program that links it.")
    endif()
    target_link_libraries(${target} PRIVATE ${library})
endfunction()

# ricochet_hook_options(OUT PREFIX): what the linker sends to us, as plugin/preload/hook.cpp and the files beside it define it.
function(ricochet_hook_options out prefix)
    set(names
        _ZN21btCollisionDispatcherC1EP24btCollisionConfiguration
        _ZN21btCollisionDispatcherC2EP24btCollisionConfiguration
        _ZN21btCollisionDispatcherD1Ev
        _ZN21btCollisionDispatcherD2Ev
        _ZN21btCollisionDispatcher27registerCollisionCreateFuncEiiP30btCollisionAlgorithmCreateFunc
        _ZN21btCollisionDispatcher31registerClosestPointsCreateFuncEiiP30btCollisionAlgorithmCreateFunc
        _ZN20btPersistentManifold11deSerializeEPK30btPersistentManifoldDoubleData
        _ZN20btPersistentManifold11deSerializeEPK29btPersistentManifoldFloatData
        _ZN6bParse12btBulletFileC1EPci
        _ZN35btSequentialImpulseConstraintSolverC1Ev
        _ZN35btSequentialImpulseConstraintSolverD1Ev)
    list(TRANSFORM names PREPEND "${prefix}--wrap=")
    set(${out} ${names} PARENT_SCOPE)
endfunction()
