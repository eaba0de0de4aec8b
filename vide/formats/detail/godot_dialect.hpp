// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "vide/formats/detail/godot_text.hpp"
#include "vide/formats/engine_export.hpp"

// What text scenes of Godot 3 (format 2) and Godot 4 (format 3) write in different words.
namespace vide::detail {

class GodotDialect {
 public:
  explicit GodotDialect(GodotVersion version) : is_old_(version == GodotVersion::three) {}

  bool isOld() const { return is_old_; }

  std::string vectors(const std::vector<double>& numbers) const {
    return godotArray(is_old_ ? "PoolVector2Array" : "PackedVector2Array", numbers);
  }
  std::string reals(const std::vector<double>& numbers) const {
    return godotArray(is_old_ ? "PoolRealArray" : "PackedFloat32Array", numbers);
  }
  std::string wholes(const std::vector<double>& numbers) const {
    return godotArray(is_old_ ? "PoolIntArray" : "PackedInt32Array", numbers);
  }

  std::string sceneHead() const {
    return is_old_ ? "[gd_scene format=2]\n\n" : "[gd_scene format=3]\n\n";
  }
  std::string pictureHead(const std::string& path, const std::string& id) {
    return text("[ext_resource type=\"", is_old_ ? "Texture" : "Texture2D",
                "\" path=", godotText(path), " id=", idOf(id), "]\n");
  }
  std::string resourceHead(std::string_view type, const std::string& id) {
    return text("[sub_resource type=\"", type, "\" id=", idOf(id), "]\n");
  }
  std::string picture(const std::string& id) { return text("ExtResource(", idOf(id), ")"); }
  std::string resource(const std::string& id) { return text("SubResource(", idOf(id), ")"); }

 private:
  // A resource's id as it is written: a number in Godot 3, text since.
  std::string idOf(const std::string& id) {
    if (!is_old_) return godotText(id);
    return text(numbers_.emplace(id, numbers_.size() + 1).first->second);
  }

  bool is_old_;
  std::map<std::string, std::size_t> numbers_;
};

}  // namespace vide::detail
