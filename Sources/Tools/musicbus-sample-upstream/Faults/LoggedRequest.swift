/// A recorded request, for tests that count the requests of a provider.
struct LoggedRequest: Hashable, Sendable {
  let request: Request
  let at: Duration

  init(_ request: Request, at: Duration) {
    self.request = request
    self.at = at
  }

  /// Path and query as they were sent; `atMs` is the time since the server started.
  var json: JSON {
    let time = at.components
    return [
      "method": .string(request.method),
      "path": .string(request.path),
      "query": .string(request.queryText),
      "userAgent": .string(request.userAgent),
      "atMs": .int(Int(time.seconds) * 1000 + Int(time.attoseconds / 1_000_000_000_000_000)),
    ]
  }
}
