// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "vide/studio/detail/method.hpp"

// The families of methods, one source each: studio/detail/<family>_methods.cpp.
namespace vide::detail {

std::span<const Method> boneMethods();
std::span<const Method> clipMethods();
std::span<const Method> constraintMethods();
std::span<const Method> documentMethods();
std::span<const Method> findingMethods();
std::span<const Method> geometryMethods();
std::span<const Method> importMethods();
std::span<const Method> keyMethods();
std::span<const Method> layerMethods();
std::span<const Method> meshMethods();
std::span<const Method> outputMethods();
std::span<const Method> paintMethods();
std::span<const Method> poseMethods();
std::span<const Method> recordingMethods();
std::span<const Method> weightMethods();

std::vector<Method> allMethods();

}  // namespace vide::detail
