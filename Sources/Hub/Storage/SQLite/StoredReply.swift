/// What a provider answered to one question, as bytes, and when.
package struct StoredReply: Hashable, Sendable {
  /// The answer as the bus has it.
  package var contents: [UInt8]
  /// When it was fetched, in milliseconds since 1970.
  package var fetchedMs: Int
  /// For how long it is fresh, in milliseconds.
  package var freshMs: Int
  /// The id that it is about, where it is about one; it can be pinned by that.
  package var subject: String?

  package init(contents: [UInt8], fetchedMs: Int, freshMs: Int, subject: String? = nil) {
    self.contents = contents
    self.fetchedMs = fetchedMs
    self.freshMs = freshMs
    self.subject = subject
  }

  /// How old it is. A clock that was set back makes nothing younger than new.
  package func age(atMs nowMs: Int) -> Int { max(0, nowMs - fetchedMs) }

  package func isFresh(atMs nowMs: Int) -> Bool { age(atMs: nowMs) < freshMs }
}

/// Which question an answer belongs to: equal bytes are equal questions.
package struct SnapshotKey: Hashable, Sendable {
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
