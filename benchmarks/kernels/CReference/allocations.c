// SPDX-License-Identifier: MPL-2.0

#include "allocations.h"

// Replaces the C library's own functions and counts their calls. As a separate library, `cc -shared`, it does so for a
// program that is started with LD_PRELOAD, and prints the count at its end.

#if defined(__linux__)
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

static _Atomic uint64_t count;

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

uint64_t allocation_count(void) { return count; }

void *malloc(size_t size) {
  count++;
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  count++;
  return __libc_calloc(number, size);
}

void *realloc(void *old, size_t size) {
  count++;
  return __libc_realloc(old, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  count++;
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
  count++;
  *result = __libc_memalign(alignment, size);
  return *result == NULL ? 12 : 0;
}

__attribute__((destructor)) static void say(void) {
  if (getenv("COUNT_ALLOCATIONS") != NULL) fprintf(stderr, "allocations: %llu\n", (unsigned long long)count);
}
#else
uint64_t allocation_count(void) { return 0; }
#endif
