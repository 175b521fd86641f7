#define _GNU_SOURCE  // pthread_setname_np
#include "CTernCurl.h"

#if defined(TERN_CURL)

#include <curl/curl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

// Ids of options that are newer than 7.76's header. A libcurl that doesn't have one answers CURLE_UNKNOWN_OPTION.
#define OPT_CAINFO_BLOB ((CURLoption)(40000 + 309))      // 7.77
#define OPT_PREREQFUNCTION ((CURLoption)(20000 + 312))   // 7.80
#define OPT_PREREQDATA ((CURLoption)(10000 + 313))       // 7.80
#define OPT_PROTOCOLS_STR ((CURLoption)(10000 + 318))    // 7.85
#define OPT_QUICK_EXIT ((CURLoption)322)                 // 7.87
// What a connection takes in beyond what is read from it: enough for 160 Mbit/s over 100 ms.
#define RECEIVE_WINDOW (2 << 20)
#define FEATURE_THREADSAFE (1 << 30)                     // 7.84

_Static_assert(CURLE_PEER_FAILED_VERIFICATION == TERN_CURL_PEER_FAILED_VERIFICATION, "codes are libcurl's");
_Static_assert(CURLE_HTTP2_STREAM == TERN_CURL_HTTP2_STREAM, "codes are libcurl's");
_Static_assert(CURL_WRITEFUNC_PAUSE == TERN_WRITE_PAUSE, "answers are libcurl's");
_Static_assert(CURL_READFUNC_PAUSE == TERN_READ_PAUSE, "answers are libcurl's");
_Static_assert(CURL_READFUNC_ABORT == TERN_READ_ABORT, "answers are libcurl's");
_Static_assert(CURL_ERROR_SIZE == 256, "the size that CTernCurl.h tells");

void tern_name_thread(const char *name) { pthread_setname_np(pthread_self(), name); }

int tern_global_init(void) { return curl_global_init(CURL_GLOBAL_DEFAULT); }

// 7.88 fails with CURLE_HTTP2 where it takes such a connection a second time.
static bool reuses_prior_knowledge(void) { return curl_version_info(CURLVERSION_NOW)->version_num >> 8 != 0x0758; }

tern_capabilities tern_get_capabilities(void) {
    const curl_version_info_data *info = curl_version_info(CURLVERSION_NOW);
    return (tern_capabilities){
        .version = info->version,
        .tls = info->ssl_version,
        .number = info->version_num,
        .http2 = info->features & CURL_VERSION_HTTP2,
        .http3 = info->features & CURL_VERSION_HTTP3,
        .brotli = info->features & CURL_VERSION_BROTLI,
        .zstd = info->features & CURL_VERSION_ZSTD,
        .gzip = info->features & CURL_VERSION_LIBZ,
        .idn = info->features & CURL_VERSION_IDN,
        .reuses_prior_knowledge = reuses_prior_knowledge(),
        .threadsafe = info->features & FEATURE_THREADSAFE,
    };
}

const char *tern_strerror(int code) { return curl_easy_strerror((CURLcode)code); }

void *tern_easy_create(void) { return curl_easy_init(); }
void tern_easy_destroy(void *easy) { curl_easy_cleanup(easy); }

// The sockets' owner and its two callbacks travel as one pointer, which outlives the connections.
static curl_socket_t open_socket(void *context, curlsocktype purpose, struct curl_sockaddr *address) {
    const tern_sockets *sockets = context;
    // A program that this process starts must not inherit it: its copy would keep the connection open.
    int opened = socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
    if (opened < 0) return CURL_SOCKET_BAD;
    // The system would let a server send several megabytes that nobody reads.
    int window = RECEIVE_WINDOW;
    setsockopt(opened, IPPROTO_TCP, TCP_WINDOW_CLAMP, &window, sizeof window);
    if (purpose == CURLSOCKTYPE_IPCXN) sockets->opened(sockets->context, opened);
    return opened;
}

static int close_socket(void *context, curl_socket_t socket) {
    const tern_sockets *sockets = context;
    sockets->closing(sockets->context, socket);
    return close(socket);
}

int tern_socket_local_port(int socket) {
    struct sockaddr_storage address;
    socklen_t length = sizeof address;
    if (getsockname(socket, (struct sockaddr *)&address, &length)) return -1;
    switch (address.ss_family) {
    case AF_INET: return ntohs(((struct sockaddr_in *)&address)->sin_port);
    case AF_INET6: return ntohs(((struct sockaddr_in6 *)&address)->sin6_port);
    default: return -1;
    }
}

bool tern_socket_has_input(int socket) {
    char byte;
    return recv(socket, &byte, 1, MSG_PEEK | MSG_DONTWAIT) > 0;
}

