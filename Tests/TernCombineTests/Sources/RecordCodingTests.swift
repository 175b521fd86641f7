import Foundation
import TernCombine
import Testing

@Suite struct RecordCodingTests {
    typealias Sut = Record<Int, SourceTesting.Oops>

    @Test(arguments: [Subscribers.Completion<SourceTesting.Oops>.finished, .failure(SourceTesting.Oops())])
    func `a record survives its coding`(completion: Subscribers.Completion<SourceTesting.Oops>) throws {
        let data = try JSONEncoder().encode(Sut(output: [3, 2], completion: completion))
        let read = try JSONDecoder().decode(Sut.self, from: data).recording
        #expect(read.output == [3, 2])
        #expect(read.completion == completion)
    }

    @Test func `the form is Apple's`() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let data = try encoder.encode(Sut(output: [1], completion: .finished))
        #expect(String(decoding: data, as: UTF8.self) == #"{"recording":{"completion":{"success":true},"output":[1]}}"#)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(Sut.Recording.self, from: Data(#"{"output":[1]}"#.utf8))
        }
    }
}
