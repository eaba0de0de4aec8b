// SPDX-License-Identifier: MIT
#include "vide/formats/tgf.hpp"

#include <charconv>
#include <map>
#include <optional>

#include "vide/core/text.hpp"
#include "vide/formats/detail/text_cursor.hpp"
#include "vide/skeleton/segments.hpp"

namespace vide {
namespace {

using detail::isSpace;
using detail::quoted;

// Takes the first word off a line.
std::string_view takeWord(std::string_view& line) {
  line = detail::trimmed(line);
  std::size_t end = 0;
  while (end < line.size() && !isSpace(line[end])) ++end;
  const std::string_view word = line.substr(0, end);
  line.remove_prefix(end);
  return word;
}

std::optional<long> toId(std::string_view word) {
  long id = 0;
  const auto [stop, error] = std::from_chars(word.data(), word.data() + word.size(), id);
  if (word.empty() || error != std::errc() || stop != word.data() + word.size()) {
    return std::nullopt;
  }
  return id;
}

class TgfParser {
 public:
  TgfParser(std::string_view text, const TgfLimits& limits) : text_(text), limits_(limits) {}

  Result<Tgf> parse() {
    while (!text_.empty()) {
      const std::size_t end = std::min(text_.find('\n'), text_.size());
      const std::string_view line = detail::trimmed(text_.substr(0, end));
      text_.remove_prefix(std::min(end + 1, text_.size()));
      ++line_;
      if (line.empty()) continue;
      if (const auto read = entry(line); !read) return std::unexpected(read.error());
    }
    if (tgf_.points.empty()) return malformed("there are no points; expected lines \"id x y z\"");
    return std::move(tgf_);
  }

 private:
  Result<void> entry(std::string_view line) {
    if (line.front() == '#') {
      ++section_;
      return {};
    }
    if (section_ == 0) return point(line);
    if (section_ == 1) return edge(line);
    return fail(ErrorCode::unsupported,
                text("line ", line_, ": a section after the edges; remove it"));
  }

  Result<void> point(std::string_view line) {
    const std::string_view word = takeWord(line);
    const auto id = toId(word);
    if (!id) return malformed(text("expected the number of a point, found ", quoted(word)));
    const auto x = coordinate(line), y = coordinate(line);
    if (!x || !y) return malformed("a point needs two or three coordinates: \"id x y z\"");
    const bool has_z = !detail::trimmed(line).empty();
    const auto z = has_z ? coordinate(line) : 0.0;
    if (!z) return malformed("the third coordinate is not a number");
    if (!index_.emplace(*id, int(tgf_.points.size())).second) {
      return malformed(text("point ", *id, " exists already; give each a number of its own"));
    }
    tgf_.ids.push_back(*id);
    tgf_.points.push_back({*x, *y, *z});
    return withinLimit(tgf_.points.size(), "points");
  }

  static std::optional<double> coordinate(std::string_view& line) {
    return detail::toNumber(takeWord(line));
  }

  Result<void> edge(std::string_view line) {
    int ends[2];
    for (int& end : ends) {
      const std::string_view word = takeWord(line);
      const auto id = toId(word);
      if (!id) return malformed(text("an edge needs two points, found ", quoted(word)));
      const auto found = index_.find(*id);
      if (found == index_.end()) return malformed(text("there is no point ", *id));
      end = found->second;
    }
    if (ends[0] == ends[1]) return malformed("an edge from a point to itself");
    tgf_.edges.push_back({ends[0], ends[1]});
    return withinLimit(tgf_.edges.size(), "edges");
  }

  Result<void> withinLimit(std::size_t count, std::string_view what) const {
    if (count <= limits_.max_points) return {};
    return fail(ErrorCode::limit_exceeded, text("line ", line_, ": more than ", limits_.max_points,
                                                " ", what, " (max_points)"));
  }

  std::unexpected<Error> malformed(std::string_view what) const {
    return fail(ErrorCode::malformed_data, text("line ", line_, ": ", what));
  }

