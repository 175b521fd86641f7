#ifndef CRAWCURL_H
#define CRAWCURL_H

// What libcurl can do at best: its multi interface, driven by one thread that does nothing else.

#include <stdint.h>

typedef struct raw_curl raw_curl;

// So many transfers at once, each with a handle of its own. NULL when it can't be made.
raw_curl *raw_curl_create(const char *url, int concurrency);
// GETs the URL over and over for so long, then lets those that run end. How many answers came, each with status 200 and
// so many bytes; -1 when one was something else.
int64_t raw_curl_run(raw_curl *raw, double seconds, int64_t body_length);
void raw_curl_destroy(raw_curl *raw);
const char *raw_curl_version(void);

#endif
