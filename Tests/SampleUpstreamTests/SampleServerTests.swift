import Foundation
import HTTPServer
import TestKit
import Testing

@testable import musicbus_sample_upstream

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("The server of the sample sources", .timeLimit(.minutes(10)))
struct SampleServerTests {
  @Test("serves all APIs at one address, which links contain")
  func servesAll() async throws {
    let server = try SampleServer(FaultInjectingServer())
    let targets = [
      "/search?term=u2&entity=album", "/lookup?id=78500&entity=song",
      "/api/v1/json/123/search.php?s=U2", "/api/v2/us/music/most-played/10/albums.json",
      "/us/rss/topsongs/limit=10/json",
    ]
    for target in targets {
      let result = try await get(server.address + target)
      #expect(result.status == 200, "\(target)")
      #expect(result.text.contains("\(server.address)/artwork/"), "\(target)")
    }
  }

  @Test("serves artwork and previews at the URLs in responses")
  func media() async throws {
    let server = try SampleServer(FaultInjectingServer())
    let result = try await get(server.address + "/search?term=u2&entity=song&limit=1")
    let body = try JSONSerialization.jsonObject(with: result.data) as? [String: Any]
    let song = try #require((body?["results"] as? [[String: Any]])?.first)
    let artwork = try #require(song["artworkUrl100"] as? String)
    let large = artwork.replacingOccurrences(of: "100x100bb.jpg", with: "600x600bb.jpg")
    let picture = try #require(ReadPNG([UInt8](try await get(large).data)))
    #expect(picture.width == 600 && picture.isWhole)
    let preview = try #require(song["previewUrl"] as? String)
    #expect(try await get(preview).data.starts(with: Array("RIFF".utf8)))
  }

  @Test("delivers faulty bodies to the client")
  func faults() async throws {
    let texts = [
      "cut:/search", "gzip:/lookup", "redirect:/us", "huge=2:/api/v2", "garbage:/api/v1",
    ]
    let faults = try texts.map { try Fault($0) }
    let server = try SampleServer(FaultInjectingServer(SampleSource(), FaultPlan(faults: faults)))
    let address = server.address
    await #expect(throws: URLError.self) { try await get(address + "/search?term=u2") }
    #expect(try await get(address + "/lookup?id=78500").text.contains("U2"))
    let redirected = try await get(address + "/us/rss/topalbums/limit=3/json")
    #expect(redirected.status == 200 && redirected.text.contains("Top Albums"))
    let huge = try await get(address + "/api/v2/us/music/most-played/10/albums.json")
    #expect(huge.data.count == 2 << 20)
    let garbage = try await get(address + "/api/v1/json/123/search.php?s=U2")
    #expect(String(data: garbage.data, encoding: .utf8) == nil)
  }

  @Test("changes faults and lists requests while it runs")
  func control() async throws {
    let server = try SampleServer(FaultInjectingServer())
    var request = URLRequest(url: try #require(URL(string: server.address + "/_control/faults")))
    request.httpMethod = "POST"
    request.httpBody = Data("429=7:/search".utf8)
    let (_, reply) = try await URLSession.shared.data(for: request)
    #expect((reply as? HTTPURLResponse)?.statusCode == 200)
    let refused = try await get(server.address + "/search?term=u2")
    #expect(refused.status == 429)
    #expect(refused.headers["Retry-After"] == "7")
    let seen = try await get(server.address + "/_control/requests").text
    #expect(seen.contains(#""path":"/search","query":"term=u2""#))
  }

  @Test("does not block other requests or its shutdown on a slow response")
  func concurrency() async throws {
    let faults = [Fault(.hang, prefix: "/lookup"), Fault(.slow(.seconds(250)), prefix: "/api")]
    let site = FaultInjectingServer(SampleSource(), FaultPlan(faults: faults))
    let hanging: [Task<Bool, Never>]
    do {
      let server = try SampleServer(site)
      let address = server.address
      hanging = ["/lookup?id=1", "/api/v2/us/music/most-played/1/albums.json"].map { target in
        Task { (try? await get(address + target)) == nil }
      }
      // Both requests have arrived before the next one is sent.
      try await awaitAsyncCondition("both requests") {
        try await get(address + "/_control/requests").text.split(separator: "{").count >= 3
      }
      #expect(try await get(address + "/search?term=u2").status == 200)
    }
    for task in hanging { #expect(await task.value) }
  }

  @Test("reports why it cannot listen")
  func occupied() throws {
    let server = try SampleServer(FaultInjectingServer())
    let port = server.port
    let error = #expect(throws: HTTPServerError.self) {
      let second = try SampleServer(FaultInjectingServer(), port: port)
      _ = second.port
    }
    #expect(error?.message.contains("\(port)") == true)
  }

  private struct Result: Sendable {
    let status: Int
    let headers: [String: String]
    let data: Data
    var text: String { String(decoding: data, as: UTF8.self) }
  }

  private func get(_ address: String) async throws -> Result {
    let url = try #require(URL(string: address))
    let (data, response) = try await URLSession.shared.data(from: url)
    let reply = try #require(response as? HTTPURLResponse)
    let headers = reply.allHeaderFields.compactMap { key, value in
      (key as? String).flatMap { key in (value as? String).map { (key, $0) } }
    }
    return Result(
      status: reply.statusCode,
      headers: Dictionary(headers) { first, _ in first },
      data: data
    )
  }
}