static CURLcode set_body(CURL *easy, const tern_settings *s) {
    if (s->body_kind == TERN_BODY_NONE) {
        if (strcmp(s->method, "GET") == 0) return CURLE_OK;
        if (strcmp(s->method, "HEAD") == 0) return curl_easy_setopt(easy, CURLOPT_NOBODY, 1L);
        return curl_easy_setopt(easy, CURLOPT_CUSTOMREQUEST, s->method);
    }
    CURLcode code = curl_easy_setopt(easy, CURLOPT_POST, 1L);
    if (!code && strcmp(s->method, "HEAD") == 0) code = curl_easy_setopt(easy, CURLOPT_NOBODY, 1L);
    else if (!code && strcmp(s->method, "POST") != 0) code = curl_easy_setopt(easy, CURLOPT_CUSTOMREQUEST, s->method);
    if (!code) code = curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)s->body_length);
    if (code) return code;
    switch (s->body_kind) {
    case TERN_BODY_EMPTY: return curl_easy_setopt(easy, CURLOPT_COPYPOSTFIELDS, "");
    case TERN_BODY_MEMORY: return curl_easy_setopt(easy, CURLOPT_COPYPOSTFIELDS, s->body);
    default: break;
    }
    curl_easy_setopt(easy, CURLOPT_READFUNCTION, s->read);
    curl_easy_setopt(easy, CURLOPT_READDATA, s->context);
    curl_easy_setopt(easy, CURLOPT_SEEKFUNCTION, (curl_seek_callback)s->seek);
    return curl_easy_setopt(easy, CURLOPT_SEEKDATA, s->context);
}

static long http_version(int version) {
    switch (version) {
    case 10: return CURL_HTTP_VERSION_1_0;
    case 11: return CURL_HTTP_VERSION_1_1;
    default: return CURL_HTTP_VERSION_2TLS;
    }
}

