import BusProtocol
import ClientKit
import CommandKit
import HostKit
import MusicModel
import Testing

@testable import musicbus

@Suite("The words that a running hub completes")
struct CompletedWordsTests {
  private func artist(_ number: Int, _ name: String) throws -> Entity {
    .artist(Artist(id: try #require(EntityID("x:artist:\(number)")), name: name))
  }

  private func completed(_ line: [String], _ replies: [Reply]) throws -> [String] {
    guard case .list(let request) = CommandTable.program.completion(for: line) else {
      Issue.record("\(line) completes no list of the hub")
      return []
    }
    return request.completion(CompletedWords(request).candidates(in: replies)).lines
  }

  @Test("are names of favourites and recent searches that begin with the typed text, each once")
  func names() throws {
    let favorites = Reply(
      items: [try artist(1, "Nina Simone"), try artist(2, "Björk"), try artist(3, "nina Hagen")],
      done: Done()
    )
    var done = Done()
    done.recent = ["Nina Simone", "Nick Cave", "Ninà\tKraviz"].map {
      RecentSearch(method: .artistsSearch, text: $0, ageMs: 1, total: 1)
    }
    let lines = try completed(["artist", "nin"], [favorites, Reply(items: [], done: done)])
    #expect(
      lines == ["Nina Simone\tartist", "nina Hagen\tartist", "Ninà Kraviz\trecent search"]
    )
  }

  @Test("are ids if the user types one")
  func ids() throws {
    let reply = Reply(items: [try artist(1, "Nina"), try artist(2, "Björk")], done: Done())
    #expect(
      try completed(["favorites", "remove", "x:ar"], [reply])
        == ["x:artist:1\tNina", "x:artist:2\tBjörk"]
    )
  }

  @Test("are providers, also in one word with the option")
  func providers() throws {
    var done = Done()
    done.providers = [
      ProviderStatus(id: try #require(ProviderID(rawValue: "audiodb")), state: .ready, methods: [])
    ]
    let reply = Reply(items: [], done: done)
    #expect(try completed(["top", "--provider", "aud"], [reply]) == ["audiodb\tready"])
    #expect(try completed(["top", "--provider=aud"], [reply]) == ["--provider=audiodb\tready"])
    #expect(try completed(["provider", "reset", ""], [reply]) == ["audiodb\tready"])
  }

  @Test("are at most fifty")
  func bound() throws {
    let items = try (0..<200).map { try artist($0, "Artist \($0)") }
    #expect(
      try completed(["artist", "a"], [Reply(items: items, done: Done())]).count
        == CompletedWords.maxCount
    )
  }

  @Test("are not suggested without a hub, and that starts none")
  func noHub() throws {
    let home = try Home()
    guard case .list(let request) = CommandTable.program.completion(for: ["artist", "n"]) else {
      Issue.record("no list")
      return
    }
    #expect(HubWords.completion(for: request, environment: home.environment) == .candidates([]))
    #expect(try HubLock.holder(at: home.paths.lock) == nil, "no hub was started")
  }

  @Test("of the configuration are known without a hub")
  func configuration() {
    #expect(
      CommandTable.program.completion(for: ["config", "get", "client.pl"]).lines
        == ["client.player"]
    )
  }
}
