internal import BusProtocol
internal import MusicModel

/// Sends requests, and writes a line about each to the log of the provider, without secrets: for authors.
struct TracedTransport: HTTPTransport {
  let transport: any HTTPTransport
  let secrets: Secrets
  var log: @Sendable (String) -> Void = { StandardStreams.log($0) }

  /// The variable that asks for it.
  static let variable = "MUSICBUS_TRACE"

  func send(
    _ request: HTTPRequest,
    headers: [String: String],
    timeout: Duration,
    maxBytes: Int
  ) async throws(TransportError) -> HTTPResponse {
    let start = ContinuousClock.now
    let name = secrets.removed(from: Cassette.name(of: request))
    do throws(TransportError) {
      let response = try await transport.send(
        request,
        headers: headers,
        timeout: timeout,
        maxBytes: maxBytes
      )
      let size = response.body.count.pluralized("byte")
      log("\(name) → \(response.status), \(size), \((ContinuousClock.now - start).milliseconds) ms")
      return response
    } catch {
      log("\(name) → \(error.reason), \((ContinuousClock.now - start).milliseconds) ms")
      throw error
    }
  }
}
