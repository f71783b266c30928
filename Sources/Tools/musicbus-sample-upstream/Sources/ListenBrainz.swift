import HTTPServer
import JSON

/// The data sets of ListenBrainz: `/similar-artists/json`.
struct ListenBrainzSource: Sendable {
  private let library: ReleaseLibrary
  private let request: HTTPRequest

  init(_ library: ReleaseLibrary, _ request: HTTPRequest) {
    self.library = library
    self.request = request
  }

  /// As the real one: not in the order of the scores, and an artist can be listed twice.
  func response() -> HTTPResponse {
    guard request[query: "algorithm"] != nil else { return .html(400, "400 Bad Request") }
    let known = request[query: "artist_mbids"]
    guard let artist = library.artists.first(where: { $0.musicBrainz == known }) else {
      return .json(.array([]))
    }
    let found = library.artists(similarTo: artist).prefix(12).enumerated().map { place, other in
      record([
        "artist_mbid": other.musicBrainz, "name": other.name, "comment": "",
        "type": other.members == 1 ? "Person" : "Group", "gender": JSONValue.null,
        "score": 900 - 40 * place, "reference_mbid": artist.musicBrainz,
      ])
    }
    return .json(.array(found.reversed() + found.prefix(1)))
  }
}
