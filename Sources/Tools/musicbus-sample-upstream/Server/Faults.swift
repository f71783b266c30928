import HTTPServer

/// One way in which the server misbehaves, where, and how often.
struct Fault: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// Another status than 200, with a page of HTML.
    case status(Int, retryAfterSeconds: Int?)
    case slow(Duration)
    case hang, html, empty, garbage, cut, cutJSON, gzip, redirect, redirectLoop, quota
    case huge(megabytes: Int)
  }

  let kind: Kind
  /// Requests whose path and query begin so; all of them if empty.
  let prefix: String
  /// The number of requests that it still affects; `nil` for all.
  var remaining: Int?

  init(_ kind: Kind, prefix: String = "", remaining: Int? = nil) {
    self.kind = kind
    self.prefix = prefix
    self.remaining = remaining
  }

  func strikes(_ request: HTTPRequest) -> Bool {
    remaining != 0 && request.targetText.hasPrefix(prefix)
  }
}

/// A fault or rate that cannot be read, with the sentence that says why.
struct GrammarError: Error, Hashable {
  let message: String
}

extension Fault {
  static let maxDelay = Duration.seconds(300)

  /// `KIND[=VALUE][:PREFIX][:COUNT]`, as `429=5:/search:2`.
  init(_ text: String) throws(GrammarError) {
    var fields = text.split(separator: ":", omittingEmptySubsequences: false)[...]
    let halves = (fields.popFirst() ?? "").split(separator: "=", maxSplits: 1).map(String.init)
    let value = halves.count > 1 ? halves[1] : nil
    guard let name = halves.first, let kind = Self.kind(name, value) else {
      throw GrammarError(message: "'\(text)': no such fault (see --help)")
    }
    let prefix = fields.first?.hasPrefix("/") == true ? String(fields.removeFirst()) : ""
    let count = try Self.count(fields.popFirst(), in: text)
    guard fields.isEmpty else {
      throw GrammarError(
        message: "'\(text)': too many fields, expected KIND[=VALUE][:PREFIX][:COUNT]"
      )
    }
    self.init(kind, prefix: prefix, remaining: count)
  }

  private static func count(_ field: Substring?, in text: String) throws(GrammarError) -> Int? {
    guard let field else { return nil }
    guard let count = Int(field), count > 0 else {
      throw GrammarError(
        message: "'\(text)': '\(field)' is neither a path prefix (/…) nor a count from 1"
      )
    }
    return count
  }

  private static func kind(_ name: String, _ value: String?) -> Kind? {
    if let status = Int(name), (400...599).contains(status) {
      guard let value else {
        return .status(status, retryAfterSeconds: status == 429 ? 1 : nil)
      }
      return Int(value).flatMap { $0 < 0 ? nil : .status(status, retryAfterSeconds: $0) }
    }
    switch (name, value.map { Int($0) }) {
    case ("slow", .some(.some(let milliseconds))) where milliseconds >= 0:
      return .slow(min(.milliseconds(milliseconds), maxDelay))
    case ("huge", .some(.some(let megabytes))) where (1...1024).contains(megabytes):
      return .huge(megabytes: megabytes)
    case ("huge", nil): return .huge(megabytes: 24)
    case (_, nil): return plain[name]
    default: return nil
    }
  }

  private static let plain: [String: Kind] = [
    "hang": .hang, "html": .html, "empty": .empty, "garbage": .garbage, "cut": .cut,
    "cut-json": .cutJSON, "gzip": .gzip, "redirect": .redirect, "redirect-loop": .redirectLoop,
    "quota": .quota,
  ]
}

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
  mutating func refusal(of request: HTTPRequest, at now: Duration) -> HTTPResponse? {
    guard request.targetText.hasPrefix(prefix) else { return nil }
    served.removeAll { $0 + span <= now }
    guard served.count >= count, let oldest = served.first else {
      served.append(now)
      return nil
    }
    let wait = (oldest + span - now).components
    let seconds = wait.seconds + (wait.attoseconds > 0 ? 1 : 0)
    let response = HTTPResponse.html(status, "\(status) Too many requests")
    return status == 403 ? response : response.adding(["Retry-After": String(seconds)])
  }
}

