// SPDX-License-Identifier: MIT
#include "vide/pipeline/batch.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "tests/support/drawn_figure.hpp"
#include "tests/support/message_of.hpp"
#include "tests/support/temporary_folder.hpp"
#include "vide/author/rig_picture.hpp"
#include "vide/core/text.hpp"
#include "vide/pipeline/read_files.hpp"

using namespace vide;
using namespace vide::test;

namespace {

namespace fs = std::filesystem;

std::string contentOf(const fs::path& path) {
  std::ostringstream content;
  content << std::ifstream(path, std::ios::binary).rdbuf();
  return content.str();
}

// All outputs below a folder with what they hold; records aside.
std::map<std::string, std::string> outputsIn(const std::string& folder) {
  std::map<std::string, std::string> outputs;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const std::string name = fs::relative(entry.path(), folder).string();
    if (entry.is_regular_file() && !name.starts_with(".vide-batch/")) {
      outputs[name] = contentOf(entry.path());
    }
  }
  return outputs;
}

// A document with a clip, and jobs that show it.
class Workshop {
 public:
  Workshop() {
    writeBar(0.9);
    for (int i = 0; i < 4; ++i) {
      jobs.push_back({.output = "gif/" + std::to_string(i) + ".gif",
                      .document = folder.file("bar.glb"),
                      .clip = "bend",
                      .frame_rate = double(6 + i)});
    }
    jobs.push_back({.output = "frames/", .document = folder.file("bar.glb"), .frame_rate = 20});
  }

  void writeBar(double turn) const {
    auto made = rigPicture(pictureOf(barImage()), barSkeleton());
    REQUIRE(made.has_value());
    made->document.clips = {bend(0.5, turn)};
    REQUIRE(writeDocument(folder.file("bar.glb"), made->document));
  }

  BatchReport run(const std::string& out, Shard shard = {}, ThreadPool* pool = nullptr) const {
    const auto report =
        runBatch(jobs, {.folder = folder.file(out), .version = "1", .shard = shard, .pool = pool});
    REQUIRE_MESSAGE(report.has_value(), messageOf(report));
    return *report;
  }

  TemporaryFolder folder;
  std::vector<AnimationJob> jobs;
};

}  // namespace

TEST_CASE("what is made is kept until its inputs or it itself change") {
  Workshop shop;
  CHECK(shop.run("out").count(JobState::made) == 5);
  const auto made = outputsIn(shop.folder.file("out"));
  CHECK(made.size() == 4 + 11);  // half a second at 20 a second, with the last moment
  CHECK(shop.run("out").count(JobState::kept) == 5);

  // Dates mean nothing.
  const fs::path one = shop.folder.file("out/gif/1.gif");
  fs::last_write_time(one, fs::file_time_type::clock::now() - std::chrono::hours(1000));
  fs::last_write_time(shop.folder.file("bar.glb"), fs::file_time_type::clock::now());
  CHECK(shop.run("out").count(JobState::kept) == 5);

  std::ofstream(one, std::ios::app) << "damage";
  fs::remove(shop.folder.file("out/frames/frame_0003.png"));
  BatchReport report = shop.run("out");
  CHECK(report.jobs[1].state == JobState::made);
  CHECK(report.jobs[4].state == JobState::made);
  CHECK(report.count(JobState::kept) == 3);
  CHECK(outputsIn(shop.folder.file("out")) == made);

  shop.jobs[2].frame_rate = 9.5;
  report = shop.run("out");
  CHECK(report.jobs[2].state == JobState::made);
  CHECK(report.count(JobState::kept) == 4);

  shop.writeBar(-0.5);
  CHECK(shop.run("out").count(JobState::made) == 5);
  CHECK(outputsIn(shop.folder.file("out")) != made);
}

TEST_CASE("a damaged record is no record, and another version makes all anew") {
  const Workshop shop;
  shop.run("out");
  const fs::path record = shop.folder.file("out/.vide-batch/gif/0.gif.record");
  const std::string whole = contentOf(record);
  REQUIRE_FALSE(whole.empty());
  for (const std::string& damaged :
       {std::string(), whole.substr(0, whole.size() / 2), whole + "x"}) {
    std::ofstream(record, std::ios::trunc) << damaged;
    CHECK(shop.run("out").jobs[0].state == JobState::made);
    CHECK(contentOf(record) == whole);
  }
  const auto report = runBatch(shop.jobs, {.folder = shop.folder.file("out"), .version = "2"});
  REQUIRE(report.has_value());
  CHECK(report->count(JobState::made) == 5);
}

