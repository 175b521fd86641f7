/// Why a request could not be read, and the status that tells the client.
struct MalformedRequest: Error {
    let problem: String
    var status = 400
}
