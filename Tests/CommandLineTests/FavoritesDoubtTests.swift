import BusProtocol
import ClientKit
import CommandKit
import HostKit
import MusicModel
import Synchronization
import TestKit
import Testing

@testable import musicbus

@Suite("A change of the favourites whose session is lost", .timeLimit(.minutes(10)))
struct FavoritesDoubtTests {
  let directory: TestDirectory

  init() throws { directory = try TestDirectory() }

  private static let artist = Entity.artist(
    Artist(id: Samples.id("audiodb:artist:1"), name: "Nina Simone")
  )

  /// Runs a command on a hub that ends the session at the change and has these favourites afterwards.
  private func run(
    _ arguments: [String],
    favorites: [String: Entity],
    after changed: [String: Entity]? = nil
  ) throws -> CommandKit.ExitStatus {
    let environment: Environment = ["MUSICBUS_HOME": directory.path]
    let isLost = Atomic(false)
    let hub = try FakeHub(try HubPaths(environment: environment)) { message in
      guard message.header.type == .call else { return nil }
      let favorites =
        isLost.load(ordering: .sequentiallyConsistent) ? changed ?? favorites : favorites
      if message.header.method == .favoritesList {
        let order = favorites.values.sorted { $0.favored?.fav ?? "" < $1.favored?.fav ?? "" }
        return [
          try WireMessage(Header(type: .done, re: message.header.id), Done(parts: 0, items: order))
        ]
      }
      guard message.header.method == .favoritesGet else {
        isLost.store(true, ordering: .sequentiallyConsistent)
        return [try WireMessage(Header(type: .bye), Bye(code: .sessionUnknown))]
      }
      let key = try message.decodeBody(CallParameters.self).key ?? ""
      guard let found = favorites[key] else {
        return [
          try WireMessage(
            Header(type: .error, re: message.header.id),
            Failure(.notFound, "No favourite has this key.")
          )
        ]
      }
      return [
        try WireMessage(Header(type: .done, re: message.header.id), Done(parts: 0, items: [found]))
      ]
    }
    return try hub.run(arguments, environment)
  }

  @Test("succeeds if the favourites contain it")
  func made() throws {
    let id = "audiodb:artist:1"
    #expect(try run(["favorites", "add", id], favorites: [id: Self.artist]) == .ok)
    #expect(try run(["favorites", "remove", id], favorites: [:]) == .ok)
  }

  @Test("fails if the favourites do not contain it")
  func lost() throws {
    let id = "audiodb:artist:1"
    let failure = #expect(throws: CommandFailure.self) {
      _ = try run(["favorites", "add", id], favorites: [:])
    }
    #expect(failure?.message == "Lost the connection to the hub. Nothing was changed.")
  }

  @Test("adds or removes what was to be toggled, and says whether that was done")
  func toggled() throws {
    let id = "audiodb:artist:1"
    let (with, without) = ([id: Self.artist], [String: Entity]())
    #expect(try run(["favorites", "toggle", id], favorites: without, after: with) == .ok)
    #expect(try run(["favorites", "toggle", id], favorites: with, after: without) == .ok)
    for favorites in [with, without] {
      let failure = #expect(throws: CommandFailure.self) {
        _ = try run(["favorites", "toggle", id], favorites: favorites)
      }
      #expect(failure?.message == "Lost the connection to the hub. Nothing was changed.")
    }
  }

  @Test(
    "is decided by the order after a move",
    arguments: [
      (["a", "first"], true), (["b", "first"], false), (["c", "last"], true), (["c", "9"], true),
      (["b", "2"], true), (["b", "3"], false), (["b", "after", "a"], true),
      (["b", "before", "c"], true), (["a", "before", "c"], false), (["c", "after", "a"], false),
    ]
  )
  func moved(_ move: [String], _ isMade: Bool) throws {
    let pairs = ["a", "b", "c"].map { letter in
      var artist = Artist(id: Samples.id("x:artist:\(letter)"), name: letter)
      artist.extra = ["fav": .string(letter), "added": "2026-11-20T13:07:01.123456Z"]
      return ("x:artist:\(letter)", Entity.artist(artist))
    }
    let favorites = Dictionary(uniqueKeysWithValues: pairs)
    let words = move.map { $0.utf8.count == 1 && Int($0) == nil ? "x:artist:\($0)" : $0 }
    let arguments = ["favorites", "move"] + words
    if isMade {
      #expect(try run(arguments, favorites: favorites) == .ok)
    } else {
      let failure = #expect(throws: CommandFailure.self) {
        _ = try run(arguments, favorites: favorites)
      }
      #expect(failure?.message == "Lost the connection to the hub. Nothing was changed.")
    }
  }
}
