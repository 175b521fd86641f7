#include "CRawCurl.h"

#if defined(TERN_CURL)

#include <curl/curl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// Ids of options that are newer than 7.76's header.
#define OPT_PREREQFUNCTION ((CURLoption)(20000 + 312))
#define OPT_PROTOCOLS_STR ((CURLoption)(10000 + 318))
#define OPT_QUICK_EXIT ((CURLoption)322)

typedef struct {
    char *bytes;
    size_t length, capacity;
} buffer;

typedef struct {
    CURL *easy;
    buffer head, body;
    char error[CURL_ERROR_SIZE];
} transfer;

struct raw_curl {
    CURLM *multi;
    const char *url;
    int concurrency;
    transfer *transfers;
};

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

// The buffers are kept from answer to answer, so that what is counted is what libcurl allocates.
static size_t append(buffer *buffer, const char *bytes, size_t count) {
    if (buffer->length + count > buffer->capacity) {
        size_t capacity = (buffer->length + count) * 2;
        char *grown = realloc(buffer->bytes, capacity);
        if (!grown) return 0;
        buffer->bytes = grown;
        buffer->capacity = capacity;
    }
    memcpy(buffer->bytes + buffer->length, bytes, count);
    buffer->length += count;
    return count;
}

static size_t on_header(char *bytes, size_t size, size_t count, void *context) {
    return append(&((transfer *)context)->head, bytes, size * count);
}

static size_t on_body(char *bytes, size_t size, size_t count, void *context) {
    return append(&((transfer *)context)->body, bytes, size * count);
}

static int on_prerequest(void *context, char *peer, char *local, int peer_port, int local_port) {
    (void)context, (void)peer, (void)local, (void)peer_port, (void)local_port;
    return 0;
}

// The options that Tern's transport sets on a GET (tern_easy_prepare), and its way of pooling: reset, and all set anew.
static int start(raw_curl *raw, transfer *transfer) {
    CURL *easy = transfer->easy;
    transfer->head.length = transfer->body.length = 0;
    transfer->error[0] = 0;
    curl_easy_reset(easy);
    CURLcode code = curl_easy_setopt(easy, CURLOPT_URL, raw->url);
    curl_easy_setopt(easy, CURLOPT_PRIVATE, transfer);
    curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, transfer->error);
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy, CURLOPT_PATH_AS_IS, 1L);
    curl_easy_setopt(easy, OPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(easy, OPT_QUICK_EXIT, 1L);
    curl_easy_setopt(easy, CURLOPT_PROXY, "");
    curl_easy_setopt(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
    curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, 10000L);
    curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_2TLS);
    curl_easy_setopt(easy, CURLOPT_ACCEPT_ENCODING, "");
    curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, on_header);
    curl_easy_setopt(easy, CURLOPT_HEADERDATA, transfer);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, on_body);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, transfer);
    curl_easy_setopt(easy, OPT_PREREQFUNCTION, on_prerequest);
    return !code && !curl_multi_add_handle(raw->multi, easy);
}

raw_curl *raw_curl_create(const char *url, int concurrency) {
    curl_global_init(CURL_GLOBAL_DEFAULT);
    raw_curl *raw = calloc(1, sizeof *raw);
    if (!raw) return NULL;
    raw->url = url;
    raw->concurrency = concurrency;
    raw->multi = curl_multi_init();
    raw->transfers = calloc((size_t)concurrency, sizeof *raw->transfers);
    bool whole = raw->multi && raw->transfers;
    for (int n = 0; whole && n < concurrency; n++) whole = (raw->transfers[n].easy = curl_easy_init()) != NULL;
    if (!whole) {
        raw_curl_destroy(raw);
        return NULL;
    }
    curl_multi_setopt(raw->multi, CURLMOPT_MAXCONNECTS, (long)concurrency);
    curl_multi_setopt(raw->multi, CURLMOPT_MAX_HOST_CONNECTIONS, (long)concurrency);
    return raw;
}

void raw_curl_destroy(raw_curl *raw) {
    for (int n = 0; raw->transfers && n < raw->concurrency; n++) {
        transfer *transfer = &raw->transfers[n];
        if (transfer->easy) curl_easy_cleanup(transfer->easy);
        free(transfer->head.bytes);
        free(transfer->body.bytes);
    }
    if (raw->multi) curl_multi_cleanup(raw->multi);
    free(raw->transfers);
    free(raw);
}

int64_t raw_curl_run(raw_curl *raw, double seconds, int64_t body_length) {
    double end = now() + seconds;
    int64_t done = 0, running = 0;
    bool wrong = false;
    for (; running < raw->concurrency; running++) {
        if (!start(raw, &raw->transfers[running])) return -1;
    }
    while (running > 0 && !wrong) {
        int left = 0;
        bool started = false;
        if (curl_multi_perform(raw->multi, &left)) return -1;
        for (CURLMsg *message; (message = curl_multi_info_read(raw->multi, &left));) {
            CURL *easy = message->easy_handle;
            CURLcode code = message->data.result;
            transfer *transfer = NULL;
            long status = 0;
            curl_easy_getinfo(easy, CURLINFO_PRIVATE, (char **)&transfer);
            curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
            curl_multi_remove_handle(raw->multi, easy);
            running--;
            wrong |= code || status != 200 || (int64_t)transfer->body.length != body_length;
            done++;
            if (wrong || now() >= end) continue;
            if (!start(raw, transfer)) return -1;
            running++;
            started = true;
        }
        // What was just started has something to send: asking the system first would cost a call for nothing.
        if (!started && running > 0) curl_multi_poll(raw->multi, NULL, 0, 1000, NULL);
    }
    return wrong ? -1 : done;
}

const char *raw_curl_version(void) { return curl_version_info(CURLVERSION_NOW)->version; }

#endif
