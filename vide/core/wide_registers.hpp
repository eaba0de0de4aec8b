// SPDX-License-Identifier: MIT
#pragma once

// Whether kernels for AVX2 and wider registers are compiled beside the baseline, to be chosen when
// the program runs. Not on Windows: it keeps the stack aligned to 16 bytes only, and GCC there
// spills wider registers to it as if it were more.
#if defined(__x86_64__) && !defined(_WIN32)
#define VIDE_WIDE_REGISTERS
#endif
