#ifndef CALLOCATIONS_H
#define CALLOCATIONS_H

// What this process has used so far. Linking this module counts every allocation of the process, those of Swift and of
// shared libraries included.

#include <stdint.h>

typedef struct {
    uint64_t allocations;       // malloc, calloc, realloc, aligned ones; 0 where they can't be counted
    uint64_t cpu_microseconds;  // user and system, all threads
    uint64_t resident_kib;      // now
    uint64_t peak_kib;          // at most, since the process began
} bench_usage;

bench_usage bench_usage_now(void);

#endif
