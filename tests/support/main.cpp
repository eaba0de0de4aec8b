// SPDX-License-Identifier: MIT
#ifdef __wasi__
// doctest can write its report to a file; where there are no files an inert stream stands in.
#include <cstdint>
#include <fstream>
#include <sstream>
namespace std {
struct InertFileStream : ostringstream {
  static constexpr auto out = ios_base::out;
  void open(const char*, ios_base::openmode) {}
  bool is_open() const { return false; }
  void close() {}
};
}  // namespace std
#define fstream InertFileStream

// Debian's C library for this target was built without the stack protector's symbols.
extern "C" {
std::uintptr_t __stack_chk_guard = 0x595e9fbd;
[[noreturn]] void __stack_chk_fail() { __builtin_trap(); }
}
#endif

#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>
