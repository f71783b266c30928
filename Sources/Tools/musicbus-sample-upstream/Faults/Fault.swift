/// One way in which the server misbehaves, where, and how often.
struct Fault: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// Another status than 200, with a page of HTML.
    case status(Int, retryAfterSeconds: Int?)
    case slow(Duration)
    case hang, html, empty, garbage, cut, cutJSON, gzip, redirect, redirectLoop, quota
    case huge(megabytes: Int)
  }

  let kind: Kind
  /// Requests whose path and query begin so; all of them if empty.
  let prefix: String
  /// The number of requests that it still affects; `nil` for all.
  var remaining: Int?

  init(_ kind: Kind, prefix: String = "", remaining: Int? = nil) {
    self.kind = kind
    self.prefix = prefix
    self.remaining = remaining
  }

  func strikes(_ request: Request) -> Bool {
    remaining != 0 && request.target.hasPrefix(prefix)
  }
}
