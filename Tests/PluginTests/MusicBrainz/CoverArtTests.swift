import BusProtocol
import Foundation
import MusicModel
import ProviderKit
import Testing

@Suite("Captured covers of the Cover Art Archive", .enabled(if: Capture.exist, Capture.missing))
struct CoverArtTests {
  /// The captured exchanges: status, location and body by URL.
  private static func responses() throws -> [String: HTTPResponse] {
    let directory = Capture.directory.appending(path: "coverart")
    let index = try String(contentsOf: directory.appending(path: "INDEX.tsv"), encoding: .utf8)
    var responses: [String: HTTPResponse] = [:]
    for line in index.split(separator: "\n") {
      let fields = line.split(separator: "\t").map(String.init)
      guard fields.count == 3, fields[2].hasPrefix("GET ") else { continue }
      let outcome = fields[1].split(separator: " ").map(String.init)
      let bytes = [UInt8](try Data(contentsOf: directory.appending(path: fields[0])))
      responses["https://" + fields[2].dropFirst(4)] = HTTPResponse(
        status: Int(outcome[0]) ?? 0,
        headers: outcome.count > 1 ? ["Location": outcome[1]] : [:],
        body: bytes
      )
    }
    return responses
  }

  @Test("are found through two redirects; without a cover, there is none")
  func covers() async throws {
    let captured = try CoverArtTests.responses()
    let prefix = "https://coverartarchive.org/release/"
    let releases = captured.keys.filter { $0.hasPrefix(prefix) && !$0.hasSuffix("/front") }
      .map { String($0.dropFirst(prefix.count)) }.sorted()
    #expect(captured.count == 31)
    #expect(releases.count == 12)
    var counts: [String: Int] = [:]
    for release in releases {
      var responses = captured
      let target =
        "/ws/2/release/\(release)?fmt=json&inc=artist-credits%20labels%20media%20release-groups"
      responses[target] = HTTPResponse(
        body: Array(#"{"id":"\#(release)","title":"T","status":"Official"}"#.utf8)
      )
      let outcome = try await Plugin.musicBrainz.run(
        .albumGet,
        at: RecordedTransport(responses),
        configuration: ["requestFactor": 1000]
      ) { $0.id = EntityID("mbid:release:\(release)") }
      let album = try #require(outcome.albums.first, "\(outcome)")
      #expect(outcome.notes.isEmpty)
      counts[release] = album.artwork.count
    }
    #expect(counts.values.count { $0 > 0 } == 2, "\(counts)")
  }

  @Test("are converted from every captured index")
  func indexes() async throws {
    let captured = try CoverArtTests.responses().filter { $0.value.status == 200 }
    var total = 0
    for (_, response) in captured {
      let body = String(decoding: response.body, as: UTF8.self)
      let source = FixedResponseTransport(
        #"{"id":"g","title":"T"}"#,
        others: ["/release-group/g": body]
      )
      let outcome = try await Plugin.musicBrainz.run(
        .albumGet,
        at: source,
        configuration: ["requestFactor": 1000]
      ) { $0.id = EntityID("mbid:release-group:g") }
      let artwork = try #require(outcome.albums.first).artwork
      #expect(artwork.contains { $0.role == .cover })
      total += artwork.count
    }
    #expect(captured.count == 10)
    #expect(total == 60)
  }
}