int tern_easy_prepare(void *easy, const tern_settings *s) {
    curl_easy_reset(easy);
    s->error_buffer[0] = 0;
    CURLcode code;
#define SET(option, value) \
    if ((code = curl_easy_setopt(easy, option, value))) return code
    SET(CURLOPT_URL, s->url);
    SET(CURLOPT_PRIVATE, s->context);
    SET(CURLOPT_ERRORBUFFER, s->error_buffer);
    if (s->receive_buffer) curl_easy_setopt(easy, CURLOPT_BUFFERSIZE, s->receive_buffer);
    SET(CURLOPT_NOSIGNAL, 1L);
    SET(CURLOPT_PATH_AS_IS, 1L);
    if (curl_easy_setopt(easy, OPT_PROTOCOLS_STR, "http,https")) {
        SET(CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
    }
    curl_easy_setopt(easy, OPT_QUICK_EXIT, 1L);
    if (!s->proxy_from_environment) SET(CURLOPT_PROXY, "");
    SET(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
    SET(CURLOPT_CONNECTTIMEOUT_MS, s->connect_timeout_ms);
    if (s->http_version == 20 && strncmp(s->url, "http:", 5) == 0) {
        SET(CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_2_PRIOR_KNOWLEDGE);
        if (!reuses_prior_knowledge()) {
            SET(CURLOPT_FRESH_CONNECT, 1L);
            SET(CURLOPT_FORBID_REUSE, 1L);
        }
    } else if (curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, http_version(s->http_version)) && s->http_version) {
        return CURLE_NOT_BUILT_IN;
    }
    if (s->http_version != 10 && s->http_version != 11 && strncmp(s->url, "https:", 6) == 0) {
        curl_easy_setopt(easy, CURLOPT_PIPEWAIT, 1L);
    }
    if (s->decompress) SET(CURLOPT_ACCEPT_ENCODING, "");
    if (s->headers) SET(CURLOPT_HTTPHEADER, (struct curl_slist *)s->headers);
    if (s->resolve) SET(CURLOPT_RESOLVE, (struct curl_slist *)s->resolve);
    if (s->ca_pem) {
        struct curl_blob roots = {(void *)s->ca_pem, s->ca_pem_length, CURL_BLOB_NOCOPY};
        SET(OPT_CAINFO_BLOB, &roots);
        SET(CURLOPT_CAPATH, NULL);
    }
    SET(CURLOPT_HEADERFUNCTION, s->header);
    SET(CURLOPT_HEADERDATA, s->context);
    SET(CURLOPT_WRITEFUNCTION, s->write);
    SET(CURLOPT_WRITEDATA, s->context);
    // Where libcurl can't be asked before it resends, only a fresh connection is never resent on.
    bool asked = !curl_easy_setopt(easy, OPT_PREREQFUNCTION, s->prereq);
    if (asked) SET(OPT_PREREQDATA, s->context);
    if (s->fresh_connection || (s->sent_once && !asked)) SET(CURLOPT_FRESH_CONNECT, 1L);
    SET(CURLOPT_OPENSOCKETFUNCTION, open_socket);
    SET(CURLOPT_OPENSOCKETDATA, (void *)s->sockets);
    SET(CURLOPT_CLOSESOCKETFUNCTION, close_socket);
    SET(CURLOPT_CLOSESOCKETDATA, (void *)s->sockets);
    if (s->progress) {
        SET(CURLOPT_XFERINFOFUNCTION, (curl_xferinfo_callback)s->progress);
        SET(CURLOPT_XFERINFODATA, s->context);
        SET(CURLOPT_NOPROGRESS, 0L);
    }
#undef SET
    return set_body(easy, s);
}

int tern_easy_unpause(void *easy) { return curl_easy_pause(easy, CURLPAUSE_CONT); }
void tern_easy_forbid_reuse(void *easy) { curl_easy_setopt(easy, CURLOPT_FORBID_REUSE, 1L); }

bool tern_easy_is_reused(void *easy) {
    long connects = 1;
    return !curl_easy_getinfo(easy, CURLINFO_NUM_CONNECTS, &connects) && connects == 0;
}

tern_metrics tern_easy_metrics(void *easy) {
    tern_metrics m;
    memset(&m, 0, sizeof m);
    curl_off_t number;
#define TIME(field, info) \
    if (!curl_easy_getinfo(easy, info, &number)) m.field = number
    TIME(name_lookup_us, CURLINFO_NAMELOOKUP_TIME_T);
    TIME(connect_us, CURLINFO_CONNECT_TIME_T);
    TIME(secure_connect_us, CURLINFO_APPCONNECT_TIME_T);
    TIME(first_byte_us, CURLINFO_STARTTRANSFER_TIME_T);
    TIME(total_us, CURLINFO_TOTAL_TIME_T);
    TIME(bytes_sent, CURLINFO_SIZE_UPLOAD_T);
    TIME(bytes_received, CURLINFO_SIZE_DOWNLOAD_T);
#undef TIME
    curl_easy_getinfo(easy, CURLINFO_NUM_CONNECTS, &m.connections);
    curl_easy_getinfo(easy, CURLINFO_HTTP_VERSION, &m.http_version);
    curl_easy_getinfo(easy, CURLINFO_PRIMARY_PORT, &m.peer_port);
    char *ip = NULL;
    if (!curl_easy_getinfo(easy, CURLINFO_PRIMARY_IP, &ip)) m.peer_ip = ip;
    return m;
}

void *tern_multi_create(long max_cached_connections, long max_host_connections, long max_streams) {
    CURLM *multi = curl_multi_init();
    if (!multi) return NULL;
    curl_multi_setopt(multi, CURLMOPT_MAXCONNECTS, max_cached_connections);
    curl_multi_setopt(multi, CURLMOPT_MAX_HOST_CONNECTIONS, max_host_connections);
    curl_multi_setopt(multi, CURLMOPT_MAX_CONCURRENT_STREAMS, max_streams);
    return multi;
}

void tern_multi_destroy(void *multi) { curl_multi_cleanup(multi); }
int tern_multi_add(void *multi, void *easy) { return curl_multi_add_handle(multi, easy); }
int tern_multi_remove(void *multi, void *easy) { return curl_multi_remove_handle(multi, easy); }

int tern_multi_perform(void *multi) {
    int running = 0;
    return curl_multi_perform(multi, &running);
}

int tern_multi_poll(void *multi, int timeout_ms) { return curl_multi_poll(multi, NULL, 0, timeout_ms, NULL); }
int tern_multi_wakeup(void *multi) { return curl_multi_wakeup(multi); }

void *tern_multi_next_done(void *multi, void **easy, int *code) {
    int left = 0;
    for (CURLMsg *message; (message = curl_multi_info_read(multi, &left));) {
        if (message->msg != CURLMSG_DONE) continue;
        char *context = NULL;
        *easy = message->easy_handle;
        *code = message->data.result;
        curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &context);
        return context;
    }
    return NULL;
}

tern_list *tern_list_append(tern_list *list, const char *text) {
    return (tern_list *)curl_slist_append((struct curl_slist *)list, text);
}

tern_list *tern_list_append_field(tern_list *list, const char *name, const char *value) {
    char stack[512];
    size_t name_length = strlen(name), value_length = strlen(value);
    size_t size = name_length + value_length + 3;
    char *line = size <= sizeof stack ? stack : malloc(size);
    if (!line) return NULL;
    memcpy(line, name, name_length);
    if (value[strspn(value, " \t")] == 0) {
        memcpy(line + name_length, ";", 2);
    } else {
        memcpy(line + name_length, ": ", 2);
        memcpy(line + name_length + 2, value, value_length + 1);
    }
    tern_list *appended = tern_list_append(list, line);
    if (line != stack) free(line);
    return appended;
}

void tern_list_free(tern_list *list) { curl_slist_free_all((struct curl_slist *)list); }

#endif
