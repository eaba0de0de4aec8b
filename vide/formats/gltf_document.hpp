// SPDX-License-Identifier: MIT
#pragma once

// A glTF 2.0 file as it is: every object, key order, number, extra, unknown extension and unknown
// chunk is kept, so that a file which only passes through loses nothing. VIDE saves through this
// layer; what it does not understand rides along.
//
// Source: Khronos glTF 2.0 specification (version 2.0.1), sections 3.6 (buffers, accessors) and 4
// (GLB). Not guaranteed: the JSON's white space, its spelling of numbers (1e2 becomes 100.0) and
// repeated keys (the last wins).

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "vide/core/error.hpp"

namespace vide {

// Gives the bytes of a file that a glTF names by a relative URI (percent-decoded, e.g.
// "textures/hat 1.png"). It must refuse names that leave the document's folder.
using GltfResolver = std::function<Result<std::vector<std::uint8_t>>(std::string_view name)>;

struct GltfOptions {
  std::size_t max_file_bytes = std::size_t{1} << 30;
  int max_nesting = 100;                                   // of the JSON's arrays and objects
  std::size_t max_members = 20'000;                        // of one JSON object
  std::size_t max_accessor_values = std::size_t{1} << 26;  // numbers in one accessor
  // How many times over the bytes of its buffers a document may be read: nodes that share a mesh
  // and accessors without bytes of their own make small files large.
  std::size_t max_repeats = 64;
  GltfResolver resolve;  // without it a document with external buffers is an error
};

// The numbers are glTF's own.
enum class GltfComponent : int {
  int8 = 5120,
  uint8 = 5121,
  int16 = 5122,
  uint16 = 5123,
  uint32 = 5125,
  float32 = 5126,
};

// What an accessor holds: `count` elements of `components` numbers each (matrices by columns).
struct GltfAccessor {
  GltfComponent component = GltfComponent::float32;
  int components = 1;  // 1, 2, 3, 4, 9 or 16; a 2 x 2 matrix counts as 4
  std::size_t count = 0;
  bool normalized = false;
};

namespace detail {
struct GltfContent;
}

// A glTF document in memory. Copies are deep.
class GltfDocument {
 public:
  // An empty document of version 2.0.
  GltfDocument();
  explicit GltfDocument(detail::GltfContent content);
  GltfDocument(const GltfDocument& other);
  GltfDocument(GltfDocument&& other) noexcept;
  GltfDocument& operator=(GltfDocument other) noexcept;
  ~GltfDocument();

  // Reads a .glb or, when the bytes do not start with its magic, a .gltf. External buffers and
  // images are taken in through options.resolve, so that writeGlb() stands alone; images that it
  // cannot give stay external.
  //
  // Errors: a header, chunk or length that does not fit the bytes, JSON that is broken or nested
  // deeper than the limit, a version other than 2, a buffer that is missing or too short, a limit
  // passed.
  static Result<GltfDocument> parse(std::span<const std::uint8_t> bytes,
                                    const GltfOptions& options = {});

  // The document as .glb. Reading it and writing it again gives the same bytes.
  std::vector<std::uint8_t> writeGlb() const;

  // The number of objects in a top-level list: "nodes", "meshes", "accessors", ...
  std::size_t count(const char* list) const;

  // Errors: no such accessor, a type that glTF does not know, bytes outside its buffer.
  Result<GltfAccessor> accessor(std::size_t index) const;
  // count x components numbers; normalised integers become 0..1 or -1..1; sparse values are put in
  // their places; an accessor without a buffer view is zeros. Same errors, and the limit of values.
  Result<std::vector<double>> readNumbers(std::size_t accessor) const;
  // The same for integers that are counted, not measured: indices and joints.
  Result<std::vector<std::uint32_t>> readIntegers(std::size_t accessor) const;
  // Errors: no such view, a range outside its buffer.
  Result<std::span<const std::uint8_t>> bufferView(std::size_t index) const;
  // The encoded bytes of an image, embedded by view or by data URI. Error: none, or external.
  Result<std::vector<std::uint8_t>> imageBytes(std::size_t image) const;

  // The parsed JSON and bytes, for VIDE's own readers and writers.
  const detail::GltfContent& content() const { return *content_; }

 private:
  std::unique_ptr<detail::GltfContent> content_;
};

}  // namespace vide
