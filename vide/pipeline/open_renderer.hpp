// SPDX-License-Identifier: MIT
#pragma once

#include "vide/core/error.hpp"
#include "vide/io/image_file.hpp"
#include "vide/rig/document.hpp"
#include "vide/stage/document_renderer.hpp"

namespace vide {

// A renderer with the document's own pictures. `document` must outlive it and not change. Errors: a
// picture that cannot be decoded, and those of DocumentRenderer::create.
Result<DocumentRenderer> openRenderer(const Document& document, const ImageLimits& limits = {});

}  // namespace vide
