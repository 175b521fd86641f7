import TernCombine

let clock = ContinuousClock()
let n = 10_000_000
func measure(_ name: String, _ count: Int, _ body: () -> Void) {
    body()
    let t = clock.measure(body)
    print(name, Double(t.components.attoseconds) / 1e9 / Double(count) + Double(t.components.seconds) * 1e9 / Double(count), "ns")
}
measure("erased sequence.map.filter.sink", n) {
    var sum = 0
    _ = (0..<n).publisher.eraseToAnyPublisher().map { $0 &+ 1 }.filter { $0 & 1 == 0 }.sink { sum &+= $0 }
    precondition(sum != 0)
}
