import Foundation
import ImportFormats
import TestKit
import Testing

/// The captures next to the package.
enum Captures {
  static let directory = PackageRoot.url("../shared/data")

  static var exist: Bool { FileManager.default.fileExists(atPath: directory.path()) }

  /// The reason of a skipped suite.
  static let missing: Comment =
    "SKIPPED: files of other programs are not tested, because \(directory.path()) does not exist"

  static func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: directory.appending(path: name)))
  }
}

@Suite("Captured files", .enabled(if: Captures.exist, Captures.missing))
struct CaptureTests {
  @Test(
    "have as many rows as their index says",
    arguments: [
      ("exportify-app-en.csv", FileSummary(.exportify, 21, ids: 21)),
      ("exportify-app-de.csv", FileSummary(.exportify, 20, ids: 20)),
      ("exportify-app-de-local.csv", FileSummary(.exportify, 11, ids: 3, repeated: 1)),
      ("exportify-net.csv", FileSummary(.exportify, 19, ids: 18)),
      ("exportify-net-excel.csv", FileSummary(.exportify, 22, ids: 22)),
      ("tunemymusic-spotify.csv", FileSummary(.tuneMyMusic, 36, ids: 36)),
      (
        "spotify-YourLibrary.json",
        FileSummary(.spotifyLibrary, 18, ids: 18, skipped: [.banned: 1, .podcast: 4])
      ),
      (
        "spotify-YourLibrary-2021.json",
        FileSummary(.spotifyLibrary, 24, ids: 0, skipped: [.podcast: 7])
      ),
      (
        "spotify-Playlist1.json",
        FileSummary(.spotifyPlaylists, 11, ids: 11, skipped: [.podcast: 9])
      ),
      ("spotify-Playlist1-local.json", FileSummary(.spotifyPlaylists, 22, ids: 0, repeated: 3)),
      (
        "spotify-StreamingHistory0.json",
        FileSummary(.spotifyHistory, 12, ids: 0, repeated: 9, skipped: [.empty: 5, .short: 4])
      ),
      (
        "spotify-Streaming_History_Audio.json",
        FileSummary(.spotifyHistory, 5, ids: 5, skipped: [.short: 5, .podcast: 2])
      ),
      ("youtube-music-library.csv", FileSummary(.youTubeMusic, 49, ids: 0)),
      (
        "youtube-music-library-2022.csv",
        FileSummary(.youTubeMusic, 0, ids: 0, skipped: [.video: 24])
      ),
      (
        "apple-music-play-activity.csv",
        FileSummary(.applePlays, 4, ids: 0, skipped: [.short: 10, .empty: 1])
      ),
      ("apple-music-library-tracks.json", FileSummary(.appleTracks, 2, ids: 2)),
      ("itunes-library.xml", FileSummary(.appleLibrary, 8, ids: 0, skipped: [.video: 3])),
      ("rym-export.csv", FileSummary(.rateYourMusic, 60, ids: 0)),
      ("lastfm-recenttracks.csv", FileSummary(.lastfm, 40, ids: 32)),
      ("listenbrainz-listens-2021-4.jsonl", FileSummary(.listenBrainz, 2, ids: 1, repeated: 1)),
      ("listenbrainz-playlist.jspf", FileSummary(.jspf, 1, ids: 1)),
      ("utf16-bom.m3u", FileSummary(.m3u, 1, ids: 0)),
      ("windows-bom.m3u8", FileSummary(.m3u, 2, ids: 0)),
      ("jukebox.xspf", FileSummary(.xspf, 30, ids: 0)),
      ("discogs-collection.csv", FileSummary(.discogs, 8, ids: 8)),
    ]
  )
  func rows(_ name: String, _ summary: FileSummary) throws {
    #expect(FileSummary(try ImportedFile(try Captures.bytes("imports/\(name)"))) == summary)
  }
}
