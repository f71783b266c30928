import Foundation
import TestKit
import Testing

@testable import musicbus_sample_upstream

@Suite("Compared with captured responses", .enabled(if: Captures.exist, Captures.missing))
struct CapturedShapeTests {
  @Test(
    "TheAudioDB's records have every key that was seen",
    arguments: [
      ("artist-mb-nirvana-9f0172b.json", "artists", "search.php?s=nirvana"),
      ("search-coldplay-soundsearch.json", "artists", "search.php?s=coldplay"),
      (
        "album-mb-random-access-memories-9f0172b.json", "album",
        "searchalbum.php?s=daft+punk&a=discovery"
      ),
      ("track-mb-despacito-9f0172b.json", "track", "searchtrack.php?s=queen&t=liar"),
    ]
  )
  func audioDB(_ file: String, _ root: String, _ method: String) throws {
    let seen = try Captures.records("audiodb/" + file, root)
    let ours = try HTTPQuery.list(root, of: "/api/v1/json/123/\(method)")
    let missing = Captures.keys(seen).subtracting(Captures.keys(ours))
    #expect(missing.isEmpty)
    #expect(!seen.isEmpty && !ours.isEmpty)
  }

  @Test("songs of the store have the required keys and no unknown ones")
  func songs() throws {
    let files = [
      "search-jack-johnson-50songs-d.json", "search-kilar-classical-compilations-50songs.json",
      "harmony-lookup-album-1441458047-gb-song.json", "search-mixed-nicki-minaj-queen-50songs.json",
      "search-kobukuro-jp-japanese-1song.json",
    ]
    let seen = try files.flatMap { try Captures.records("itunes/" + $0, "results") }
      .filter { $0["kind"] as? String == "song" }
    let ours = try HTTPQuery.list("results", of: "/search?term=the&entity=song&limit=200")
      .filter { $0["collectionPrice"] != nil }
    try Captures.compare(seen, ours)
  }

  @Test("albums of the store have the required keys and no unknown ones")
  func albums() throws {
    let seen = try ["album-taylor-swift-1.json", "harmony-lookup-album-1728639278-us-song.json"]
      .flatMap { try Captures.records("itunes/" + $0, "results") }
      .filter { $0["wrapperType"] as? String == "collection" }
    let ours = try HTTPQuery.list("results", of: "/lookup?id=487143&entity=album")
      .filter { $0["wrapperType"] as? String == "collection" && $0["collectionPrice"] != nil }
    try Captures.compare(seen, ours)
  }

  @Test("audiobooks of the store have no unknown keys")
  func audiobooks() throws {
    let file = "itunes/search-radiohead-50-incl-audiobook.json"
    let seen = try Captures.records(file, "results")
      .filter { $0["wrapperType"] as? String == "audiobook" }
    let ours = try HTTPQuery.list(
      "results",
      of: "/search?term=radiohead&entity=audiobook&media=all"
    )
    #expect(!ours.isEmpty)
    #expect(Captures.keys(ours).isSubset(of: Captures.keys(seen)))
  }

  @Test("the current chart has the keys of the real one")
  func mostPlayed() throws {
    let file = "rss/v2-applemusic-most-played-50-2022-logonv.json"
    let seen = try Captures.records(file, "feed.results")
    let ours = try HTTPQuery.list(
      "feed.results",
      of: "/api/v2/us/music/most-played/100/albums.json"
    )
    #expect(Captures.keys(seen) == Captures.keys(ours))
    let feed = try Captures.object(file)["feed"] as? [String: Any]
    let own = try HTTPQuery.object("/api/v2/us/music/most-played/1/albums.json")["feed"]
    #expect(Set((own as? [String: Any] ?? [:]).keys) == Set((feed ?? [:]).keys))
  }

  @Test("the legacy chart has the keys of the real one")
  func legacy() throws {
    let file = "rss/legacy-topalbums-58-2023-propbono.json"
    let seen = try Captures.records(file, "feed.entry")
    let ours = try HTTPQuery.list("feed.entry", of: "/us/rss/topalbums/limit=100/json")
    #expect(Captures.keys(seen) == Captures.keys(ours))
    let feed = try Captures.object(file)["feed"] as? [String: Any]
    let own = try HTTPQuery.object("/us/rss/topalbums/limit=100/json")["feed"] as? [String: Any]
    #expect(Set((own ?? [:]).keys) == Set((feed ?? [:]).keys))
  }
}

/// The directory of captures next to the package.
enum Captures {
  static let directory = PackageRoot.url("../shared/data")

  static var exist: Bool { FileManager.default.fileExists(atPath: directory.path()) }

  /// The reason of the skipped suite.
  static let missing: Comment =
    "SKIPPED: 6 tests compare with captured responses, but \(directory.path()) does not exist"

  static func object(_ file: String) throws -> [String: Any] {
    let data = try Data(contentsOf: directory.appending(path: file))
    return try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
  }

  static func records(_ file: String, _ keys: String) throws -> [[String: Any]] {
    var value: Any? = try object(file)
    for key in keys.split(separator: ".") { value = (value as? [String: Any])?[String(key)] }
    return value as? [[String: Any]] ?? []
  }

  static func keys(_ records: [[String: Any]]) -> Set<String> { Set(records.flatMap(\.keys)) }

  /// Checks that our records have all keys that all captured ones have, and no unknown keys.
  static func compare(_ seen: [[String: Any]], _ ours: [[String: Any]]) throws {
    try #require(!seen.isEmpty && !ours.isEmpty)
    let always = seen.dropFirst().reduce(Set(seen[0].keys)) { $0.intersection($1.keys) }
    for record in ours { #expect(always.subtracting(record.keys).isEmpty) }
    #expect(keys(ours).subtracting(keys(seen)).isEmpty)
  }
}
