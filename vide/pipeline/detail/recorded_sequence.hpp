// SPDX-License-Identifier: MIT
#pragma once

#include "vide/pipeline/render_document.hpp"
#include "vide/stage/recorded_motion.hpp"

namespace vide::detail {

// Errors: no clip, one that the document lacks, a fade that is not a number of 0 or more.
Result<void> validate(const ClipSequence& sequence, const Document& document);

// Each clip plays to its end, but at least as long as a fade. The sequence must be valid.
double secondsOf(const ClipSequence& sequence, const Document& document);

// The sequence played by a Player; springs have hung still in its first moment. `document` and the
// sequence must be valid, the document must outlive what comes back. Errors: those of
// RecordedMotion::live.
Result<RecordedMotion> recordSequence(const Document& document, const ClipSequence& sequence,
                                      std::size_t frames, double step, const Progress& progress);

}  // namespace vide::detail
