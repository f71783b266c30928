import BusProtocol
import Foundation
import MusicModel
import TestKit
import Testing

extension WholeSystem {
  @Suite("Favourites that a service no longer has, and the hub")
  struct FavoriteLinksSystemTests {
    let sandbox: Sandbox
    private var file: String { "\(sandbox.home.path)/list.jsonl" }
    private static let animals = "mbid:release-group:9813da06-d4e2-4327-abcb-b48174c83b37"

    init() throws { sandbox = try Sandbox() }

    private func add(_ title: String, _ ids: String...) throws {
      let entity: JSONValue = [
        "kind": "album", "id": .string(ids[0]), "ids": .array(ids.map { .string($0) }),
        "title": .string(title), "artist": ["name": "Pink Floyd"], "releaseDate": "1977",
      ]
      try Data(JSONCodec.encode(entity)).write(to: URL(filePath: file))
      let imported = try sandbox.musicbus("favorites", "import", file)
      #expect(imported.status == 0, "\(imported)")
    }

    @Test("they are listed, and found again under another id, which becomes one of the favourite")
    func replaced() throws {
      try add("Animals", "itunes:album:999", Self.animals)
      let links = try sandbox.musicbus("favorites", "check", "--links", "--json", "--wait", "20s")
      #expect(links.status == 0 && links.lines.count == 1, "\(links)")
      let line = try #require(links.lines.first)
      let link = try JSONCodec.decode(UnavailableLink.self, from: Array(line.utf8))
      #expect("\(link.id) \(link.provider)" == "itunes:album:999 itunes-search")
      #expect(link.others.map(\.description).contains(Self.animals), "\(links)")
      #expect(link.replacement?.description == "itunes:album:286980992", "\(links)")
      let reasons = try #require(link.reasons)
      #expect(reasons.contains("+ same title: Animals"), "\(reasons)")
      #expect(!reasons.contains { $0.contains("itunes:album:999") }, "\(reasons)")
      let shown = try sandbox.musicbus("favorites", "show", "Animals", "--json")
      #expect(shown.output.contains("itunes:album:286980992"), "\(shown)")

      #expect(sandbox.stopHub() != nil)
      try sandbox.startHub()
      let plain = try sandbox.musicbus("favorites", "check", "--links", "--plain", "--offline")
      let row = try #require(plain.lines.last?.split(separator: "\t").map(String.init))
      #expect(row.prefix(3) == ["Animals", "Pink Floyd", "Apple Music"], "\(plain)")
      #expect(row.last == "itunes:album:286980992", "\(plain)")
    }

    @Test("they are listed without a place if nobody has them")
    func gone() throws {
      try add("Nobody's Album", "itunes:album:999")
      let links = try sandbox.musicbus("favorites", "check", "--links")
      #expect(links.output.contains("Nobody's Album  Pink Floyd  Apple Music"), "\(links)")
      let note = "Checked 1 link of favourite albums and songs"
      #expect(links.errors.contains(note), "\(links)")
    }
  }
}
