// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>

#include "vide/io/animation_writer.hpp"

namespace vide::detail {

// Which job writes which files. A sprite sheet NAME.json also writes NAME.png; how many further
// pages it has (NAME-1.json, NAME-1.png, ...) shows only when it is made, so all such names are its
// own.
class OutputClaims {
 public:
  // Claims what a job writes to `path`, or says which job has claimed some of it before. The path
  // is in its plainest form.
  std::optional<std::size_t> claim(std::size_t job, const std::string& path,
                                   AnimationFormat format);

 private:
  using Jobs = std::map<std::string, std::size_t>;

  Jobs files_;
  Jobs sheets_;  // by the path of their first page's text
  Jobs pages_;   // what would be a further page of a sheet, by the path of that sheet
};

}  // namespace vide::detail
