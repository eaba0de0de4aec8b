// SPDX-License-Identifier: MIT
#include "tests/formats/godot_reader.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <map>

namespace vide::test {
namespace {

using Json = nlohmann::json;

struct Matrix {
  double a = 1, b = 0, c = 0, d = 1, x = 0, y = 0;
  GodotPoint at(GodotPoint p) const { return {a * p.x + c * p.y + x, b * p.x + d * p.y + y}; }
};

Matrix operator*(const Matrix& p, const Matrix& m) {
  const GodotPoint at = p.at({m.x, m.y});
  return {p.a * m.a + p.c * m.b,
          p.b * m.a + p.d * m.b,
          p.a * m.c + p.c * m.d,
          p.b * m.c + p.d * m.d,
          at.x,
          at.y};
}

Matrix inverseOf(const Matrix& m) {
  const double det = m.a * m.d - m.b * m.c;
  const Matrix linear{m.d / det, -m.b / det, -m.c / det, m.a / det};
  const GodotPoint at = linear.at({m.x, m.y});
  return {linear.a, linear.b, linear.c, linear.d, -at.x, -at.y};
}

bool isName(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '/'; }

std::vector<double> numbersOf(const Json& call, const char* name) {
  REQUIRE(call.at("call") == name);
  return call.at("arguments").get<std::vector<double>>();
}

Json between(const Json& a, const Json& b, double t) {
  if (a.is_number()) return a.get<double>() + (b.get<double>() - a.get<double>()) * t;
  Json out = a;
  for (std::size_t i = 0; i < a.at("arguments").size(); ++i) {
    out["arguments"][i] = between(a["arguments"][i], b.at("arguments")[i], t);
  }
  return out;
}

Json valueAt(const Json& keys, double time) {
  const auto times = numbersOf(keys.at("times"), "PackedFloat32Array");
  const Json& values = keys.at("values");
  std::size_t key = 0;
  while (key + 1 < times.size() && times[key + 1] <= time) ++key;
  const bool last = key + 1 == times.size();
  if (last || time <= times[0] || keys.at("update") == 1) return values[key];
  // Between two whole numbers Godot goes in whole steps.
  REQUIRE_FALSE((values[key].is_number_integer() && values[key + 1].is_number_integer()));
  return between(values[key], values[key + 1], (time - times[key]) / (times[key + 1] - times[key]));
}

}  // namespace

GodotReader::GodotReader(const std::string& text) : text_(text) {
  for (skipSpace(); at_ < text_.size() && fault_.empty(); skipSpace()) {
    text_[at_] == '[' ? parseHeader() : parseProperty();
  }
  const bool scene = !sections_.empty() && sections_[0].kind == "gd_scene" &&
                     sections_[0].attributes.value("format", 0) == 3;
  if (!scene) wrong("no [gd_scene format=3]");
}

bool GodotReader::wrong(const std::string& what) {
  if (fault_.empty()) fault_ = what + " at byte " + std::to_string(at_);
  return false;
}

void GodotReader::skipSpace() {
  while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_]))) ++at_;
}

bool GodotReader::take(char c) {
  skipSpace();
  if (at_ >= text_.size() || text_[at_] != c) return false;
  ++at_;
  return true;
}

bool GodotReader::parseHeader() {
  ++at_;
  const std::size_t end = text_.find_first_of(" ]", at_);
  if (end == std::string::npos) return wrong("an open section");
  Section section{text_.substr(at_, end - at_)};
  for (at_ = end; !take(']');) {
    const std::size_t equals = text_.find('=', at_);
    if (equals == std::string::npos) return wrong("an attribute without value");
    const std::string name = text_.substr(at_, equals - at_);
    at_ = equals + 1;
    if (!parseValue(section.attributes[name])) return false;
  }
  sections_.push_back(std::move(section));
  return true;
}

bool GodotReader::parseProperty() {
  const std::size_t start = at_;
  while (at_ < text_.size() && isName(text_[at_])) ++at_;
  const std::string name = text_.substr(start, at_ - start);
  if (name.empty() || text_.compare(at_, 3, " = ") != 0) return wrong("no \"name = value\"");
  at_ += 3;
  if (sections_.empty() || sections_.back().properties.contains(name)) {
    return wrong("a value without section, or a second one");
  }
  return parseValue(sections_.back().properties[name]);
}

bool GodotReader::parseText(Json& out) {
  std::string value;
  for (++at_; at_ < text_.size() && text_[at_] != '"'; ++at_) {
    if (text_[at_] == '\\') ++at_;
    value += text_[at_];
  }
  out = value;
  return take('"') || wrong("an open text");
}

bool GodotReader::parseSequence(char end, Json& out) {
  out = Json::array();
  if (take(end)) return true;
  do {
    if (!parseValue(out.emplace_back())) return false;
  } while (take(','));
  return take(end) || wrong("an open list");
}

bool GodotReader::parseTable(Json& out) {
  out = Json::object();
  if (take('}')) return true;
  do {
    Json key, value;
    if (!parseValue(key) || !key.is_string() || !take(':') || !parseValue(value)) {
      return wrong("no \"key: value\"");
    }
    out[key.get<std::string>()] = std::move(value);
  } while (take(','));
  return take('}') || wrong("an open table");
}

