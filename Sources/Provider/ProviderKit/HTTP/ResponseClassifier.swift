internal import BusProtocol
internal import MusicModel

/// Maps responses and transport errors to results of a call.
enum ResponseClassifier {
  enum Classification: Hashable, Sendable {
    case response(HTTPResponse)
    case redirect(to: String)
    case failed(Failure, Retryability)
  }

  /// Whether a retry within the same call may succeed.
  enum Retryability: Hashable, Sendable {
    case no
    /// A retry may succeed, after the `Retry-After` of the response if it has one.
    case yes(after: Duration?)
  }

  /// The cool-down of an upstream that limits requests by time, if it does not specify one.
  private static let coolDown = Duration.seconds(5)

  /// `isPaced` is whether the upstream allows one request per interval. It then responds with 503 to
  /// those that come too early.
  static func classify(
    _ response: HTTPResponse,
    to request: HTTPRequest,
    isPaced: Bool = false,
    now: Int
  ) -> Classification {
    let (status, upstream) = (response.status, request.upstream)
    let retryAfter = response.headers["retry-after"].flatMap { RetryAfter.delay($0, now: now) }
    switch status {
    case 200..<300:
      return .response(response)
    case 416 where request.range != nil:
      // The file ends before the range: a response that tells its length.
      return .response(response)
    case 301, 302, 303, 307, 308:
      guard let location = response.headers["location"] else {
        return failed(.upstreamBadData, "\(upstream) redirects without a location (\(status)).")
      }
      return .redirect(to: location)
    case 404, 410:
      return failed(.notFound, "\(upstream): not found (\(status)).")
    case 403 where request.headers["Authorization"] != nil:
      // Without credentials, Apple limits requests with this status.
      return failed(.upstreamRefused, "\(upstream) refused access (403)\(reason(in: response)).")
    case 403, 429:
      return .failed(rateLimited(upstream, status, retryAfter), .no)
    case 401, 402, 407:
      return failed(
        .configurationInvalid,
        "\(upstream) rejected the API key (\(status)). Check the configuration."
      )
    case 503 where isPaced || retryAfter != nil:
      let failure = rateLimited(upstream, status, retryAfter ?? coolDown)
      return .failed(failure, .yes(after: retryAfter))
    case 408, 500...:
      let failure = Failure(
        .upstreamUnavailable,
        "\(upstream): server error (\(status)).",
        retryAfterMs: retryAfter?.milliseconds
      )
      return .failed(failure, .yes(after: retryAfter))
    default:
      let message = "\(upstream) refused the request (\(status))\(reason(in: response))."
      return failed(.upstreamRefused, message)
    }
  }

  /// The reason that the body of an error states, after a colon; empty without one.
  private static func reason(in response: HTTPResponse) -> String {
    let body = (try? JSONValue(foreign: response.body)).flatMap { JSONRecord($0) }
    return body?.errorMessage.map { ": \($0)" } ?? ""
  }

  static func classify(_ error: TransportError, from upstream: String) -> Classification {
    switch error {
    case .unknownHost: failed(.upstreamUnreachable, "Could not reach \(upstream): unknown host.")
    case .localAddress:
      failed(
        .upstreamUnavailable,
        "\(upstream) has an address in the local network, which only your own configuration can allow."
      )
    case .noConnection(let reason):
      .failed(
        Failure(.upstreamUnreachable, "Could not reach \(upstream): \(reason)."),
        .yes(after: nil)
      )
    case .disconnected(let reason):
      .failed(
        Failure(.upstreamUnavailable, "\(upstream) closed the connection: \(reason)."),
        .yes(after: nil)
      )
    case .notTrusted:
      failed(.upstreamUnavailable, "The certificate of \(upstream) is not valid.")
    case .notConnectedInTime:
      .failed(Failure(.deadlineExceeded, "No connection to \(upstream) in time."), .yes(after: nil))
    case .timedOut:
      .failed(Failure(.deadlineExceeded, "No response from \(upstream) in time."), .yes(after: nil))
    case .truncated:
      .failed(
        Failure(.upstreamBadData, "The response from \(upstream) is truncated."),
        .yes(after: nil)
      )
    case .notHTTP:
      failed(.upstreamBadData, "The response from \(upstream) is not HTTP.")
    case .badEncoding:
      failed(.upstreamBadData, "The compressed response from \(upstream) cannot be read.")
    case .tooLarge(let maxBytes):
      failed(.upstreamBadData, "The response from \(upstream) exceeds \(maxBytes >> 20) MB.")
    case .cancelled:
      failed(.cancelled, "The request to \(upstream) was cancelled.")
    }
  }

  private static func rateLimited(_ upstream: String, _ status: Int, _ delay: Duration?) -> Failure
  {
    var failure = Failure(
      .upstreamRateLimited,
      "\(upstream) is rate limiting (\(status)).",
      retryAfterMs: delay?.milliseconds
    )
    failure.upstream = upstream
    return failure
  }

  private static func failed(_ code: ErrorCode, _ message: String) -> Classification {
    .failed(Failure(code, message), .no)
  }
}

extension Duration {
  /// Whole milliseconds, rounded up.
  var milliseconds: Int {
    let (seconds, attoseconds) = components
    return Int(seconds) * 1000 + Int((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }
}
