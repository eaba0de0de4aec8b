// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace vide::cli {

// Asks the desktop to show an address in the user's browser, and does not wait for it. False where
// there is no program to ask. The browser outlives this program and its Ctrl-C.
bool openBrowser(const std::string& address);

}  // namespace vide::cli
