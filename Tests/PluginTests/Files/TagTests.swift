@testable import Files
import Foundation
import Glibc
import MusicModel
import TestKit
import Testing

@Suite("Tags of music files")
struct TagTests {
  /// Real files with what another program reads of them.
  static let folder = Capture.directory.appending(path: "files")
  static let rows: [[String]] = {
    let index = try? String(contentsOf: folder.appending(path: "INDEX.tsv"), encoding: .utf8)
    let lines = (index ?? "").split(separator: "\n").dropFirst()
    return lines.map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map { String($0) }
    }
    .filter { $0.count == 7 }
  }()

  @Test(
    "are those that another program reads",
    .enabled(if: !rows.isEmpty, Capture.missing),
    arguments: rows
  )
  func index(_ row: [String]) throws {
    let path = TagTests.folder.appending(path: row[0]).path()
    let file = try #require(OpenedFile(path: Array(path.utf8)))
    let contents = try TagReader.contents(of: file.descriptor, named: row[0])
    let expected = try JSONValue(Array(row[6].utf8), .configuration)
    guard expected["error"] == nil else {
      #expect(contents == nil)
      return
    }
    let read = try #require(contents)
    guard case .number(let seconds)? = expected["length"] else {
      Issue.record("no length")
      return
    }
    #expect(abs(Double(read.durationMs) / 1000 - seconds) < 0.2)
    let wanted = ExpectedTags(expected["tags"]?.members ?? [:])
    let tags = FileTags(read.values)
    #expect(tags.title == wanted.text("TITLE", "TIT2", "©nam"))
    #expect(tags.artist == wanted.text("ARTIST", "TPE1", "©ART"))
    #expect(tags.album == wanted.text("ALBUM", "TALB", "©alb"))
    #expect(tags.albumArtist == wanted.text("ALBUMARTIST", "TPE2", "aART"))
    #expect(tags.track == wanted.number("TRACKNUMBER", "TRACK", "TRCK", "trkn"))
    #expect(tags.disc == wanted.number("DISCNUMBER", "DISC", "TPOS", "disk"))
    #expect(tags.genres.first == wanted.text("GENRE", "TCON", "©gen"))
    #expect(
      tags.label == wanted.text("LABEL", "TPUB", "----:com.apple.iTunes:Label", "ORGANIZATION")
    )
    let date = wanted.text("ORIGINALDATE", "ORIGYEAR", "DATE", "YEAR", "TDRC", "©day")
    // The other program overrides the year of ID3v2 by that of ID3v1.
    let year = row[0] == "id3v1v2.mp3" ? "2004" : date.map { String($0.prefix(4)) }
    #expect(tags.releaseDate.map { String($0.year) } == year)
    let release = wanted.text(
      "MUSICBRAINZ_ALBUMID",
      "TXXX:MusicBrainz Album Id",
      "----:com.apple.iTunes:MusicBrainz Album Id"
    )
    #expect(tags.release == release)
    let recording = wanted.text(
      "MUSICBRAINZ_TRACKID",
      "UFID:http://musicbrainz.org",
      "----:com.apple.iTunes:MusicBrainz Track Id"
    )
    #expect(tags.songIDs.first { $0.namespace == "mbid" }?.value == recording)
    let isrc = wanted.text("ISRC", "TSRC")
    #expect(tags.songIDs.first { $0.namespace == "isrc" }?.value == isrc)
    #expect(tags.isCompilation == wanted.has("COMPILATION", "TCMP", "cpil"))
    #expect(
      (read.pictureCount > 0)
        == wanted.has("APIC:album cover", "METADATA_BLOCK_PICTURE", "COVERART")
    )
  }

  @Test(
    "give a date as far as it is valid",
    arguments: [
      ("2001", "2001"), ("2005/06/05", "2005-06-05"), ("2009-09-04 14:20", "2009-09-04"),
      ("2001-00-00", "2001"),
      ("1999-13", "1999"), ("20050607", "2005"), ("unknown", nil), ("0000", nil),
    ] as [(String, String?)]
  )
  func date(_ text: String, _ expected: String?) {
    #expect(FileTags(["DATE": [text]]).releaseDate.map { "\($0)" } == expected)
  }

  @Test(
    "give the artists one by one",
    arguments: [
      (["ARTIST": ["AC/DC"]], ["AC/DC"]), (["ARTIST": ["A feat. B"]], ["A", "B"]),
      (["ARTIST": ["A; B"]], ["A", "B"]),
      (["ARTIST": ["A", "B"]], ["A", "B"]),
      (["ARTIST": ["A & B"], "ARTISTS": ["A", "B"]], ["A", "B"]),
      (["ARTIST": ["Earth, Wind & Fire"]], ["Earth, Wind & Fire"]), ([:], []),
      (["ARTISTS": ["Ann; Bob"]], ["Ann", "Bob"]),
      (["ARTIST": ["Ann and Bob"], "ARTISTS": ["Ann、Bob"]], ["Ann", "Bob"]),
      (["ARTISTS": ["AC/DC"]], ["AC/DC"]), (["ARTISTS": ["A; B", "C"]], ["A; B", "C"]),
      (["ARTIST": ["One / Two / Three"]], ["One / Two / Three"]),
      (
        [
          "ARTIST": ["One / Two"],
          "MUSICBRAINZ_ARTISTID": ["7cf0ea9d-86b9-4dad-ba9e-2355a64899ea"],
        ],
        ["One / Two"]
      ),
      (
        [
          "ARTIST": ["One / Two feat. Three"],
          "MUSICBRAINZ_ARTISTID": [
            "7cf0ea9d-86b9-4dad-ba9e-2355a64899ea", "9e873859-8aa4-4790-b985-5a953e8ef628",
            "83d91898-7763-47d7-b03b-b92132375c47",
          ],
        ],
        ["One", "Two", "Three"]
      ),
    ]
  )
  func artists(_ values: [String: [String]], _ expected: [String]) {
    #expect(FileTags(values).artists.map(\.name) == expected)
  }

  @Test("name the artist by the list of artists, if it is all there is")
  func artistOfList() {
    let tags = FileTags(["ARTISTS": ["Ann", "Bob"], "ALBUMARTISTS": ["Cid、Dan"]])
    #expect(tags.artist == "Ann, Bob" && tags.albumArtist == "Cid, Dan")
    #expect(tags.albumArtists.map(\.name) == ["Cid", "Dan"])
    #expect(FileTags(["ARTIST": ["Ann & Bob"], "ARTISTS": ["Ann; Bob"]]).artist == "Ann & Bob")
  }

  @Test(
    "give the first date, as exactly as another one says it",
    arguments: [
      (["ORIGINALYEAR": ["1984"], "DATE": ["1984-03-02"]], "1984-03-02"),
      (["ORIGINALYEAR": ["1984"], "DATE": ["2011-03-02"]], "1984"),
      (["ORIGINALDATE": ["1984-03"], "DATE": ["1984-11-02"]], "1984-03"),
      (["DATE": ["2011"], "RELEASEDATE": ["2011-05"]], "2011-05"),
      (["ORIGINALDATE": ["none"], "YEAR": ["1999"]], "1999"),
    ]
  )
  func exactDate(_ values: [String: [String]], _ expected: String) {
    #expect(FileTags(values).releaseDate.map { "\($0)" } == expected)
  }

  @Test("give ids of the services that programs write")
  func ids() {
    let tags = FileTags([
      "SPOTIFY_TRACK_ID": ["spotify:track:6rqhFgbbKwnb9MLmUQDhG6"], "ITUNESALBUMID": ["1440857781"],
      "BARCODE": ["12345678905"], "DEEZER_ALBUM_ID": ["302127"], "ISRC": ["gb-aye-97-14951"],
      "DISCOGS_RELEASE_ID": ["249504"],
    ])
    #expect(
      tags.songIDs.map(\.description) == [
        "isrc:recording:GBAYE9714951", "spotify:song:6rqhFgbbKwnb9MLmUQDhG6",
      ]
    )
    #expect(
      Set(tags.albumIDs.map(\.description)) == [
        "upc:album:012345678905", "deezer:album:302127", "itunes:album:1440857781",
        "discogs:release:249504",
      ]
    )
  }

  @Test(
    "in a wrong encoding are repaired",
    arguments: [
      ("BjÃ¶rk", "Björk"), ("Björk", "Björk"), ("Don\u{92}t", "Don’t"), ("アップル", "アップル"),
      ("a\u{0}b\n", "a b"),
    ]
  )
  func encoding(_ text: String, _ expected: String) {
    #expect(TagText.cleaned(text) == expected)
  }

  private func contents(_ name: String, _ bytes: [UInt8]) throws -> TagReader.Contents? {
    let directory = try TestDirectory()
    let path = "\(directory.path)/\(name)"
    try Data(bytes).write(to: URL(filePath: path))
    let file = try #require(OpenedFile(path: Array(path.utf8)))
    return try TagReader.contents(of: file.descriptor, named: name)
  }

  @Test(
    "are read of frames of AAC without a container, with tags as in an MP3, or in MP4 of that name"
  )
  func aac() throws {
    let plain = try #require(try contents("a.aac", MadeMusic.aac(frames: 300)))
    #expect(plain.values.isEmpty && plain.durationMs == 300 * 1024 * 1000 / 44_100)
    let tagged = MadeMusic.id3(title: "Blue") + MadeMusic.aac(frames: 300)
    #expect(try contents("A.AAC", tagged)?.values["TITLE"] == ["Blue"])
    #expect(try contents("a.aac", MadeMusic.mp4("mp4a", title: "Red"))?.values["TITLE"] == ["Red"])
    #expect(try contents("a.aac", MadeMusic.aac(frames: 1) + Array("no music".utf8)) == nil)
  }

  @Test(
    "are read of MP4 with any sound",
    arguments: ["mp4a", "alac", "ac-3", "ec-3", "fLaC", "Opus"]
  )
  func mp4(_ codec: String) throws {
    let found = try #require(try contents("a.m4a", MadeMusic.mp4(codec, title: "Blue")))
    #expect(found.durationMs == 123_000 && found.values["TITLE"] == ["Blue"])
    #expect(try contents("a.mp4", MadeMusic.mp4(codec, title: "Blue", handler: "vide")) == nil)
  }

  @Test(
    "are not looked for without end in a file that is large and empty",
    arguments: TagReader.extensions
  )
  func bounded(_ ending: String) throws {
    let directory = try TestDirectory()
    let path = "\(directory.path)/a.\(ending)"
    try Data().write(to: URL(filePath: path))
    try #require(truncate(path, 60 << 30) == 0)
    let file = try #require(OpenedFile(path: Array(path.utf8)))
    // It may also take too long on a slow machine, which is an end as well. Any bytes are Musepack of an old version.
    let found = try? TagReader.contents(of: file.descriptor, named: "a.\(ending)")
    #expect(found == nil || ending == "mpc")
  }

  @Test("are not waited for longer than a file may take")
  func late() throws {
    let directory = try TestDirectory()
    let path = "\(directory.path)/a.flac"
    try Data(SilentMusic([("TITLE", "One")], seed: "one").bytes).write(to: URL(filePath: path))
    let file = try #require(OpenedFile(path: Array(path.utf8)))
    #expect(throws: TagReader.TimeLimitExceeded.self) {
      try TagReader.contents(of: file.descriptor, named: "a.flac", maxMs: 0)
    }
  }

  @Test(
    "that a hostile file announces are not read",
    arguments: ["fLaC\u{0}\u{7F}", "ID3\u{4}\u{0}\u{0}\u{7F}\u{7F}\u{7F}\u{7F}", "OggS", ""]
  )
  func hostile(_ start: String) throws {
    let directory = try TestDirectory()
    for name in ["a.flac", "a.mp3", "a.ogg", "a.m4a", "a.wma", "a.ape", "a.wv", "a.wav", "a.aiff"] {
      let path = "\(directory.path)/\(name)"
      try Data(Array(start.utf8) + [UInt8](repeating: 0xFF, count: 500)).write(
        to: URL(filePath: path)
      )
      let file = try #require(OpenedFile(path: Array(path.utf8)))
      let contents = try TagReader.contents(of: file.descriptor, named: name)
      #expect(contents?.values.isEmpty != false)
      #expect(TagReader.picture(of: file.descriptor, named: name, maxBytes: 1000) == nil)
    }
  }
}

/// The tags in the words of the formats.
private struct ExpectedTags {
  private let members: [String: JSONValue]

  init(_ members: [String: JSONValue]) {
    self.members = Dictionary(members.map { ($0.key.uppercased(), $0.value) }) { one, other in
      one.elements.map { $0 + (other.elements ?? []) }.map { .array($0) } ?? one
    }
  }

  func has(_ keys: String...) -> Bool {
    keys.contains { members[$0.uppercased()].map { $0 != false && $0 != .array([]) } ?? false }
  }

  func text(_ keys: String...) -> String? {
    for value in keys.lazy.compactMap({ members[$0.uppercased()] }) {
      let first = value.elements?.first ?? value
      if let text = first.text ?? first["text"]?.text ?? first["data"]?.text {
        return TagText.cleaned(text)
      }
    }
    return nil
  }

  func number(_ keys: String...) -> Int? {
    for value in keys.lazy.compactMap({ members[$0.uppercased()]?.elements?.first }) {
      if let number = value.elements?.first?.integer { return number }
      if let text = value.text { return Int(text.prefix { $0 != "/" }) }
    }
    return nil
  }
}
