// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "vide/core/error.hpp"

// The built editor, as a browser asks for it.
namespace vide::cli {

// A file that was put into the program when it was built.
struct PageFile {
  std::string_view name;  // within the page, as "index.html"
  std::span<const std::uint8_t> bytes;
};

// Empty where the program was built without the editor.
std::span<const PageFile> embeddedPage();

// Gives the bytes of a file of the page by its name; nothing where there is none of that name.
using StudioPage = std::function<std::optional<std::vector<std::uint8_t>>(std::string_view name)>;

// Error: there is none in this program.
Result<StudioPage> pageInProgram();

// What is in a folder now and later. Only names of files in it are ever opened, so no name leads
// out of it. Error: no index.html there.
Result<StudioPage> pageInFolder(const std::string& folder);

// "text/html; charset=utf-8" and the like, by the name's ending.
const char* pageMime(std::string_view name);

}  // namespace vide::cli
