// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "vide/core/error.hpp"

namespace vide::test {

// The error's message; empty where there is none.
template <class T>
std::string messageOf(const Result<T>& result) {
  return result ? std::string() : result.error().message;
}

template <class T>
bool failsWith(const Result<T>& result, std::string_view part) {
  return !result && result.error().message.find(part) != std::string::npos;
}

}  // namespace vide::test
