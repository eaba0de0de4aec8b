# The browser target: clang as a WASI compiler, no exceptions, no threads, no file system.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(WASI TRUE)
set(CMAKE_CXX_COMPILER clang++-22)
set(CMAKE_AR llvm-ar-22)
set(CMAKE_RANLIB llvm-ranlib-22)
set(CMAKE_CXX_COMPILER_TARGET wasm32-wasi)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CMAKE_EXECUTABLE_SUFFIX .wasm)
set(CMAKE_CXX_FLAGS_INIT "-fno-exceptions -fno-rtti -msimd128 -Wno-deprecated")
set(CMAKE_EXE_LINKER_FLAGS_INIT
  "--no-wasm-opt -Wl,-z,stack-size=1048576 -Wl,--stack-first -Wl,--gc-sections")

# Header-only libraries come from the host, each through a folder of its own so that the host's C
# headers stay out of sight.
set(VIDE_WASI_INCLUDE ${CMAKE_BINARY_DIR}/host-headers)
file(MAKE_DIRECTORY ${VIDE_WASI_INCLUDE})
foreach(library doctest nlohmann)
  if(EXISTS /usr/include/${library} AND NOT EXISTS ${VIDE_WASI_INCLUDE}/${library})
    file(CREATE_LINK /usr/include/${library} ${VIDE_WASI_INCLUDE}/${library} SYMBOLIC)
  endif()
endforeach()
include_directories(SYSTEM ${VIDE_WASI_INCLUDE})

find_program(VIDE_NODE node REQUIRED)
# While a program runs for long, node 20 drops the code of the functions that wait for it, and then
# crashes when it comes back to them.
set(CMAKE_CROSSCOMPILING_EMULATOR
    ${VIDE_NODE};--no-warnings;--no-flush-bytecode;${CMAKE_CURRENT_LIST_DIR}/run-wasi.mjs)
