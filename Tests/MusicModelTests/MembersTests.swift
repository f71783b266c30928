import Foundation
import JSON
import MusicModel
import TestKit
import Testing

/// Removing a member from any of its four places makes one of these tests fail with its name.
@Suite("The members of entities")
struct MembersTests {
  private static let kinds = EntityKind.allCases

  @Test("Every property is a member, and members are ordered by name", arguments: kinds)
  func properties(_ kind: EntityKind) throws {
    let names = kind.memberDescriptions.map(\.name)
    #expect(names == names.sorted())
    let entity = try #require(try? MembersTests.full(kind))
    let labels = Mirror(reflecting: entity.base).children.compactMap(\.label)
    let properties = Set(labels).subtracting(["extra"]).union(["kind"])
    #expect(properties.subtracting(names).sorted() == [], "are not listed as members")
    #expect(Set(names).subtracting(properties).sorted() == [], "are not properties")
  }

  @Test("The schemas have the same members of the same forms", arguments: kinds)
  func schemas(_ kind: EntityKind) throws {
    let schema = try MembersTests.json("Protocol/schema/\(kind.rawValue).schema.json")
    let properties = try #require(schema["properties"]?.members)
    let required = schema["required"]?.elements?.compactMap(\.text) ?? []
    for description in kind.memberDescriptions {
      let form = MembersTests.schema(of: description)
      #expect(properties[description.name] == form, "\(kind.rawValue).\(description.name)")
      #expect(required.contains(description.name) == description.isRequired)
    }
    let names = Set(kind.memberDescriptions.map(\.name))
    #expect(Set(properties.keys).subtracting(names).sorted() == [], "are unknown to the model")
  }

  @Test("References and pictures have the members of their schemas")
  func parts() throws {
    let schemas = try #require(try MembersTests.json("Protocol/schema/common.schema.json")["$defs"])
    for (name, descriptions) in [
      ("artistReference", ArtistReference.memberDescriptions),
      ("albumReference", AlbumReference.memberDescriptions),
      ("creditedArtist", CreditedArtist.memberDescriptions),
      ("localName", LocalName.memberDescriptions),
      ("picture", Artwork.memberDescriptions),
      ("stream", SongStream.memberDescriptions),
    ] {
      let properties = schemas[name]?["properties"]?.members ?? [:]
      #expect(Set(properties.keys) == Set(descriptions.map(\.name)))
      for description in descriptions {
        #expect(properties[description.name] == MembersTests.schema(of: description))
      }
    }
  }

  @Test("The vector \"full\" has every member, and nothing else", arguments: kinds)
  func vectors(_ kind: EntityKind) throws {
    let members = try #require(try MembersTests.fullJSON(kind).members)
    let names = Set(kind.memberDescriptions.map(\.name))
    #expect(names.subtracting(members.keys).sorted() == [], "are missing in the vector")
    #expect(Set(members.keys).subtracting(names).sorted() == [], "are unknown to the model")
  }

  @Test("The table of Protocol/model.md has every member", arguments: kinds)
  func specification(_ kind: EntityKind) throws {
    let text = try PackageRoot.text("Protocol/model.md")
    let start = try #require(text.range(of: "\n| \(kind.rawValue) | type |"))
    let rest = text[start.upperBound...]
    let table = rest[..<(rest.range(of: "\n\n")?.lowerBound ?? rest.endIndex)]
    for description in kind.memberDescriptions {
      let isListed = table.contains("`\(description.name)`")
      #expect(isListed, "Add \(description.name) to the table of \(kind.rawValue).")
    }
  }

  @Test("Every member is read and written with its value", arguments: kinds)
  func fast(_ kind: EntityKind) throws {
    let json = try MembersTests.fullJSON(kind)
    let bytes = try MembersTests.bytes(kind)
    let entity: Entity = try JSONCodec.decode(from: bytes)
    #expect(try JSONValue(JSONCodec.encode(entity), .wire) == json)
    #expect(entity.base.extra.isEmpty)
  }

  @Test("Companions name a member of the same kind", arguments: kinds)
  func companions(_ kind: EntityKind) {
    let names = kind.memberDescriptions.map(\.name)
    for lead in kind.memberDescriptions.compactMap(\.member.lead) {
      #expect(names.contains("\(lead)"))
    }
  }

  @Test("Numbers that cannot be meant are removed, and nothing else")
  func plausible() throws {
    let album = try MembersTests.read(Album.self)
    let song = try MembersTests.read(Song.self)
    #expect(Entity.album(album).plausible == .album(album))
    var strange = album
    (strange.trackCount, strange.rank, strange.editions) = (0, 100_001, 0)
    strange.artwork[0].width = -1
    var expected = album
    (expected.trackCount, expected.rank, expected.editions) = (nil, nil, nil)
    expected.artwork[0].width = nil
    #expect(Entity.album(strange).plausible == .album(expected))
    var long = song
    long.durationMs = 864_000_001
    var short = song
    short.durationMs = nil
    #expect(Entity.song(long).plausible == .song(short))
  }

