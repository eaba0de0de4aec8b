// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

// Counts what a test program allocates. To be included by one source of it: it replaces the
// program's operators new and delete. What Eigen takes with malloc is not seen.
namespace vide::test {

// Worker threads of other tests allocate too.
inline std::atomic<std::size_t> allocations = 0;

inline void* counted(std::size_t size) {
  ++allocations;
  void* memory = std::malloc(size == 0 ? 1 : size);
  if (!memory) std::abort();
  return memory;
}

}  // namespace vide::test

void* operator new(std::size_t size) { return vide::test::counted(size); }
void* operator new[](std::size_t size) { return vide::test::counted(size); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  return vide::test::counted(size);
}
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept {
  return vide::test::counted(size);
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