TEST_CASE("a job that fails stops no other and leaves what was there") {
  Workshop shop;
  shop.run("out");
  const std::string before = contentOf(shop.folder.file("out/gif/1.gif"));
  shop.jobs[1].clip = "missing";
  shop.jobs[3].document = shop.folder.file("none.glb");
  shop.jobs[0].frame_rate = 7.5;
  const BatchReport report = shop.run("out");
  CHECK(report.count(JobState::failed) == 2);
  CHECK(report.jobs[1].error.find("'missing'") != std::string::npos);
  CHECK(report.jobs[3].error.find("none.glb") != std::string::npos);
  CHECK(report.jobs[0].state == JobState::made);
  CHECK(report.jobs[2].state == JobState::kept);
  CHECK(contentOf(shop.folder.file("out/gif/1.gif")) == before);
}

TEST_CASE("all shards together make what one run makes, whatever their number and order") {
  const Workshop shop;
  shop.run("one");
  const auto expected = outputsIn(shop.folder.file("one"));
  ThreadPool pool(3);
  for (const std::size_t count : {1, 2, 7}) {
    const std::string out = "shards" + std::to_string(count);
    std::size_t jobs = 0;
    for (std::size_t i = count; i-- > 0;) {
      const BatchReport report = shop.run(out, {i, count}, i % 2 ? &pool : nullptr);
      jobs += report.jobs.size();
      CHECK(report.count(JobState::made) == report.jobs.size());
    }
    CHECK(jobs == shop.jobs.size());
    CHECK(outputsIn(shop.folder.file(out)) == expected);
    // What shards made, a run without them knows.
    CHECK(shop.run(out).count(JobState::kept) == shop.jobs.size());
  }
}

TEST_CASE("shares of the frames of folders make the folders") {
  Workshop shop;
  shop.jobs.erase(shop.jobs.begin(), shop.jobs.begin() + 4);
  shop.run("one");
  const auto expected = outputsIn(shop.folder.file("one"));
  CHECK(expected.size() == 11);
  for (const std::size_t count : {3, 20}) {
    const std::string out = "shares" + std::to_string(count);
    for (std::size_t i = 0; i < count; ++i) {
      CHECK(shop.run(out, {i, count, ShardBy::frames}).count(JobState::made) == 1);
      CHECK(shop.run(out, {i, count, ShardBy::frames}).count(JobState::kept) == 1);
    }
    CHECK(outputsIn(shop.folder.file(out)) == expected);
  }
  for (const auto& [first, last] : {std::pair{1, 4}, {5, 9}, {10, 99}}) {
    shop.jobs[0].first_frame = std::size_t(first);
    shop.jobs[0].last_frame = std::size_t(last);
    CHECK(shop.run("ranges").count(JobState::made) == 1);
  }
  CHECK(outputsIn(shop.folder.file("ranges")) == expected);
}

TEST_CASE("a cancelled batch goes on where it stopped, with the same result") {
  const Workshop shop;
  shop.run("one");
  const auto expected = outputsIn(shop.folder.file("one"));
  for (const int asked_before : {0, 4, 13}) {
    const std::string out = "stopped" + std::to_string(asked_before);
    std::atomic<int> asked = 0;
    const Progress stop([](double) {}, [&] { return asked++ >= asked_before; });
    const auto report =
        runBatch(shop.jobs, {.folder = shop.folder.file(out), .version = "1"}, stop);
    REQUIRE(report.has_value());
    CHECK(report->count(JobState::failed) == 0);
    const std::size_t made = report->count(JobState::made);
    CHECK(made + report->count(JobState::left) == 5);
    const BatchReport rest = shop.run(out);
    CHECK(rest.count(JobState::kept) == made);
    CHECK(rest.count(JobState::made) == 5 - made);
    CHECK(outputsIn(shop.folder.file(out)) == expected);
  }
}

TEST_CASE("progress never falls and ends at one") {
  const Workshop shop;
  ThreadPool pool(3);
  double last = 0;
  const Progress progress([&](double fraction) {
    CHECK(fraction >= last);
    last = fraction;
  });
  REQUIRE(runBatch(shop.jobs, {.folder = shop.folder.file("out"), .pool = &pool}, progress));
  CHECK(last == doctest::Approx(1));
}

