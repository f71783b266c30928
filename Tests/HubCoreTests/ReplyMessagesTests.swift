import BusProtocol
import MusicModel
import Testing

@testable import HubCore

@Suite("Pages of entities")
struct ReplyMessagesTests {
  private func songs(_ count: Int) throws -> [Entity] {
    try (0..<count).map { number in
      let id = try #require(EntityID("x:song:\(number)"))
      return .song(Song(id: id, title: "Song \"\(number)\""))
    }
  }

  private func settings(maxItems: Int, maxBytes: Int? = nil) -> HubSettings {
    var settings = HubSettings()
    settings.itemsPerMessage = maxItems
    if let maxBytes { settings.limits.bodyBytes = maxBytes }
    return settings
  }

  @Test("are divided if they are too large for a message, and fail if one entity is")
  func sizes() throws {
    let songs = try songs(8)
    var reply = ReplyMessages(to: "c1", settings(maxItems: 100, maxBytes: 300))
    let fits = reply.add(songs, Done())
    #expect(fits)
    #expect(reply.messages.count > 2)
    let parts = try reply.messages.dropLast().flatMap { message in
      (try message.decodeBody() as Part).items?.elements ?? []
    }
    let done: Done = try #require(reply.messages.last).decodeBody()
    #expect(parts + (done.items?.elements ?? []) == songs)
    #expect(done.parts == reply.messages.count - 1)
    var tooLarge = ReplyMessages(to: "c1", settings(maxItems: 100, maxBytes: 60))
    let fitsNot = tooLarge.add(songs, Done())
    #expect(!fitsNot)
  }
}
