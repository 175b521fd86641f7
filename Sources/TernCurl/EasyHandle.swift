#if Curl && os(Linux)
    import CTernCurl

    /// One easy handle with its error text. Owned by one thread at a time.
    final class EasyHandle {
        let raw: UnsafeMutableRawPointer
        // libcurl writes into it for as long as the handle lives.
        let errorBuffer = UnsafeMutablePointer<CChar>.allocate(capacity: 256)

        init?() {
            guard let raw = tern_easy_create() else {
                errorBuffer.deallocate()
                return nil
            }
            self.raw = raw
            errorBuffer.pointee = 0
        }

        deinit {
            tern_easy_destroy(raw)
            errorBuffer.deallocate()
        }

        /// What libcurl says of the failure, or the code's own text.
        func explanation(of code: Int32) -> String {
            let detail = String(cString: errorBuffer)
            return detail.isEmpty ? String(cString: tern_strerror(code)) : detail
        }
    }
#endif
