#define _GNU_SOURCE
#include "NameServiceTrap.h"

#if defined(__linux__)

#include <dlfcn.h>
#include <netdb.h>
#include <pthread.h>
#include <stdbool.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int hanging;
static bool is_released;

static bool is_trapped(const char *name) {
    static const char ending[] = ".hanging.test";
    size_t length = name ? strlen(name) : 0;
    return length >= sizeof ending && strcmp(name + length - (sizeof ending - 1), ending) == 0;
}

// The program's own definition goes before the C library's, for libcurl as well.
int getaddrinfo(const char *name, const char *service, const struct addrinfo *hints, struct addrinfo **result) {
    if (is_trapped(name)) {
        pthread_mutex_lock(&lock);
        hanging++;
        while (!is_released) pthread_cond_wait(&changed, &lock);
        hanging--;
        pthread_mutex_unlock(&lock);
        return EAI_NONAME;
    }
    int (*next)(const char *, const char *, const struct addrinfo *, struct addrinfo **) =
        (int (*)(const char *, const char *, const struct addrinfo *, struct addrinfo **))dlsym(RTLD_NEXT, "getaddrinfo");
    return next ? next(name, service, hints, result) : EAI_FAIL;
}

int name_service_hanging(void) {
    pthread_mutex_lock(&lock);
    int count = hanging;
    pthread_mutex_unlock(&lock);
    return count;
}

void name_service_release(void) {
    pthread_mutex_lock(&lock);
    is_released = true;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
}

#else

int name_service_hanging(void) { return 0; }
void name_service_release(void) {}

#endif
