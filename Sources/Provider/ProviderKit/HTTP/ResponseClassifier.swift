internal import BusProtocol

/// What a response means: pure, and the same for every source.
enum ResponseClassifier {
  enum Verdict: Hashable, Sendable {
    case body([UInt8])
    case moved(to: String)
    case failed(Failure, Retryability)
  }

  /// Whether asking once more within the same call may help.
  enum Retryability: Hashable, Sendable {
    case no
    /// After what the source asked for, if it did.
    case yes(after: Duration?)
  }

  static func verdict(
    on response: HTTPResponse,
    of upstream: String,
    now: Int
  ) -> Verdict {
    let after = response.headers["retry-after"].flatMap { RetryAfter.pause($0, now: now) }
    switch response.status {
    case 200..<300:
      return .body(response.body)
    case 301, 302, 303, 307, 308:
      guard let location = response.headers["location"] else {
        return failed(.upstreamBadData, "\(upstream) redirects (\(response.status)) to nowhere.")
      }
      return .moved(to: location)
    case 404, 410:
      return failed(.notFound, "\(upstream) has no such page (\(response.status)).")
    case 403, 429:
      let failure = Failure(
        .upstreamRateLimited,
        "\(upstream) refuses for now (\(response.status)): too many requests.",
        retryAfterMs: after?.milliseconds
      )
      return .failed(failure, .no)
    case 401, 402, 407:
      return failed(
        .configurationInvalid,
        "\(upstream) refuses the key (\(response.status)). Check the configuration."
      )
    case 408, 500...:
      let failure = Failure(
        .upstreamUnavailable,
        "\(upstream) has a problem of its own (\(response.status)).",
        retryAfterMs: after?.milliseconds
      )
      return .failed(failure, .yes(after: after))
    default:
      return failed(.upstreamUnavailable, "\(upstream) refuses the request (\(response.status)).")
    }
  }

  static func verdict(on error: TransportError, of upstream: String) -> Verdict {
    switch error {
    case .noConnection(let reason):
      .failed(
        Failure(.upstreamUnavailable, "\(upstream) could not be asked: \(reason)."),
        .yes(after: nil)
      )
    case .timedOut:
      .failed(
        Failure(.deadlineExceeded, "\(upstream) had not answered when the time was up."),
        .yes(after: nil)
      )
    case .endsInTheMiddle:
      .failed(
        Failure(.upstreamBadData, "The answer of \(upstream) ends in the middle."),
        .yes(after: nil)
      )
    case .notHTTP:
      failed(.upstreamBadData, "\(upstream) does not speak HTTP.")
    case .tooLarge(let bytesMax):
      failed(.upstreamBadData, "The answer of \(upstream) has more than \(bytesMax) bytes.")
    case .cancelled:
      failed(.cancelled, "The request to \(upstream) was cancelled.")
    }
  }

  private static func failed(_ code: ErrorCode, _ message: String) -> Verdict {
    .failed(Failure(code, message), .no)
  }
}

extension Duration {
  /// In whole milliseconds, rounded up.
  var milliseconds: Int {
    let (seconds, attoseconds) = components
    return Int(seconds) * 1000 + Int((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }
}
