import BusProtocol
import Foundation
import TestKit
import Testing

@testable import ProviderKit

@Suite("A hostile body", .ownThreads, .timeLimit(.minutes(10)))
struct HostileBodyTests {
  /// The limit of a JSON body.
  private static let maxBytes = 8 * 1024 * 1024

  /// A result, and by how much this process has grown meanwhile.
  ///
  /// Other threads of the tests allocate memory as well, so it is repeated twice if it has grown too much.
  private func measured<Result>(
    _ body: () async throws -> Result
  ) async throws -> (result: Result, growth: Int) {
    for _ in 0..<2 {
      let outcome = try await measuredOnce(body)
      if outcome.growth < 4 * Self.maxBytes { return outcome }
    }
    return try await measuredOnce(body)
  }

  private func measuredOnce<Result>(
    _ body: () async throws -> Result
  ) async throws -> (result: Result, growth: Int) {
    let before = try Memory.current()
    try Memory.resetPeak()
    let result = try await body()
    return (result, try Memory.peak() - before)
  }

  /// The failure of a search, and by how much this process has grown meanwhile.
  private func search(_ behavior: TinyServer.Behavior) async throws -> (Failure?, growth: Int) {
    let server = try TinyServer(["/artists?q=source": behavior])
    let provider = try FakeProvider(
      ProviderConfiguration(environment: ["MUSICBUS_FAKE_URL": server.url])
    )
    var parameters = CallParameters()
    parameters.text = "source"
    parameters.grant = ["source.example": 1]
    let outcome = try await measured {
      let call = try StandaloneCall(provider, transport: CurlTransport([:]))
      return await call.run(.artistsSearch, parameters, timeout: .seconds(120))
    }
    return (outcome.result.failure, outcome.growth)
  }

  @Test("of endless chunks is refused within the limit of memory")
  func endlessChunks() async throws {
    let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
    let chunk = "8000\r\n" + String(repeating: " ", count: 0x8000) + "\r\n"
    let outcome = try await search(.endless(Array(head.utf8), Array(chunk.utf8)))
    #expect(outcome.0?.message == "The response from source.example exceeds 8 MB.")
    #expect(outcome.growth < 4 * Self.maxBytes, "\(outcome.growth)")
  }

  @Test("of compressed zeros is refused within the limit of memory")
  func compressed() async throws {
    let head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nConnection: close\r\n\r\n"
    let outcome = try await search(.endless(Array(head.utf8) + GzipBomb.start, GzipBomb.chunk))
    #expect(outcome.0?.message == "The response from source.example exceeds 8 MB.")
    #expect(outcome.growth < 4 * Self.maxBytes, "\(outcome.growth)")
  }

  @Test("is refused within the limit of memory if several arrive concurrently")
  func several() async throws {
    let server = try TinyServer([
      "/": .endless(Array("HTTP/1.1 200 OK\r\n\r\n".utf8), GzipBomb.chunk)
    ])
    let address = try #require(WebAddress(server.url))
    let transport = CurlTransport([:])
    let (_, growth) = try await measured {
      await withTaskGroup { group in
        for _ in 0..<16 {
          group.addTask {
            await #expect(throws: TransportError.self) {
              try await transport.send(
                HTTPRequest(address, upstream: "test"),
                headers: [:],
                timeout: .seconds(120),
                maxBytes: Self.maxBytes
              )
            }
          }
        }
      }
    }
    #expect(growth < 4 * Self.maxBytes, "\(growth)")
  }

  @Test("of endless headers is refused within the limit of memory")
  func endlessHead() async throws {
    let line = "X-More: " + String(repeating: "x", count: 1000) + "\r\n"
    let outcome = try await search(.endless(Array("HTTP/1.1 200 OK\r\n".utf8), Array(line.utf8)))
    #expect(outcome.0?.code == .upstreamBadData)
    #expect(outcome.growth < 4 * Self.maxBytes, "\(outcome.growth)")
  }

  @Test(
    "of many small values is refused within the limit of memory",
    arguments: ["0", "[]", #"{"a":0}"#, #"{"a":{"b":[]}}"#, #""0123456789abcdef""#]
  )
  func values(_ value: String) async throws {
    let count = (Self.maxBytes - 100) / (value.utf8.count + 1)
    let list = Array(repeating: value, count: count).joined(separator: ",")
    let outcome = try await search(.response(Array("{\"artists\":[\(list)]}".utf8)))
    #expect(
      outcome.0?.message == "source.example returned JSON with more than 150000 values."
    )
    #expect(outcome.growth < 4 * Self.maxBytes, "\(outcome.growth)")
  }
}

/// The memory of this process, in bytes.
private enum Memory {
  static func current() throws -> Int { try value("VmRSS") }
  static func peak() throws -> Int { try value("VmHWM") }

  static func resetPeak() throws {
    try Data("5".utf8).write(to: URL(filePath: "/proc/self/clear_refs"))
  }

  private static func value(_ name: String) throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix(name + ":") })
    let words = line.split(whereSeparator: \.isWhitespace)
    return try #require(Int(words[1])) * 1024
  }
}
