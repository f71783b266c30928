package import BusProtocol

/// One file of `Protocol/vectors`: frames, and whether a receiver accepts them (`Protocol/README.md`).
package struct Vector: Hashable, Sendable {
  /// The directory: a message type, or a document such as `manifest`.
  package var subject: String
  package var verdict: Verdict
  /// `subject/verdict/case`, as the specification names it.
  package var name: String
  package var note: String
  package var minor: String
  package var direction: String
  package var frames: [[UInt8]]
  package var expectation: Expectation
  /// The part that the schema rejects: `header` or `body`.
  package var refusedBySchema: String?
  /// In `tolerated`: the requirement that its sender violates.
  package var breaks: String?

  /// Whether it is correct, and whether receivers accept it.
  package enum Verdict: String, Hashable, Sendable, CaseIterable {
    /// Correct, and accepted by all.
    case valid
    /// Incorrect, but accepted.
    case tolerated
    /// Incorrect and rejected.
    case invalid
  }

  /// The reaction of a receiver.
  package enum Expectation: Hashable, Sendable {
    case accept
    case refuse(code: ErrorCode, requirement: String, level: Level)
  }

  /// The part that a receiver has to read to reject it.
  package enum Level: String, Hashable, Sendable, CaseIterable {
    /// The frames and the header.
    case wire
    /// The body alone.
    case body
    /// The earlier messages of the session.
    case session
  }

  /// The only frame of a document.
  package var document: [UInt8] { frames.first ?? [] }
}

extension Vector: CustomStringConvertible {
  package var description: String { name }
}
