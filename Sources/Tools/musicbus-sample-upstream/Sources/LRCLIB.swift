import HTTPServer
import JSON

/// LRCLIB: `/api/search`.
struct LRCLIBSource: Sendable {
  private let library: ReleaseLibrary
  private let request: HTTPRequest

  init(_ library: ReleaseLibrary, _ request: HTTPRequest) {
    self.library = library
    self.request = request
  }

  func response() -> HTTPResponse {
    let title = SearchText(request[query: "track_name"] ?? "")
    let artist = SearchText(request[query: "artist_name"] ?? "")
    let found = library.recordings(matching: title, by: artist).prefix(20)
    return .json(.array(found.map(Self.value)))
  }

  /// Made-up words: every fourth song is instrumental, every fourth has no times, every fourth is only known by name.
  private static func value(_ track: Recording) -> JSONValue {
    let number = stableNumber("lrclib/" + track.key, below: 90_000_000)
    let kind = number % 4
    let lines = (0..<8).map { line in
      (ms: 12_000 + line * 20_000, text: line == 3 ? "" : words[(number + line * 7) % words.count])
    }
    let plain = lines.map(\.text).joined(separator: "\n")
    let synced = lines.filter { $0.ms < track.track.seconds * 1000 }.map { line in
      let (minutes, seconds) = (line.ms / 60_000, line.ms / 1000 % 60)
      return
        "[\(minutes < 10 ? "0" : "")\(minutes):\(seconds < 10 ? "0" : "")\(seconds).00] \(line.text)"
    }
    return record([
      "id": number, "name": track.track.title, "trackName": track.track.title,
      "artistName": track.release.artist.name, "albumName": track.release.album.title,
      "duration": track.track.seconds, "instrumental": kind == 3,
      "plainLyrics": nullable(kind == 1 || kind == 3 ? nil : plain),
      "syncedLyrics": nullable(kind == 0 || kind == 1 ? nil : synced.joined(separator: "\n")),
    ])
  }

  private static let words = [
    "The lamps along the harbour go out one by one", "I keep the letters that you never wrote",
    "Carry me home on a paper boat", "And the radio hums to an empty room",
    "Count the windows, count the trains", "We were taller than the summer rain",
    "Nobody asks where the echoes go", "Turn the record, play it slow",
    "Half of the sky is enough for two", "The river knows what the river knew",
  ]
}
