// SPDX-License-Identifier: MIT
#pragma once

// A strict reader of Godot 4 text scenes, written for these tests alone: any text that does not
// follow the format is an error. It plays an animation and poses skeleton and polygons as Godot
// does; positions have y down.

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace vide::test {

struct GodotPoint {
  double x = 0, y = 0;
};

struct GodotShown {
  std::string node;
  std::vector<GodotPoint> vertices;
  std::vector<double> modulate;
};

class GodotReader {
 public:
  using Json = nlohmann::json;

  explicit GodotReader(const std::string& text);

  bool isValid() const { return fault_.empty(); }
  const std::string& fault() const { return fault_; }
  // The polygons that are visible, back to front.
  std::vector<GodotShown> shownAt(const std::string& animation, double time) const;

 private:
  struct Section {
    std::string kind;
    Json attributes = Json::object(), properties = Json::object();
  };

  bool parseHeader();
  bool parseProperty();
  bool parseValue(Json& out);
  bool parseSequence(char end, Json& out);
  bool parseTable(Json& out);
  bool parseText(Json& out);
  bool wrong(const std::string& what);
  void skipSpace();
  bool take(char c);
  Json propertyAt(const Section& node, const std::string& path, const std::string& name,
                  const Json& usual, const Json& tracks, double time) const;
  Json tracksOf(const std::string& animation) const;

  std::string text_;
  std::size_t at_ = 0;
  std::string fault_;
  std::vector<Section> sections_;
};

}  // namespace vide::test
