import Foundation
import TernCore
import Testing

@Suite struct ResponseLinkTests {
    @Test(
        "The target of a relation is found, whatever stands around it",
        arguments: [
            (
                ["<https://h/users?page=2>; rel=\"next\", <https://h/users?page=9>; rel=\"last\""],
                "https://h/users?page=2"
            ),
            (["<https://h/9>; rel=last", "<https://h/2>; rel=next"], "https://h/2"),
            (["</users?page=2>; rel=\"next\""], "https://h/users?page=2"),
            (["<?page=2>; REL=NEXT"], "https://h/list?page=2"),
            (["<https://h/a,b>; title=\"x, <y>; rel=\\\"next\\\"\"; rel=\"prev next\""], "https://h/a,b"),
            (["<https://h/9>; rel=\"last\""], nil), (["<https://h/2>"], nil), (["https://h/2; rel=next"], nil),
            ([], nil),
        ] as [([String], String?)])
    func links(fields: [String], target: String?) throws {
        var headers = HTTPHeaders()
        for field in fields { headers.add(field, for: .link) }
        let url = try #require(URL(string: "https://h/list"))
        let answer = Response(request: Request(.get, url), status: .ok, headers: headers, value: Data())
        #expect(answer.link("next")?.absoluteString == target)
    }
}