  @Test("Prices, codes and texts that the schema forbids are removed")
  func forbidden() throws {
    let album = try MembersTests.read(Album.self)
    var expected = album
    (expected.price, expected.currency) = (nil, nil)
    for (price, currency) in [
      (-0.99, "EUR"), (4, nil), (4, "eur"), (4, "EURO"), (4, ""), (nil, "EUR"), (1e12, "EUR"),
    ] as [(Double?, String?)] {
      var strange = album
      (strange.price, strange.currency) = (price, currency)
      #expect(
        Entity.album(strange).plausible == .album(expected),
        "\(price as Any) \(currency as Any)"
      )
    }
    var empty = album
    (empty.label, empty.genres) = ("", ["", "Jazz"])
    var filled = album
    (filled.label, filled.genres) = (nil, ["Jazz"])
    #expect(Entity.album(empty).plausible == .album(filled))
  }

  @Test("Links that are not addresses of the web are removed")
  func links() throws {
    var artist = Artist(id: try #require(EntityID("a:artist:1")), name: "Nina")
    artist.links = [
      "a": "javascript:alert(1)", "b": "file:///etc/passwd", "c": "HTTPS://example.org/x",
      "d": "http://example.org", "e": "https://example.org/\u{7F}", "f": "", "g": "--option",
    ]
    guard case .artist(let plausible) = Entity.artist(artist).plausible else { return }
    #expect(plausible.links.keys.sorted() == ["c", "d"])
  }

  @Test("Members of a list are removed, and nothing else")
  func listMembers() throws {
    let album = try MembersTests.read(Album.self)
    var expected = album
    (expected.favorite, expected.owned, expected.unavailable, expected.rank) = (nil, nil, nil, nil)
    #expect(album.favorite != nil && album.rank != nil)
    #expect(album.withoutListMembers == expected)
    let song = try MembersTests.read(Song.self)
    #expect(song.stream != nil && song.withoutListMembers.stream == nil)
  }

  private static func json(_ path: String) throws -> JSONValue {
    try JSONValue(PackageRoot.bytes(path), .configuration)
  }

  private static func bytes(_ kind: EntityKind) throws -> [UInt8] {
    try #require(Vector.all(kind.rawValue, .valid).first { $0.name.hasSuffix("full") }).document
  }

  private static func fullJSON(_ kind: EntityKind) throws -> JSONValue {
    try JSONValue(bytes(kind), .wire)
  }

  private static func full(_ kind: EntityKind) throws -> Entity {
    try JSONCodec.decode(from: bytes(kind))
  }

  private static func read<Value: MusicEntity>(_ type: Value.Type) throws -> Value {
    try JSONCodec.decode(type, from: bytes(type.kind))
  }

  private static func reference(_ name: String) -> JSONValue {
    ["$ref": .string("common.schema.json#/$defs/\(name)")]
  }

  /// The schema of a member, by its form.
  private static func schema(of description: MemberDescription) -> JSONValue {
    if description.name == "ids" { return reference("ids") }
    let form = schema(of: description.member.form)
    return description.isList ? ["type": "array", "items": form] : form
  }

  private static func schema(of form: WireForm) -> JSONValue {
    switch form {
    case .text: return reference("text")
    case .constant(let word): return ["const": .string("\(word)")]
    case .id: return reference("id")
    case .date: return reference("date")
    case .flag: return ["type": "boolean"]
    case .integer(1...9999, _): return reference("year")
    case .integer(let range, _) where range.lowerBound == 0: return reference("count")
    case .integer(let range, _): return ["type": "integer", "minimum": .integer(range.lowerBound)]
    case .amount: return ["type": "number", "minimum": 0]
    case .currency: return ["type": "string", "pattern": "^[A-Z]{3}$"]
    case .country: return reference("country")
    case .albumOrSong: return ["enum": ["album", "song"]]
    case .texts: return reference("links")
    case .entity: return .null
    case .object(let type):
      let names = [
        "\(ArtistReference.self)": "artistReference", "\(AlbumReference.self)": "albumReference",
        "\(SongStream.self)": "stream", "\(CreditedArtist.self)": "creditedArtist",
        "\(LocalName.self)": "localName",
      ]
      return reference(names["\(type)"] ?? "picture")
    }
  }

  @Test("a list has a limited number of values, and the ids contain the id itself")
  func longLists() throws {
    var artist = Artist(id: try #require(EntityID("a:artist:200")), name: "Nina")
    artist.ids = try (1...200).map { try #require(EntityID("a:artist:\($0)")) }
    artist.aliases = (1...200).map { "Alias \($0)" }
    artist.links = Dictionary(uniqueKeysWithValues: (1...200).map { ("\($0)", "https://a/\($0)") })
    guard case .artist(let short) = Entity.artist(artist).plausible else { return }
    #expect(short.ids.count == Entity.maxListCount && short.ids.first == artist.id)
    #expect(short.aliases == Array(artist.aliases.prefix(Entity.maxListCount)))
    #expect(short.links.count == Entity.maxListCount)
    #expect(Entity.artist(short).plausible == .artist(short))
  }
}
