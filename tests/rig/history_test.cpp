// SPDX-License-Identifier: MIT
#include "vide/rig/history.hpp"

#include <doctest/doctest.h>

#include <random>

#include "tests/rig/character.hpp"
#include "tests/support/same_document.hpp"
#include "vide/rig/bone_commands.hpp"
#include "vide/rig/layer_commands.hpp"
#include "vide/rig/motion_commands.hpp"

using namespace vide;
using vide::test::character;
using vide::test::dressedCharacter;
using vide::test::sameDocument;

namespace {

History historyOf(Document document, const HistoryOptions& options = {}) {
  return History::create(std::move(document), options).value();
}

Command opacity(LayerId layer, double value, std::string merge = {}) {
  return {"Fade", [=](Edit& edit) { return edit.set(layer, &Layer::opacity, value); }, merge};
}

double opacityOf(const History& history, LayerId layer) {
  return findLayer(history.document(), layer)->opacity;
}

// Commands with random arguments, some of them impossible.
class Monkey {
 public:
  explicit Monkey(unsigned seed) : random_(seed) {}

  Command next(const Document& document) {
    const auto work = works()[std::size_t(number(int(works().size())))];
    return {"step", [this, work, &document](Edit& edit) { return work(*this, edit, document); }};
  }

  int number(int below) { return std::uniform_int_distribution(0, below - 1)(random_); }

 private:
  using Work = Result<void> (*)(Monkey&, Edit&, const Document&);

  double real() { return std::uniform_real_distribution(0.0, 1.0)(random_); }
  Vec3 place() { return {20 * real(), 20 * real(), 0}; }
  Transform transform() {
    return {.translation = place(), .rotation = rotationInPlane(6 * real())};
  }

  // An id of one of the items, or now and then of none.
  template <class Items>
  std::uint32_t idIn(const Items& items) {
    if (items.empty() || number(20) == 0) return 12345;
    return items[std::size_t(number(int(items.size())))].id;
  }
  BoneId boneIn(const Document& d) { return idIn(d.skeleton.bones()); }
  std::optional<BoneId> maybeBoneIn(const Document& d) {
    return number(4) == 0 ? std::nullopt : std::optional(boneIn(d));
  }

