internal import Synchronization

/// A source that answers from memory, for tests of providers: no network, no surprise.
///
/// ```swift
/// let source = RecordedTransport(["/search?q=air": HTTPResponse(body: …)])
/// let outcome = await Trial(provider, transport: source).run(.searchArtists, parameters)
/// ```
public final class RecordedTransport: HTTPTransport {
  private let answers: [String: HTTPResponse]
  private let asked = Mutex<[String]>([])

  /// - Parameter answers: by path and query, or by whole URL where hosts matter. What is not
  ///   there is answered with 404.
  public init(_ answers: [String: HTTPResponse]) { self.answers = answers }

  /// What was asked so far, as whole URLs.
  public var requests: [String] { asked.withLock { $0 } }

  /// Answers from what was recorded.
  public func send(
    _ request: HTTPRequest,
    headers: [String: String],
    timeout: Duration,
    bytesMax: Int
  ) async throws(TransportError) -> HTTPResponse {
    asked.withLock { $0.append(request.address.description) }
    let response =
      answers[request.address.description] ?? answers[request.address.target]
      ?? HTTPResponse(status: 404)
    guard response.body.count <= bytesMax else { throw .tooLarge(bytesMax: bytesMax) }
    return response
  }
}
