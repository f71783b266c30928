internal import BusProtocol
internal import Foundation

/// Asks a source on behalf of a call: within its time and grant, only at declared hosts, again
/// where that may help, and never for more bytes than asked for.
struct HTTPClient: Sendable {
  let transport: any HTTPTransport
  let rules: HostRules
  let userAgent: String
  var policy = RetryPolicy()
  /// 0 to 1, anew each time.
  var chance: @Sendable () -> Double = { .random(in: 0..<1) }
  /// Waits; ends early where the call is cancelled.
  var wait: @Sendable (Duration) async -> Void = { try? await Task.sleep(for: $0) }
  /// Seconds since 1970, for dates that sources send.
  var wallClock: @Sendable () -> Int = { Int(Date().timeIntervalSince1970) }

  private static let redirectsMax = 5

  /// The body of the answer to a `GET`, within a time that is shorter than that of the call where
  /// one is given.
  ///
  /// - Throws: `NOT_FOUND` for 404 and 410, `GRANT_EXCEEDED`, `DEADLINE_EXCEEDED`, `CANCELLED`,
  ///   `UPSTREAM_…`, and `CONFIGURATION_INVALID` where a key is refused.
  func body(
    of request: HTTPRequest,
    for run: CallContext,
    accept: String,
    bytesMax: Int,
    within time: Duration? = nil
  ) async throws(Failure) -> [UInt8] {
    let until = ContinuousClock.now + (time ?? run.timeLeft)
    var request = request
    var attempt = 1
    var redirects = 0
    while true {
      let timeLeft = run.timeLeft(until: until)
      switch try await verdict(on: request, for: run, timeLeft, accept, bytesMax) {
      case .body(let body):
        return body
      case .moved(let location):
        redirects += 1
        request = try target(of: location, from: request, redirects: redirects)
      case .failed(let failure, .no):
        throw failure
      case .failed(let failure, .yes(let floor)):
        let pause = policy.pause(
          after: attempt,
          floor: floor,
          timeLeft: run.timeLeft(until: until),
          requestsLeft: run.requestsLeft(at: request.upstream),
          chance: chance()
        )
        guard let pause else { throw failure }
        attempt += 1
        await wait(pause)
      }
    }
  }

  private func verdict(
    on request: HTTPRequest,
    for run: CallContext,
    _ timeLeft: Duration,
    _ accept: String,
    _ bytesMax: Int
  ) async throws(Failure) -> ResponseClassifier.Verdict {
    guard !Task.isCancelled else { throw Failure(.cancelled, "The call was cancelled.") }
    guard timeLeft > .zero else {
      throw Failure(.deadlineExceeded, "No time was left to ask \(request.upstream).")
    }
    try run.take(request.upstream)
    do throws(TransportError) {
      let response = try await transport.send(
        request,
        headers: ["User-Agent": userAgent, "Accept": accept],
        timeout: timeLeft,
        bytesMax: bytesMax
      )
      return ResponseClassifier.verdict(on: response, of: request.upstream, now: wallClock())
    } catch {
      return ResponseClassifier.verdict(on: error, of: request.upstream)
    }
  }

  private func target(
    of location: String,
    from request: HTTPRequest,
    redirects: Int
  ) throws(Failure) -> HTTPRequest {
    guard redirects <= HTTPClient.redirectsMax else {
      throw Failure(.upstreamBadData, "\(request.upstream) redirects in circles.")
    }
    guard let address = request.address.following(location) else {
      throw Failure(.upstreamBadData, "\(request.upstream) redirects to what is no web address.")
    }
    do throws(Failure) {
      let next = try rules.request(for: address)
      // A redirect within one origin stays on the account of whom it was asked for.
      return address.origin == request.address.origin
        ? HTTPRequest(address, upstream: request.upstream) : next
    } catch {
      throw Failure(
        .upstreamBadData,
        "\(request.upstream) redirects to \(address.origin), which is none of its hosts."
      )
    }
  }
}
