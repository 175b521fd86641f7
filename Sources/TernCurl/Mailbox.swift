#if Curl && os(Linux)
    import TernLocks

    /// What other threads tell a shard's owner.
    enum Message: Sendable {
        case start(Transfer)
        case cancel(Transfer)
        /// The reader has emptied the buffer of a paused transfer.
        case resumeReceiving(Transfer)
        /// A paused upload has bytes again, or has ended.
        case resumeSending(Transfer)
        /// A virtual clock has reached the transfer's next deadline.
        case alarm(Transfer)
        /// A part of a task that prefers this thread.
        case job(UnownedJob)
        /// The transport was closed: the owner looks whether it is done.
        case close
    }

    /// The owner's inbox. Writers wake it at most once for each time it sleeps.
    struct Mailbox: Sendable {
        enum Delivery {
            case refused
            case accepted(mustStart: Bool, mustWake: Bool)
        }

        private struct State {
            var messages: [Message] = []
            var isStarted = false
            var isSleeping = false
            var isClosing = false
            /// Writers that are about to wake the owner: its handle must live until they have.
            var wakers = 0
        }

        private let state = Locked(State())

        /// Hands a message in. Where it must wake, the writer calls `didWake()` afterwards.
        func post(_ message: Message) -> Delivery {
            state.withLock { state in
                switch message {
                case .start where state.isClosing: return .refused
                case .close:
                    state.isClosing = true
                    guard state.isStarted else { return .accepted(mustStart: false, mustWake: false) }
                case .start: break
                case .job where !state.isClosing: break
                default:
                    guard state.isStarted else { return .refused }
                }
                let mustStart = !state.isStarted
                let mustWake = state.isSleeping
                state.isStarted = true
                state.isSleeping = false
                if mustWake { state.wakers += 1 }
                state.messages.append(message)
                return .accepted(mustStart: mustStart, mustWake: mustWake)
            }
        }

        func didWake() { state.withLock { $0.wakers -= 1 } }

        /// Exchanges the messages that have come for an empty array.
        func take(into messages: inout [Message]) {
            state.withLock { state in
                state.isSleeping = false
                swap(&state.messages, &messages)
            }
        }

        enum Rest { case work, sleep, end }

        /// What the owner does next: messages have come, or it may sleep, or, being idle and closed, end.
        func rest(isIdle: Bool) -> Rest {
            state.withLock { state in
                if !state.messages.isEmpty { return .work }
                if isIdle && state.isClosing && state.wakers == 0 {
                    state.isStarted = false
                    return .end
                }
                if isIdle && state.isClosing { return .work }
                state.isSleeping = true
                return .sleep
            }
        }
    }
#endif
