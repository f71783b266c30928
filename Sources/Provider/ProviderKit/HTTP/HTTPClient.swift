internal import BusProtocol
internal import FoundationEssentials

/// Sends the HTTP requests of calls: within deadline, grant and declared hosts, with retries.
struct HTTPClient: Sendable {
  let transport: any HTTPTransport
  let hostRules: HostRules
  let userAgent: String
  var retryPolicy = RetryPolicy()
  var pacer = RequestPacer()
  let coolDowns = CoolDowns()
  /// Returns a new random number from 0 to 1.
  var randomFraction: @Sendable () -> Double = { .random(in: 0..<1) }
  /// Waits; returns early if the call is cancelled.
  var sleep: @Sendable (Duration) async -> Void = { try? await Task.sleep(for: $0) }
  /// Returns the seconds since 1970, to compare with dates in responses.
  var unixSeconds: @Sendable () -> Int = { Int(Date().timeIntervalSince1970) }

  private static let maxRedirects = 5

  /// Fetches a resource, or a range of it, following redirects and retrying temporary failures.
  ///
  /// `timeout` is a limit below the deadline of the call, if any.
  ///
  /// - Throws: `NOT_FOUND` for 404 and 410, `GRANT_EXCEEDED`, `DEADLINE_EXCEEDED`, `CANCELLED`,
  ///   `UPSTREAM_…`, and `CONFIGURATION_INVALID` if an API key is rejected.
  func fetch(
    _ request: HTTPRequest,
    in context: CallContext,
    accept: String,
    maxBytes: Int,
    timeout: Duration? = nil
  ) async throws(Failure) -> HTTPResponse {
    if context.requestsLeft(at: request.upstream) > 0 { try coolDowns.check(request.upstream) }
    let deadline = ContinuousClock.now + (timeout ?? context.timeLeft)
    var request = request
    var attempt = 1
    var redirects = 0
    while true {
      try await waitForTurn(of: request, timeLeft: context.timeLeft(until: deadline))
      let timeLeft = context.timeLeft(until: deadline)
      switch try await send(request, in: context, timeLeft, accept, maxBytes) {
      case .response(let response):
        return response
      case .redirect(let location):
        redirects += 1
        let next = try target(of: location, from: request, redirects: redirects)
        // The grant allows a redirect, but not a loop of them.
        guard redirects == 1 || context.requestsLeft(at: next.upstream) > 0 else {
          throw tooManyRedirects(request.upstream)
        }
        request = next
      case .failed(let failure, .no):
        throw failure
      case .failed(let failure, .yes(let minDelay)):
        let delay = retryPolicy.delay(
          after: attempt,
          minDelay: minDelay,
          timeLeft: context.timeLeft(until: deadline),
          requestsLeft: context.requestsLeft(at: request.upstream),
          randomFraction: randomFraction()
        )
        guard let delay else { throw failure }
        attempt += 1
        await sleep(delay)
      }
    }
  }

  /// Waits until the upstream allows the next request.
  private func waitForTurn(of request: HTTPRequest, timeLeft: Duration) async throws(Failure) {
    guard let delay = pacer.delay(at: request.upstream, timeLeft: timeLeft) else {
      throw Failure(.deadlineExceeded, "Too many requests to \(request.upstream) are waiting.")
    }
    if delay > .zero { await sleep(delay) }
  }

  private func send(
    _ request: HTTPRequest,
    in context: CallContext,
    _ timeLeft: Duration,
    _ accept: String,
    _ maxBytes: Int
  ) async throws(Failure) -> ResponseClassifier.Classification {
    guard !Task.isCancelled else { throw Failure(.cancelled, "The call was cancelled.") }
    guard timeLeft > .zero else {
      throw Failure(.deadlineExceeded, "No time left for a request to \(request.upstream).")
    }
    var headers = ["User-Agent": userAgent, "Accept": accept]
    if let range = request.range {
      headers["Range"] = "bytes=\(range.lowerBound)-\(range.upperBound)"
      // The bytes of a compressed file are others.
      headers["Accept-Encoding"] = "identity"
    }
    try context.spendRequest(at: request.upstream)
    do throws(TransportError) {
      let response = try await transport.send(
        request,
        headers: headers.merging(request.headers) { $1 },
        timeout: timeLeft,
        maxBytes: maxBytes
      )
      return ResponseClassifier.classify(
        response,
        to: request,
        isPaced: pacer.limits(request.upstream),
        now: unixSeconds()
      )
    } catch {
      if !error.mayHaveBeenSent { context.refundRequest(at: request.upstream) }
      if case .tooLarge = error, request.range != nil {
        let text = "\(request.upstream) does not serve parts of files, and this one is too large."
        return .failed(Failure(.upstreamBadData, text), .no)
      }
      return ResponseClassifier.classify(error, from: request.upstream)
    }
  }

  private func tooManyRedirects(_ upstream: String) -> Failure {
    Failure(.upstreamBadData, "\(upstream) redirects too many times.")
  }

  private func target(
    of location: String,
    from request: HTTPRequest,
    redirects: Int
  ) throws(Failure) -> HTTPRequest {
    guard redirects <= HTTPClient.maxRedirects else {
      throw tooManyRedirects(request.upstream)
    }
    guard let address = request.address.resolve(location) else {
      throw Failure(.upstreamBadData, "\(request.upstream) redirects to an invalid URL.")
    }
    do throws(Failure) {
      var next = try hostRules.request(for: address)
      // A redirect within one origin is counted for the same upstream.
      if address.origin == request.address.origin {
        next = HTTPRequest(address, upstream: request.upstream)
        next.mayBeLocal = request.mayBeLocal
      }
      // The new address may repeat what the old one had.
      (next.range, next.secrets) = (request.range, request.secrets)
      return next
    } catch {
      throw Failure(
        .upstreamBadData,
        "\(request.upstream) redirects to \(address.origin), which is not a declared host."
      )
    }
  }
}

extension HTTPClient {
  /// Creates the client of a provider, limited to its hosts.
  init(_ provider: any Provider, _ descriptor: Descriptor, transport: any HTTPTransport) {
    let originalHosts = provider.upstreams.filter { $0.base.host == $0.name }.map(\.name)
    let isSample = provider.upstreams.contains(where: \.isSample)
    let intervals = provider.upstreams.compactMap { upstream in
      upstream.interval.map { (upstream.name, $0) }
    }
    let contact = provider.upstreams.lazy.compactMap(\.contact).first.map { "; " + $0 } ?? ""
    self.init(
      transport: transport,
      hostRules: HostRules(
        declared: isSample ? [] : provider.descriptor.hosts + originalHosts,
        upstreams: provider.upstreams
      ),
      userAgent:
        "MusicBus/\(ProtocolVersion.current) (+\(descriptor.id)/\(descriptor.version)\(contact))",
      pacer: RequestPacer(Dictionary(intervals) { max($0, $1) })
    )
  }
}
