// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <span>

#include "apps/vide/studio_document.hpp"
#include "apps/vide/studio_page.hpp"
#include "vide/core/error.hpp"
#include "vide/core/progress.hpp"

namespace vide::cli {

// Serves the editor and one document to browsers on this machine, over HTTP on 127.0.0.1.
//
//   GET /studio.json   {"document": "fox.glb" or null, "save_as": "fox.glb", "can_save": true}
//   GET /document      the file; its version as ETag
//   PUT /document      a document (.glb) in its place, made from the version in If-Match. Answers:
//                      204 with the new ETag; 409 where the file is another version by now; 422
//                      where the bytes are no document; 411 and 413 for lengths that are not told
//                      or more than 1 GiB; 428 without If-Match; 500 where the file cannot be
//                      written
//   GET /              the page, and its files by their names
//
// What other pages in the same browser could do is refused with 403: requests for another host than
// localhost or 127.0.0.1 (a name may be made to point here), and requests that another origin
// sends. Every answer forbids the page all other origins. A refusal is one line of plain text.
//
// Not guaranteed: anything against other programs of this machine, which may ask as a browser does.
class StudioServer {
 public:
  // Listens from now on, on the first of the ports that is free; 0 is any. Error: there is none.
  static Result<StudioServer> open(StudioDocument document, StudioPage page,
                                   std::span<const int> ports);
  StudioServer(StudioServer&& other) noexcept;
  ~StudioServer();

  int port() const;
  const StudioDocument& document() const;

  // Answers until it is cancelled; saves that have begun are finished.
  void serve(const Progress& progress);

 private:
  struct Parts;
  explicit StudioServer(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

}  // namespace vide::cli
