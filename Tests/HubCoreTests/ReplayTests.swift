import TestKit
import Testing

@Suite("The hub in the conversations of the protocol")
struct ReplayTests {
  @Test("sends what its lines say, when they say it", arguments: Conversation.all)
  func replay(_ conversation: Conversation) {
    var replay = Replay(conversation)
    replay.run()
    #expect(replay.problems == [])
  }
}
