import BusProtocol

/// A reply ready to be sent again: its message bodies, with gaps for the age of its sources.
struct EncodedReply: Sendable {
  let parts: [[UInt8]]
  let at: Instant
  let freshUntil: Instant
  /// The body of `done`, without its sources and its closing brace.
  private let done: [UInt8]
  /// Each source's report, without its closing brace.
  private let sources: [(report: [UInt8], ageMs: Int)]

  /// - Returns: `nil` if the reply cannot be encoded.
  init?(parts: [Part], done: Done, sources: [SourceReport], at: Instant, freshUntil: Instant) {
    var done = done
    done.sources = nil
    done.parts = parts.count
    guard let parts = try? parts.map({ try JSONCodec.encode($0) }),
      let done = try? JSONCodec.encode(done),
      let reports = try? sources.map({ try JSONCodec.encode(EncodedReply.withoutAge($0)) })
    else { return nil }
    self.parts = parts
    self.at = at
    self.freshUntil = freshUntil
    self.done = Array(done[..<(done.count - 1)])
    // A report from a cache has an age already.
    self.sources = zip(reports, sources).map { (Array($0[..<($0.count - 1)]), $1.ageMs ?? 0) }
  }

  /// Approximate size in memory.
  var bytes: Int {
    parts.reduce(0) { $0 + $1.count } + sources.reduce(done.count) { $0 + $1.report.count }
  }

  /// Upper bound of the size of its largest message body.
  var largestBody: Int {
    let ages = 32 * (sources.count + 1)
    let end = sources.reduce(done.count + ages) { $0 + $1.report.count }
    return max(parts.map(\.count).max() ?? 0, end)
  }

  /// The body of `done` in the first reply, with the reports of its sources; `nil` if they cannot be
  /// encoded.
  func done(from sources: [SourceReport]) -> [UInt8]? {
    guard let reports = try? JSONCodec.encode(sources) else { return nil }
    return done + ",\"sources\":".utf8 + reports + "}".utf8
  }

  /// The body of `done`, with the age of each source.
  func done(at now: Instant) -> [UInt8] {
    let elapsedMs = now - at
    var body: [UInt8] = []
    body.reserveCapacity(bytes + 32 + sources.count * 32)
    body += done
    body.append(contentsOf: ",\"sources\":[".utf8)
    for (index, source) in sources.enumerated() {
      if index > 0 { body.append(UInt8(ascii: ",")) }
      body += source.report
      body.append(contentsOf: ",\"ageMs\":\(source.ageMs + elapsedMs)}".utf8)
    }
    body.append(contentsOf: "]}".utf8)
    return body
  }

  private static func withoutAge(_ report: SourceReport) -> SourceReport {
    var report = report.givenAgain
    report.ageMs = nil
    return report
  }
}
