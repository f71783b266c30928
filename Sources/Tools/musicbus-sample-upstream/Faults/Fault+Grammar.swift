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
