// SPDX-License-Identifier: MIT
#include "vide/studio/detail/methods.hpp"

namespace vide::detail {

std::vector<Method> allMethods() {
  std::vector<Method> all;
  for (const auto family :
       {boneMethods(), clipMethods(), constraintMethods(), documentMethods(), findingMethods(),
        geometryMethods(), importMethods(), keyMethods(), layerMethods(), meshMethods(),
        outputMethods(), paintMethods(), poseMethods(), recordingMethods(), weightMethods()}) {
    all.insert(all.end(), family.begin(), family.end());
  }
  return all;
}

}  // namespace vide::detail
