package import BusProtocol

/// One file of `Protocol/vectors`: frames, and whether a receiver takes them (`Protocol/README.md`).
package struct Vector: Hashable, Sendable {
  /// The folder: a message type, or a document such as `manifest`.
  package var subject: String
  package var verdict: Verdict
  /// `subject/verdict/case`, as the specification names it.
  package var name: String
  package var note: String
  package var minor: String
  package var direction: String
  package var frames: [[UInt8]]
  package var expectation: Expectation
  /// Whose schema refuses it: `header` or `body`.
  package var refusedBySchema: String?
  /// In `tolerated`: the requirement that its sender breaks.
  package var breaks: String?

  /// What is right about it.
  package enum Verdict: String, Hashable, Sendable, CaseIterable {
    /// Sent rightly, taken by all.
    case valid
    /// Sent wrongly, and taken all the same.
    case tolerated
    /// Refused.
    case invalid
  }

  /// What a receiver makes of it.
  package enum Expectation: Hashable, Sendable {
    case accept
    case refuse(code: ErrorCode, requirement: String, level: Level)
  }

  /// How far a receiver has to read to refuse it.
  package enum Level: String, Hashable, Sendable, CaseIterable {
    /// The frames and the header.
    case wire
    /// The body for itself.
    case body
    /// What came before in the session.
    case session
  }

  /// The only frame of a document.
  package var document: [UInt8] { frames.first ?? [] }
}

extension Vector: CustomStringConvertible {
  package var description: String { name }
}
