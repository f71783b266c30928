internal import Synchronization

/// A transport that returns recorded responses, for tests of providers.
///
/// ```swift
/// let transport = RecordedTransport(["/search?q=air": HTTPResponse(body: …)])
/// let outcome = try await StandaloneCall(provider, transport: transport).run(.searchArtists, parameters)
/// ```
public final class RecordedTransport: HTTPTransport {
  private let responses: [String: HTTPResponse]
  private let seen = Mutex<[HTTPRequest]>([])

  /// - Parameter responses: responses by path and query, or by URL if the host matters; all others
  ///   are 404.
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
    guard response.body.count <= maxBytes else { throw .tooLarge(maxBytes: maxBytes) }
    return response
  }
}