bool GodotReader::parseValue(Json& out) {
  skipSpace();
  if (at_ >= text_.size()) return wrong("no value");
  if (text_[at_] == '&') ++at_;
  if (text_[at_] == '"') return parseText(out);
  if (take('[')) return parseSequence(']', out);
  if (take('{')) return parseTable(out);
  const std::size_t start = at_;
  while (at_ < text_.size() && (isName(text_[at_]) || std::strchr("+-.", text_[at_]))) ++at_;
  const std::string word = text_.substr(start, at_ - start);
  if (word == "true" || word == "false") {
    out = word == "true";
    return true;
  }
  if (take('(')) {
    out = Json::object({{"call", word}});
    return parseSequence(')', out["arguments"]);
  }
  char* end = nullptr;
  const double number = std::strtod(word.c_str(), &end);
  out = number;
  if (word.find_first_of(".e") == std::string::npos) out = std::int64_t(number);
  return (!word.empty() && *end == 0) || wrong("not a value: " + word);
}

Json GodotReader::tracksOf(const std::string& animation) const {
  Json tracks = Json::object();
  const auto resource = [&](const std::string& id) {
    return std::ranges::find_if(sections_, [&](const Section& section) {
      return section.kind == "sub_resource" && section.attributes.at("id") == id;
    });
  };
  for (const Section& player : sections_) {
    if (player.attributes.value("type", "") != "AnimationPlayer") continue;
    const Json& libraries = player.properties.at("libraries");
    const auto library = resource(libraries.at("").at("arguments").at(0));
    const Json& clips = library->properties.at("_data");
    const auto clip = resource(clips.at(animation).at("arguments").at(0));
    for (int i = 0; clip->properties.contains("tracks/" + std::to_string(i) + "/path"); ++i) {
      const std::string key = "tracks/" + std::to_string(i) + "/";
      const Json path = clip->properties.at(key + "path").at("arguments").at(0);
      tracks[path.get<std::string>()] = clip->properties.at(key + "keys");
    }
  }
  return tracks;
}

// Before its first key a track leaves the node as it is.
bool beginsBy(const Json& track, double time) {
  const auto times = numbersOf(track["times"], "PackedFloat32Array");
  return !times.empty() && times[0] <= time + 1e-9;
}

Json GodotReader::propertyAt(const Section& node, const std::string& path, const std::string& name,
                             const Json& usual, const Json& tracks, double time) const {
  const auto track = tracks.find(path + ":" + name);
  if (track != tracks.end() && beginsBy(*track, time)) return valueAt(*track, time);
  return node.properties.value(name, usual);
}

std::vector<GodotShown> GodotReader::shownAt(const std::string& animation, double time) const {
  const Json tracks = animation.empty() ? Json::object() : tracksOf(animation);
  const auto vector = [](double x, double y) {
    return Json{{"call", "Vector2"}, {"arguments", {x, y}}};
  };
  std::map<std::string, Matrix> posed, rest;  // by the bone's path in the skeleton
  std::vector<std::pair<double, GodotShown>> shown;
  for (const Section& node : sections_) {
    if (node.kind != "node" || !node.attributes.contains("parent")) continue;
    const std::string parent = node.attributes.at("parent"), name = node.attributes.at("name");
    const std::string path = parent == "." ? name : parent + "/" + name;
    const auto get = [&](const char* property, const Json& usual) {
      return propertyAt(node, path, property, usual, tracks, time);
    };
    if (node.attributes.at("type") == "Bone2D") {
      const auto at = numbersOf(get("position", vector(0, 0)), "Vector2");
      const auto scale = numbersOf(get("scale", vector(1, 1)), "Vector2");
      const double angle = get("rotation", 0.0), skew = get("skew", 0.0);
      const Matrix local{std::cos(angle) * scale[0],
                         std::sin(angle) * scale[0],
                         -std::sin(angle + skew) * scale[1],
                         std::cos(angle + skew) * scale[1],
                         at[0],
                         at[1]};
      const auto bind = numbersOf(node.properties.at("rest"), "Transform2D");
      const Matrix bound{bind[0], bind[1], bind[2], bind[3], bind[4], bind[5]};
      const bool root = parent == "Skeleton2D";
      const std::string own = path.substr(std::string("Skeleton2D/").size());
      const std::string up = root ? "" : parent.substr(std::string("Skeleton2D/").size());
      posed[own] = root ? local : posed.at(up) * local;
      rest[own] = root ? bound : rest.at(up) * bound;
    }
    if (node.attributes.at("type") != "Polygon2D" || !get("visible", true).get<bool>()) continue;
    GodotShown polygon{name};
    const Json white{{"call", "Color"}, {"arguments", {1, 1, 1, 1}}};
    polygon.modulate = numbersOf(get("modulate", white), "Color");
    const auto corners = numbersOf(get("polygon", Json()), "PackedVector2Array");
    for (std::size_t i = 0; i < corners.size(); i += 2) {
      const GodotPoint own{corners[i], corners[i + 1]};
      GodotPoint sum = node.properties.contains("skeleton") ? GodotPoint{} : own;
      const Json bones = node.properties.value("bones", Json::array());
      double total = 0;
      for (std::size_t k = 0; k < bones.size(); k += 2) {
        const double weight = numbersOf(bones[k + 1], "PackedFloat32Array").at(i / 2);
        total += weight;
        const std::string bone = bones[k];
        const GodotPoint moved = (posed.at(bone) * inverseOf(rest.at(bone))).at(own);
        sum = {sum.x + weight * moved.x, sum.y + weight * moved.y};
      }
      if (!bones.empty()) REQUIRE(total == doctest::Approx(1));
      polygon.vertices.push_back(sum);
    }
    shown.emplace_back(get("z_index", 0.0).get<double>(), std::move(polygon));
  }
  std::ranges::stable_sort(shown, {}, &std::pair<double, GodotShown>::first);
  std::vector<GodotShown> ordered;
  for (auto& [z, polygon] : shown) ordered.push_back(std::move(polygon));
  return ordered;
}

}  // namespace vide::test
