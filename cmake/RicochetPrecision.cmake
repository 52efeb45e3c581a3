# Which precisions of Bullet are built:
#   RICOCHET_PRECISION   of the program and of the tests
#   RICOCHET_PRECISIONS  of the libraries; RICOCHET_SUFFIX_float and RICOCHET_SUFFIX_double end their targets' names
#   RICOCHET_SUFFIX      that of RICOCHET_PRECISION
set(RICOCHET_SUFFIX_float "")
set(RICOCHET_SUFFIX_double "-double")

if(NOT RICOCHET_PRECISION MATCHES "^(float|double|)$")
    message(FATAL_ERROR "RICOCHET_PRECISION is '${RICOCHET_PRECISION}'; it takes float or double.")
elseif(NOT bullet_PRECISIONS)
    message(FATAL_ERROR "${bullet_REASON_float} ${bullet_REASON_double}")
elseif(RICOCHET_PRECISION STREQUAL "")
    list(GET bullet_PRECISIONS 0 RICOCHET_PRECISION)
elseif(NOT RICOCHET_PRECISION IN_LIST bullet_PRECISIONS)
    message(FATAL_ERROR "RICOCHET_PRECISION is '${RICOCHET_PRECISION}'. ${bullet_REASON_${RICOCHET_PRECISION}}")
endif()

if(bullet_PRECISIONS STREQUAL RICOCHET_PRECISION)
    set(RICOCHET_BOTH_PRECISIONS OFF)
endif()
if(RICOCHET_BOTH_PRECISIONS)
    set(RICOCHET_PRECISIONS ${bullet_PRECISIONS})
else()
    set(RICOCHET_PRECISIONS ${RICOCHET_PRECISION})
endif()
set(RICOCHET_SUFFIX "${RICOCHET_SUFFIX_${RICOCHET_PRECISION}}")
