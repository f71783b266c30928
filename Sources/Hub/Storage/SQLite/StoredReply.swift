/// A provider's reply to one query, encoded, with its time.
package struct StoredReply: Hashable, Sendable {
  /// The reply as encoded on the bus.
  package var contents: [UInt8]
  /// The time at which it was fetched, in milliseconds since 1970.
  package var fetchedMs: Int
  /// The freshness lifetime, in milliseconds.
  package var freshMs: Int
  /// The id that it is about, if any, by which it can be pinned.
  package var subject: String?

  package init(contents: [UInt8], fetchedMs: Int, freshMs: Int, subject: String? = nil) {
    self.contents = contents
    self.fetchedMs = fetchedMs
    self.freshMs = freshMs
    self.subject = subject
  }

  /// The age. If the clock was set back, it is 0.
  package func age(atMs nowMs: Int) -> Int { max(0, nowMs - fetchedMs) }

  package func isFresh(atMs nowMs: Int) -> Bool { age(atMs: nowMs) < freshMs }
}

/// The query that a reply belongs to: equal bytes are equal queries.
package struct ReplyKey: Hashable, Sendable {
  package var provider: String
  package var method: String
  /// The parameters of the call, as the codec writes them.
  package var parameters: [UInt8]

  package init(provider: String, method: String, parameters: [UInt8]) {
    self.provider = provider
    self.method = method
    self.parameters = parameters
  }
}
