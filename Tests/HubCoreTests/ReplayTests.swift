import TestKit
import Testing

@Suite("The hub in the conversations of the protocol")
struct ReplayTests {
  @Test("are found")
  func corpus() { #expect(Conversation.all.count > 10) }

  @Test("sends the recorded messages in time", arguments: Conversation.all)
  func replay(_ conversation: Conversation) {
    var replay = Replay(conversation)
    replay.run()
    #expect(replay.problems == [])
  }
}
