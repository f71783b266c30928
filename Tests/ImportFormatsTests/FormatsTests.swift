import BusProtocol
import FavoritesModel
import ImportFormats
import MusicModel
import Testing

/// A file in short: its format, its rows, and the skipped ones by reason.
struct FileSummary: Hashable {
  var format: ImportFormat
  var rows: Int
  var withIDs: Int
  var repeated = 0
  var skipped: [SkipReason: Int] = [:]

  init(
    _ format: ImportFormat,
    _ rows: Int,
    ids: Int,
    repeated: Int = 0,
    skipped: [SkipReason: Int] = [:]
  ) {
    (self.format, self.rows, withIDs) = (format, rows, ids)
    (self.repeated, self.skipped) = (repeated, skipped)
  }

  init(_ file: ImportedFile) {
    format = file.format
    (rows, repeated) = (file.rows.count, file.repeated)
    withIDs = file.rows.count { !$0.ids.isEmpty }
    skipped = file.skipped.reduce(into: [:]) { $0[$1.reason, default: 0] += 1 }
  }
}

extension ImportedFile {
  init(text: String) throws { try self.init(Array(text.utf8)) }
}

@Suite("Recognising a file by its content")
struct FormatsTests {
  private static let exportify =
    "Track URI,Track Name,Album Name,Artist Name(s),Release Date,Duration (ms),Added At\n"
    + "spotify:track:0123456789ABCDEFGHIJKL,Time,Animals,Pink Floyd,1973-03-01,413000,"
    + "2021-03-13T13:41:26Z\n"

  private static func utf16(_ text: String, isLittle: Bool, mark: Bool) -> [UInt8] {
    let units = (mark ? [0xFEFF] : []) + Array(text.utf16)
    return units.flatMap { unit in
      let bytes = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
      return isLittle ? bytes : bytes.reversed()
    }
  }

  @Test(
    "reads the same from any encoding and line end",
    arguments: [
      Array(exportify.utf8), [0xEF, 0xBB, 0xBF] + Array(exportify.utf8),
      Array(exportify.replacing("\n", with: "\r\n").utf8),
      Array(exportify.replacing("\n", with: "\r").utf8),
      Array(("sep=;\n" + exportify.replacing(",", with: ";")).utf8),
      Array(exportify.replacing(",", with: "\t").utf8),
      Array(("Exported by a program\n\n" + exportify).utf8),
      Array(exportify.replacing("Track Name", with: "  Track Name ").utf8),
      utf16(exportify, isLittle: true, mark: true), utf16(exportify, isLittle: false, mark: true),
      utf16(exportify, isLittle: true, mark: false),
    ]
  )
  func encodings(_ bytes: [UInt8]) throws {
    let file = try ImportedFile(bytes)
    #expect(FileSummary(file) == FileSummary(.exportify, 1, ids: 1))
    let row = try #require(file.rows.first)
    #expect(row.ids.map(\.description) == ["spotify:song:0123456789ABCDEFGHIJKL"])
    #expect([row.name, row.artist, row.album] == ["Time", "Pink Floyd", "Animals"])
    #expect(row.durationMs == 413_000)
    #expect(row.releaseDate?.description == "1973-03-01")
    #expect(row.added?.description == "2021-03-13T13:41:26.000000Z")
  }

  @Test("reads Windows-1252 where a text is not UTF-8")
  func windows() throws {
    let text = Array("Artist,Title\nBeyonc".utf8) + [0xE9] + Array(",Halo ".utf8) + [0x96, 0x0A]
    #expect(try ImportedFile(text).rows.map(\.artist) == ["Beyoncé"])
    #expect(try ImportedFile(text).rows.map(\.name) == ["Halo –"])
  }

