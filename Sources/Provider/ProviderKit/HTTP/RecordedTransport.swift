internal import Synchronization

/// A transport that returns recorded responses, for tests of providers.
///
/// ```swift
/// let transport = RecordedTransport(["/search?q=air": HTTPResponse(body: …)])
/// let outcome = try await StandaloneCall(provider, transport: transport).run(.artistsSearch, parameters)
/// ```
public final class RecordedTransport: HTTPTransport {
  private let responses: [String: HTTPResponse]
  private let seen = Mutex<[HTTPRequest]>([])

  /// - Parameter responses: responses by path and query, or by URL if the host matters; all others
  ///   are 404. Ranges are served of a file whose response has the header `Accept-Ranges`.
  public init(_ responses: [String: HTTPResponse]) { self.responses = responses }

  /// The requests so far.
  public var sent: [HTTPRequest] { seen.withLock(\.self) }

  /// The URLs of the requests so far.
  public var requests: [String] { sent.map(\.address.description) }

  /// Returns the recorded response.
  public func send(
    _ request: HTTPRequest,
    headers: [String: String],
    timeout: Duration,
    maxBytes: Int
  ) async throws(TransportError) -> HTTPResponse {
    seen.withLock { $0.append(request) }
    let response =
      responses[request.address.description] ?? responses[request.address.target]
      ?? HTTPResponse(status: 404)
    let part = request.range.map(response.part) ?? response
    guard part.body.count <= maxBytes else { throw .tooLarge(maxBytes: maxBytes) }
    return part
  }
}

extension HTTPResponse {
  /// The response of a server that serves ranges, if this is one.
  fileprivate func part(_ range: ClosedRange<Int>) -> HTTPResponse {
    guard status == 200, headers["accept-ranges"] == "bytes" else { return self }
    var part = self
    let wanted = range.clamped(to: 0...max(0, body.count - 1))
    if range.lowerBound >= body.count {
      (part.status, part.body) = (416, [])
      part.headers["content-range"] = "bytes */\(body.count)"
    } else {
      (part.status, part.body) = (206, Array(body[wanted]))
      part.headers["content-range"] =
        "bytes \(wanted.lowerBound)-\(wanted.upperBound)/\(body.count)"
    }
    return part
  }
}