  static Result<void> addsBone(Monkey& m, Edit& edit, const Document& d) {
    Bone bone{.id = unusedId(d.skeleton.bones()), .local = m.transform(), .tail = {0, 3, 0}};
    bone.name = "bone " + std::to_string(bone.id);
    return addBone(edit, bone, m.maybeBoneIn(d));
  }
  static Result<void> movesBone(Monkey& m, Edit& edit, const Document& d) {
    return placeBone(edit, m.boneIn(d), m.transform(), m.place(),
                     m.number(2) == 0 ? Children::stay : Children::follow);
  }
  static Result<void> remeshes(Monkey& m, Edit& edit, const Document& d) {
    const LayerId id = m.idIn(d.layers);
    TriMesh mesh;
    mesh.V = Eigen::MatrixXd::Zero(3 + m.number(6), 2);
    for (Eigen::Index v = 0; v < mesh.V.rows(); ++v) mesh.V.row(v) << 9 * m.real(), 9 * m.real();
    mesh.F.resize(1, 3);
    mesh.F << 0, 1, 2;
    return replaceMesh(edit, id, mesh, Eigen::MatrixX2d::Constant(mesh.V.rows(), 2, m.real()));
  }
  static Result<void> skins(Monkey& m, Edit& edit, const Document& d) {
    const LayerId id = m.idIn(d.layers);
    const Layer* layer = findLayer(d, id);
    if (!layer || d.skeleton.empty()) return holdStill(edit, id);
    std::vector<BoneId> bones;
    for (const Bone& bone : d.skeleton.bones()) bones.push_back(bone.id);
    VertexWeights weights{.handles = int(bones.size())};
    for (Eigen::Index v = 0; v < layer->mesh.V.rows(); ++v) {
      std::vector<Influence> row{{m.number(weights.handles), 1.0}};
      appendRow(weights, row);
    }
    return bindToBones(edit, id, bones, weights);
  }
  static Result<void> addsLayer(Monkey& m, Edit& edit, const Document& d) {
    addLayer(edit, test::square(unusedId(d.layers) + unsigned(m.number(2)), "new"));
    return {};
  }
  static Result<void> addsClip(Monkey& m, Edit& edit, const Document& d) {
    edit.add(Clip{.id = unusedId(d.clips), .name = "clip", .duration = m.real()});
    return {};
  }
  static Result<void> addsConstraint(Monkey& m, Edit& edit, const Document& d) {
    edit.add(Constraint{.id = unusedId(d.constraints),
                        .name = "aim",
                        .mix = m.real(),
                        .kind = AimConstraint{.bone = m.boneIn(d), .target = m.boneIn(d)}});
    return {};
  }
  static Result<void> addsSlot(Monkey& m, Edit& edit, const Document& d) {
    const LayerId layer = m.idIn(d.layers);
    edit.add(Slot{.id = unusedId(d.slots), .name = "slot", .layers = {layer}, .shown = layer});
    return {};
  }
  static Result<void> addsSkin(Monkey& m, Edit& edit, const Document& d) {
    const SkinId id = unusedId(d.skins);
    edit.add(Skin{.id = id, .name = "skin", .choices = {{m.idIn(d.layers), m.idIn(d.layers)}}});
    edit.set(&Document::skin, id);
    return {};
  }
  static Result<void> addsImage(Monkey& m, Edit& edit, const Document& d) {
    const ImageId id = unusedId(d.images);
    edit.add(ImageAsset{.id = id,
                        .name = "picture",
                        .mime = "image/png",
                        .encoded = {std::uint8_t(m.number(256))},
                        .width = 2,
                        .height = 2});
    return edit.set(m.idIn(d.layers), &Layer::image, id);
  }
  static Result<void> addsShape(Monkey& m, Edit& edit, const Document& d) {
    const LayerId id = m.idIn(d.layers);
    const Layer* layer = findLayer(d, id);
    auto shapes = layer ? layer->shapes : std::vector<MorphShape>();
    shapes.push_back({.name = "shape", .weight = m.real()});
    shapes.back().offsets = Eigen::MatrixX3d::Constant(layer ? layer->mesh.V.rows() : 0, 3, -0.0);
    return edit.set(id, &Layer::shapes, shapes);
  }
  static Result<void> setsSprings(Monkey& m, Edit& edit, const Document& d) {
    edit.set(&Document::springs, {{.bone = m.boneIn(d), .frequency = 1 + m.real()}});
    return {};
  }
  static Result<void> keysOffsets(Monkey& m, Edit& edit, const Document& d) {
    const LayerId id = m.idIn(d.layers);
    const Layer* layer = findLayer(d, id);
    const Offsets offsets(layer ? std::size_t(layer->mesh.V.rows()) : 0, m.place());
    return setKey(edit, m.idIn(d.clips), OffsetTrack{.layer = id}, &OffsetTrack::offsets,
                  {.time = m.number(8) / 4.0, .value = offsets});
  }
  static Result<void> keysAngle(Monkey& m, Edit& edit, const Document& d) {
    return setKey(edit, m.idIn(d.clips), BoneTrack{.bone = m.boneIn(d)}, &BoneTrack::angle,
                  {.time = m.number(8) / 4.0, .value = m.real()});
  }
  static Result<void> keysLook(Monkey& m, Edit& edit, const Document& d) {
    return setKey(edit, m.idIn(d.clips), LayerTrack{.layer = m.idIn(d.layers)},
                  &LayerTrack::visible, {m.number(8) / 4.0, m.number(2) == 0});
  }
  static Result<void> unkeys(Monkey& m, Edit& edit, const Document& d) {
    return removeKey(edit, m.idIn(d.clips), BoneTrack{.bone = m.boneIn(d)}, &BoneTrack::angle,
                     m.number(8) / 4.0);
  }

