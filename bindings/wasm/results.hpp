// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "vide/core/error.hpp"

#define VIDE_EXPORT(name) extern "C" [[gnu::used, clang::export_name(#name)]]

// How the functions of the module hand out what they return; vide_size() and vide_error() read it.
namespace vide::wasm {

inline std::size_t size_of_result = 0;  // in bytes
inline std::string last_error;

// Never null: that stands for a failure.
inline const void* show(const void* data, std::size_t bytes) {
  static constexpr double nothing = 0;
  size_of_result = bytes;
  return bytes > 0 ? data : &nothing;
}
inline const void* show(const std::string& text) { return show(text.data(), text.size()); }
template <class Value>
const void* show(std::span<const Value> values) {
  return show(values.data(), values.size_bytes());
}

inline std::nullptr_t failed(const Error& error) {
  last_error = error.message;
  return nullptr;
}

}  // namespace vide::wasm
