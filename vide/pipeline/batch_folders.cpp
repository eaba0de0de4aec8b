// SPDX-License-Identifier: MIT
#include <algorithm>
#include <filesystem>
#include <system_error>

#include "vide/core/text.hpp"
#include "vide/io/file.hpp"
#include "vide/io/layer_folder.hpp"
#include "vide/pipeline/batch.hpp"

namespace vide {
namespace {

namespace fs = std::filesystem;

// Something that goes into a job, called by its name.
struct Ingredient {
  std::string name;
  std::string path;
  bool is_figure = false;  // or goes with one
};

Result<std::vector<fs::path>> entriesOf(const std::string& folder) {
  std::error_code trouble;
  std::vector<fs::path> entries;
  for (fs::directory_iterator at(folder, trouble), end; !trouble && at != end;
       at.increment(trouble)) {
    entries.push_back(at->path());
  }
  if (trouble) return fail(ErrorCode::file_access, text(folder, ": ", trouble.message()));
  std::ranges::sort(entries, [](const fs::path& a, const fs::path& b) {
    return precedesNaturally(a.filename().string(), b.filename().string());
  });
  return entries;
}

Result<std::vector<Ingredient>> charactersIn(const std::string& folder) {
  const auto entries = entriesOf(folder);
  if (!entries) return std::unexpected(entries.error());
  std::vector<Ingredient> characters;
  for (const fs::path& entry : *entries) {
    const fs::path config = entry / "char_cfg.yaml";
    std::error_code unknown;
    if (fs::exists(config, unknown)) {
      characters.push_back({entry.filename().string(), config.string(), true});
    } else if (endingOf(entry.string()) == ".glb") {
      characters.push_back({entry.stem().string(), entry.string(), false});
    }
  }
  return characters;
}

Result<std::vector<Ingredient>> motionsIn(const std::string& folder) {
  const auto entries = entriesOf(folder);
  if (!entries) return std::unexpected(entries.error());
  std::vector<Ingredient> motions;
  for (const fs::path& entry : *entries) {
    const std::string ending = endingOf(entry.string());
    const bool is_recording = ending == ".yaml" || ending == ".yml";
    if (!is_recording && ending != ".json") continue;
    motions.push_back({entry.stem().string(), entry.string(), is_recording});
  }
  return motions;
}

AnimationJob jobOf(const Ingredient& character, const Ingredient& motion, const JobFolders& folders,
                   AnimationJob job) {
  if (character.is_figure) {
    job.character = character.path;
    job.motion = motion.path;
    job.retarget = folders.retarget;
  } else {
    job.document = character.path;
    job.clips = motion.path;
  }
  job.output = text(character.name, "-", motion.name, folders.ending);
  return job;
}

}  // namespace

Result<std::vector<AnimationJob>> jobsOfFolders(const JobFolders& folders,
                                                const AnimationJob& usual) {
  const auto characters = charactersIn(folders.characters);
  if (!characters) return std::unexpected(characters.error());
  const auto motions = motionsIn(folders.motions);
  if (!motions) return std::unexpected(motions.error());
  std::vector<AnimationJob> jobs;
  for (const Ingredient& character : *characters) {
    for (const Ingredient& motion : *motions) {
      if (character.is_figure != motion.is_figure) continue;
      if (character.is_figure && folders.retarget.empty()) {
        return fail(ErrorCode::invalid_argument,
                    text(folders.motions,
                         ": recordings need a file that says how figures follow "
                         "them; name it (retarget)"));
      }
      jobs.push_back(jobOf(character, motion, folders, usual));
    }
  }
  if (!jobs.empty()) return jobs;
  return fail(ErrorCode::not_found,
              text(folders.characters, " and ", folders.motions,
                   " hold nothing that goes together: folders with a char_cfg.yaml need recordings "
                   "(.yaml), documents (.glb) need clips (.json)"));
}

}  // namespace vide
