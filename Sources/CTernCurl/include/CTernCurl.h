#ifndef CTERNCURL_H
#define CTERNCURL_H

// libcurl for Swift: typed functions instead of variadic ones, and nothing of <curl/curl.h> in sight, so that only
// shim.c needs libcurl's headers.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct tern_list tern_list;  // a list of C strings

// Codes of libcurl that Tern tells apart (enum CURLcode).
enum {
    TERN_CURL_OK = 0,
    TERN_CURL_UNSUPPORTED_PROTOCOL = 1,
    TERN_CURL_URL_MALFORMAT = 3,
    TERN_CURL_NOT_BUILT_IN = 4,
    TERN_CURL_COULDNT_RESOLVE_PROXY = 5,
    TERN_CURL_COULDNT_RESOLVE_HOST = 6,
    TERN_CURL_COULDNT_CONNECT = 7,
    TERN_CURL_WEIRD_SERVER_REPLY = 8,
    TERN_CURL_HTTP2 = 16,
    TERN_CURL_PARTIAL_FILE = 18,
    TERN_CURL_WRITE_ERROR = 23,
    TERN_CURL_READ_ERROR = 26,
    TERN_CURL_OUT_OF_MEMORY = 27,
    TERN_CURL_OPERATION_TIMEDOUT = 28,
    TERN_CURL_SSL_CONNECT_ERROR = 35,
    TERN_CURL_ABORTED_BY_CALLBACK = 42,
    TERN_CURL_UNKNOWN_OPTION = 48,
    TERN_CURL_GOT_NOTHING = 52,
    TERN_CURL_SEND_ERROR = 55,
    TERN_CURL_RECV_ERROR = 56,
    TERN_CURL_SSL_CERTPROBLEM = 58,
    TERN_CURL_SSL_CIPHER = 59,
    TERN_CURL_PEER_FAILED_VERIFICATION = 60,
    TERN_CURL_BAD_CONTENT_ENCODING = 61,
    TERN_CURL_SEND_FAIL_REWIND = 65,
    TERN_CURL_SSL_CACERT_BADFILE = 77,
    TERN_CURL_SSL_SHUTDOWN_FAILED = 80,
    TERN_CURL_SSL_CRL_BADFILE = 82,
    TERN_CURL_SSL_ISSUER_ERROR = 83,
    TERN_CURL_SSL_INVALIDCERTSTATUS = 91,
    TERN_CURL_HTTP2_STREAM = 92,
    TERN_CURL_SSL_CLIENTCERT = 98,
    TERN_CURL_TOO_LARGE = 100,
};

// What callbacks answer.
enum {
    TERN_WRITE_PAUSE = 0x10000001,
    TERN_READ_ABORT = 0x10000000,
    TERN_READ_PAUSE = 0x10000001,
    TERN_SEEK_OK = 0,
    TERN_SEEK_CANT = 2,
    TERN_PREREQ_OK = 0,
    TERN_PREREQ_ABORT = 1,
};

typedef enum {
    TERN_BODY_NONE,    // no body and no Content-Length
    TERN_BODY_EMPTY,   // no body, Content-Length: 0
    TERN_BODY_MEMORY,  // `body`, copied
    TERN_BODY_READ,    // asked for through `read`
} tern_body;

// Who is told of sockets that connections open and close.
typedef struct {
    void *context;
    void (*opened)(void *context, int socket);
    void (*closing)(void *context, int socket);
} tern_sockets;

typedef struct {
    const char *url;
    const char *method;
    tern_list *headers;
    tern_body body_kind;
    const void *body;
    int64_t body_length;  // -1: unknown
    bool decompress;
    bool fresh_connection;
    bool sent_once;  // fresh as well, where libcurl doesn't ask before it sends again
    bool proxy_from_environment;
    int http_version;  // 0: negotiated, else 10, 11, 20
    long connect_timeout_ms;
    const void *ca_pem;  // not copied: stays until the handle is destroyed
    size_t ca_pem_length;
    tern_list *resolve;
    char *error_buffer;  // of 256 bytes
    void *context;       // handed to every callback
    size_t (*header)(char *bytes, size_t size, size_t count, void *context);
    size_t (*write)(char *bytes, size_t size, size_t count, void *context);
    size_t (*read)(char *bytes, size_t size, size_t count, void *context);
    int (*seek)(void *context, int64_t offset, int origin);
    int (*prereq)(void *context, char *peer, char *local, int peer_port, int local_port);
    const tern_sockets *sockets;  // not copied: stays until the multi handle is destroyed
    int (*progress)(void *context, int64_t to_receive, int64_t received, int64_t to_send, int64_t sent);  // or NULL
} tern_settings;

typedef struct {
    int64_t name_lookup_us, connect_us, secure_connect_us, first_byte_us, total_us;
    int64_t bytes_sent, bytes_received;
    long connections, http_version, peer_port;  // http_version: CURL_HTTP_VERSION_*
    const char *peer_ip;                        // valid until the handle is used again
} tern_metrics;

typedef struct {
    const char *version, *tls;
    unsigned number;  // 0x075801 for 7.88.1
    bool http2, http3, brotli, zstd, gzip, idn, threadsafe, reuses_prior_knowledge;
} tern_capabilities;

int tern_global_init(void);
tern_capabilities tern_get_capabilities(void);
const char *tern_strerror(int code);

void *tern_easy_create(void);
void tern_easy_destroy(void *easy);
// Resets the handle and sets everything anew. The result is the first refusal that can't be lived without.
int tern_easy_prepare(void *easy, const tern_settings *settings);
int tern_easy_unpause(void *easy);
// Whether the transfer runs on a connection that had been there before.
bool tern_easy_is_reused(void *easy);
// Has the connection closed after this transfer; may be called from its callbacks.
void tern_easy_forbid_reuse(void *easy);
tern_metrics tern_easy_metrics(void *easy);

// Names the thread that calls, in up to 15 bytes.
void tern_thread_set_name(const char *name);

// The port of the socket's own end, or -1.
int tern_socket_local_port(int socket);
// Whether bytes have come that nobody has read.
bool tern_socket_has_input(int socket);

void *tern_multi_create(long max_cached_connections, long max_host_connections, long max_streams);
void tern_multi_destroy(void *multi);
int tern_multi_add(void *multi, void *easy);
int tern_multi_remove(void *multi, void *easy);
int tern_multi_perform(void *multi);
int tern_multi_poll(void *multi, int timeout_ms);
int tern_multi_wakeup(void *multi);
// The context of a transfer that has ended, its handle and code, or NULL when there is none.
void *tern_multi_next_done(void *multi, void **easy, int *code);

tern_list *tern_list_append(tern_list *list, const char *text);  // NULL when out of memory; the list stands
void tern_list_free(tern_list *list);

#endif
