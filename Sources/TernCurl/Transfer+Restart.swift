#if Curl && os(Linux)
    import CTernCurl
    import TernCore

    extension Transfer {
        /// Whether the transfer that ended so is to be made once more, on a fresh connection.
        ///
        /// Anything is, of which nothing was sent because its connection wasn't fit to be used again. What may be repeated is
        /// as well, when no byte of an answer came: on a connection that had been used before, which may have died of age, and
        /// on one of HTTP/2 whose server said that it would not take the request (GOAWAY, RFC 9113 §6.8). libcurl
        /// does the same for HTTP/1 and for streams that were refused.
        func mayGoAgain(after code: Int32, _ easy: EasyHandle) -> Bool {
            guard !isRestarted else { return false }
            if hasFoundInput { return true }
            guard failure == nil, request.isRepeatable, !head.hasBegun else { return false }
            switch Int(code) {
            case TERN_CURL_HTTP2: return true
            case TERN_CURL_PARTIAL_FILE, TERN_CURL_GOT_NOTHING, TERN_CURL_SEND_ERROR, TERN_CURL_RECV_ERROR:
                return tern_easy_is_reused(easy.raw)
            default: return false
            }
        }

        /// Makes ready for the second time.
        func restart() {
            isRestarted = true
            hasFoundInput = false
            sockets = nil
            uploadOffset = 0
            isSending = false
        }
    }
#endif