TEST_CASE("lists that cannot be meant are refused before anything is made") {
  Workshop shop;
  const auto refuses = [&](const AnimationJob& job, std::string_view part, Shard shard = {}) {
    std::vector<AnimationJob> jobs = {shop.jobs[0], job};
    const auto report =
        runBatch(jobs, {.folder = shop.folder.file("out"), .version = "1", .shard = shard});
    CHECK_MESSAGE(failsWith(report, part), messageOf(report));
    CHECK_FALSE(fs::exists(shop.folder.file("out")));
  };
  AnimationJob job = shop.jobs[1];
  for (const char* output :
       {"../x.gif", "/tmp/x.gif", "", ".", "a/../../x.gif", ".vide-batch/x.gif"}) {
    job.output = output;
    refuses(job, "job 1");
  }
  job.output = "x.mov";
  refuses(job, "x.mov");
  job.output = "gif/./0.gif";
  refuses(job, "job 0");
  job.output = "x.gif";
  job.last_frame = 4;
  refuses(job, "in parts");
  refuses(shop.jobs[1], "in parts", {0, 2, ShardBy::frames});
  refuses(shop.jobs[1], "shard", {2, 2});
  refuses(shop.jobs[1], "shard", {0, 0});
}

TEST_CASE("jobs that would overwrite each other's files are refused, whichever comes first") {
  Workshop shop;
  const auto run = [&](const std::string& first, const std::string& second) {
    std::vector<AnimationJob> jobs(2, shop.jobs[0]);
    jobs[0].output = first;
    jobs[1].output = second;
    const std::atomic<bool> at_once = true;
    return runBatch(jobs, {.folder = shop.folder.file("out"), .version = "1"},
                    Progress([](double) {}, &at_once));
  };
  const std::pair<const char*, const char*> clashes[] = {
      {"fox.json", "fox.png"},        {"fox.json", "fox-1.json"}, {"fox.json", "fox-1.png"},
      {"a/fox.json", "a/fox-12.png"}, {"fox.json", "fox.JSON"},   {"fox-2.json", "./fox.json"}};
  for (const auto& [one, other] : clashes) {
    for (const auto& [first, second] : {std::pair{one, other}, std::pair{other, one}}) {
      const auto outcome = run(first, second);
      CHECK_MESSAGE(failsWith(outcome, text("job 1: '", second)), messageOf(outcome));
      CHECK(failsWith(outcome, text("'", first, "' of job 0")));
    }
  }
  const std::pair<const char*, const char*> others[] = {
      {"fox.json", "fox.gif"},    {"fox.json", "a/fox.png"},   {"fox.json", "fox-a.png"},
      {"fox.json", "fox-0.png"},  {"fox.json", "fox-01.png"},  {"fox.json", "fox-1.gif"},
      {"fox.gif", "fox-1.png"},   {"fox.json", "fox-1-1.png"}, {"fox.json", "fox1.png"},
      {"fox.json", "fox-1x.png"}, {"fox.json", "fox-.png"},    {"a/fox.json", "fox-1.png"}};
  for (const auto& [one, other] : others) {
    for (const auto& [first, second] : {std::pair{one, other}, std::pair{other, one}}) {
      const auto outcome = run(first, second);
      CHECK_MESSAGE(outcome.has_value(), messageOf(outcome));
    }
  }
}

TEST_CASE("a list of jobs is read with its defaults, files named from its folder") {
  const TemporaryFolder folder;
  std::ofstream(folder.file("jobs.json")) << R"({
      "defaults": {"size": [40, 30], "retarget": "r.yaml", "background": [1, 2, 3]},
      "jobs": [{"character": "a/c.yaml", "motion": "m.yaml", "output": "a.gif", "deform": "skin"},
               {"document": "d.glb", "clip": "walk", "output": "d/", "frames": [3, 8],
                "size": [8, 9]}]})";
  const auto jobs = readJobs(folder.file("jobs.json"));
  REQUIRE_MESSAGE(jobs.has_value(), messageOf(jobs));
  REQUIRE(jobs->size() == 2);
  const AnimationJob &figure = (*jobs)[0], &document = (*jobs)[1];
  CHECK(figure.character == folder.file("a/c.yaml"));
  CHECK(figure.retarget == folder.file("r.yaml"));
  CHECK(figure.deform == AnimationJob::Deform::skin);
  CHECK(figure.width == 40);
  CHECK(figure.background == Color{1, 2, 3, 255});
  CHECK(figure.output == "a.gif");
  CHECK(document.document == folder.file("d.glb"));
  CHECK(document.retarget.empty());
  CHECK(document.clip == "walk");
  CHECK(document.height == 9);
  CHECK(document.first_frame == 3);
  CHECK(document.last_frame == 8);
}

