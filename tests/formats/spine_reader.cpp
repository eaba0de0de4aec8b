// SPDX-License-Identifier: MIT
#include "tests/formats/spine_reader.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace vide::test {
namespace {

using Json = nlohmann::json;

double number(const Json& object, const char* name, double usual) {
  return object.contains(name) ? object[name].get<double>() : usual;
}

double timeOf(const Json& key) { return number(key, "time", 0); }

double cubic(double a, double b, double c, double d, double t) {
  const double s = 1 - t;
  return s * s * s * a + 3 * s * s * t * b + 3 * s * t * t * c + t * t * t * d;
}

// Which key holds at `time`, or none before the first.
std::optional<std::size_t> keyAt(const Json& keys, double time) {
  std::optional<std::size_t> found;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (timeOf(keys[i]) <= time + 1e-9) found = i;
  }
  return found;
}

// How a value goes from `from` at the key to `to` at the next one: "curve" is missing (straight),
// "stepped", or four numbers for each value: two control points in absolute time and value.
double between(const Json& key, const Json& next, double from, double to, std::size_t value,
               double time) {
  const double start = timeOf(key), end = timeOf(next);
  if (!key.contains("curve")) return from + (to - from) * (time - start) / (end - start);
  const Json& curve = key["curve"];
  if (curve.is_string()) return from;
  const double x1 = curve.at(4 * value), y1 = curve.at(4 * value + 1);
  const double x2 = curve.at(4 * value + 2), y2 = curve.at(4 * value + 3);
  double low = 0, high = 1;
  for (int i = 0; i < 60; ++i) {
    const double middle = (low + high) / 2;
    (cubic(start, x1, x2, end, middle) < time ? low : high) = middle;
  }
  return cubic(from, y1, y2, to, high);
}

// A timeline's value; `usual` without one, before its first key or where the key leaves it out.
double valueAt(const Json& timelines, const char* timeline, const char* name, std::size_t value,
               double usual, double time) {
  if (!timelines.contains(timeline)) return usual;
  const Json& keys = timelines[timeline];
  const auto at = keyAt(keys, time);
  if (!at) return usual;
  const double from = number(keys[*at], name, usual);
  if (*at + 1 == keys.size()) return from;
  return between(keys[*at], keys[*at + 1], from, number(keys[*at + 1], name, usual), value, time);
}

SpineMatrix localOf(const Json& bone, const Json& moved, double time) {
  const auto degrees = [](double angle) { return angle * std::numbers::pi / 180; };
  const double rotation =
      number(bone, "rotation", 0) + valueAt(moved, "rotate", "value", 0, 0, time);
  const double x = number(bone, "x", 0) + valueAt(moved, "translate", "x", 0, 0, time);
  const double y = number(bone, "y", 0) + valueAt(moved, "translate", "y", 1, 0, time);
  const double sx = number(bone, "scaleX", 1) * valueAt(moved, "scale", "x", 0, 1, time);
  const double sy = number(bone, "scaleY", 1) * valueAt(moved, "scale", "y", 1, 1, time);
  const double kx = number(bone, "shearX", 0) + valueAt(moved, "shear", "x", 0, 0, time);
  const double ky = number(bone, "shearY", 0) + valueAt(moved, "shear", "y", 1, 0, time);
  const double along = degrees(rotation + kx), across = degrees(rotation + 90 + ky);
  return {std::cos(along) * sx,
          std::cos(across) * sy,
          std::sin(along) * sx,
          std::sin(across) * sy,
          x,
          y};
}

SpineMatrix product(const SpineMatrix& p, const SpineMatrix& m) {
  const SpinePoint at = p.at(m.world_x, m.world_y);
  return {p.a * m.a + p.b * m.c,
          p.a * m.b + p.b * m.d,
          p.c * m.a + p.d * m.c,
          p.c * m.b + p.d * m.d,
          at.x,
          at.y};
}

// The slots' places in the file, in the order in which they are drawn.
std::vector<std::size_t> orderAt(const Json& file, const Json& animation, double time) {
  const Json& slots = file["slots"];
  std::vector<std::optional<std::size_t>> order(slots.size());
  const Json keys = animation.value("drawOrder", Json::array());
  const auto at = keyAt(keys, time);
  std::vector<bool> moved(slots.size());
  if (at && keys[*at].contains("offsets")) {
    for (const Json& offset : keys[*at]["offsets"]) {
      std::size_t slot = 0;
      while (slots[slot]["name"] != offset["slot"]) ++slot;
      order.at(slot + std::size_t(offset["offset"].get<int>())) = slot;
      moved[slot] = true;
    }
  }
  std::size_t next = 0;
  std::vector<std::size_t> result;
  for (auto& place : order) {
    if (!place) {
      while (moved[next]) ++next;
      place = next++;
    }
    result.push_back(*place);
  }
  return result;
}

}  // namespace

