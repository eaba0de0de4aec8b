// SPDX-License-Identifier: MIT
#include "vide/core/fnv_hash.hpp"

#include <doctest/doctest.h>

using namespace vide;

namespace {

std::uint64_t hashOf(std::string_view bytes) {
  FnvHash hash;
  hash.add(bytes);
  return hash.value();
}

}  // namespace

TEST_CASE("hashes are those of the authors' own test vectors") {
  CHECK(hashOf("") == 0xcbf29ce484222325);
  CHECK(hashOf("a") == 0xaf63dc4c8601ec8c);
  CHECK(hashOf("foobar") == 0x85944171f73967e8);
}

TEST_CASE("contents have one hash, in whatever pieces they come") {
  const std::uint8_t bytes[] = {'f', 'o', 0xFF, 0};
  FnvHash whole, pieces;
  whole.add(std::span<const std::uint8_t>(bytes));
  pieces.add(std::string_view("fo"));
  pieces.add(std::uint8_t(0xFF));
  pieces.add(std::string_view("\0", 1));
  CHECK(whole.value() == pieces.value());
}
