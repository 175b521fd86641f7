import TernCombine

/// Every name of combine-api.txt in a call, as a user of Apple's Combine writes it. What is checked is that it compiles:
/// nothing here runs. Where Apple's overloads decide what comes out, its type is stated.
///
/// `scripts/check-combine-api` has the compiler say which declarations these files use, and fails for one they don't.
enum Names {
    /// What an error becomes. A closure over `Never` would be warned of, as it never runs.
    static func failure(of error: some Error) -> Failed { Failed() }

    struct Failed: Error, Hashable, Codable {}
    struct Other: Error, Hashable, Codable {}

    /// Publishers without overloads of their own, so that an operator is the one of all publishers. They are equatable.
    typealias Source = Empty<Int, Failed>
    typealias Second = Fail<Int, Failed>

    static var source: Source { Source() }
    static var second: Second { Second(error: Failed()) }

    final class Model: ObservableObject, CustomCombineIdentifierConvertible {
        @Published var number = 0
        var text = ""
    }

    struct Point: Hashable, Codable {
        var x = 0, y = 0, z = 0
    }

    /// The publisher's own method, not one of a protocol's.
    static func subscriber<Input, Failure: Error>(
        _: Input.Type = Input.self, _: Failure.Type = Failure.self
    ) -> AnySubscriber<Input, Failure> {
        AnySubscriber()
    }
}
