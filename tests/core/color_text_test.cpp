// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <string_view>
#include <utility>

#include "vide/core/color_text.hpp"

using namespace vide;

TEST_CASE("a colour is read in each form that is accepted") {
  const std::pair<std::string_view, Color> forms[] = {{"#1aF", {0x11, 0xaa, 0xff, 255}},
                                                      {"#10203f", {0x10, 0x20, 0x3f, 255}},
                                                      {"#ABCDEF80", {0xab, 0xcd, 0xef, 128}},
                                                      {"white", {255, 255, 255, 255}},
                                                      {"black", {0, 0, 0, 255}},
                                                      {"transparent", {0, 0, 0, 0}}};
  for (const auto& [text, color] : forms) {
    CAPTURE(text);
    const auto parsed = parseColor(text);
    REQUIRE(parsed.has_value());
    CHECK(*parsed == color);
  }
}

TEST_CASE("what is no colour is none") {
  for (const std::string_view text :
       {"", "#", "#1", "#12", "#1234", "#12345", "#1234567", "#123456789", "123456", "#12345g",
        "#12 456", "#-12345", "#-1234567", "#+12345", "#0x1234", "red", "White", " white",
        "white "}) {
    CAPTURE(text);
    CHECK_FALSE(parseColor(text).has_value());
  }
}
