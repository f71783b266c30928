/// At most so many requests in any span of so many seconds, as the real sources have it.
struct RateLimit: Hashable, Sendable {
  let count: Int
  let span: Duration
  let prefix: String
  /// The status over the limit: 429 (TheAudioDB), or 403 (Apple), which does not say how long.
  let status: Int
  /// The times of the requests in the last span: at most `count`.
  private var served: [Duration] = []

  /// `N/SECONDS[:PREFIX][:STATUS]`, as `20/60:/search:403`.
  init(_ text: String) throws(GrammarError) {
    var fields = text.split(separator: ":", omittingEmptySubsequences: false)[...]
    let numbers = (fields.popFirst() ?? "").split(separator: "/").map { Int($0) }
    guard numbers.count == 2, let count = numbers[0], let seconds = numbers[1],
      (1...100_000).contains(count), (1...86_400).contains(seconds)
    else { throw GrammarError(message: "'\(text)': expected N/SECONDS[:PREFIX][:STATUS]") }
    self.count = count
    span = .seconds(seconds)
    prefix = fields.first?.hasPrefix("/") == true ? String(fields.removeFirst()) : ""
    let status = fields.popFirst().map { Int($0) } ?? 429
    guard let status, (400...599).contains(status), fields.isEmpty else {
      throw GrammarError(message: "'\(text)': the status must be 400…599, and last")
    }
    self.status = status
  }

  /// Counts a request; returns a response if it exceeds the limit.
  mutating func refusal(of request: Request, at now: Duration) -> Response? {
    guard request.target.hasPrefix(prefix) else { return nil }
    served.removeAll { $0 + span <= now }
    guard served.count >= count, let oldest = served.first else {
      served.append(now)
      return nil
    }
    let wait = (oldest + span - now).components
    let seconds = wait.seconds + (wait.attoseconds > 0 ? 1 : 0)
    var response = Response.html(status, "\(status) Too many requests")
    if status != 403 { response.headers.append(.init("Retry-After", String(seconds))) }
    return response
  }
}
