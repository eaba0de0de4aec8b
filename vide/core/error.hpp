// SPDX-License-Identifier: MIT
#pragma once

#include <expected>
#include <string>
#include <utility>

namespace vide {

// What kind of thing went wrong; the message says the rest.
enum class ErrorCode {
  invalid_argument,  // an option or a handed-in value is out of its range
  malformed_data,    // bytes that do not follow their format
  unsupported,       // valid, but VIDE does not do it
  limit_exceeded,    // larger than a limit that an option sets
  not_found,         // a name, index or file that does not exist
  file_access,       // reading or writing failed
  cancelled,         // the caller's progress token asked to stop
  numeric_failure,   // a solver could not reach a trustworthy answer
};

// A failure as a value. The message is one line for a person: where, what is wrong, what to do.
struct Error {
  ErrorCode code = ErrorCode::invalid_argument;
  std::string message;
};

// What every operation returns that can fail on bad input.
template <class T>
using Result = std::expected<T, Error>;

inline std::unexpected<Error> fail(ErrorCode code, std::string message) {
  return std::unexpected(Error{code, std::move(message)});
}

// The same error with the place where it happened put in front: "place: message".
inline std::unexpected<Error> failAt(const std::string& place, const Error& error) {
  return fail(error.code, place + ": " + error.message);
}

}  // namespace vide
