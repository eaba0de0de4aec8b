// SPDX-License-Identifier: MIT
#pragma once

#include <doctest/doctest.h>

#include <optional>
#include <string>

#include "tests/formats/foreign_files.hpp"
#include "tests/support/shared_data.hpp"
#include "vide/formats/gltf_document.hpp"

// Models as other programs wrote them, from the shared data.
namespace vide::test {

inline constexpr const char* real_files[] = {"CesiumMan/CesiumMan.glb",
                                             "Fox/Fox.glb",
                                             "Greenman/greenman.glb",
                                             "InterpolationTest/interpolation_test.gltf",
                                             "KayKitAdventurers/Barbarian.glb",
                                             "KayKitAdventurers/Knight.glb",
                                             "MorphStressTest/MorphStressTest.gltf",
                                             "QuaterniusAlien/Alien_Scolitex.gltf",
                                             "QuaterniusAnimals/Bunny.gltf",
                                             "RiggedSimple/rigged_simple.gltf",
                                             "Robot/robot.glb",
                                             "SimpleSkin/SimpleSkin.gltf",
                                             "WebXRHand/left.glb"};

// A file of the shared data with those beside it; empty without shared data.
inline std::optional<GltfDocument> realFile(const std::string& name) {
  const std::string path = "data/3d/" + name;
  const auto bytes = sharedFile(path);
  if (!bytes) return std::nullopt;
  const std::string folder = path.substr(0, path.rfind('/') + 1);
  const GltfOptions options{
      .resolve = [&](std::string_view file) -> Result<std::vector<std::uint8_t>> {
        if (file == "l.jpg") return fail(ErrorCode::not_found, "it is not there");
        const auto content = sharedFile(folder + std::string(file));
        if (!content) return fail(ErrorCode::not_found, "it is not there");
        return std::vector<std::uint8_t>(content->begin(), content->end());
      }};
  auto gltf = GltfDocument::parse(asBytes(*bytes), options);
  if (!gltf) FAIL(gltf.error().message);
  return *std::move(gltf);
}

}  // namespace vide::test
