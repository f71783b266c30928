@testable import Files
import Foundation
import Glibc
import MusicModel
import SQLite
import TestKit
import Testing

@Suite("The index of music files", .timeLimit(.minutes(5)))
struct FileIndexTests {
  let tree: MusicTree

  init() throws { tree = try MusicTree() }

  @Test(
    "forms an album of the files with one title and album artist, in the order of discs and tracks"
  )
  func album() throws {
    let album = [
      "ALBUM=Blue", "ALBUMARTIST=Ann", "ARTIST=Ann", "DATE=1999-05-01", "LABEL=Reef", "GENRE=Folk",
    ]
    for (path, title, disc, track) in [
      ("Ann/Blue/CD2/01.flac", "Three", 2, 1), ("Ann/Blue/CD1/02.flac", "Two", 1, 2),
      ("Ann/Blue/CD1/01.flac", "One", 1, 1),
    ] {
      let pairs = (album + ["TITLE=\(title)", "DISCNUMBER=\(disc)", "TRACKNUMBER=\(track)/2"])
        .map { $0.split(separator: "=").map { String($0) } }.map { ($0[0], $0[1]) }
      try tree.write(path, SilentMusic(pairs, seed: path).bytes)
    }
    try tree.scan()
    let found = try tree.albums("blue")
    let blue = try #require(found.first)
    #expect(found.count == 1)
    #expect(blue.artist?.name == "Ann")
    #expect(blue.artist?.id == (try tree.artists("ann").first?.id))
    #expect(
      blue.releaseDate == PartialDate("1999-05-01") && blue.label == "Reef"
        && blue.genres == ["Folk"]
    )
    #expect(blue.trackCount == 4 && blue.guessed == nil)
    #expect(try tree.songs(of: blue).map(\.title) == ["One", "Two", "Three"])
    #expect(try tree.songs("one").first?.durationMs == 200_000)
    let uid = try #require(tree.artists("ann").first?.own?.value)
    let albums = try tree.index.use { tables in try tables.albums(ofArtist: uid, PageBounds()).items
    }
    #expect(albums.map(\.id) == [blue.id])
  }

  @Test("forms one album of a compilation, also without album artist")
  func compilation() throws {
    for (number, artist) in ["Ann", "Bob", "Cid"].enumerated() {
      try tree.write("Hits/0\(number).flac", "ALBUM=Hits", "ARTIST=\(artist)", "TITLE=T\(number)")
      try tree.write(
        "Sampler/0\(number).flac",
        "ALBUM=Sampler",
        "ARTIST=\(artist)",
        "TITLE=S\(number)",
        "COMPILATION=1"
      )
    }
    try tree.scan()
    for title in ["Hits", "Sampler"] {
      let albums = try tree.albums(title)
      #expect(albums.count == 1 && albums.first?.artist?.name == "Various Artists")
      #expect(albums.first?.artist?.id == nil)
    }
    #expect(try tree.albums("Sampler").first?.albumKind == .compilation)
    #expect(try tree.songs("T1").first?.artist?.name == "Bob")
  }

  @Test("forms one album of a compilation that lies in the folders of its artists, if it is marked")
  func spreadCompilation() throws {
    for artist in ["Ann", "Bob"] {
      try tree.write(
        "\(artist)/Sampler/1.flac",
        "ALBUM=Sampler",
        "ARTIST=\(artist)",
        "TITLE=\(artist) sings",
        "COMPILATION=1"
      )
      try tree.write("\(artist)/Hits/1.flac", "ALBUM=Hits", "ARTIST=\(artist)", "TITLE=\(artist)")
    }
    try tree.scan()
    let sampler = try tree.albums("sampler")
    #expect(sampler.count == 1 && sampler.first?.artist?.name == "Various Artists")
    #expect(try tree.songs(of: #require(sampler.first)).count == 2)
    #expect(try tree.albums("hits").count == 2)
  }

  @Test("takes the disc from the folder or the title of the album, if the tags have none")
  func discs() throws {
    for (folder, album, title) in [
      ("Blue/CD1", "Blue", "One"), ("Blue/CD2", "Blue", "Three"),
      ("Red", "Red (Disc 2)", "Late"), ("Red", "Red (Disc 1)", "Early"),
    ] {
      let tags = [
        ("ALBUM", album), ("ARTIST", "Ann"), ("TITLE", title), ("TRACKNUMBER", "1"),
      ]
      try tree.write("\(folder)/\(title).flac", SilentMusic(tags, seed: title).bytes)
    }
    try tree.write("Blue/CD1/Two.flac", "ALBUM=Blue", "ARTIST=Ann", "TITLE=Two", "TRACKNUMBER=2")
    try tree.scan()
    let blue = try tree.songs(of: #require(tree.albums("blue").first))
    #expect(blue.map(\.title) == ["One", "Two", "Three"])
    #expect(blue.map(\.discNumber) == [1, 1, 2])
    let red = try tree.songs(of: #require(tree.albums("red").first))
    #expect(red.map(\.title) == ["Early", "Late"])
  }

  @Test("tells albums of one title by artist, and in folders, apart")
  func apart() throws {
    try tree.write("Ann/Hits/1.flac", "ALBUM=Hits", "ARTIST=Ann", "TITLE=A")
    try tree.write("Bob/Hits/1.flac", "ALBUM=Hits", "ARTIST=Bob", "TITLE=B")
    try tree.write("Flat/1.flac", "ALBUM=Hits", "ALBUMARTIST=Cid", "TITLE=C")
    try tree.write("Flat/2.flac", "ALBUM=Hits", "ALBUMARTIST=Dan", "TITLE=D")
    try tree.scan()
    #expect(
      try tree.albums("hits").compactMap(\.artist?.name).sorted() == ["Ann", "Bob", "Cid", "Dan"]
    )
  }

  @Test("joins the files of one release at MusicBrainz from any folder")
  func release() throws {
    let id = "MUSICBRAINZ_ALBUMID=9e873859-8aa4-4790-b985-5a953e8ef628"
    try tree.write("a/1.flac", "ALBUM=Blue", "ARTIST=Ann", "TITLE=A", id)
    try tree.write("b/2.flac", "ALBUM=Blue", "ARTIST=Bob", "TITLE=B", id)
    try tree.scan()
    let blue = try #require(tree.albums("blue").first)
    #expect(try tree.songs(of: blue).count == 2)
    #expect(blue.ids.contains { "\($0)" == "mbid:release:9e873859-8aa4-4790-b985-5a953e8ef628" })
  }

  @Test(
    "guesses what tags lack from the path, and says so",
    arguments: [
      (
        "Nina Simone - Little Girl Blue (1959)/01 Mood Indigo.flac", "Mood Indigo", "Nina Simone",
        "Little Girl Blue", 1
      ),
      (
        "Nina Simone/Little Girl Blue/CD1/02 - Mood Indigo.flac", "Mood Indigo", "Nina Simone",
        "Little Girl Blue", 2
      ),
      (
        "Nina_Simone_-_Little_Girl_Blue/3._Mood_Indigo.flac", "Mood Indigo", "Nina Simone",
        "Little Girl Blue", 3
      ),
      ("Various/Jazz/04 - Nina Simone - Mood Indigo.flac", "Mood Indigo", "Nina Simone", "Jazz", 4),
      (
        "Nina Simone - 1959 - Little Girl Blue/1-05 Mood Indigo.flac", "Mood Indigo", "Nina Simone",
        "Little Girl Blue", 5
      ),
      (
        "Nina Simone/1959 - Little Girl Blue/06 Mood Indigo.flac", "Mood Indigo", "Nina Simone",
        "Little Girl Blue", 6
      ),
    ]
  )
  func guess(_ path: String, _ title: String, _ artist: String, _ album: String, _ track: Int)
    throws
  {
    try tree.write(path)
    try tree.scan()
    let song = try #require(tree.songs(title).first)
    #expect(song.title == title && song.artist?.name == artist && song.album?.title == album)
    #expect(song.trackNumber == track && song.guessed == true)
    #expect(try tree.albums(album).first?.guessed == true)
    #expect(try tree.artists(artist).first?.guessed == true)
  }

  @Test(
    "takes a number for that of a track if it looks like one, or those of the other files do",
    arguments: [
      ("7 Seconds.mp3", false, nil, "7 Seconds"), ("7 Seconds.mp3", true, 7, "Seconds"),
      ("07 Seconds.mp3", false, 7, "Seconds"), ("7. Seconds.mp3", false, 7, "Seconds"),
      ("11 - 7 Seconds.mp3", false, 11, "7 Seconds"),
      ("1-11 7 Seconds.mp3", false, 11, "7 Seconds"),
      ("1999.mp3", true, nil, "1999"),
    ] as [(String, Bool, Int?, String)]
  )
  func trackNumber(_ file: String, _ isNumbered: Bool, _ track: Int?, _ title: String) {
    let guess = PathGuess(folders: ["Ann", "Blue"], file: file, isNumbered: isNumbered)
    #expect(guess.track == track && guess.title == title)
  }

  @Test("takes the number of a song among others without numbers for its title")
  func numberedTitle() throws {
    for name in ["99 Luftballons", "Leuchtturm", "Nur geträumt"] {
      try tree.write("Nena/Nena/\(name).flac")
    }
    for name in ["1 Leuchtturm", "2 Kino", "3 99 Luftballons"] {
      try tree.write("Nena/Live/\(name).flac")
    }
    try tree.scan()
    let found = try tree.songs("luftballons").map { "\($0.trackNumber ?? 0) \($0.title)" }
    #expect(found.sorted() == ["0 99 Luftballons", "3 99 Luftballons"])
  }

  @Test("does not call an artist a guess of whom there are tags")
  func confirmed() throws {
    try tree.write("Ann - Blue/01 One.flac")
    try tree.scan()
    #expect(try tree.artists("ann").first?.guessed == true)
    try tree.write("b/1.flac", "ARTIST=Ann", "TITLE=Two", "ALBUM=Red")
    try tree.scan()
    #expect(try tree.artists("ann").first?.guessed == nil)
    try tree.remove("b/1.flac")
    try tree.scan()
    #expect(try tree.artists("ann").first?.guessed == true)
  }

  @Test("keeps the ids of files that are moved, renamed, tagged anew or copied back")
  func stable() throws {
    for number in 1...3 {
      try tree.write(
        "Ann/Blue/0\(number).flac",
        "ALBUM=Blue",
        "ARTIST=Ann",
        "TITLE=Song \(number)",
        "TRACKNUMBER=\(number)"
      )
    }
    try tree.scan()
    let songs = try tree.songs("song").compactMap(\.own).sorted()
    let album = try #require(tree.albums("blue").first?.own)
    #expect(songs.count == 3)
    try tree.move("Ann/Blue/01.flac", to: "Ann/Blue/1 - Song.flac")
    try tree.scan()
    #expect(try tree.songs("song").compactMap(\.own).sorted() == songs)
    try tree.move("Ann/Blue", to: "Sorted/A/Ann - Blue")
    try tree.scan()
    #expect(try tree.songs("song").compactMap(\.own).sorted() == songs)
    #expect(try tree.albums("blue").compactMap(\.own) == [album])
    try tree.write(
      "Sorted/A/Ann - Blue/02.flac",
      "ALBUM=Blue",
      "ARTIST=Ann",
      "TITLE=Song two",
      "TRACKNUMBER=2",
      seed: "Ann/Blue/02.flac"
    )
    try tree.scan()
    #expect(try tree.songs("song").compactMap(\.own).sorted() == songs)
    let bytes = try Data(contentsOf: URL(filePath: tree.path("Sorted/A/Ann - Blue/03.flac")))
    try tree.remove("Sorted/A/Ann - Blue/03.flac")
    try tree.scan()
    #expect(try tree.songs("song").count == 2)
    try tree.write("Elsewhere/03.flac", Array(bytes))
    try tree.scan()
    #expect(try tree.songs("song").compactMap(\.own).sorted() == songs)
  }

  @Test("gives a copy an id of its own")
  func copy() throws {
    try tree.write("a.flac", "TITLE=One", "ARTIST=Ann", seed: "one")
    try tree.write("b.flac", "TITLE=One", "ARTIST=Ann", seed: "one")
    try tree.scan()
    #expect(Set(try tree.songs("one").map(\.id)).count == 2)
  }

  @Test("gives each of many copies an id of its own, also after some are gone")
  func copies() throws {
    for number in 0..<40 {
      try tree.write("\(number).flac", "TITLE=One", "ARTIST=Ann", seed: "one")
    }
    try tree.scan()
    for number in [3, 17, 38] { try tree.remove("\(number).flac") }
    try tree.scan()
    for number in 40..<50 {
      try tree.write("\(number).flac", "TITLE=One", "ARTIST=Ann", seed: "one")
    }
    try tree.scan()
    #expect(Set(try tree.songs("one").map(\.id)).count == 47)
  }

  @Test("reads only what has changed, and forgets what is gone")
  func changes() throws {
    try tree.write("a/1.flac", "TITLE=One", "ARTIST=Ann", "ALBUM=Blue")
    try tree.write("a/2.flac", "TITLE=Two", "ARTIST=Ann", "ALBUM=Blue")
    try tree.scan()
    #expect(tree.scanner.readCount == 2)
    try tree.scan()
    #expect(tree.scanner.readCount == 0)
    try tree.write("a/2.flac", "TITLE=Deux", "ARTIST=Bob", "ALBUM=Blue")
    try tree.scan()
    #expect(tree.scanner.readCount == 1)
    #expect(try tree.songs("two").isEmpty && tree.songs("deux").count == 1)
    #expect(try tree.albums("blue").first?.artist?.name == "Various Artists")
    try FileManager.default.removeItem(atPath: tree.path("a"))
    try tree.write("b.flac", "TITLE=Three", "ARTIST=Cid")
    try tree.scan()
    #expect(
      try tree.songs("one").isEmpty && tree.albums("blue").isEmpty && tree.artists("bob").isEmpty
    )
    #expect(
      try tree.index.use { tables in try tables.rows("SELECT path FROM folders") { $0.text(0) } }
        == [""]
    )
  }

  @Test(
    "keeps the entries of a folder that is not there, and does not offer its sound",
    arguments: [false, true]
  )
  func missingDisk(_ isEmptied: Bool) throws {
    try tree.write("a/1.flac", "TITLE=One", "ARTIST=Ann", "ALBUM=Blue")
    try tree.scan()
    #expect(try tree.songs("one").first?.previewURL != nil)
    try FileManager.default.moveItem(atPath: tree.root, toPath: tree.root + ".away")
    if isEmptied {
      try FileManager.default.createDirectory(atPath: tree.root, withIntermediateDirectories: true)
    }
    try tree.scan()
    let song = try #require(tree.songs("one").first)
    #expect(song.previewURL == nil)
    #expect(try tree.albums("blue").count == 1)
    #expect(tree.index.state.missing == [tree.root] && !tree.scanner.hasReturned)
    if isEmptied { try FileManager.default.removeItem(atPath: tree.root) }
    try FileManager.default.moveItem(atPath: tree.root + ".away", toPath: tree.root)
    #expect(tree.scanner.hasReturned)
    try tree.scan()
    #expect(try tree.songs("one").first?.previewURL != nil)
    #expect(tree.scanner.readCount == 0)
  }

  @Test("forgets what was in a folder that was emptied")
  func emptied() throws {
    try tree.write("a/1.flac", "TITLE=One", "ARTIST=Ann", "ALBUM=Blue")
    try tree.write("2.flac", "TITLE=Two", "ARTIST=Ann")
    try tree.scan()
    try tree.remove("a")
    try tree.remove("2.flac")
    try tree.scan()
    #expect(tree.index.state.missing.isEmpty)
    #expect(try tree.songs("one").isEmpty && tree.songs("two").isEmpty)
  }

  @Test("reads the folder / like any other, without views of the system")
  func top() {
    #expect(Files.Scanner.distinct(["/", "/music", "/music/a"]) == ["/"])
    #expect(Files.Scanner.distinct(["/music/", "/music2", "/music/a"]) == ["/music", "/music2"])
    let path = { (parts: String...) in parts.map { Array($0.utf8) } }
    let top = path("/", "music", "a.mp3")
    #expect(Tables.path(top[0], top[1], top[2]) == Array("/music/a.mp3".utf8))
    #expect(Tables.path(top[0], [], top[2]) == Array("/a.mp3".utf8))
    #expect(Tables.path(top[0], []) == top[0])
  }

  @Test(
    "keeps the entries of a folder that may not be read",
    .enabled(if: getuid() != 0, "needs a user")
  )
  func unreadableFolder() throws {
    try tree.write("a/1.flac", "TITLE=One", "ARTIST=Ann")
    try tree.write("b/1.flac", "TITLE=Two", "ARTIST=Ann")
    try tree.scan()
    chmod(tree.path("a"), 0)
    defer { chmod(tree.path("a"), 0o700) }
    try tree.scan()
    #expect(try tree.songs("one").count == 1)
  }

  @Test("follows no link, enters no hidden folder, and reads only files that are music")
  func links() throws {
    let outside = try MusicTree()
    try outside.write("x.flac", "TITLE=Outside", "ARTIST=Ann")
    try tree.write("a/1.flac", "TITLE=Inside", "ARTIST=Ann")
    try tree.write(".trash/1.flac", "TITLE=Hidden", "ARTIST=Ann")
    try tree.write("a/._1.flac", "TITLE=Fork", "ARTIST=Ann")
    try tree.write("ring/1.flac", "TITLE=Ring", "ARTIST=Ann")
    try tree.write("ring/.nomedia", [])
    try tree.write("a/notes.txt", Array("TITLE".utf8))
    symlink(outside.root, tree.path("link"))
    symlink(outside.path("x.flac"), tree.path("a/x.flac"))
    symlink(tree.root, tree.path("a/loop"))
    mkfifo(tree.path("a/pipe.flac"), 0o600)
    try tree.scan()
    let titles = try tree.index.use { tables in
      try tables.rows("SELECT title FROM files") { $0.text(0) }
    }
    #expect(titles == ["Inside"])
  }

  @Test("lists no file that is no music, and looks at it again when it has changed")
  func unreadable() throws {
    try tree.write("a/1.flac", Array("no music".utf8))
    try tree.write("a/2.mp3", [])
    try tree.scan()
    #expect(try tree.index.use { tables in try tables.songCount() } == 0)
    try tree.scan()
    #expect(tree.scanner.readCount == 0)
    try tree.write("a/1.flac", "TITLE=One", "ARTIST=Ann")
    try tree.scan()
    #expect(try tree.songs("one").count == 1)
  }

  @Test("reads names of any bytes")
  func names() throws {
    try FileManager.default.createDirectory(
      atPath: tree.path("a"),
      withIntermediateDirectories: true
    )
    for byte in 1...255 where byte != 0x2F {
      let name = Array("x".utf8) + [UInt8(byte)] + Array("y.flac".utf8)
      let path = Array(tree.path("a/").utf8) + name
      let bytes = SilentMusic([("TITLE", "Song \(byte)"), ("ARTIST", "Ann")], seed: "\(byte)").bytes
      let file = withPath(path) { open($0, O_WRONLY | O_CREAT, 0o600) }
      try #require(file >= 0)
      #expect(write(file, bytes, bytes.count) == bytes.count)
      close(file)
    }
    try tree.scan()
    #expect(try tree.index.use { tables in try tables.songCount() } == 254)
    let song = try #require(tree.songs("Song 255").first?.own)
    let place = try tree.index.use { tables in try tables.places(.song, song.value).first }
    #expect(OpenedFile(path: try #require(place).path) != nil)
    try tree.scan()
    #expect(tree.scanner.readCount == 0)
  }

  @Test(
    "reads folders in folders once, and the files of a folder that is no longer configured not at all"
  )
  func roots() throws {
    try tree.write("a/1.flac", "TITLE=One", "ARTIST=Ann")
    try Files.Scanner(tree.index, roots: [tree.root, tree.path("a") + "/"]).run()
    #expect(try tree.songs("one").count == 1)
    try Files.Scanner(tree.index, roots: [tree.path("b")]).run()
    #expect(try tree.songs("one").isEmpty)
  }

  @Test("is made anew if it is corrupt or of another version")
  func damage() throws {
    try tree.write("a/1.flac", "TITLE=One", "ARTIST=Ann")
    let state = tree.directory.path + "/other"
    try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: true)
    try Data(repeating: 7, count: 5000).write(to: URL(filePath: state + "/index.sqlite"))
    for version in [0, 1, 2] {
      let index = try FileIndex(in: state)
      try Files.Scanner(index, roots: [tree.root]).run()
      try index.use { tables in
        #expect(try tables.songCount() == 1)
        try tables.database.run("PRAGMA user_version = \(version + 5)")
      }
    }
  }

  @Test("changes no file")
  func readOnly() throws {
    try tree.write("a/1.flac", "TITLE=One", "ARTIST=Ann", picture: SilentMusic.png)
    let path = tree.path("a/1.flac")
    let before = (
      try Data(contentsOf: URL(filePath: path)),
      try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
    )
    try tree.scan()
    #expect(try Data(contentsOf: URL(filePath: path)) == before.0)
    #expect(
      try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date == before.1
    )
    #expect(try FileManager.default.contentsOfDirectory(atPath: tree.path("a")) == ["1.flac"])
  }
}
