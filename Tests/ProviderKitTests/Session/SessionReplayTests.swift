import TestKit
import Testing

@Suite("A provider's session in the recorded conversations")
struct SessionReplayTests {
  /// One provider of one conversation.
  struct Part: Sendable, CustomTestStringConvertible {
    let conversation: Conversation
    let provider: String

    var testDescription: String { "\(provider) in \(conversation.name)" }
  }

  static let parts = Conversation.all.flatMap { conversation in
    conversation.actors.filter { $0.value.role == .provider }.keys.sorted()
      .map { Part(conversation: conversation, provider: $0) }
  }

  @Test("sends the recorded messages", arguments: parts)
  func replay(_ part: Part) throws {
    var replay = try #require(SessionReplay(part.conversation, of: part.provider))
    replay.run()
    #expect(replay.problems == [])
  }
}
