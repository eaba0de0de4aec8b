# vide_module(NAME DEPENDS module... LIBRARIES target... PRIVATE_LIBRARIES target...)
#
# Declares the library vide_NAME (alias vide::NAME) from every source in the calling folder and its
# detail/ folder. DEPENDS names modules on lower floors; LIBRARIES are third-party targets that
# public headers need; PRIVATE_LIBRARIES are those that only sources need. SMALL: nothing in it takes
# long, so that the browser's module has it as small as it gets.

add_library(vide_settings INTERFACE)
target_compile_features(vide_settings INTERFACE cxx_std_23)
target_include_directories(vide_settings INTERFACE
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}> $<INSTALL_INTERFACE:include>)

add_library(vide_build_flags INTERFACE)
target_compile_options(vide_build_flags INTERFACE
  # Contraction would let results differ between targets.
  -ffp-contract=off -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion
  # Options are given by name; what is not named keeps its default.
  -Wno-missing-field-initializers)
if(VIDE_WARNINGS_AS_ERRORS)
  target_compile_options(vide_build_flags INTERFACE -Werror)
endif()
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  # doctest 2.4.9 numbers its tests with __COUNTER__; libstdc++ 12's stable algorithms call a function
  # that it declares deprecated.
  target_compile_options(vide_build_flags INTERFACE
    -Wno-unknown-warning-option -Wno-c2y-extensions -Wno-deprecated-declarations)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # GCC 12 reports these inside its own headers and Eigen once optimised code is inlined.
  target_compile_options(vide_build_flags INTERFACE
    -Wno-maybe-uninitialized -Wno-array-bounds -Wno-stringop-overflow -Wno-restrict -Wno-free-nonheap-object)
endif()

function(vide_module name)
  cmake_parse_arguments(ARG "NO_EXCEPTIONS;SMALL" "" "DEPENDS;LIBRARIES;PRIVATE_LIBRARIES" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS
    ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp ${CMAKE_CURRENT_SOURCE_DIR}/detail/*.cpp)
  if(NOT sources)  # headers only: nothing to compile, nothing to hide
    add_library(vide_${name} INTERFACE)
    list(TRANSFORM ARG_DEPENDS PREPEND vide_)
    target_link_libraries(vide_${name} INTERFACE vide_settings ${ARG_DEPENDS} ${ARG_LIBRARIES})
    add_library(vide::${name} ALIAS vide_${name})
    set_target_properties(vide_${name} PROPERTIES EXPORT_NAME ${name})
    set_property(GLOBAL APPEND PROPERTY VIDE_MODULES vide_${name})
    return()
  endif()
  add_library(vide_${name} STATIC ${sources})
  add_library(vide::${name} ALIAS vide_${name})
  set_target_properties(vide_${name} PROPERTIES EXPORT_NAME ${name} POSITION_INDEPENDENT_CODE ON)
  list(TRANSFORM ARG_DEPENDS PREPEND vide_)
  target_link_libraries(vide_${name}
    PUBLIC vide_settings ${ARG_DEPENDS} ${ARG_LIBRARIES}
    PRIVATE $<BUILD_INTERFACE:vide_build_flags> ${ARG_PRIVATE_LIBRARIES})
  if(ARG_NO_EXCEPTIONS)
    # Floors that the browser runs neither throw nor ask for type information.
    target_compile_options(vide_${name} PRIVATE -fno-exceptions)
    target_compile_definitions(vide_${name} PRIVATE JSON_NOEXCEPTION)
  endif()
  if(ARG_SMALL AND WASI)
    target_compile_options(vide_${name} PRIVATE -Oz)
  endif()
  set_property(GLOBAL APPEND PROPERTY VIDE_MODULES vide_${name})
endfunction()

# The one target most users link: vide::vide, every module together.
function(vide_umbrella)
  get_property(modules GLOBAL PROPERTY VIDE_MODULES)
  add_library(vide_vide INTERFACE)
  add_library(vide::vide ALIAS vide_vide)
  set_target_properties(vide_vide PROPERTIES EXPORT_NAME vide)
  target_link_libraries(vide_vide INTERFACE ${modules})
endfunction()

# vide_test(NAME [MODULE module] [LIBRARIES target...]): one executable from tests/NAME/*_test.cpp,
# linked to the module of that name unless MODULE names another.
function(vide_test name)
  cmake_parse_arguments(ARG "" "MODULE" "LIBRARIES" ${ARGN})
  if(NOT ARG_MODULE)
    set(ARG_MODULE ${name})
  endif()
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/${name}/*_test.cpp)
  if(NOT sources)
    return()
  endif()
  add_executable(${name}_test ${sources})
  target_link_libraries(${name}_test
    PRIVATE vide_${ARG_MODULE} vide_test_support vide_build_flags ${ARG_LIBRARIES})
  add_test(NAME ${name} COMMAND ${name}_test)
endfunction()