  static const std::vector<Work>& works() {
    static const std::vector<Work> all{
        addsBone,
        addsBone,
        movesBone,
        remeshes,
        skins,
        addsLayer,
        addsClip,
        addsConstraint,
        addsSlot,
        addsSkin,
        addsImage,
        addsShape,
        setsSprings,
        keysOffsets,
        keysAngle,
        keysAngle,
        keysLook,
        unkeys,
        [](Monkey& m, Edit& e, const Document& d) { return removeBone(e, m.boneIn(d)); },
        [](Monkey& m, Edit& e, const Document& d) {
          return reparentBone(e, m.boneIn(d), m.maybeBoneIn(d));
        },
        [](Monkey& m, Edit& e, const Document& d) {
          return renameBone(e, m.boneIn(d), std::to_string(m.number(1000)));
        },
        [](Monkey& m, Edit& e, const Document& d) { return removeLayer(e, m.idIn(d.layers)); },
        [](Monkey& m, Edit& e, const Document& d) {
          return moveInDrawOrder(e, m.idIn(d.layers), std::size_t(m.number(6)));
        },
        [](Monkey& m, Edit& e, const Document& d) {
          return bindToBone(e, m.idIn(d.layers), m.boneIn(d));
        },
        [](Monkey& m, Edit& e, const Document& d) {
          return e.set(m.idIn(d.layers), &Layer::tint, Vec3{m.real(), m.real(), 2 * m.real()});
        },
        [](Monkey& m, Edit& e, const Document& d) {
          return e.set(m.idIn(d.layers), &Layer::mask, m.idIn(d.layers));
        },
        [](Monkey& m, Edit& e, const Document& d) { return e.remove<Clip>(m.idIn(d.clips)); },
        [](Monkey& m, Edit& e, const Document& d) {
          return addEvent(e, m.idIn(d.clips), {.time = 2 * m.real(), .name = "step"});
        },
        [](Monkey& m, Edit& e, const Document& d) {
          return removeConstraint(e, m.idIn(d.constraints));
        },
        [](Monkey& m, Edit& e, const Document& d) { return removeSlot(e, m.idIn(d.slots)); },
        [](Monkey& m, Edit& e, const Document& d) { return removeSkin(e, m.idIn(d.skins)); },
    };
    return all;
  }

  std::mt19937 random_;
};

}  // namespace

TEST_CASE("a command shows at once, is undone and done again") {
  History history = historyOf(character());
  CHECK_FALSE(history.canUndo());
  REQUIRE(history.run(opacity(7, 0.5)));
  CHECK(opacityOf(history, 7) == 0.5);
  CHECK(history.undoName() == "Fade");
  history.undo();
  CHECK(opacityOf(history, 7) == 1);
  CHECK(history.redoName() == "Fade");
  history.redo();
  CHECK(opacityOf(history, 7) == 0.5);
}

TEST_CASE("a command that fails or breaks the document changes nothing and is not kept") {
  History history = historyOf(character());
  CHECK_FALSE(history.run(opacity(4, 0.5)));
  CHECK_FALSE(history.run(opacity(7, 1.5)));
  const auto half_way = [](Edit& edit) -> Result<void> {
    addLayer(edit, test::square(20, "new"));
    return fail(ErrorCode::unsupported, "enough");
  };
  CHECK_FALSE(history.run({"Break", half_way}));
  CHECK(sameDocument(history.document(), character()));
  CHECK_FALSE(history.canUndo());
}

TEST_CASE("a new command forgets what was undone") {
  History history = historyOf(character());
  REQUIRE(history.run(opacity(7, 0.5)));
  history.undo();
  REQUIRE(history.run(opacity(8, 0.5)));
  CHECK_FALSE(history.canRedo());
  history.redo();
  CHECK(opacityOf(history, 7) == 1);
}

TEST_CASE("steps that merge are undone together, until the gesture ends") {
  History history = historyOf(character());
  for (const double value : {0.9, 0.8, 0.7}) REQUIRE(history.run(opacity(7, value, "drag")));
  history.endMerge();
  for (const double value : {0.6, 0.5}) REQUIRE(history.run(opacity(7, value, "drag")));
  history.undo();
  CHECK(opacityOf(history, 7) == 0.7);
  history.undo();
  CHECK(opacityOf(history, 7) == 1);
  CHECK_FALSE(history.canUndo());
  history.redo();
  history.redo();
  CHECK(opacityOf(history, 7) == 0.5);
}

TEST_CASE("merged steps that take an item away and bring another with its id are undone exactly") {
  History history = historyOf(character());
  const auto replace = [](Edit& edit) -> Result<void> {
    if (auto removed = removeLayer(edit, 9); !removed) return removed;
    Layer layer = test::square(9, "other");
    layer.opacity = 0.25;
    addLayer(edit, layer);
    return {};
  };
  REQUIRE(history.run(opacity(9, 0.5, "all")));
  REQUIRE(history.run({"Replace", replace, "all"}));
  REQUIRE(history.run(opacity(9, 0.75, "all")));
  const Document after = history.document();
  history.undo();
  CHECK(sameDocument(history.document(), character()));
  history.redo();
  CHECK(sameDocument(history.document(), after));
}

