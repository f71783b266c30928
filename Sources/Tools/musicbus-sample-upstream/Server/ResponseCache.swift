import Synchronization

/// The responses to earlier requests, so that the sources cost no more than remote ones would.
///
/// A response depends on its request alone.
final class ResponseCache: Sendable {
  /// The maximum number of responses; when it is reached, all are removed.
  static let maxCount = 500
  /// The maximum size of a response in bytes; larger ones are not stored.
  static let maxBytes = 64 * 1024

  private let responses = Mutex<[Request: Response]>([:])

  var count: Int { responses.withLock { $0.count } }

  /// The response to a request, made only if it is not known.
  func response(to request: Request, make: (Request) -> Response) -> Response {
    if let known = responses.withLock({ $0[request] }) { return known }
    // Made outside the lock, so that requests do not wait for each other.
    let response = make(request)
    if response.bytes.count <= Self.maxBytes {
      responses.withLock { responses in
        if responses.count >= Self.maxCount { responses.removeAll() }
        responses[request] = response
      }
    }
    return response
  }
}
