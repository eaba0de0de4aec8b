// SPDX-License-Identifier: MIT
#include "vide/formats/detail/glb.hpp"

#include "vide/core/text.hpp"

namespace vide::detail {
namespace {

constexpr std::uint32_t magic = 0x46546C67;         // "glTF"
constexpr std::uint32_t json_chunk = 0x4E4F534A;    // "JSON"
constexpr std::uint32_t binary_chunk = 0x004E4942;  // "BIN"
constexpr std::size_t header_size = 12;
constexpr std::size_t chunk_header_size = 8;

std::uint32_t wordAt(std::span<const std::uint8_t> bytes, std::size_t at) {
  return bytes[at] | std::uint32_t{bytes[at + 1]} << 8 | std::uint32_t{bytes[at + 2]} << 16 |
         std::uint32_t{bytes[at + 3]} << 24;
}

void putWord(std::vector<std::uint8_t>& out, std::size_t word) {
  for (int shift = 0; shift < 32; shift += 8)
    out.push_back(static_cast<std::uint8_t>(word >> shift));
}

std::size_t padded(std::size_t size) { return (size + 3) / 4 * 4; }

void putChunk(std::vector<std::uint8_t>& out, std::uint32_t type,
              std::span<const std::uint8_t> bytes, std::uint8_t padding) {
  putWord(out, padded(bytes.size()));
  putWord(out, type);
  out.insert(out.end(), bytes.begin(), bytes.end());
  out.resize(padded(out.size()), padding);
}

std::span<const std::uint8_t> asBytes(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

std::string_view asText(std::span<const std::uint8_t> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::unexpected<Error> malformed(const std::string& message) {
  return fail(ErrorCode::malformed_data, message);
}

struct Chunk {
  std::uint32_t type;
  std::span<const std::uint8_t> bytes;
};

Result<std::vector<Chunk>> chunksOf(std::span<const std::uint8_t> bytes) {
  std::vector<Chunk> chunks;
  for (std::size_t at = header_size; at < bytes.size();) {
    if (bytes.size() - at < chunk_header_size) {
      return malformed(text("byte ", at, ": a chunk's header is cut off"));
    }
    const std::size_t length = wordAt(bytes, at);
    if (length > bytes.size() - at - chunk_header_size) {
      return malformed(text("byte ", at, ": a chunk of ", length, " bytes passes the end"));
    }
    chunks.push_back({wordAt(bytes, at + 4), bytes.subspan(at + chunk_header_size, length)});
    at += chunk_header_size + length;
  }
  return chunks;
}

}  // namespace

bool isGlb(std::span<const std::uint8_t> bytes) {
  return bytes.size() >= 4 && wordAt(bytes, 0) == magic;
}

Result<GlbParts> splitGlb(std::span<const std::uint8_t> bytes) {
  if (bytes.size() < header_size) return malformed("the GLB header is cut off");
  if (wordAt(bytes, 4) != 2) {
    return fail(ErrorCode::unsupported,
                text("GLB version ", wordAt(bytes, 4), "; only version 2 is read"));
  }
  if (wordAt(bytes, 8) != bytes.size()) {
    return malformed(text("the GLB header says ", wordAt(bytes, 8), " bytes but there are ",
                          bytes.size(), "; the file is cut off or damaged"));
  }
  const auto chunks = chunksOf(bytes);
  if (!chunks) return std::unexpected(chunks.error());
  if (chunks->empty() || chunks->front().type != json_chunk) {
    return malformed("the first GLB chunk is not JSON");
  }
  GlbParts parts{.json = asText(chunks->front().bytes), .binary = {}, .chunks = {}};
  for (std::size_t i = 1; i < chunks->size(); ++i) {
    const auto& [type, content] = (*chunks)[i];
    if (i == 1 && type == binary_chunk) {
      parts.binary = content;
    } else {
      parts.chunks.push_back({type, {content.begin(), content.end()}});
    }
  }
  return parts;
}

std::vector<std::uint8_t> joinGlb(std::string_view json, const std::vector<std::uint8_t>* binary,
                                  const std::vector<GlbChunk>& chunks) {
  std::size_t total = header_size + chunk_header_size + padded(json.size());
  if (binary) total += chunk_header_size + padded(binary->size());
  for (const GlbChunk& chunk : chunks) total += chunk_header_size + padded(chunk.bytes.size());
  std::vector<std::uint8_t> out;
  out.reserve(total);
  putWord(out, magic);
  putWord(out, 2);
  putWord(out, total);
  putChunk(out, json_chunk, asBytes(json), ' ');
  if (binary) putChunk(out, binary_chunk, *binary, 0);
  for (const GlbChunk& chunk : chunks) putChunk(out, chunk.type, chunk.bytes, 0);
  return out;
}

}  // namespace vide::detail