TEST_CASE("a list with a fault is refused, the job and the member named") {
  const std::pair<const char*, const char*> faults[] = {
      {R"({"jobs": [{"document": "d.glb"}]})", "job 0: \"output\""},
      {R"({"jobs": [{"output": "a.gif"}]})", "\"document\""},
      {R"({"jobs": [{"output": "a.gif", "character": "c"}]})", "\"retarget\""},
      {R"({"jobs": [{"output": "a.gif", "character": "c", "document": "d"}]})", "not both"},
      {R"({"jobs": [{"output": "a.gif", "document": "d", "speed": 2}]})", "\"speed\""},
      {R"({"jobs": [{"output": "a.gif", "document": ""}]})", "\"document\" is empty"},
      {R"({"jobs": [{"output": "a.gif", "document": "d", "size": [0, 4]}]})", "\"size\""},
      {R"({"jobs": [{"output": "a.gif", "document": "d", "size": [4]}]})", "\"size\""},
      {R"({"jobs": [{"output": "a.gif", "document": "d", "frames": [5, 4]}]})", "\"frames\""},
      {R"({"jobs": [{"output": "a.gif", "document": "d", "fps": 0}]})", "\"fps\""},
      {R"({"jobs": [{"output": "a.gif", "document": "d", "deform": "x"}]})", "\"deform\""},
      {R"({"jobs": [{"output": "a", "document": "d", "background": [1, 2, 256]}]})",
       "\"background\""},
      {R"({"defaults": {"clip": 3}, "jobs": []})", "defaults: \"clip\""},
      {R"({"defaults": {}})", "\"jobs\""},
      {R"({"work": []})", "\"work\""},
      {R"([1])", "not an object"},
      {R"({"jobs": [)", "line"}};
  for (const auto& [json, part] : faults) {
    CAPTURE(json);
    const auto jobs = parseJobs(json);
    CHECK_MESSAGE(failsWith(jobs, part), messageOf(jobs));
  }
}

TEST_CASE("two folders give a job for each character with each motion that suits it") {
  const TemporaryFolder folder;
  for (const char* file : {"c/fig10/char_cfg.yaml", "c/fig2/char_cfg.yaml", "c/none/readme",
                           "c/d.glb", "m/dab.yaml", "m/jump.yml", "m/walk.json", "m/notes.txt"}) {
    fs::create_directories(fs::path(folder.file(file)).parent_path());
    std::ofstream(folder.file(file)) << "x";
  }
  const JobFolders folders{folder.file("c"), folder.file("m"), "r.yaml", ".webp"};
  const auto jobs = jobsOfFolders(folders, {.width = 33});
  REQUIRE_MESSAGE(jobs.has_value(), messageOf(jobs));
  std::vector<std::string> outputs;
  for (const AnimationJob& job : *jobs) {
    outputs.push_back(job.output);
    CHECK(job.width == 33);
    CHECK(job.character.empty() != job.document.empty());
  }
  CHECK(outputs == std::vector<std::string>{"d-walk.webp", "fig2-dab.webp", "fig2-jump.webp",
                                            "fig10-dab.webp", "fig10-jump.webp"});
  CHECK((*jobs)[0].clips == folder.file("m/walk.json"));
  CHECK((*jobs)[1].motion == folder.file("m/dab.yaml"));
  CHECK((*jobs)[1].retarget == "r.yaml");
  CHECK(failsWith(jobsOfFolders({folder.file("c"), folder.file("m"), "", ".gif"}), "retarget"));
  CHECK(failsWith(jobsOfFolders({folder.file("m"), folder.file("m"), "r", ".gif"}), "nothing"));
  CHECK(failsWith(jobsOfFolders({folder.file("none"), folder.file("m"), "r", ".gif"}), "none"));
}

TEST_CASE("a sprite sheet is made again when any of its pages is lost or changed, not of others") {
  Workshop shop;
  shop.jobs = {{.output = "bar.json", .document = shop.folder.file("bar.glb"), .frame_rate = 20}};
  fs::create_directories(shop.folder.file("out"));
  // As an earlier, larger sheet left them.
  for (const char* left : {"out/bar-1.json", "out/bar-1.png"}) {
    std::ofstream(shop.folder.file(left)) << "{}";
  }
  CHECK(shop.run("out").count(JobState::made) == 1);
  CHECK(shop.run("out").count(JobState::kept) == 1);
  fs::remove(shop.folder.file("out/bar-1.png"));
  CHECK(shop.run("out").count(JobState::kept) == 1);
  fs::remove(shop.folder.file("out/bar-1.json"));
  CHECK(shop.run("out").count(JobState::kept) == 1);
  fs::remove(shop.folder.file("out/bar.png"));
  CHECK(shop.run("out").count(JobState::made) == 1);
  std::ofstream(shop.folder.file("out/bar.png"), std::ios::app) << "damage";
  CHECK(shop.run("out").count(JobState::made) == 1);
  CHECK(shop.run("out").count(JobState::kept) == 1);
}
