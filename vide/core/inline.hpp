// SPDX-License-Identifier: MIT
#pragma once

// For code on registers: it must become part of the function that uses it, which may be compiled
// for wider ones.
#define VIDE_INLINE inline __attribute__((always_inline))
