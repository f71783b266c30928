import Foundation
import TestKit
import Testing
import ZeroMQ

@testable import Certification

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("A stand-in for a source", .timeLimit(.minutes(1)))
struct UpstreamProxyTests {
  let upstream: SampleUpstream
  let changed: Waker
  let gate: UpstreamProxy

  init() throws {
    upstream = try SampleUpstream()
    changed = try Waker()
    gate = try UpstreamProxy(to: #require(LoopbackAddress(url: upstream.url)), changed: changed)
  }

  /// Asks the gate.
  @concurrent
  private static func get(
    _ gate: UpstreamProxy,
    _ path: String = "/search?term=Pink+Floyd&entity=musicArtist"
  ) async throws -> (status: Int, bytes: Int) {
    let session = URLSession(configuration: .ephemeral)
    let url = try #require(URL(string: gate.address.url + path))
    let (data, response) = try await session.data(from: url)
    return ((response as? HTTPURLResponse)?.statusCode ?? 0, data.count)
  }

  /// Waits until the counts are so.
  private func counts(_ requests: Int, held: Int) async -> Bool {
    let deadline = ContinuousClock.now + .seconds(20)
    while gate.counts != UpstreamProxy.Counts(requests: requests, held: held) {
      guard ContinuousClock.now < deadline else { return false }
      await Task.yield()
    }
    return true
  }

  @Test("passes requests on, and counts them")
  func passes() async throws {
    let direct = try Data(contentsOf: #require(URL(string: "\(upstream.url)/search?term=Coldplay")))
    let answer = try await UpstreamProxyTests.get(gate, "/search?term=Coldplay")
    #expect(answer.status == 200)
    #expect(answer.bytes == direct.count)
    _ = try await UpstreamProxyTests.get(gate)
    #expect(await counts(2, held: 0))
    #expect(try await upstream.requests().count == 3)
  }

  @Test("refuses them")
  func refuses() async throws {
    gate.set(.refuse)
    #expect(try await UpstreamProxyTests.get(gate).status == 503)
    #expect(await counts(1, held: 0))
    #expect(try await upstream.requests().isEmpty)
  }

  @Test("holds them until it is told to let them go")
  func holds() async throws {
    let gate = gate
    gate.set(.hold)
    async let first = UpstreamProxyTests.get(gate)
    async let second = UpstreamProxyTests.get(gate)
    #expect(await counts(2, held: 2))
    #expect(try await upstream.requests().isEmpty)
    gate.set(.pass)
    #expect(try await [first.status, second.status] == [200, 200])
    #expect(await counts(2, held: 0))
  }

  @Test("notices that an asker has gone")
  func gone() async throws {
    gate.set(.hold)
    let task = Task { [gate] in try await UpstreamProxyTests.get(gate) }
    #expect(await counts(1, held: 1))
    task.cancel()
    _ = await task.result
    #expect(await counts(1, held: 0))
  }
}
