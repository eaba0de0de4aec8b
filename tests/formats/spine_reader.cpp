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

constexpr double degree = std::numbers::pi / 180;

// A bone's own numbers at a moment, as the file speaks of them: degrees, y up.
struct LocalBone {
  std::string name, inherit;
  std::optional<std::size_t> parent;
  double x, y, rotation, scale_x, scale_y, shear_x, shear_y, length;
};

LocalBone localOf(const Json& bone, const Json& moved, double time) {
  LocalBone local{.name = bone["name"], .inherit = bone.value("inherit", "normal")};
  local.rotation = number(bone, "rotation", 0) + valueAt(moved, "rotate", "value", 0, 0, time);
  local.x = number(bone, "x", 0) + valueAt(moved, "translate", "x", 0, 0, time);
  local.y = number(bone, "y", 0) + valueAt(moved, "translate", "y", 1, 0, time);
  local.scale_x = number(bone, "scaleX", 1) * valueAt(moved, "scale", "x", 0, 1, time);
  local.scale_y = number(bone, "scaleY", 1) * valueAt(moved, "scale", "y", 1, 1, time);
  local.shear_x = number(bone, "shearX", 0) + valueAt(moved, "shear", "x", 0, 0, time);
  local.shear_y = number(bone, "shearY", 0) + valueAt(moved, "shear", "y", 1, 0, time);
  local.length = number(bone, "length", 0);
  return local;
}

SpineMatrix matrixOf(const LocalBone& bone) {
  const double along = degree * (bone.rotation + bone.shear_x);
  const double across = degree * (bone.rotation + 90 + bone.shear_y);
  return {std::cos(along) * bone.scale_x,
          std::cos(across) * bone.scale_y,
          std::sin(along) * bone.scale_x,
          std::sin(across) * bone.scale_y,
          bone.x,
          bone.y};
}

