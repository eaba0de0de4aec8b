// SPDX-License-Identifier: MIT
#pragma once

// A small reader of Spine's JSON 4.2, written from the public description of that format alone. It
// poses bones, slots, meshes and regions, and solves inverse kinematics; no softness or stretching,
// no transform constraints, paths or physics.

#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace vide::test {

struct SpinePoint {
  double x = 0, y = 0;
};

// A bone in the world: x' = a x + b y + world_x, y' = c x + d y + world_y.
struct SpineMatrix {
  double a = 1, b = 0, c = 0, d = 1, world_x = 0, world_y = 0;
  SpinePoint at(double x, double y) const {
    return {a * x + b * y + world_x, c * x + d * y + world_y};
  }
};

using SpineColor = std::array<double, 4>;  // red, green, blue, alpha, 0..1

struct SpineShown {
  std::string slot, attachment;
  SpineColor color{};
  std::vector<SpinePoint> vertices;  // of a mesh, or the four corners of a region
};

class SpineReader {
 public:
  using Json = nlohmann::json;

  explicit SpineReader(const std::string& text) : file_(Json::parse(text)) {}

  // The slots that show something, back to front, in that skin (besides the default one).
  std::vector<SpineShown> shownAt(const std::string& animation, double time,
                                  const std::string& skin = "default") const;
  std::vector<SpineMatrix> bonesAt(const std::string& animation, double time) const;
  // The names of the events from the start to `time`, both included.
  std::vector<std::string> eventsUntil(const std::string& animation, double time) const;

 private:
  const Json* attachment(const std::string& skin, const std::string& slot,
                         const std::string& name) const;
  std::vector<SpinePoint> vertices(const Json& mesh, const SpineMatrix& slot_bone,
                                   const std::vector<SpineMatrix>& bones,
                                   const std::vector<double>& deform) const;
  std::vector<double> deformAt(const Json& animation, const std::string& skin,
                               const std::string& slot, const std::string& name, double time) const;

  Json file_;
};

}  // namespace vide::test
