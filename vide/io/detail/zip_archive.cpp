// SPDX-License-Identifier: MIT
#include "vide/io/detail/zip_archive.hpp"

#include <zip.h>

#include <algorithm>

#include "vide/core/text.hpp"

namespace vide::detail {
namespace {

std::unexpected<Error> malformed(const std::string& name, const char* what) {
  return fail(ErrorCode::malformed_data,
              text("the archive's entry '", name, "' cannot be unpacked: ", what));
}

struct CloseEntry {
  void operator()(zip_file_t* entry) const { zip_fclose(entry); }
};

struct ZipFault {
  zip_error_t error;

  ZipFault() { zip_error_init(&error); }
  ~ZipFault() { zip_error_fini(&error); }
  ZipFault(const ZipFault&) = delete;
  ZipFault& operator=(const ZipFault&) = delete;
  std::unexpected<Error> asError() {
    return fail(ErrorCode::malformed_data,
                text("is not a ZIP archive that can be read: ", zip_error_strerror(&error)));
  }
};

}  // namespace

void ZipArchive::Discard::operator()(zip* archive) const { zip_discard(archive); }

Result<ZipArchive> ZipArchive::open(std::span<const std::uint8_t> bytes) {
  ZipFault fault;
  zip_source_t* source =
      zip_source_buffer_create(bytes.data(), bytes.size(), /*freep=*/0, &fault.error);
  if (!source) return fault.asError();
  zip_t* archive = zip_open_from_source(source, ZIP_RDONLY | ZIP_CHECKCONS, &fault.error);
  if (archive) return ZipArchive(archive);
  zip_source_free(source);
  return fault.asError();
}

bool ZipArchive::has(const std::string& name) const {
  return zip_name_locate(archive_.get(), name.c_str(), 0) >= 0;
}

Result<std::vector<std::uint8_t>> ZipArchive::read(const std::string& name,
                                                   std::size_t max_bytes) const {
  constexpr std::size_t step = 1 << 16;
  const std::unique_ptr<zip_file_t, CloseEntry> entry(zip_fopen(archive_.get(), name.c_str(), 0));
  if (!entry) return malformed(name, zip_strerror(archive_.get()));
  std::vector<std::uint8_t> bytes;
  for (;;) {
    const std::size_t filled = bytes.size();
    bytes.resize(filled + std::min(std::max(filled, step), max_bytes - filled + 1));
    const auto got = zip_fread(entry.get(), bytes.data() + filled, bytes.size() - filled);
    if (got < 0) return malformed(name, zip_file_strerror(entry.get()));
    bytes.resize(filled + std::size_t(got));
    if (bytes.size() > max_bytes) {
      return fail(ErrorCode::limit_exceeded, text("the archive's entry '", name,
                                                  "' unpacks to more than ", max_bytes, " bytes"));
    }
    if (got == 0) return bytes;
  }
}

}  // namespace vide::detail