  @Test(
    "knows each format",
    arguments: [
      (
        "Track name,Artist name,Album,Playlist name,Type,ISRC\n\"a\",b,c,d,Favorite,\n",
        .tuneMyMusic
      ),
      ("title;artist;album;isrc\nTime;Pink Floyd;;gbn9y1100088\n", .soundiiz),
      (
        "uts,utc_time,artist,artist_mbid,album,album_mbid,track,track_mbid\n1,x,a,,b,,c,\n", .lastfm
      ),
      ("a,b,c,\"24 Jan 2023 09:42\"\n", .lastfm),
      ("Video ID,Song Title,Album Title,Artist Name 1\n-3KT1f7WZIo,a,b,c\n", .youTubeMusic),
      (
        #"[{"endTime":"2020-03-05 23:14","artistName":"a","trackName":"b","msPlayed":40000}]"#,
        .spotifyHistory
      ),
      (#"{"tracks":[],"albums":[],"artists":[{"name":"a"}]}"#, .spotifyLibrary),
      (
        #"{"playlists":[{"items":[{"track":{"trackName":"a","artistName":"b"}}]}]}"#,
        .spotifyPlaylists
      ),
      (#"{"playlist":{"track":[{"title":"a","creator":"b"}]}}"#, .jspf),
      (#"{"scrobbles":[{"time":1,"track":{"title":"a","artists":["b"]}}]}"#, .maloja),
      ("<playlist><trackList><track><title>a</title></track></trackList></playlist>", .xspf),
      ("#EXTM3U\n#EXTINF:1,a - b\nx.mp3\n", .m3u),
      ("/music/a - b.mp3\n", .m3u),
      ("#AUDIOSCROBBLER/1.1\n#TZ/UTC\na\tb\tc\t1\t200\tL\t1600000000\t\n", .rockbox),
      ("Pink Floyd - Time\nNina Simone\n", .list),
      (#"[{"kind":"artist","id":"a:artist:1","name":"b"}]"#, .own),
      ("kind,name,ids\nartist,b,a:artist:1\n", .own),
      (#"{"format":"musicbus-favorites","version":1}"#, .own),
    ] as [(String, ImportFormat)]
  )
  func formats(_ text: String, _ format: ImportFormat) throws {
    let file = try ImportedFile(text: text)
    #expect(file.format == format)
    #expect(file.skipped.isEmpty && (format == .own || !file.rows.isEmpty))
  }

  @Test(
    "refuses what it does not know",
    arguments: [
      ("", "empty"), ("{\"a\":1}", "no known format"), ("<html></html>", "no known format"),
      ("<plist><dict></dict></plist>", "no tracks"), ("[1,2", "not valid JSON"),
      ("a,b,c\n1,2,3\n4,5,6\n", "no known columns"), ("a\0b", "no known format"),
    ]
  )
  func unknown(_ text: String, _ problem: String) {
    let error = #expect(throws: ImportFormatError.self) { try ImportedFile(text: text) }
    #expect(error?.message.contains(problem) == true, "\(error?.message ?? "")")
  }

  @Test(
    "takes a length that no recording has for none",
    arguments: [
      "#EXTM3U\n#EXTINF:9223372036854775807,Pink Floyd - Time\na.mp3\n",
      #"{"scrobbles":[{"time":1,"track":{"artists":["Abba"],"title":"SOS","length":9223372036854775807}}]}"#,
      "spotify:local:Pink+Floyd:Animals:Dogs:9223372036854775807\n",
      "Title,Artist,Duration\nTime,Pink Floyd,9223372036854775807:9223372036854775807\n",
    ]
  )
  func hugeLength(_ text: String) throws {
    let rows = try ImportedFile(text: text).rows
    #expect(rows.count == 1 && rows[0].durationMs == nil, "\(rows)")
  }

  @Test(
    "tells a column of times from one of lengths",
    arguments: [("382", 382_000, nil), ("1700000000", nil, "2023-11-14T22:13:20.000000Z")]
      as [(String, Int?, String?)]
  )
  func timeColumn(_ value: String, _ ms: Int?, _ added: String?) throws {
    let text = "Title,Artist,Time\nMoney,Pink Floyd,\(value)\n"
    let row = try #require(try ImportedFile(text: text).rows.first)
    #expect((row.durationMs, row.added?.description) == (ms, added))
  }

  @Test("takes a playlist of iTunes for one, though it has the columns Kind and Name")
  func applePlaylist() throws {
    let names = ["Name", "Artist", "Composer", "Album", "Grouping", "Work", "Movement Number"]
    let more = ["Genre", "Size", "Time", "Disc Number", "Year", "Date Added", "Kind"]
    let header = names + more + (0..<10).map { "Column \($0)" }
    var cells = header.map { _ in "" }
    (cells[0], cells[1], cells[3], cells[9]) = ("Money", "Pink Floyd", "Animals", "382")
    cells[12] = "2021-03-13 13:41"
    let lines = [header, cells].map { $0.joined(separator: "\t") + "\n" }
    let file = try ImportedFile(text: lines.joined())
    #expect(file.format == .appleLibrary)
    let row = try #require(file.rows.first)
    #expect((row.name, row.artist, row.durationMs) == ("Money", "Pink Floyd", 382_000))
    #expect(row.added?.description.hasPrefix("2021-03-13") == true)
  }

  @Test("names an archive, which is not read here")
  func archive() {
    #expect(throws: ImportFormatError.archive) { try ImportedFile([0x50, 0x4B, 0x03, 0x04, 0]) }
  }
}

@Suite("A row of a file")
struct RowTests {
  @Test(
    "has the id that a link, URI or code is",
    arguments: [
      ("spotify:track:0123456789ABCDEFGHIJKL", "spotify:song:0123456789ABCDEFGHIJKL"),
      ("spotify:album:0123456789ABCDEFGHIJKL", "spotify:album:0123456789ABCDEFGHIJKL"),
      (
        "https://musicbrainz.org/recording/385f4381-0f6d-47a0-bc56-07570374f650",
        "mbid:recording:385f4381-0f6d-47a0-bc56-07570374f650"
      ),
      ("https://music.example/track/17", "example:song:17"),
      ("GBAYE9714951", "isrc:recording:GBAYE9714951"), ("5099902987651", "upc:album:5099902987651"),
      ("isrc:gb-aye-97-14951", "isrc:recording:GBAYE9714951"),
      ("itunes:artist:487143", "itunes:artist:487143"),
    ]
  )
  func ids(_ line: String, _ id: String) throws {
    let pattern = URLPattern(
      "https://music.example/track/{id}",
      id: "example:song:{id}",
      example: "https://music.example/track/1"
    )
    let file = try ImportedFile(Array((line + "\n").utf8), patterns: [pattern])
    #expect(file.rows.map { $0.ids.map(\.description) } == [[id]])
  }

  @Test(
    "is skipped for its reason",
    arguments: [
      ("https://nowhere.example/x/1\n", .unknownLink),
      ("https://www.youtube.com/watch?v=8dZo9HNfjGo\n", .video),
      ("spotify:episode:0123456789ABCDEFGHIJKL\n", .podcast),
      (#"{"bannedTracks":[{"artist":"a","track":"b"}],"tracks":[]}"#, .banned),
      (#"[{"endTime":"","artistName":"a","trackName":"b","msPlayed":29999}]"#, .short),
      (#"{"recording_msid":"x","recording_mbid":null,"score":-1,"created":1}"#, .banned),
      (#"{"playlists":[{"items":[{"localTrack":{"uri":"spotify:local::::"}}]}]}"#, .localFile),
      ("Track name,Artist name,Type\n\"\",\"\",\"\"\n", .empty),
    ] as [(String, SkipReason)]
  )
  func skipped(_ text: String, _ reason: SkipReason) throws {
    let file = try ImportedFile(text: text)
    #expect(file.rows.isEmpty && file.skipped.map(\.reason) == [reason])
  }

  @Test("of a local file has the names of its URI")
  func local() throws {
    let uri = "spotify:local:X+JAPAN:Ballad+Collection:Forever+Love+%28Last+Mix%29:513"
    let row = try #require(try ImportedFile(text: uri).rows.first)
    #expect(
      [row.artist, row.album, row.name] == [
        "X JAPAN", "Ballad Collection", "Forever Love (Last Mix)",
      ]
    )
    #expect(row.durationMs == 513_000 && row.ids.isEmpty)
  }

  @Test(
    "loses only a date that cannot be read",
    arguments: [
      ("26/06/06", nil), ("2006-13-01", "2006"), ("0000", nil), ("2006", "2006"), ("x", nil),
    ]
      as [(String, String?)]
  )
  func dates(_ date: String, _ read: String?) throws {
    let text = "Track URI,Track Name,Artist Name(s),Release Date,Added At\n"
    let row = try #require(
      try ImportedFile(text: text + "spotify:track:0123456789ABCDEFGHIJKL,a,b,\(date),\(date)\n")
        .rows.first
    )
    #expect(row.name == "a" && row.releaseDate?.description == read)
  }

  @Test(
    "was added at the time that any program writes",
    arguments: [
      ("1720688852", "2024-07-11T09:07:32.000000Z"),
      ("1720688852000", "2024-07-11T09:07:32.000000Z"),
      ("11 Jul 2024, 09:07", "2024-07-11T09:07:00.000000Z"),
      ("2020-03-05 23:14", "2020-03-05T23:14:00.000000Z"),
      ("2020-03-05", "2020-03-05T00:00:00.000000Z"),
      ("2020-12-24T01:41:44.821939+00:00", "2020-12-24T01:41:44.821939Z"),
      ("2020-12-24T01:41:44+02:00", "2020-12-23T23:41:44.000000Z"),
    ]
  )
  func added(_ text: String, _ time: String) throws {
    let table = "artist,album,track,date\na,b,c,\"\(text)\"\n"
    #expect(try ImportedFile(text: table).rows.map { $0.added?.description } == [time])
  }

  @Test("that repeats another is counted, and the first play dates it")
  func repeated() throws {
    let plays = ["2021-02-01 10:00", "2020-01-01 10:00", "2022-01-01 10:00"].map { time in
      #"{"endTime":"\#(time)","artistName":"A","trackName":"b","msPlayed":40000}"#
    }
    let file = try ImportedFile(text: "[\(plays.joined(separator: ","))]")
    #expect(FileSummary(file) == FileSummary(.spotifyHistory, 1, ids: 0, repeated: 2))
    #expect(file.rows.first?.added?.description == "2020-01-01T10:00:00.000000Z")
  }

  @Test("joins the artists of a song, and unescapes a comma in a name")
  func artists() throws {
    let head = "\"Track URI\",\"Track Name\",\"Artist Name(s)\"\n"
    let names = [
      ("Crosby\\, Stills & Nash, Neil Young", "Crosby, Stills & Nash, Neil Young"),
      ("A;B", "A, B"),
    ]
    for (cell, artist) in names {
      let file = try ImportedFile(
        text: head + "\"spotify:track:0123456789ABCDEFGHIJKL\",\"x\",\"\(cell)\"\n"
      )
      #expect(file.rows.map(\.artist) == [artist])
    }
  }

  @Test("of Exportify is read in any language")
  func localized() throws {
    let cells = (0..<19).map { $0 == 16 ? "ISRC" : "Колонка \($0)" }
    var row = Array(repeating: "", count: 19)
    (row[0], row[1], row[3], row[5]) = ("spotify:track:0123456789ABCDEFGHIJKL", "a", "b", "c")
    (row[12], row[16], row[18]) = ("1000", "GBAYE9714951", "2020-01-01T00:00:00Z")
    let text = [cells, row].map { $0.map { "\"\($0)\"" }.joined(separator: ",") }
    let file = try ImportedFile(text: text.joined(separator: "\n"))
    #expect(FileSummary(file) == FileSummary(.exportify, 1, ids: 1))
    #expect(file.rows[0].ids.count == 2 && file.rows[0].album == "c")
  }

  @Test("of Discogs and Rate Your Music has plain names")
  func collections() throws {
    let discogs =
      "Catalog#,Artist,Title,Label,Format,Rating,Released,release_id,CollectionFolder,Date Added\n"
      + "x,\"Justice (3), Simian (2)\",Cross,\"Ed Banger (2)\",\"7\"\", EP\",,0,1150016,U,2020-02-02 10:00:00\n"
    let row = try #require(try ImportedFile(text: discogs).rows.first)
    #expect(row.kind == .album && row.artist == "Justice, Simian" && row.releaseDate == nil)
    #expect(row.ids.map(\.description) == ["discogs:release:1150016"])
    let rym =
      "RYM Album, First Name,Last Name,First Name localized, Last Name localized,Title,Release_Date,"
      + "Rating,Ownership,Purchase Date,Media Type,Review\n"
      + "\"1\",\"The\",\"Beatles\",\"\",\"\",\"A &amp; B\",\"1966\",\"8\",\"n\",\"\",\"\",  \"\"\n"
      + "\"2\",\"\",\"宇多田ヒカル [Hikaru Utada]\",\"\",\"\",\"First Love\",\"1999\",\"0\",\"n\",\"\",\"\",  \"\"\n"
    let rows = try ImportedFile(text: rym).rows
    #expect(rows.map(\.artist) == ["The Beatles", "宇多田ヒカル"])
    #expect(rows.map(\.name) == ["A & B", "First Love"] && rows.map(\.note) == [nil, nil])
  }

  @Test("of XML is read without its document type")
  func xml() throws {
    let text = """
      <?xml version="1.0"?><!DOCTYPE plist PUBLIC "x" "http://nowhere.example/x.dtd" [<!ENTITY a "b">]>
      <plist><dict><key>Tracks</key><dict><key>1</key><dict><key>Name</key><string>A &amp; &#66;&a;</string>
      <key>Artist</key><string><![CDATA[<x>]]></string><key>Compilation</key><true/>
      <key>Total Time</key><integer>1000</integer></dict><key>2</key><dict><key>Name</key><string>v</string>
      <key>Has Video</key><true/></dict></dict></dict></plist>
      """
    let file = try ImportedFile(text: text)
    #expect(FileSummary(file) == FileSummary(.appleLibrary, 1, ids: 0, skipped: [.video: 1]))
    #expect(file.rows[0].name == "A & B&a;" && file.rows[0].artist == "<x>")
    #expect(throws: ImportFormatError.self) { try ImportedFile(text: String(text.dropLast(40))) }
  }

  @Test("any prefix of a file is read or refused, and neither hangs nor stops the program")
  func prefixes() {
    let texts = [
      "<plist><dict><key>Tracks</key><dict><key>1</key><dict><key>Name</key><string>a</string></dict>",
      #"{"playlists":[{"items":[{"track":{"trackName":"a","artistName":"b"}}]}]}"#,
      "#EXTM3U\n#EXTINF:1,a - b\nx.mp3\n", "Track URI,Track Name\n\"spotify:track:1\",\"a\n",
    ]
    for bytes in texts.map({ Array($0.utf8) }) {
      for count in 0...bytes.count { _ = try? ImportedFile(Array(bytes.prefix(count))) }
    }
  }
}
