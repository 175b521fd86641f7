#if Curl && os(Linux)
    import CTernCurl
    import TernCore

    extension Transfer {
        /// How the transfer ended, in Tern's terms.
        func outcome(of code: Int32, _ easy: EasyHandle) -> Result<Void, TernError> {
            if let failure { return .failure(failure) }
            if Int(code) == TERN_CURL_OK {
                return head.isComplete
                    ? .success(())
                    : .failure(error(.connectionLost, "the server closed the connection before an answer came"))
            }
            let explanation = easy.explanation(of: code)
            switch Int(code) {
            case TERN_CURL_URL_MALFORMAT:
                return .failure(error(.invalidURL, "libcurl can't use the URL: \(explanation)"))
            case TERN_CURL_NOT_BUILT_IN, TERN_CURL_UNKNOWN_OPTION:
                return .failure(
                    error(
                        .unsupported,
                        "libcurl \(CurlTransport.capabilities.version) can't do what the call asks: \(explanation)"))
            case TERN_CURL_COULDNT_RESOLVE_HOST, TERN_CURL_COULDNT_RESOLVE_PROXY:
                return .failure(error(.nameResolution, "\(explanation): check the name and the network"))
            case TERN_CURL_COULDNT_CONNECT:
                return .failure(error(.connection, "\(explanation): is the server running there?"))
            case TERN_CURL_OPERATION_TIMEDOUT:
                return .failure(
                    error(
                        .connectTimeout,
                        "no connection stood within \(request.options.connectTimeout): the host is down, or connectTimeout too short"
                    ))
            case TERN_CURL_PEER_FAILED_VERIFICATION, TERN_CURL_SSL_ISSUER_ERROR,
                TERN_CURL_SSL_INVALIDCERTSTATUS:
                return .failure(
                    error(
                        .certificate,
                        "the server's certificate can't be trusted: \(explanation). Give its authority as trustRoots if it is yours"
                    ))
            case TERN_CURL_SSL_CONNECT_ERROR, TERN_CURL_SSL_CERTPROBLEM,
                TERN_CURL_SSL_CIPHER, TERN_CURL_SSL_CACERT_BADFILE,
                TERN_CURL_SSL_SHUTDOWN_FAILED, TERN_CURL_SSL_CRL_BADFILE,
                TERN_CURL_SSL_CLIENTCERT:
                return .failure(error(.tls, "the TLS handshake failed: \(explanation)"))
            case TERN_CURL_BAD_CONTENT_ENCODING:
                return .failure(
                    error(.decompression, "the body isn't what its Content-Encoding says: \(explanation)"))
            case TERN_CURL_WRITE_ERROR where head.isEncoded:
                return .failure(
                    error(.decompression, "the body isn't what its Content-Encoding says: bytes follow its end"))
            case TERN_CURL_BAD_FUNCTION_ARGUMENT where sendings > 0 && !head.isComplete:
                return .failure(malformed(explanation))
            case TERN_CURL_WEIRD_SERVER_REPLY, TERN_CURL_UNSUPPORTED_PROTOCOL:
                return .failure(malformed(explanation))
            // libcurl has no code of its own for it; every version's text tells of the chunk, and no other failure's does.
            case TERN_CURL_RECV_ERROR where head.hasTransferEncoding && explanation.contains("chunk"):
                return .failure(malformed(explanation))
            case TERN_CURL_OUT_OF_MEMORY where !head.isComplete, TERN_CURL_TOO_LARGE where !head.isComplete:
                return .failure(
                    error(.headersTooLarge, "a line of the answer's head is longer than libcurl takes: \(explanation)"))
            case TERN_CURL_PARTIAL_FILE, TERN_CURL_RECV_ERROR, TERN_CURL_SEND_ERROR,
                TERN_CURL_GOT_NOTHING, TERN_CURL_HTTP2, TERN_CURL_HTTP2_STREAM,
                TERN_CURL_SEND_FAIL_REWIND:
                return .failure(lost(explanation))
            default:
                return .failure(error(.transport, "libcurl failed with code \(code): \(explanation)"))
            }
        }

        private func malformed(_ explanation: String) -> TernError {
            error(.malformedResponse, "the answer is not proper HTTP: \(explanation)")
        }

        private func lost(_ explanation: String) -> TernError {
            if isSending {
                return error(.connectionLost, "the connection ended while the request was being sent: \(explanation)")
            }
            if head.isComplete {
                return error(.truncatedBody, "the connection ended before the whole body came: \(explanation)")
            }
            return error(.connectionLost, "the connection ended before an answer came: \(explanation)")
        }

        func error(_ code: TernError.Code, _ message: String) -> TernError {
            TernError(code, request: request, message: message)
        }
    }
#endif