/// The present faults of the server: a value, so that it can be replaced as a whole.
struct FaultPlan: Hashable, Sendable {
  var latency = Duration.zero
  var faults: [Fault] = []
  var rates: [RateLimit] = []

  /// The reaction to a request with this regular response.
  ///
  /// The time since the start is only for the rates.
  mutating func reaction(
    to request: HTTPRequest,
    at now: Duration,
    response: HTTPResponse
  ) -> Reaction {
    for index in rates.indices {
      if let refusal = rates[index].refusal(of: request, at: now) {
        return Reaction(delay: latency, outcome: .response(refusal))
      }
    }
    var delay = latency
    var striking: Fault.Kind?
    for index in faults.indices where faults[index].strikes(request) {
      // Delays add up; of the rest the first in the list strikes.
      if case .slow(let extra) = faults[index].kind {
        delay += extra
      } else if striking == nil {
        striking = faults[index].kind
      } else {
        continue
      }
      faults[index].remaining = faults[index].remaining.map { $0 - 1 }
    }
    delay = min(delay, Fault.maxDelay)
    guard striking != .hang else { return Reaction(delay: delay, outcome: .hang) }
    let spoilt = striking.map { response.spoilt(by: $0, request) } ?? response
    return Reaction(delay: delay, outcome: .response(spoilt))
  }
}

/// The reaction to a request: a delay, then a response or none.
struct Reaction: Sendable {
  enum Outcome: Sendable {
    case response(HTTPResponse)
    case hang
  }

  let delay: Duration
  let outcome: Outcome
}

extension HTTPResponse {
  /// The response as modified by a fault.
  func spoilt(by kind: Fault.Kind, _ request: HTTPRequest) -> HTTPResponse {
    let bytes = bytes ?? []
    switch kind {
    case .slow, .hang: return self
    case .status(let status, let seconds):
      let response = HTTPResponse.html(status, "\(status) Error")
      return seconds.map { response.adding(["Retry-After": String($0)]) } ?? response
    case .html: return .html(200, "We will be back soon")
    case .empty: return replacing(.bytes([]))
    case .quota:
      let error = #"{"error":{"type":"Exception","message":"Quota limit exceeded","code":4}}"#
      return replacing(.bytes(Array(error.utf8)))
    case .garbage:
      // Neither UTF-8 nor JSON.
      return replacing(.bytes([0xff, 0xfe, 0x7b, 0x92, 0x00, 0xc3, 0x28, 0x22]))
    case .cut:
      // Promises more bytes than it has: the connection ends in the middle.
      let half = bytes.prefix(bytes.count / 2)
      let body = GeneratedBody(length: bytes.count) { half.copy(from: $0, to: $1) }
      return replacing(.generated(body))
    case .cutJSON: return replacing(.bytes(Array(bytes.prefix(bytes.count / 2))))
    case .huge(let megabytes):
      let count = megabytes << 20
      let body = GeneratedBody(length: nil) { offset, buffer in
        bytes[...].copy(from: offset, to: buffer) ?? spaces(count - offset, in: buffer)
      }
      return replacing(.generated(body))
    case .gzip: return replacing(.bytes(Deflate.gzip(bytes))).adding(["Content-Encoding": "gzip"])
    case .redirect where request[query: "_r"] != nil: return self
    case .redirect, .redirectLoop:
      let query = request.queryText.isEmpty ? "" : request.queryText + "&"
      let address = "\(request.base)\(request.pathText)?\(query)_r=1"
      return .html(302, "302 Found").adding(["Location": address])
    }
  }

  private func replacing(_ body: Body) -> HTTPResponse {
    var response = self
    response.body = body
    return response
  }
}

extension ArraySlice<UInt8> {
  /// Copies the bytes from an offset on, as many as fit; `nil` if none are left.
  fileprivate func copy(from offset: Int, to buffer: UnsafeMutableRawBufferPointer) -> Int? {
    guard offset < count else { return nil }
    let rest = dropFirst(offset).prefix(buffer.count)
    buffer.copyBytes(from: rest)
    return rest.count
  }
}

private func spaces(_ count: Int, in buffer: UnsafeMutableRawBufferPointer) -> Int {
  let count = max(0, min(count, buffer.count))
  _ = buffer.prefix(count).initializeMemory(as: UInt8.self, repeating: 0x20)
  return count
}
