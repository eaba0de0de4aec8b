// SPDX-License-Identifier: MIT
#pragma once

#include "vide/rig/document.hpp"

namespace vide::detail {

// Which curves between keys a format has words for; others become keys a step apart.
enum class KnownCurves { none, bezier, cubic };

// How many numbers the keys hold that exporting a valid document works out, at most: those of bones
// that are baked at every step, before they are thinned, of curves and shapes. A short file may ask
// for very many.
double bakedNumbers(const Document& document, double step, KnownCurves known);

}  // namespace vide::detail