TEST_CASE("merged steps on a list and on what lies in it are undone exactly") {
  History history = historyOf(dressedCharacter());
  const BoneTrack track{.bone = 5, .angle = {{.time = 0, .value = 1}}};
  const auto fill = [&](Edit& edit) -> Result<void> {
    if (auto set = edit.set(2, &Clip::bones, {track}); !set) return set;
    return setKey(edit, 2, BoneTrack{.bone = 5}, &BoneTrack::angle, {.time = 0.5, .value = 2});
  };
  const auto clear = [](Edit& edit) { return edit.set(2, &Clip::bones, {}); };
  REQUIRE(history.run({"Fill", fill, "all"}));
  REQUIRE(history.run({"Clear", clear, "all"}));
  history.undo();
  CHECK(sameDocument(history.document(), dressedCharacter()));
  history.redo();
  CHECK(history.document().clips[0].bones.empty());
}

TEST_CASE("steps do not merge across an undo or a save") {
  History history = historyOf(character());
  REQUIRE(history.run(opacity(7, 0.9, "drag")));
  REQUIRE(history.run(opacity(8, 0.9)));
  history.undo();
  REQUIRE(history.run(opacity(7, 0.8, "drag")));
  history.undo();
  CHECK(opacityOf(history, 7) == 0.9);
  history.markSaved();
  REQUIRE(history.run(opacity(7, 0.7, "drag")));
  CHECK(history.isModified());
  history.undo();
  CHECK_FALSE(history.isModified());
}

TEST_CASE("only as many steps as asked for can be undone") {
  History history = historyOf(character(), {.max_steps = 3});
  for (int i = 9; i > 0; --i) REQUIRE(history.run(opacity(7, i / 10.0)));
  while (history.canUndo()) history.undo();
  CHECK(opacityOf(history, 7) == 0.4);
}

TEST_CASE("a document is modified where it is not the one that was saved") {
  History history = historyOf(character(), {.max_steps = 2});
  CHECK_FALSE(history.isModified());
  REQUIRE(history.run(opacity(7, 0.5)));
  CHECK(history.isModified());
  history.undo();
  CHECK_FALSE(history.isModified());
  history.redo();
  history.markSaved();
  CHECK_FALSE(history.isModified());
  history.undo();
  CHECK(history.isModified());
  for (const double value : {0.1, 0.2, 0.3}) REQUIRE(history.run(opacity(7, value)));
  while (history.canUndo()) history.undo();
  CHECK(history.isModified());
}

TEST_CASE("a thousand random commands are undone and done again bit for bit") {
  for (const unsigned seed : {1u, 2u, 3u}) {
    CAPTURE(seed);
    Monkey monkey(seed);
    std::string last_merge;
    History history = historyOf(dressedCharacter(), {.max_steps = 1000});
    std::vector<Document> states{history.document()};
    for (int step = 0; step < 1000;) {
      Command command = monkey.next(history.document());
      if (monkey.number(3) == 0) command.merge = "drag";
      if (history.run(command)) {
        if (!command.merge.empty() && command.merge == last_merge) states.pop_back();
        states.push_back(history.document());
        last_merge = command.merge;
        ++step;
      } else {
        REQUIRE(sameDocument(history.document(), states.back()));
      }
    }
    REQUIRE(validate(history.document()));
    // Every kind of thing was added at some time.
    const auto grew = [&](auto part) {
      return std::ranges::adjacent_find(states, [&](const Document& a, const Document& b) {
               return (b.*part).size() > (a.*part).size();
             }) != states.end();
    };
    CHECK(grew(&Document::slots));
    CHECK(grew(&Document::skins));
    CHECK(grew(&Document::constraints));
    CHECK(grew(&Document::images));
    CHECK(grew(&Document::clips));
    CHECK(grew(&Document::layers));
    for (std::size_t at = states.size(); at-- > 0; history.undo()) {
      REQUIRE(sameDocument(history.document(), states[at]));
    }
    for (const Document& state : states) {
      REQUIRE(sameDocument(history.document(), state));
      history.redo();
    }
  }
}
