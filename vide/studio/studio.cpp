// SPDX-License-Identifier: MIT
#include "vide/studio/studio.hpp"

#include <algorithm>
#include <vector>

#include "vide/core/text.hpp"
#include "vide/studio/detail/method.hpp"
#include "vide/studio/detail/methods.hpp"
#include "vide/studio/detail/session.hpp"

namespace vide {
namespace {

// Names of a document may be long, and of several lines.
std::unexpected<Error> told(const std::string& method, const Error& error) {
  constexpr std::size_t longest = 400;
  return failAt(method, {error.code, detail::shortened(error.message, longest)});
}

}  // namespace

using detail::Method;

struct Studio::Parts {
  detail::Session session;
  std::vector<Method> methods;  // by name
};

Studio::Studio(StudioOptions options)
    : parts_(std::make_unique<Parts>(detail::Session(std::move(options)), detail::allMethods())) {
  std::ranges::sort(parts_->methods, {}, &Method::name);
}
Studio::Studio(Studio&&) noexcept = default;
Studio& Studio::operator=(Studio&&) noexcept = default;
Studio::~Studio() = default;

Result<Answer> Studio::call(std::string_view method, std::string_view arguments,
                            std::span<const BlobView> blobs, const Progress& progress) {
  const auto& methods = parts_->methods;
  const auto found = std::ranges::lower_bound(methods, method, {}, &Method::name);
  if (found == methods.end() || found->name != method) {
    return fail(ErrorCode::not_found, text("there is no method '", detail::shortened(method), "'"));
  }
  const std::string name(method);
  const auto read = detail::parseArguments(arguments);
  if (!read) return told(name, read.error());
  detail::Arguments reader(*read);
  detail::Request request{reader, blobs, progress};
  auto answer = found->run(parts_->session, request);
  if (!answer) return told(name, answer.error());
  return Answer{answer->json.dump(), std::move(answer->blobs)};
}

}  // namespace vide
