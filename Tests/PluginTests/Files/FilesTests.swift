@testable import Files
import Foundation
import MusicModel
import ProviderKit
import TestKit
import Testing

@Suite("The provider of the user's files", .timeLimit(.minutes(5)))
struct FilesTests {
  let tree: MusicTree

  init() throws { tree = try MusicTree() }

  private func provider() throws -> FilesProvider {
    let configuration = try ProviderConfiguration(
      section: ["folders": .string(tree.root)],
      environment: ["MUSICBUS_STATE_DIRECTORY": tree.directory.path + "/own"]
    )
    return try FilesProvider(configuration)
  }

  private func call(
    _ provider: FilesProvider,
    _ method: BusProtocol.Method,
    _ set: (inout CallParameters) -> Void
  ) async throws -> StandaloneCall.Outcome {
    var parameters = CallParameters()
    set(&parameters)
    return await (try StandaloneCall(provider, transport: FixedResponseTransport("{}"))).run(
      method,
      parameters
    )
  }

  @Test("serves searches, entities and lists from the first call on")
  func methods() async throws {
    try tree.write(
      "Ann/Blue/1.flac",
      "TITLE=Café",
      "ARTIST=Ann",
      "ALBUM=Blue",
      "ISRC=GBAYE9714951",
      "MUSICBRAINZ_ARTISTID=7cf0ea9d-86b9-4dad-ba9e-2355a64899ea"
    )
    let provider = try provider()
    let artist = try #require(
      try await call(provider, .artistsSearch) { $0.text = "ann" }.artists.first
    )
    #expect(artist.ids.map(\.namespace) == ["mbid", "files"])
    let album = try #require(
      try await call(provider, .albumsSearch) { ($0.text, $0.artist) = ("blue", "Ann") }.albums
        .first
    )
    let song = try #require(try await call(provider, .songsSearch) { $0.text = "cafe" }.songs.first)
    #expect(song.ids.contains { "\($0)" == "isrc:recording:GBAYE9714951" })
    #expect(song.file == nil)
    #expect(try await call(provider, .artistGet) { $0.id = artist.own }.artists == [artist])
    #expect(try await call(provider, .albumGet) { $0.id = album.own }.albums == [album])
    #expect(try await call(provider, .artistAlbums) { $0.id = artist.own }.albums == [album])
    #expect(try await call(provider, .albumSongs) { $0.id = album.own }.songs == [song])
    #expect(
      try await call(provider, .songGet) { $0.id = EntityID("files:song:none") }.items.isEmpty
    )
    #expect(try await call(provider, .songsSearch) { $0.text = "\"*" }.failure == nil)
  }

  @Test("names all artists of a song in the order of its line, and what others did")
  func credits() async throws {
    try tree.write(
      "1.flac",
      "TITLE=One",
      "ARTIST=Anna & Ann feat. Bob",
      "ARTISTS=Bob",
      "ARTISTS=Ann",
      "ARTISTS=Anna",
      "ALBUM=Blue",
      "ALBUMARTIST=Anna & Ann",
      "ALBUMARTISTS=Anna",
      "ALBUMARTISTS=Ann",
      "COMPOSER=Eve; Zoë",
      "REMIXER=DJ X"
    )
    try tree.write("2.flac", "TITLE=Two", "ARTIST=Anna", "ALBUM=Red")
    let provider = try provider()
    let one = try #require(try await call(provider, .songsSearch) { $0.text = "one" }.songs.first)
    #expect(one.artist == ArtistReference(name: "Anna & Ann feat. Bob"))
    #expect(one.artists.map(\.name) == ["Anna", "Ann", "Bob", "DJ X", "Eve", "Zoë"])
    #expect(one.artists.map(\.join) == ["&", "feat.", nil, nil, nil, nil])
    let roles = [nil, nil, "featured", "remixer", "composer", "composer"]
    #expect(one.artists.map(\.role) == roles)
    #expect(one.artists.prefix(3).allSatisfy { $0.id != nil })
    let blue = try #require(
      try await call(provider, .albumsSearch) { $0.text = "blue" }.albums.first
    )
    #expect(blue.artists.map(\.name) == ["Anna", "Ann"] && blue.artist?.id == nil)
    let two = try #require(try await call(provider, .songsSearch) { $0.text = "two" }.songs.first)
    #expect(two.artists.isEmpty && two.artist?.id == one.artists[0].id)
  }

  @Test("lists the albums by others on which an artist appears, and not the artist's own")
  func appearances() async throws {
    try tree.write("1.flac", "TITLE=One", "ARTIST=Ann", "ALBUM=Blue")
    try tree.write("2.flac", "TITLE=Two", "ARTIST=Ann", "ALBUM=Hits", "ALBUMARTIST=Various Artists")
    try tree.write(
      "3.flac",
      "TITLE=Three",
      "ARTIST=Bob",
      "ALBUM=Hits",
      "ALBUMARTIST=Various Artists"
    )
    try tree.write("4.flac", "TITLE=Alone", "ARTIST=Ann")
    // Without album artists: a guest, and a compilation.
    try tree.write("b/1.flac", "TITLE=Red One", "ARTIST=Bob feat. Ann", "ALBUM=Red")
    try tree.write("c/1.flac", "TITLE=Mix One", "ARTIST=Ann", "ALBUM=Mix")
    try tree.write("c/2.flac", "TITLE=Mix Two", "ARTIST=Bob", "ALBUM=Mix")
    let provider = try provider()
    let found = try await call(provider, .artistsSearch) { $0.text = "ann" }.artists
    let artist = try #require(found.first { $0.name == "Ann" })
    let others = try await call(provider, .artistAppearances) { $0.id = artist.own }.albums
    #expect(Set(others.map(\.title)) == ["Hits", "Mix", "Red"] && others.count == 3)
    let own = try await call(provider, .artistAlbums) { $0.id = artist.own }.albums
    #expect(own.map(\.title) == ["Blue"])
  }

  @Test(
    "reads who is featured however a line says so, in any spelling of the names",
    arguments: [
      ("Ann ft Bob", ["Ann", "Bob"], ["ft", nil], [nil, "featured"]),
      ("Ann (feat. Bob)", ["Ann", "Bob"], ["(feat.", ")"], [nil, "featured"]),
      (
        "Ann, featuring Bob & Eve", ["Ann", "Bob", "Eve"], [", featuring", "&", nil],
        [nil, "featured", "featured"]
      ),
      ("ANN & bob", ["Ann", "Bob"], ["&", nil], [nil, nil]),
      ("Bob", ["Bob", "Ann"], [nil, nil], [nil, nil]),
    ] as [(String, [String], [String?], [String?])]
  )
  func lines(_ line: String, _ names: [String], _ joins: [String?], _ roles: [String?]) {
    let credited = names.reversed().map { CreditedArtist(name: $0) }.inOrder(of: line)
    #expect(credited.map(\.name) == names)
    #expect(credited.map(\.join) == joins && credited.map(\.role) == roles)
  }

  @Test("names the artists of an album as most of its files do")
  func albumArtists() async throws {
    for line in ["Anna; Ann", "Anna", "Anna"].enumerated() {
      try tree.write(
        "\(line.offset).flac",
        "TITLE=\(line.offset)",
        "ARTIST=Anna",
        "ALBUM=Blue",
        "ALBUMARTIST=\(line.element)",
        "MUSICBRAINZ_ALBUMID=7cf0ea9d-86b9-4dad-ba9e-2355a64899ea"
      )
    }
    let provider = try provider()
    let blue = try #require(
      try await call(provider, .albumsSearch) { $0.text = "blue" }.albums.first
    )
    #expect(blue.artist?.name == "Anna" && blue.artist?.id != nil && blue.artists.isEmpty)
  }

  @Test("finds the song of a file by its URL, also over links, and no other")
  func byPath() async throws {
    try tree.write("Änn/100% Blue/1 #a.flac", "TITLE=Rain", "ARTIST=Ann", "ALBUM=Blue")
    try tree.write("Änn/100% Blue/2.flac", "TITLE=Rain", "ARTIST=Ann", "ALBUM=Blue")
    try tree.write("top.flac", "TITLE=Top", "ARTIST=Bob")
    let link = tree.directory.path + "/link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: tree.root)
    let provider = try provider()
    try await awaitAsyncCondition("the files") { provider.index.state.isComplete }
    func found(_ url: String) async throws -> [Song] {
      try await call(provider, .songsSearch) { $0.text = url }.songs
    }
    let one = try #require(
      try await found("file://\(tree.root)/Änn/100%25 Blue/1 #a.flac").first
    )
    #expect(one.title == "Rain")
    let details = try await call(provider, .songGet) { $0.id = one.own }.songs.first
    #expect(details?.file?.hasSuffix("/1%20%23a.flac") == true)
    #expect(try await found(details?.file ?? "") == [one])
    #expect(try await found("file://\(link)/Änn/100%25 Blue/1 #a.flac") == [one])
    #expect(try await found("file://\(tree.root)/Änn/100%25 Blue/2.flac").map(\.own) != [one.own])
    #expect(try await found("file://\(tree.root)/top.flac").map(\.title) == ["Top"])
    for other in ["/Rain", "/Änn/1 #a.flac", "", "/", "/%", "/nina/top.flac", "/../top.flac"] {
      #expect(try await found("file://\(tree.root)\(other)").isEmpty)
    }
  }

  @Test("lists the songs of an artist, also those of which another one is the artist of the album")
  func songsOfArtist() async throws {
    try tree.write("1.flac", "TITLE=B", "ARTIST=Ann", "ALBUM=Blue", "DATE=2001", "TRACKNUMBER=2")
    try tree.write("2.flac", "TITLE=A", "ARTIST=Ann", "ALBUM=Blue", "DATE=2001", "TRACKNUMBER=1")
    try tree.write("3.flac", "TITLE=C", "ARTIST=Bob feat. Ann", "DATE=1999")
    try tree.write("4.flac", "TITLE=D", "ARTIST=Bob", "ALBUM=Red", "ALBUMARTIST=Ann")
    let provider = try provider()
    try await awaitAsyncCondition("the files") { provider.index.state.isComplete }
    let ann = try await call(provider, .artistsSearch) { $0.text = "ann" }.artists.first?.own
    let songs = try await call(provider, .artistSongs) { $0.id = ann }.songs
    #expect(songs.map(\.title) == ["C", "A", "B"])
    let second = try await call(provider, .artistSongs) {
      ($0.id, $0.offset, $0.limit) = (ann, 1, 1)
    }.songs
    #expect(second.map(\.title) == ["A"])
    #expect(
      try await call(provider, .artistSongs) { $0.id = EntityID("files:artist:x") }.songs.isEmpty
    )
  }

  private func lyrics(
    _ provider: FilesProvider,
    of id: EntityID?,
    _ title: String = "Blue"
  ) async throws -> [String]? {
    let outcome = try await call(provider, .songLyrics) {
      ($0.id, $0.text, $0.artist, $0.durationMs) = (id, title, "Ann", 200_000)
    }
    #expect(outcome.failure == nil)
    return try outcome.media.map { try Lyrics(attachment: $0.bytes).lines?.map(\.text) ?? [] }
  }

  @Test(
    "gives the lyrics of an equal file when one of two is deleted, and of a song that it finds by its names"
  )
  func lyricsOfCopy() async throws {
    try tree.write("a.flac", "TITLE=Blue", "ARTIST=Ann", seed: "one")
    try tree.write("b.flac", "TITLE=Blue", "ARTIST=Ann", seed: "one")
    try tree.write("b.LRC", Array("[00:01.00]La la".utf8))
    try tree.write("c.flac", "TITLE=Red", "ARTIST=Ann")
    let provider = try provider()
    try await awaitAsyncCondition("the files") { provider.index.state.isComplete }
    let songs = try await call(provider, .songsSearch) { $0.text = "blue" }.songs
    #expect(songs.count == 2)
    try tree.remove("a.flac")
    try await awaitAsyncCondition("the end of a file") {
      try await call(provider, .songsSearch) { $0.text = "blue" }.songs.count == 1
    }
    for song in songs { #expect(try await lyrics(provider, of: song.own) == ["La la"]) }
    #expect(try await lyrics(provider, of: EntityID("other:song:1")) == ["La la"])
    #expect(try await lyrics(provider, of: EntityID("other:song:1"), "Red") == nil)
    #expect(try await lyrics(provider, of: EntityID("other:song:1"), "Blue (Live)") == nil)
  }

  @Test(
    "takes a text beside a file that fits no encoding for none, so that another source is asked"
  )
  func undecodableLyrics() async throws {
    try tree.write("a.flac", "TITLE=Blue", "ARTIST=Ann")
    try tree.write("a.lrc", Array("[\0a\0 \0l\0i\0n\0e\0".utf8))
    let provider = try provider()
    #expect(try await lyrics(provider, of: EntityID("other:song:1")) == nil)
    try tree.write("a.txt", Array("La la".utf8))
    #expect(try await lyrics(provider, of: EntityID("other:song:1")) == ["La la"])
  }

  @Test("tells the path of a file in details only, percent-encoded")
  func path() async throws {
    try tree.write("Ann & Bob/50% Blüe.flac", "TITLE=Blue", "ARTIST=Ann")
    let provider = try provider()
    let song = try #require(try await call(provider, .songsSearch) { $0.text = "blue" }.songs.first)
    let detail = try await call(provider, .songGet) { $0.id = song.own }.songs.first
    #expect(detail?.file == "file://\(tree.root)/Ann%20%26%20Bob/50%25%20Bl%C3%BCe.flac")
    #expect(song.file == nil)
  }

  @Test("notices files that are added and removed")
  func watch() async throws {
    try tree.write("a/1.flac", "TITLE=One", "ARTIST=Ann")
    let provider = try provider()
    func isFound(_ title: String) async throws -> Bool {
      try await call(provider, .songsSearch) { $0.text = title }.songs.count == 1
    }
    try await awaitAsyncCondition("the first file") {
      try await isFound("one") && provider.index.state.isComplete
    }
    try tree.write("new/folder/2.flac", "TITLE=Two", "ARTIST=Ann")
    try await awaitAsyncCondition("the new file") { try await isFound("two") }
    try tree.write("new/folder/3.flac", "TITLE=Three", "ARTIST=Ann")
    try await awaitAsyncCondition("a file in the new folder") { try await isFound("three") }
    try tree.remove("a")
    try await awaitAsyncCondition("the end of the first file") { try await !isFound("one") }
  }

  @Test("gives the pictures of files and folders")
  func pictures() async throws {
    try tree.write("a/1.flac", "TITLE=One", "ARTIST=Ann", "ALBUM=Blue", picture: SilentMusic.png)
    try tree.write("a/2.flac", "TITLE=Two", "ARTIST=Ann", "ALBUM=Blue")
    try tree.write("a/Cover.JPG", [0xFF, 0xD8, 0xFF, 1, 2, 3])
    try tree.write("b/1.flac", "TITLE=Bare", "ARTIST=Ann", "ALBUM=Red")
    let provider = try provider()
    try await awaitAsyncCondition("the files") { provider.index.state.isComplete }
    func picture(_ artwork: [Artwork]) async throws -> String? {
      let outcome = try await call(provider, .artworkGet) { $0.url = artwork.first?.url }
      #expect(outcome.media?.url == artwork.first?.url)
      return outcome.media?.type
    }
    #expect(try await picture(tree(provider).song("one")?.artwork ?? []) == "image/png")
    #expect(try await picture(tree(provider).song("two")?.artwork ?? []) == "image/jpeg")
    #expect(try await picture(tree(provider).album("blue")?.artwork ?? []) == "image/jpeg")
    #expect(try tree(provider).song("bare")?.artwork.isEmpty == true)
    let outcome = try await call(provider, .artworkGet) {
      $0.url = "https://files.invalid/../etc/passwd"
    }
    #expect(outcome.failure?.code == .invalidParams)
  }

  @Test("plays the file itself, or as much as a message holds")
  func previews() async throws {
    try tree.write("a/1.flac", "TITLE=One", "ARTIST=Ann")
    let long = SilentMusic([("TITLE", "Long"), ("ARTIST", "Ann")], seed: "long").bytes
    try tree.write("a/2.flac", long + [UInt8](repeating: 1, count: 5_000_000))
    let provider = try provider()
    try await awaitAsyncCondition("the files") { provider.index.state.isComplete }
    for (title, count) in [
      ("one", try Data(contentsOf: URL(filePath: tree.path("a/1.flac"))).count),
      ("long", 4 * 1024 * 1024),
    ] {
      let url = try #require(tree(provider).song(title)?.previewURL)
      let media = try await call(provider, .previewGet) { $0.url = url }.media
      #expect(media?.type == "audio/flac" && media?.bytes.count == count)
    }
    let url = try #require(tree(provider).song("one")?.previewURL)
    try tree.remove("a/1.flac")
    let outcome = try await call(provider, .previewGet) { $0.url = url }
    #expect(outcome.media == nil)
  }

  @Test(
    "takes a path, or a list of paths",
    arguments: ["Music", ["/a", 1], 7, ["a"]] as [JSONValue]
  )
  func configuration(_ folders: JSONValue) throws {
    #expect(throws: Failure.self) {
      try FilesProvider(ProviderConfiguration(section: ["folders": folders]))
    }
    let home = try ProviderConfiguration(
      section: ["folders": ["~/Music", "/b"]],
      environment: ["HOME": "/home/ann"]
    )
    #expect(try home.folders("folders", variable: "NONE") == ["/home/ann/Music", "/b"])
    #expect(
      try FilesProvider(ProviderConfiguration()).missingConfiguration?.contains(
        "musicbus config set"
      ) == true
    )
  }

  private func tree(_ provider: FilesProvider) -> Reader { Reader(index: provider.index) }

  private struct Reader {
    let index: FileIndex

    func song(_ text: String) throws -> Song? {
      try index.use { tables in
        try tables.songs(named: [text], isComplete: false, PageBounds()).items.first
      }
    }

    func album(_ text: String) throws -> Album? {
      try index.use { tables in
        try tables.albums(named: [text], isComplete: false, PageBounds()).items.first
      }
    }
  }
}
