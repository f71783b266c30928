internal import BusProtocol
internal import MusicModel
internal import Synchronization

/// Sends requests, and writes a line about each to the log of the provider, without secrets: for authors.
final class TracedTransport: HTTPTransport {
  private let transport: any HTTPTransport
  private let secrets: Mutex<Secrets>
  private let log: @Sendable (String) -> Void

  init(
    _ transport: any HTTPTransport,
    secrets: Secrets,
    log: @escaping @Sendable (String) -> Void = { StandardStreams.log($0) }
  ) {
    self.transport = transport
    self.secrets = Mutex(secrets)
    self.log = log
  }

  /// The variable that asks for it.
  static let variable = "MUSICBUS_TRACE"

  func send(
    _ request: HTTPRequest,
    headers: [String: String],
    timeout: Duration,
    maxBytes: Int
  ) async throws(TransportError) -> HTTPResponse {
    let start = ContinuousClock.now
    let name = secrets.withLock { secrets in
      secrets.addTokens(of: request)
      return secrets.removed(from: Cassette.name(of: request))
    }
    do throws(TransportError) {
      let response = try await transport.send(
        request,
        headers: headers,
        timeout: timeout,
        maxBytes: maxBytes
      )
      if response.body.contains("access_token".utf8) {
        let value = try? JSONCodec.decode(JSONValue.self, from: response.body)
        secrets.withLock { $0.addTokens(of: value) }
      }
      let size = response.body.count.pluralized("byte")
      log("\(name) → \(response.status), \(size), \((ContinuousClock.now - start).milliseconds) ms")
      return response
    } catch {
      log("\(name) → \(error.reason), \((ContinuousClock.now - start).milliseconds) ms")
      throw error
    }
  }
}
