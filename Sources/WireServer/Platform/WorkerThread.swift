#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A thread that can be joined, which Foundation's can't, so that `stop()` can promise that none is left.
struct WorkerThread: @unchecked Sendable {  // a pthread_t is a handle which any thread may use
    private let handle: pthread_t

    private final class Work: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// Starts a thread, or fails when the system has none left.
    init?(_ body: @escaping @Sendable () -> Void) {
        // Allocated, because the type has no visible initializer here.
        let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
        pthread_attr_init(attributes)
        defer {
            pthread_attr_destroy(attributes)
            attributes.deallocate()
        }
        // Hundreds of connections are served at once; the default of 8 MiB each would need gigabytes of address space.
        pthread_attr_setstacksize(attributes, 1 << 20)
        // A C callback captures nothing: the closure travels as a retained pointer, which `run` releases.
        let work = Unmanaged.passRetained(Work(body))
        #if canImport(Glibc)
            var created: pthread_t = 0
            let result = pthread_create(&created, attributes, { Self.run($0) }, work.toOpaque())
            let thread: pthread_t? = created
        #else
            var thread: pthread_t?
            let result = pthread_create(&thread, attributes, { Self.run($0) }, work.toOpaque())
        #endif
        guard result == 0, let thread else {
            work.release()
            return nil
        }
        handle = thread
    }

    /// Optional, for so the argument comes on some platforms.
    private static func run(_ work: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        if let work { Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body() }
        return nil
    }

    func join() { pthread_join(handle, nil) }

    func detach() { pthread_detach(handle) }
}
