// SPDX-License-Identifier: MIT
#include <cstdio>
#include <cstdlib>
#include <new>

// No small input may ask for this much memory at once: a length taken from a file goes unchecked.
namespace {

constexpr std::size_t largest_allocation = std::size_t(256) << 20;

void* allocate(std::size_t size) {
  if (size > largest_allocation) {
    std::fprintf(stderr, "an allocation of %zu bytes is above the limit\n", size);
    std::abort();
  }
  if (void* memory = std::malloc(size ? size : 1)) return memory;
  std::abort();
}

}  // namespace

void* operator new(std::size_t size) { return allocate(size); }
void* operator new[](std::size_t size) { return allocate(size); }
// What std::stable_sort asks for.
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return allocate(size); }
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept { return allocate(size); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