SpineMatrix turnedBy(double angle) {
  return {std::cos(angle), -std::sin(angle), std::sin(angle), std::cos(angle), 0, 0};
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

// What a bone inherits of its parent's matrix besides the place, by the word in the file.
SpineMatrix inherited(const SpineMatrix& parent, const std::string& word) {
  const double turn = std::atan2(parent.c, parent.a);
  const bool mirrored = parent.a * parent.d - parent.b * parent.c < 0;
  if (word == "onlyTranslation") return {};
  if (word == "noRotationOrReflection") {
    SpineMatrix upright = product(turnedBy(-turn), {parent.a, parent.b, parent.c, parent.d, 0, 0});
    if (mirrored) upright = product(upright, {1, 0, 0, -1, 0, 0});
    return upright;
  }
  SpineMatrix turned = turnedBy(turn);
  if (word == "noScale" && mirrored) turned = product(turned, {1, 0, 0, -1, 0, 0});
  return turned;  // noScale, noScaleOrReflection
}

std::vector<SpineMatrix> placed(const std::vector<LocalBone>& bones) {
  std::vector<SpineMatrix> world;
  for (const LocalBone& bone : bones) {
    SpineMatrix own = matrixOf(bone);
    if (bone.parent) {
      const SpineMatrix& parent = world.at(*bone.parent);
      const SpinePoint at = parent.at(bone.x, bone.y);
      own = product(bone.inherit == "normal" ? parent : inherited(parent, bone.inherit), own);
      own.world_x = at.x;
      own.world_y = at.y;
    }
    world.push_back(own);
  }
  return world;
}

// Degrees, the shorter way round.
double shorter(double degrees) { return degrees - 360 * std::round(degrees / 360); }

SpinePoint within(const SpineMatrix& m, const SpinePoint& p) {
  const double x = p.x - m.world_x, y = p.y - m.world_y;
  const double area = m.a * m.d - m.b * m.c;
  return {(m.d * x - m.b * y) / area, (m.a * y - m.c * x) / area};
}

struct Ik {
  std::vector<std::size_t> bones;
  std::size_t target = 0;
  double mix = 1;
  bool positive = true;
};

// "adjusts the rotation of 1 or 2 constrained bones so the tip of the last bone is as close to the
// target bone as possible", for bones that inherit all and are scaled alike on both axes. `mix`
// is between the constrained and the unconstrained rotation.
void constrain(const Ik& ik, std::vector<LocalBone>& bones) {
  const auto world = placed(bones);
  LocalBone& first = bones.at(ik.bones.at(0));
  const SpinePoint target{world.at(ik.target).world_x, world.at(ik.target).world_y};
  const SpinePoint in_parent = first.parent ? within(world.at(*first.parent), target) : target;
  const double x = in_parent.x - first.x, y = in_parent.y - first.y;
  double to_target = std::atan2(y, x) / degree;
  if (ik.bones.size() == 1) {
    first.rotation += ik.mix * shorter(to_target - first.rotation);
    return;
  }
  LocalBone& second = bones.at(ik.bones[1]);
  // The triangle of both bones and the way to the target, by the law of cosines.
  const double a = first.scale_x * std::hypot(second.x, second.y);
  const double b = first.scale_x * second.scale_x * second.length;
  const double way = std::clamp(std::hypot(x, y), std::abs(a - b), a + b);
  const auto corner = [](double left, double right, double opposite) {
    const double cosine = (left * left + right * right - opposite * opposite) / (2 * left * right);
    return std::acos(std::clamp(cosine, -1.0, 1.0)) / degree;
  };
  const double bend = ik.positive ? 1 : -1;
  const double at_first = bend * corner(a, way, b), at_elbow = bend * (180 - corner(a, b, way));
  // Where the second bone hangs beside the first one's axis, that much less.
  const double aside = std::atan2(second.y, second.x) / degree;
  first.rotation += ik.mix * shorter(to_target - at_first - aside - first.rotation);
  second.rotation += ik.mix * shorter(at_elbow + aside - second.rotation);
}

// Red, green, blue and alpha, 0..1, in two hexadecimal digits each.
SpineColor colorOf(const std::string& digits) {
  SpineColor color;
  for (std::size_t i = 0; i < 4; ++i) {
    color[i] = std::stoi(digits.substr(2 * i, 2), nullptr, 16) / 255.0;
  }
  return color;
}

SpineColor colorAt(const Json& keys, std::size_t at, double time) {
  SpineColor color = colorOf(keys[at]["color"]);
  if (at + 1 == keys.size()) return color;
  const SpineColor next = colorOf(keys[at + 1]["color"]);
  for (std::size_t i = 0; i < 4; ++i) {
    color[i] = between(keys[at], keys[at + 1], color[i], next[i], i, time);
  }
  return color;
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
  const Json none = Json::object();
  const Json played = file_["animations"].value(animation, none);
  const Json moves = played.value("bones", none), mixes = played.value("ik", none);
  std::vector<LocalBone> bones;
  std::map<std::string, std::size_t> named;
  for (const Json& bone : file_["bones"]) {
    bones.push_back(localOf(bone, moves.value(bone["name"].get<std::string>(), none), time));
    if (bone.contains("parent")) bones.back().parent = named.at(bone["parent"]);
    named.emplace(bone["name"], bones.size() - 1);
  }
  std::vector<Json> constraints = file_.value("ik", Json::array());
  std::ranges::stable_sort(constraints, {},
                           [](const Json& ik) { return int(number(ik, "order", 0)); });
  for (const Json& said : constraints) {
    Ik ik{.target = named.at(said["target"])};
    for (const Json& bone : said["bones"]) ik.bones.push_back(named.at(bone));
    ik.mix = number(said, "mix", 1);
    ik.positive = said.at("bendPositive");
    const Json keys = mixes.value(said["name"].get<std::string>(), Json::array());
    if (const auto at = keyAt(keys, time)) {
      ik.mix = valueAt(Json{{"ik", keys}}, "ik", "mix", 0, 1, time);
      ik.positive = keys[*at].at("bendPositive");
    }
    constrain(ik, bones);
  }
  return placed(bones);
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
  // "offset" says how many numbers before the first one are left out, which are 0.
  const auto offsetsOf = [](const Json& key) {
    std::vector<double> offsets(std::size_t(number(key, "offset", 0)));
    for (const double x : key.value("vertices", std::vector<double>{})) offsets.push_back(x);
    return offsets;
  };
  std::vector<double> from = offsetsOf(keys[*at]);
  if (*at + 1 == keys.size()) return from;
  const std::vector<double> to = offsetsOf(keys[*at + 1]);
  from.resize(std::max(from.size(), to.size()));
  // One curve for all vertices, from 0 to 1.
  const double share = between(keys[*at], keys[*at + 1], 0, 1, 0, time);
  for (std::size_t i = 0; i < to.size(); ++i) from[i] += (to[i] - from[i]) * share;
  return from;
}

// The corners of a picture that hangs on a bone: lower left, upper left, upper right, lower right.
std::vector<SpinePoint> regionCorners(const Json& region, const SpineMatrix& bone) {
  const double turn = degree * number(region, "rotation", 0);
  const double width = number(region, "width", 0) * number(region, "scaleX", 1);
  const double height = number(region, "height", 0) * number(region, "scaleY", 1);
  std::vector<SpinePoint> corners;
  for (const auto& [x, y] : {std::pair{-0.5, -0.5}, {-0.5, 0.5}, {0.5, 0.5}, {0.5, -0.5}}) {
    const SpinePoint turned = turnedBy(turn).at(x * width, y * height);
    corners.push_back(
        bone.at(number(region, "x", 0) + turned.x, number(region, "y", 0) + turned.y));
  }
  return corners;
}

std::vector<SpinePoint> SpineReader::vertices(const Json& mesh, const SpineMatrix& slot_bone,
                                              const std::vector<SpineMatrix>& bones,
                                              const std::vector<double>& deform) const {
  if (mesh.value("type", "region") == "region") return regionCorners(mesh, slot_bone);
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
    SpineShown seen{slot["name"], slot.value("attachment", ""),
                    colorOf(slot.value("color", "ffffffff"))};
    const Json timelines = moves.value(seen.slot, none);
    if (timelines.contains("attachment")) {
      if (const auto at = keyAt(timelines["attachment"], time)) {
        const Json& said = timelines["attachment"][*at]["name"];
        seen.attachment = said.is_null() ? "" : said.get<std::string>();
      }
    }
    if (timelines.contains("rgba")) {
      if (const auto at = keyAt(timelines["rgba"], time)) {
        seen.color = colorAt(timelines["rgba"], *at, time);
      }
    }
    const Json* mesh = attachment(skin, seen.slot, seen.attachment);
    if (!mesh) continue;
    const SpineColor own = colorOf(mesh->value("color", "ffffffff"));
    for (std::size_t i = 0; i < 4; ++i) seen.color[i] *= own[i];
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
