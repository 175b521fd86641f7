#if Curl && os(Linux)
    import CTernCurl
    import Foundation
    import TernCore

    // What libcurl calls on the owner thread while it moves a transfer. Each answers in libcurl's terms; why it stops
    // a transfer lies in `failure`.

    extension Transfer {
        /// libcurl hands the transfer back to each callback. The loop keeps it alive while it is active.
        private static func from(_ context: UnsafeMutableRawPointer?) -> Transfer? {
            context.map { Unmanaged<Transfer>.fromOpaque($0).takeUnretainedValue() }
        }

        private static func bytes(_ start: UnsafeMutablePointer<CChar>?, _ count: Int) -> UnsafeBufferPointer<UInt8> {
            // The bytes are libcurl's for the length of the callback; CChar and UInt8 have one layout.
            UnsafeBufferPointer(
                start: start.map { UnsafeRawPointer($0).assumingMemoryBound(to: UInt8.self) },
                count: start == nil ? 0 : count)
        }

        static let onHeader:
            @convention(c) (
                UnsafeMutablePointer<CChar>?, Int, Int, UnsafeMutableRawPointer?
            ) -> Int = { start, size, count, context in
                guard let transfer = from(context) else { return 0 }
                return transfer.takeHeader(bytes(start, size * count)) ? size * count : 0
            }

        static let onBody:
            @convention(c) (
                UnsafeMutablePointer<CChar>?, Int, Int, UnsafeMutableRawPointer?
            ) -> Int = { start, size, count, context in
                guard let transfer = from(context) else { return 0 }
                return transfer.takeBody(bytes(start, size * count))
            }

        static let onRead:
            @convention(c) (
                UnsafeMutablePointer<CChar>?, Int, Int, UnsafeMutableRawPointer?
            ) -> Int = { start, size, count, context in
                guard let start, let transfer = from(context) else { return Int(TERN_READ_ABORT) }
                return transfer.giveBody(UnsafeMutableRawBufferPointer(start: start, count: size * count))
            }

        static let onSeek: @convention(c) (UnsafeMutableRawPointer?, Int64, Int32) -> Int32 = {
            context, offset, origin in
            guard let transfer = from(context), origin == SEEK_SET, transfer.rewind(to: offset) else {
                return Int32(TERN_SEEK_CANT)
            }
            return Int32(TERN_SEEK_OK)
        }

        static let onPrerequest:
            @convention(c) (
                UnsafeMutableRawPointer?, UnsafeMutablePointer<CChar>?, UnsafeMutablePointer<CChar>?, Int32, Int32
            ) -> Int32 = { context, _, _, _, port in
                guard let transfer = from(context) else { return Int32(TERN_PREREQ_ABORT) }
                return Int32(transfer.maySend(fromPort: port) ? TERN_PREREQ_OK : TERN_PREREQ_ABORT)
            }

        static let onProgress:
            @convention(c) (
                UnsafeMutableRawPointer?, Int64, Int64, Int64, Int64
            ) -> Int32 = { context, _, _, _, sent in
                guard let transfer = from(context), sent > transfer.sent else { return 0 }
                transfer.sent = sent
                transfer.reportProgress()
                return 0
            }

        private func stop(_ code: TernError.Code, _ message: String, underlying: (any Error)? = nil) {
            guard failure == nil else { return }
            failure = TernError(code, request: request, underlying: underlying, message: message)
        }

        private func takeHeader(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
            touch()
            switch head.take(line, limit: shard.configuration.headerLimit) {
            case .more: return true
            case .tooLarge:
                stop(
                    .headersTooLarge,
                    "the answer's head is larger than \(shard.configuration.headerLimit) bytes: raise headerLimit if that is right"
                )
                return false
            case .malformed(let reason):
                stop(.malformedResponse, "the answer is not proper HTTP: \(reason)")
                return false
            case .complete:
                headDidEnd()
                return true
            }
        }

        private func headDidEnd() {
            stopWaitingForSource()
            if let easy, head.isAmbiguous { tern_easy_forbid_reuse(easy.raw) }
            guard stream != nil else { return }
            if let easy { metrics = Metrics(easy.raw, queued: startedAt - enteredAt) }
            isHeadDelivered = true
            complete(.success(()))
        }

        /// After an error nobody wants the rest of a request, but libcurl ends no transfer whose upload is paused: it is
        /// to look again once it has taken what came.
        private func stopWaitingForSource() {
            if upload != nil, head.status >= 300 { post(.resumeSending(self)) }
        }

        private func takeBody(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
            touch()
            stopWaitingForSource()
            if let stream {
                guard stream.append(bytes) else { return Int(TERN_WRITE_PAUSE) }
                round?.note(stream)
                received += Int64(bytes.count)
                reportProgress()
                return bytes.count
            }
            received += Int64(bytes.count)
            guard received <= Int64(limit) else {
                stop(
                    .responseTooLarge,
                    "the body is larger than the limit of \(limit) bytes: raise responseLimit, or stream it")
                return 0
            }
            keep(bytes)
            reportProgress()
            return bytes.count
        }

        private func keep(_ bytes: UnsafeBufferPointer<UInt8>) {
            guard body.isEmpty else { return body.append(bytes) }
            // Most bodies come in one piece, which is all that is allocated then.
            guard let length = bodyLength, length > bytes.count else { return body = Data(bytes) }
            body.reserveCapacity(Int(min(length, Int64(limit), 1 << 20)))
            body.append(bytes)
        }

        private func giveBody(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
            touch()
            let count: Int
            if let upload {
                switch upload.read(into: buffer) {
                case .bytes(let read): count = read
                case .end: count = 0
                case .pause: return Int(TERN_READ_PAUSE)
                case .failed(let error):
                    stop(.requestBodyFailed, "the stream that was to be sent failed: \(error)", underlying: error)
                    return Int(TERN_READ_ABORT)
                }
            } else if let data = request.body.data {
                count = min(buffer.count, data.count - uploadOffset)
                data.dropFirst(uploadOffset).copyBytes(to: buffer.bindMemory(to: UInt8.self), count: count)
            } else {
                count = 0
            }
            uploadOffset += count
            isSending = count > 0 && request.body.length.map { uploadOffset < $0 } ?? true
            if let length = request.body.length, count == 0 ? uploadOffset < length : uploadOffset > length {
                stop(
                    .requestBodyFailed,
                    "the stream that was to be sent has \(count == 0 ? "only \(uploadOffset)" : "more") bytes than the \(length) it announced"
                )
                return Int(TERN_READ_ABORT)
            }
            return count
        }

        private func rewind(to offset: Int64) -> Bool {
            guard upload == nil, let data = request.body.data, offset <= data.count else { return false }
            uploadOffset = Int(offset)
            return true
        }

        /// libcurl asks before each time it puts the request on the wire, its own resends included.
        private func maySend(fromPort port: Int32) -> Bool {
            if let sockets, let easy, tern_easy_is_reused(easy.raw), sockets.hasInput(port: port) {
                hasFoundInput = true
                return false
            }
            sendings += 1
            guard sendings > 1, isSentOnce else { return true }
            stop(
                .connectionLost,
                "the connection ended before an answer came; the request is not sent again, since the server may have acted on it"
            )
            return false
        }

        func reportProgress() {
            guard let onProgress = request.options.onProgress else { return }
            onProgress(
                TransferProgress(
                    bytesSent: sent, bytesToSend: request.body.length, bytesReceived: received,
                    bytesToReceive: bytesToReceive))
        }

        private var bytesToReceive: Int64? {
            if isEnded { return received }
            return head.isComplete ? bodyLength : nil
        }

        /// How many bytes the body will have, where the head tells.
        private var bodyLength: Int64? { head.isEncoded || head.hasTransferEncoding ? nil : head.contentLength }
    }

    extension Metrics {
        init(_ easy: UnsafeMutableRawPointer, queued: Duration) {
            let found = tern_easy_metrics(easy)
            self.init()
            nameLookup = .microseconds(found.name_lookup_us)
            connect = .microseconds(found.connect_us)
            secureConnect = .microseconds(found.secure_connect_us)
            firstByte = .microseconds(found.first_byte_us)
            total = .microseconds(found.total_us)
            self.queued = queued
            bytesSent = found.bytes_sent
            bytesReceived = found.bytes_received
            isReused = found.connections == 0
            switch found.http_version {
            case 1: version = .http1_0
            case 2: version = .http1_1
            case 3: version = .http2
            default: version = nil
            }
            if let ip = found.peer_ip, ip.pointee != 0 {
                let address = String(cString: ip)
                // Through utf8: on String this would go through NSString.
                let isIPv6 = address.utf8.contains(UInt8(ascii: ":"))
                peer = isIPv6 ? "[\(address)]:\(found.peer_port)" : "\(address):\(found.peer_port)"
            }
        }
    }
#endif
