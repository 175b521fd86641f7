#if canImport(Darwin)
    package import Darwin
#elseif canImport(Glibc)
    package import Glibc
#elseif canImport(Musl)
    package import Musl
#endif

/// A value that can only be reached while its lock is held.
///
/// The lock and the value share one allocation. The lock is not recursive: never call out (a closure, a
/// continuation, a delegate) from inside `withLock`; return what is to be done and do it afterwards.
package struct Locked<Value>: @unchecked Sendable {  // the value is only touched while the mutex is held
    @usableFromInline let box: Box

    @usableFromInline final class Box: ManagedBuffer<Value, pthread_mutex_t> {
        @inlinable deinit {
            _ = withUnsafeMutablePointerToElements { pthread_mutex_destroy($0) }
        }
    }

    /// Puts `value` behind a new lock.
    @inlinable package init(_ value: sending Value) {
        let buffer = Box.create(minimumCapacity: 1) { _ in value }
        box = unsafeDowncast(buffer, to: Box.self)
        box.withUnsafeMutablePointerToElements { mutex in
            let result = pthread_mutex_init(mutex, nil)
            precondition(result == 0, "pthread_mutex_init failed with \(result): the system is out of resources")
        }
    }

    /// Runs `body` with exclusive access to the value.
    @inlinable package func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        lock()
        defer { unlock() }
        return try body(&box.withUnsafeMutablePointerToHeader { $0 }.pointee)
    }

    @inlinable func lock() {
        box.withUnsafeMutablePointerToElements { mutex in
            let result = pthread_mutex_lock(mutex)
            assert(result == 0, "pthread_mutex_lock failed with \(result)")
        }
    }

    @inlinable func unlock() {
        box.withUnsafeMutablePointerToElements { mutex in
            let result = pthread_mutex_unlock(mutex)
            assert(result == 0, "pthread_mutex_unlock failed with \(result)")
        }
    }
}
