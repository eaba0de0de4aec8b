// SPDX-License-Identifier: MIT
#include "vide/formats/jobs_json.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "vide/core/text.hpp"
#include "vide/formats/detail/json_reader.hpp"

namespace vide {
namespace {

using detail::JsonObject;
using detail::SortedJson;

constexpr double longest_side = 32768, fastest = 1e6, most_frames = 1e6;

std::unexpected<Error> wrong(const JsonObject& object, const std::string& what) {
  return fail(ErrorCode::malformed_data, text(object.place(), ": ", what));
}

template <std::string AnimationJob::*member>
Result<void> readWord(const JsonObject& object, const char* key, AnimationJob& job) {
  auto word = object.string(key);
  if (!word) return std::unexpected(word.error());
  if (word->empty()) return wrong(object, text("\"", key, "\" is empty"));
  job.*member = *std::move(word);
  return {};
}

// Two whole numbers from 1 on.
Result<std::array<std::size_t, 2>> readPair(const JsonObject& object, const char* key,
                                            double most) {
  double numbers[2] = {};
  if (auto read = object.numbers(key, 2, numbers); !read) return std::unexpected(read.error());
  for (const double number : numbers) {
    if (number >= 1 && number <= most && number == std::floor(number)) continue;
    return fail(ErrorCode::malformed_data,
                text(object.place(), ": \"", key, "\" must be two whole numbers from 1 to ", most));
  }
  return std::array{std::size_t(numbers[0]), std::size_t(numbers[1])};
}

Result<void> readSize(const JsonObject& object, const char* key, AnimationJob& job) {
  const auto size = readPair(object, key, longest_side);
  if (!size) return std::unexpected(size.error());
  job.width = static_cast<int>((*size)[0]);
  job.height = static_cast<int>((*size)[1]);
  return {};
}

Result<void> readFrames(const JsonObject& object, const char* key, AnimationJob& job) {
  const auto frames = readPair(object, key, most_frames);
  if (!frames) return std::unexpected(frames.error());
  job.first_frame = (*frames)[0];
  job.last_frame = (*frames)[1];
  if (job.last_frame >= job.first_frame) return {};
  return wrong(object, "\"frames\" ends before it begins");
}

Result<void> readFrameRate(const JsonObject& object, const char* key, AnimationJob& job) {
  const auto rate = object.number(key);
  if (!rate) return std::unexpected(rate.error());
  if (!(*rate > 0 && *rate <= fastest)) return wrong(object, "\"fps\" must be above 0");
  job.frame_rate = *rate;
  return {};
}

Result<void> readDeform(const JsonObject& object, const char* key, AnimationJob& job) {
  const auto name = object.string(key);
  if (!name) return std::unexpected(name.error());
  if (*name != "arap" && *name != "skin") {
    return wrong(object, "\"deform\" must be \"arap\" or \"skin\"");
  }
  job.deform = *name == "arap" ? AnimationJob::Deform::arap : AnimationJob::Deform::skin;
  return {};
}

Result<void> readBackground(const JsonObject& object, const char* key, AnimationJob& job) {
  double channels[4] = {0, 0, 0, 255};
  if (auto read = object.numbers(key, 3, channels); !read) return read;
  const bool in_range = std::ranges::all_of(channels, [](double channel) {
    return channel >= 0 && channel <= 255 && channel == std::floor(channel);
  });
  if (!in_range) return wrong(object, "\"background\" must be whole numbers from 0 to 255");
  const auto byte = [&](int i) { return static_cast<std::uint8_t>(channels[i]); };
  job.background = Color{byte(0), byte(1), byte(2), byte(3)};
  return {};
}

struct Member {
  std::string_view name;
  Result<void> (*read)(const JsonObject& object, const char* key, AnimationJob& job);
};

constexpr Member members[] = {{"output", readWord<&AnimationJob::output>},
                              {"character", readWord<&AnimationJob::character>},
                              {"motion", readWord<&AnimationJob::motion>},
                              {"retarget", readWord<&AnimationJob::retarget>},
                              {"document", readWord<&AnimationJob::document>},
                              {"clips", readWord<&AnimationJob::clips>},
                              {"clip", readWord<&AnimationJob::clip>},
                              {"size", readSize},
                              {"fps", readFrameRate},
                              {"deform", readDeform},
                              {"background", readBackground},
                              {"frames", readFrames}};

// Reads what the object says over what `job` holds already.
Result<void> readMembers(const SortedJson& node, const std::string& place, AnimationJob& job) {
  const auto object = JsonObject::of(node, place);
  if (!object) return std::unexpected(object.error());
  for (const auto& [name, value] : node.items()) {
    const auto member = std::ranges::find(members, name, &Member::name);
    if (member == std::end(members)) {
      return fail(ErrorCode::malformed_data, text(place, ": \"", name, "\" is not known here"));
    }
    if (auto read = member->read(*object, name.c_str(), job); !read) return read;
  }
  return {};
}

// Which kind of job it is, and that it has what that kind needs. Defaults for the other kind are
// left aside.
Result<void> settleKind(const SortedJson& node, const std::string& place, AnimationJob& job) {
  const bool is_figure = node.contains("character"), is_document = node.contains("document");
  if (is_figure && is_document) {
    return fail(ErrorCode::malformed_data,
                place + ": give \"character\" or \"document\", not both");
  }
  if (is_figure) job.document = job.clips = job.clip = "";
  if (is_document) job.character = job.motion = job.retarget = "";
  const char* missing = nullptr;
  if (job.output.empty()) missing = "output";
  if (job.character.empty() && job.document.empty()) missing = "character\" or \"document";
  if (!job.character.empty() && job.motion.empty()) missing = "motion";
  if (!job.character.empty() && job.retarget.empty()) missing = "retarget";
  if (!missing) return {};
  return fail(ErrorCode::malformed_data, text(place, ": \"", missing, "\" is missing"));
}

}  // namespace

Result<std::vector<AnimationJob>> parseJobs(std::string_view source, const JobsJsonLimits& limits) {
  const auto root = detail::parseSortedJson(source, limits.max_bytes);
  if (!root) return std::unexpected(root.error());
  const auto object = JsonObject::of(*root, "the file");
  if (!object) return std::unexpected(object.error());
  for (const auto& [name, value] : root->items()) {
    if (name == "defaults" || name == "jobs") continue;
    return fail(ErrorCode::malformed_data, text("the file: \"", name, "\" is not known here"));
  }
  AnimationJob defaults;
  if (const SortedJson* given = object->find("defaults")) {
    if (auto read = readMembers(*given, "defaults", defaults); !read) {
      return std::unexpected(read.error());
    }
  }
  const auto list = object->list("jobs");
  if (!list) return std::unexpected(list.error());
  if (list->size() > limits.max_jobs) {
    return fail(ErrorCode::limit_exceeded, text("more than ", limits.max_jobs, " jobs (max_jobs)"));
  }
  std::vector<AnimationJob> jobs;
  for (std::size_t i = 0; i < list->size(); ++i) {
    const std::string place = text("job ", i);
    AnimationJob job = defaults;
    if (auto read = readMembers((*list)[i], place, job); !read) {
      return std::unexpected(read.error());
    }
    if (auto settled = settleKind((*list)[i], place, job); !settled) {
      return std::unexpected(settled.error());
    }
    jobs.push_back(std::move(job));
  }
  return jobs;
}

}  // namespace vide
