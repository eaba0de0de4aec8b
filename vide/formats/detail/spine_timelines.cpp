// SPDX-License-Identifier: MIT
#include "vide/formats/detail/spine_timelines.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "vide/formats/detail/straight_track.hpp"

namespace vide::detail {
namespace {

double rounded(double x) { return std::round(x * 1e6) / 1e6 + 0.0; }

// What the keys of one kind of timeline are called and how a value becomes its numbers.
template <class Value>
struct Timeline {
  std::vector<const char*> names;
  std::function<std::vector<double>(const Value&)> values;
  std::function<std::vector<double>(const Value&)> slopes;  // of tangents
};

template <class Value>
void appendCurve(const Key<Value>& from, const Key<Value>& to, const Timeline<Value>& timeline,
                 Json& curve) {
  const auto start = timeline.values(from.value), end = timeline.values(to.value);
  const double span = to.time - from.time;
  const bool eased = from.interpolation == Interpolation::bezier;
  const auto leaving = timeline.slopes(from.out_tangent), arriving = timeline.slopes(to.in_tangent);
  for (std::size_t i = 0; i < start.size(); ++i) {
    const double way = end[i] - start[i];
    const Easing& easing = from.easing;
    // glTF's cubic curve is the Bezier curve whose arms are a third of the tangents.
    const double first = eased ? start[i] + easing.first.y * way : start[i] + leaving[i] * span / 3;
    const double second =
        eased ? start[i] + easing.second.y * way : end[i] - arriving[i] * span / 3;
    curve.push_back(rounded(from.time + span * (eased ? easing.first.x : 1.0 / 3)));
    curve.push_back(rounded(first));
    curve.push_back(rounded(from.time + span * (eased ? easing.second.x : 2.0 / 3)));
    curve.push_back(rounded(second));
  }
}

template <class Value>
Json keysOf(Track<Value> track, const Timeline<Value>& timeline) {
  // Before the first key Spine shows the setup pose.
  if (!track.empty() && track.front().time > 0) {
    Key<Value> hold = track.front();
    hold.time = 0;
    hold.interpolation = Interpolation::step;
    track.insert(track.begin(), hold);
  }
  Json keys = Json::array();
  for (std::size_t i = 0; i < track.size(); ++i) {
    Json key = Json::object();
    if (track[i].time != 0) key["time"] = rounded(track[i].time);
    const auto values = timeline.values(track[i].value);
    for (std::size_t k = 0; k < values.size(); ++k) key[timeline.names[k]] = rounded(values[k]);
    const Interpolation kind = track[i].interpolation;
    if (i + 1 < track.size() && kind == Interpolation::step) key["curve"] = "stepped";
    if (i + 1 < track.size() && (kind == Interpolation::bezier || kind == Interpolation::cubic)) {
      Json curve = Json::array();
      appendCurve(track[i], track[i + 1], timeline, curve);
      key["curve"] = std::move(curve);
    }
    keys.push_back(std::move(key));
  }
  return keys;
}

std::vector<double> pairOf(double a, double b) { return {a, b}; }

}  // namespace

Json spineBoneTimelines(const PartsTrack& parts, const PlaneParts& rest) {
  Json json = Json::object();
  const Timeline<double> rotate{
      {"value"},
      [&](double angle) { return std::vector{math::degrees(angle - rest.angle)}; },
      [](double slope) { return std::vector{math::degrees(slope)}; }};
  const Timeline<Vec3> translate{{"x", "y"},
                                 [&](Vec3 v) { return pairOf(v.x - rest.x, v.y - rest.y); },
                                 [](Vec3 v) { return pairOf(v.x, v.y); }};
  const auto share = [&](Vec3 v) { return pairOf(v.x / rest.scale_x, v.y / rest.scale_y); };
  const Timeline<Vec3> scale{{"x", "y"}, share, share};
  const Timeline<double> shear{
      {"x", "y"},
      [&](double skew) { return pairOf(0, math::degrees(skew - rest.skew)); },
      [](double slope) { return pairOf(0, math::degrees(slope)); }};
  if (!parts.angle.empty()) json["rotate"] = keysOf(parts.angle, rotate);
  if (!parts.translation.empty()) json["translate"] = keysOf(parts.translation, translate);
  if (!parts.scale.empty()) json["scale"] = keysOf(parts.scale, scale);
  if (!parts.skew.empty()) json["shear"] = keysOf(parts.skew, shear);
  return json;
}

bool spineBendsPositive(const Constraint& chain) {
  return std::get<ReachConstraint>(chain.kind).bend == Bend::counter_clockwise;
}

Json spineMixes(const Constraint& chain, const Track<double>& mix) {
  const Timeline<double> timeline{{"mix", "softness"},
                                  [](double x) { return pairOf(std::clamp(x, 0.0, 1.0), 0); },
                                  [](double slope) { return pairOf(slope, 0); }};
  Json keys = keysOf(mix, timeline);
  for (Json& key : keys) key["bendPositive"] = spineBendsPositive(chain);
  return keys;
}

Json spineDeform(const Track<Offsets>& given, double step,
                 const std::vector<std::vector<Mat3>>& turns) {
  Track<Offsets> track = straightened(given, std::max(step, least_offset_step), KeptCurves::bezier);
  if (track.front().time > 0) {
    track.insert(track.begin(), track.front());
    track.front().time = 0;
    track.front().interpolation = Interpolation::step;
  }
  Json keys = Json::array();
  for (std::size_t i = 0; i < track.size(); ++i) {
    Json key = Json::object(), numbers = Json::array();
    if (track[i].time != 0) key["time"] = rounded(track[i].time);
    for (std::size_t v = 0; v < turns.size(); ++v) {
      for (const Mat3& turn : turns[v]) {
        const Vec3 delta = turn * track[i].value[v];
        numbers.push_back(rounded(delta.x));
        numbers.push_back(rounded(delta.y));
      }
    }
    key["vertices"] = std::move(numbers);
    const bool last = i + 1 == track.size();
    if (!last && track[i].interpolation == Interpolation::step) key["curve"] = "stepped";
    if (!last && track[i].interpolation == Interpolation::bezier) {
      const Easing& easing = track[i].easing;
      const double span = track[i + 1].time - track[i].time;
      key["curve"] = {rounded(track[i].time + span * easing.first.x), easing.first.y,
                      rounded(track[i].time + span * easing.second.x), easing.second.y};
    }
    keys.push_back(std::move(key));
  }
  return keys;
}

std::string spineColor(Vec3 tint, double opacity) {
  constexpr char digits[] = "0123456789abcdef";
  std::string color;
  for (const double factor : {tint.x, tint.y, tint.z, opacity}) {
    const int level = int(std::lround(std::clamp(factor, 0.0, 1.0) * 255));
    color += digits[level / 16];
    color += digits[level % 16];
  }
  return color;
}

Json spineColors(const std::vector<ColorMoment>& colors) {
  Json keys = Json::array();
  for (const ColorMoment& moment : colors) {
    Json key = Json::object();
    if (keys.empty() && moment.time > 0) {
      keys.push_back({{"color", spineColor(moment.tint, moment.opacity)}, {"curve", "stepped"}});
    }
    if (moment.time != 0) key["time"] = rounded(moment.time);
    key["color"] = spineColor(moment.tint, moment.opacity);
    keys.push_back(std::move(key));
  }
  return keys;
}

}  // namespace vide::detail
