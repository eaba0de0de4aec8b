// SPDX-License-Identifier: MIT
// What clang's stack protector calls; wasi-libc has neither.
#include <cstdint>

extern "C" {
std::uintptr_t __stack_chk_guard = 0x595e9fbd;
[[noreturn]] void __stack_chk_fail() { __builtin_trap(); }
}