std::vector<SpineMatrix> SpineReader::bonesAt(const std::string& animation, double time) const {
  const Json& animations = file_["animations"];
  const Json none = Json::object();
  const Json moves =
      animations.contains(animation) ? animations[animation].value("bones", none) : none;
  std::vector<SpineMatrix> bones;
  std::map<std::string, std::size_t> named;
  for (const Json& bone : file_["bones"]) {
    const std::string name = bone["name"];
    const SpineMatrix local = localOf(bone, moves.value(name, none), time);
    bones.push_back(bone.contains("parent") ? product(bones.at(named.at(bone["parent"])), local)
                                            : local);
    named.emplace(name, bones.size() - 1);
  }
  return bones;
}

const SpineReader::Json* SpineReader::attachment(const std::string& skin, const std::string& slot,
                                                 const std::string& name) const {
  for (const std::string& wanted : {skin, std::string("default")}) {
    for (const Json& other : file_["skins"]) {
      if (other["name"] != wanted) continue;
      const Json& all = other["attachments"];
      if (all.contains(slot) && all[slot].contains(name)) return &all[slot][name];
    }
  }
  return nullptr;
}

std::vector<double> SpineReader::deformAt(const Json& animation, const std::string& skin,
                                          const std::string& slot, const std::string& name,
                                          double time) const {
  const Json::json_pointer path = Json::json_pointer("/attachments") / skin / slot / name;
  if (!animation.contains(path) || !animation[path].contains("deform")) return {};
  const Json& keys = animation[path]["deform"];
  const auto at = keyAt(keys, time);
  if (!at) return {};
  std::vector<double> from = keys[*at].value("vertices", std::vector<double>{});
  if (*at + 1 == keys.size()) return from;
  const std::vector<double> to = keys[*at + 1].value("vertices", std::vector<double>{});
  from.resize(std::max(from.size(), to.size()));
  // One curve for all vertices, from 0 to 1.
  const double share = between(keys[*at], keys[*at + 1], 0, 1, 0, time);
  for (std::size_t i = 0; i < to.size(); ++i) from[i] += (to[i] - from[i]) * share;
  return from;
}

std::vector<SpinePoint> SpineReader::vertices(const Json& mesh, const SpineMatrix& slot_bone,
                                              const std::vector<SpineMatrix>& bones,
                                              const std::vector<double>& deform) const {
  const std::vector<double> list = mesh["vertices"];
  const auto pushed = [&](std::size_t i) { return i < deform.size() ? deform[i] : 0; };
  std::vector<SpinePoint> points;
  if (list.size() == mesh["uvs"].size()) {
    for (std::size_t i = 0; i < list.size(); i += 2) {
      points.push_back(slot_bone.at(list[i] + pushed(i), list[i + 1] + pushed(i + 1)));
    }
    return points;
  }
  for (std::size_t i = 0, moved = 0; i < list.size();) {
    SpinePoint sum;
    for (auto left = std::size_t(list[i++]); left > 0; --left, i += 4, moved += 2) {
      const SpinePoint p = bones.at(std::size_t(list[i]))
                               .at(list[i + 1] + pushed(moved), list[i + 2] + pushed(moved + 1));
      sum = {sum.x + p.x * list[i + 3], sum.y + p.y * list[i + 3]};
    }
    points.push_back(sum);
  }
  return points;
}

std::vector<SpineShown> SpineReader::shownAt(const std::string& name, double time,
                                             const std::string& skin) const {
  const std::vector<SpineMatrix> bones = bonesAt(name, time);
  const Json none = Json::object();
  const Json animation = file_["animations"].value(name, none);
  const Json moves = animation.value("slots", none);
  std::vector<SpineShown> shown;
  for (const std::size_t place : orderAt(file_, animation, time)) {
    const Json& slot = file_["slots"][place];
    SpineShown seen{slot["name"], slot.value("attachment", ""), slot.value("color", "ffffffff")};
    const Json timelines = moves.value(seen.slot, none);
    if (timelines.contains("attachment")) {
      if (const auto at = keyAt(timelines["attachment"], time)) {
        const Json& said = timelines["attachment"][*at]["name"];
        seen.attachment = said.is_null() ? "" : said.get<std::string>();
      }
    }
    if (timelines.contains("rgba")) {
      if (const auto at = keyAt(timelines["rgba"], time)) {
        seen.color = timelines["rgba"][*at]["color"];
      }
    }
    const Json* mesh = attachment(skin, seen.slot, seen.attachment);
    if (!mesh) continue;
    std::size_t bone = 0;
    while (file_["bones"][bone]["name"] != slot["bone"]) ++bone;
    std::vector<double> deform = deformAt(animation, skin, seen.slot, seen.attachment, time);
    seen.vertices = vertices(*mesh, bones[bone], bones, deform);
    shown.push_back(std::move(seen));
  }
  return shown;
}

std::vector<std::string> SpineReader::eventsUntil(const std::string& name, double time) const {
  std::vector<std::string> names;
  for (const Json& key : file_["animations"][name].value("events", Json::array())) {
    if (timeOf(key) <= time) names.push_back(key["name"]);
  }
  return names;
}

}  // namespace vide::test
