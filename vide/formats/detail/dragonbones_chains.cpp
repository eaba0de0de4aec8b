// SPDX-License-Identifier: MIT
#include <algorithm>

#include "vide/core/text.hpp"
#include "vide/formats/detail/dragonbones_armature.hpp"

namespace vide::detail {
namespace {

constexpr std::size_t most_chains = 256;

// Inverse kinematics with the bones that have to be posed before it.
struct Chain {
  Constraint constraint;
  int top = 0;               // its first bone
  std::vector<bool> needed;  // by bone: those above it, the target and those above that
};

std::optional<Chain> chainFrom(const Json& item, const Skeleton& skeleton) {
  const std::string* bone = textIn(item, "bone");
  const std::string* target = textIn(item, "target");
  const int end = bone ? skeleton.find(*bone) : -1, to = target ? skeleton.find(*target) : -1;
  if (end < 0 || to < 0) return std::nullopt;
  const int above = skeleton[std::size_t(end)].parent;
  const bool two = numberIn(item, "chain").value_or(0) > 0 && above >= 0;
  Chain chain{.top = two ? above : end, .needed = std::vector<bool>(skeleton.size())};
  chain.constraint.name = nameOf(item);
  chain.constraint.mix = std::clamp(numberIn(item, "weight").value_or(1), 0.0, 1.0);
  chain.constraint.kind = ReachConstraint{
      .bone = skeleton[std::size_t(end)].id,
      .length = two ? 2 : 1,
      .target = skeleton[std::size_t(to)].id,
      .bend = flagIn(item, "bendPositive", true) ? Bend::clockwise : Bend::counter_clockwise};
  for (int start : {skeleton[std::size_t(chain.top)].parent, to}) {
    for (int i = start; i >= 0; i = skeleton[std::size_t(i)].parent) {
      chain.needed[std::size_t(i)] = true;
    }
  }
  return chain;
}

// DragonBones poses what a chain goes by before the chain, wherever the file lists it.
class ChainOrder {
 public:
  explicit ChainOrder(std::vector<Chain> listed)
      : listed_(std::move(listed)), placed_(listed_.size()) {}

  std::vector<Constraint> take() {
    for (std::size_t i = 0; i < listed_.size(); ++i) place(i);
    return std::move(ordered_);
  }

 private:
  void place(std::size_t index) {
    if (placed_[index]) return;
    placed_[index] = true;
    for (std::size_t other = 0; other < listed_.size(); ++other) {
      if (listed_[index].needed[std::size_t(listed_[other].top)]) place(other);
    }
    ordered_.push_back(std::move(listed_[index].constraint));
  }

  std::vector<Chain> listed_;
  std::vector<bool> placed_;
  std::vector<Constraint> ordered_;
};

}  // namespace

void readConstraints(ArmatureImport& import) {
  const Skeleton& skeleton = import.document.skeleton;
  std::vector<Chain> listed;
  for (const Json& item : listIn(import.armature, "ik")) {
    auto chain = chainFrom(item, skeleton);
    if (!chain) continue;
    if (listed.size() == most_chains) {
      import.warnings.push_back(
          text("of more than ", most_chains, " constraints the rest is left out"));
      break;
    }
    if (const auto fits = validate(chain->constraint, skeleton); !fits) {
      import.warnings.push_back(fits.error().message + "; it is left out");
      continue;
    }
    listed.push_back(*std::move(chain));
  }
  import.document.constraints = ChainOrder(std::move(listed)).take();
  for (std::size_t i = 0; i < import.document.constraints.size(); ++i) {
    import.document.constraints[i].id = ConstraintId(i);
  }
}

}  // namespace vide::detail
