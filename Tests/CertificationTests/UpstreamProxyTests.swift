import Foundation
import TestKit
import Testing
import ZeroMQ

@testable import Certification

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("The upstream proxy", .timeLimit(.minutes(10)))
struct UpstreamProxyTests {
  let upstream: SampleUpstream
  let changed: Waker
  let proxy: UpstreamProxy

  init() throws {
    upstream = try SampleUpstream()
    changed = try Waker()
    proxy = try UpstreamProxy(to: #require(LoopbackAddress(url: upstream.url)), changed: changed)
  }

  /// Sends a request through the proxy.
  @concurrent
  private static func get(
    _ proxy: UpstreamProxy,
    _ path: String = "/search?term=Pink+Floyd&entity=musicArtist"
  ) async throws -> (status: Int, bytes: Int) {
    let session = URLSession(configuration: .ephemeral)
    let url = try #require(URL(string: proxy.address.url + path))
    let (data, response) = try await session.data(from: url)
    return ((response as? HTTPURLResponse)?.statusCode ?? 0, data.count)
  }

  private func awaitCounts(_ requests: Int, blocked: Int) async throws {
    try await awaitAsyncCondition("\(requests) requests, \(blocked) blocked") {
      proxy.counts == UpstreamProxy.Counts(requests: requests, blocked: blocked)
    }
  }

  @Test("forwards and counts requests")
  func passes() async throws {
    let direct = try Data(contentsOf: #require(URL(string: "\(upstream.url)/search?term=Coldplay")))
    let response = try await UpstreamProxyTests.get(proxy, "/search?term=Coldplay")
    #expect(response.status == 200)
    #expect(response.bytes == direct.count)
    _ = try await UpstreamProxyTests.get(proxy)
    try await awaitCounts(2, blocked: 0)
    #expect(try await upstream.requests().count == 3)
  }

  @Test("rejects requests")
  func rejects() async throws {
    proxy.set(.reject)
    #expect(try await UpstreamProxyTests.get(proxy).status == 503)
    try await awaitCounts(1, blocked: 0)
    #expect(try await upstream.requests().isEmpty)
  }

  @Test("blocks requests until they are released")
  func blocks() async throws {
    let proxy = proxy
    proxy.set(.block)
    async let first = UpstreamProxyTests.get(proxy)
    async let second = UpstreamProxyTests.get(proxy)
    try await awaitCounts(2, blocked: 2)
    #expect(try await upstream.requests().isEmpty)
    proxy.set(.pass)
    #expect(try await [first.status, second.status] == [200, 200])
    try await awaitCounts(2, blocked: 0)
  }

  @Test("notices that a client has disconnected")
  func disconnected() async throws {
    proxy.set(.block)
    let task = Task { [proxy] in try await UpstreamProxyTests.get(proxy) }
    try await awaitCounts(1, blocked: 1)
    task.cancel()
    _ = await task.result
    try await awaitCounts(1, blocked: 0)
  }
}
