#include "CAllocations.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

#if defined(__has_feature)
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
#define SANITIZED 1
#endif
#endif

static uint64_t allocations(void);

#if defined(__GLIBC__) && !defined(SANITIZED)

#include <errno.h>
#include <stdatomic.h>

// A counter for each thread, so that counting shares no cache line and locks no bus. Beyond so many threads some share
// one, and a count may be lost: no benchmark has that many.
#define SLOTS 256
static struct {
    _Alignas(64) _Atomic uint64_t count;
} slots[SLOTS];
static _Atomic unsigned threads;
static _Thread_local __attribute__((tls_model("initial-exec"))) _Atomic uint64_t *mine;

static inline void note(void) {
    if (__builtin_expect(!mine, 0)) mine = &slots[atomic_fetch_add_explicit(&threads, 1, memory_order_relaxed) % SLOTS].count;
    atomic_store_explicit(mine, atomic_load_explicit(mine, memory_order_relaxed) + 1, memory_order_relaxed);
}

static uint64_t allocations(void) {
    uint64_t sum = 0;
    for (int slot = 0; slot < SLOTS; slot++) sum += atomic_load_explicit(&slots[slot].count, memory_order_relaxed);
    return sum;
}

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

void *malloc(size_t size) {
    note();
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    note();
    return __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size) {
    note();
    return __libc_realloc(memory, size);
}

void *memalign(size_t alignment, size_t size) {
    note();
    return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    note();
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
    note();
    if (alignment < sizeof(void *) || alignment & (alignment - 1)) return EINVAL;
    void *found = __libc_memalign(alignment, size);
    if (!found) return ENOMEM;
    *memory = found;
    return 0;
}

#else

static uint64_t allocations(void) { return 0; }

#endif

bench_usage bench_usage_now(void) {
    bench_usage usage = {.allocations = allocations()};
    struct rusage spent;
    getrusage(RUSAGE_SELF, &spent);
    usage.cpu_microseconds = (uint64_t)(spent.ru_utime.tv_sec + spent.ru_stime.tv_sec) * 1000000
        + (uint64_t)(spent.ru_utime.tv_usec + spent.ru_stime.tv_usec);
    FILE *status = fopen("/proc/self/status", "r");
    if (!status) return usage;
    unsigned long long kib;
    for (char line[256]; fgets(line, sizeof line, status);) {
        if (sscanf(line, "VmHWM: %llu", &kib) == 1) usage.peak_kib = kib;
        if (sscanf(line, "VmRSS: %llu", &kib) == 1) usage.resident_kib = kib;
    }
    fclose(status);
    return usage;
}