  std::string_view text_;
  const TgfLimits& limits_;
  int line_ = 0;
  int section_ = 0;
  std::map<long, int> index_;
  Tgf tgf_;
};

// Turns the edges away from the roots and makes each a segment.
class Orienter {
 public:
  explicit Orienter(const Tgf& tgf)
      : tgf_(tgf),
        touching_(tgf.points.size()),
        entered_(tgf.points.size(), 0),
        bone_to_(tgf.points.size(), -1),
        seen_(tgf.points.size(), 0),
        segments_(tgf.edges.size()),
        placed_(tgf.edges.size(), 0) {
    for (int e = 0; e < int(tgf.edges.size()); ++e) {
      touching_[std::size_t(tgf.edges[std::size_t(e)].from)].push_back(e);
      touching_[std::size_t(tgf.edges[std::size_t(e)].to)].push_back(e);
      entered_[std::size_t(tgf.edges[std::size_t(e)].to)] = 1;
    }
  }

  Result<std::vector<BoneSegment>> segments() {
    for (const bool source : {true, false}) {
      for (int point = 0; point < int(tgf_.points.size()); ++point) {
        const bool is_source = !entered_[std::size_t(point)];
        if (is_source != source || seen_[std::size_t(point)]) continue;
        if (const auto grown = growFrom(point); !grown) return std::unexpected(grown.error());
      }
    }
    return std::move(segments_);
  }

 private:
  Result<void> growFrom(int root) {
    std::vector<int> front{root};
    seen_[std::size_t(root)] = 1;
    while (!front.empty()) {
      const int point = front.back();
      front.pop_back();
      for (const int e : touching_[std::size_t(point)]) {
        if (placed_[std::size_t(e)]) continue;
        const TgfEdge edge = tgf_.edges[std::size_t(e)];
        const int next = edge.from == point ? edge.to : edge.from;
        if (seen_[std::size_t(next)]) {
          return fail(ErrorCode::malformed_data,
                      text("the edges between points ", tgf_.ids[std::size_t(point)], " and ",
                           tgf_.ids[std::size_t(next)], " close a cycle; remove one"));
        }
        placeEdge(e, point, next);
        front.push_back(next);
      }
    }
    return {};
  }

  void placeEdge(int e, int from, int to) {
    const auto a = std::size_t(from), b = std::size_t(to);
    placed_[std::size_t(e)] = 1;
    seen_[b] = 1;
    bone_to_[b] = e;
    segments_[std::size_t(e)] = {text(tgf_.ids[a], "-", tgf_.ids[b]), bone_to_[a], tgf_.points[a],
                                 tgf_.points[b], true};
  }

  const Tgf& tgf_;
  std::vector<std::vector<int>> touching_;  // edges at each point
  std::vector<char> entered_;               // whether an edge leads to the point
  std::vector<int> bone_to_;                // the edge that ends at the point, or -1
  std::vector<char> seen_;
  std::vector<BoneSegment> segments_;
  std::vector<char> placed_;
};

}  // namespace

Result<Tgf> parseTgf(std::string_view text, const TgfLimits& limits) {
  return TgfParser(text, limits).parse();
}

std::string writeTgf(const Tgf& tgf) {
  std::string out;
  for (std::size_t i = 0; i < tgf.points.size(); ++i) {
    const Vec3 p = tgf.points[i];
    out += text(tgf.ids[i], " ", p.x, " ", p.y, " ", p.z, "\n");
  }
  out += "#\n";
  for (const TgfEdge& edge : tgf.edges) {
    out += text(tgf.ids[std::size_t(edge.from)], " ", tgf.ids[std::size_t(edge.to)], "\n");
  }
  return out;
}

std::vector<int> pointHandles(const Tgf& tgf) {
  std::vector<char> touched(tgf.points.size(), 0);
  for (const TgfEdge& edge : tgf.edges) {
    touched[std::size_t(edge.from)] = touched[std::size_t(edge.to)] = 1;
  }
  std::vector<int> handles;
  for (std::size_t i = 0; i < touched.size(); ++i) {
    if (!touched[i]) handles.push_back(int(i));
  }
  return handles;
}

Result<Skeleton> skeletonFromTgf(const Tgf& tgf) {
  if (tgf.edges.empty()) {
    return fail(ErrorCode::invalid_argument,
                "the file has points but no bones; use its points as handles");
  }
  const auto segments = Orienter(tgf).segments();
  if (!segments) return std::unexpected(segments.error());
  return skeletonFromSegments(*segments);
}

}  // namespace vide
