#ifndef CLOCKPAIR_H
#define CLOCKPAIR_H

#include <stdint.h>

// Locks and unlocks one pthread mutex `count` times, alone; the nanoseconds that it took.
uint64_t bench_lock_pairs(uint64_t count);

#endif
