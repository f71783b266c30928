import Foundation
import TestKit
import Testing

/// A change that breaks `HubCore`. The simulator must detect it; otherwise its invariants check
/// nothing.
struct Mutation: Sendable, CustomTestStringConvertible {
  /// Text that occurs exactly once in `HubCore`.
  let before: String
  let after: String
  /// The broken behaviour.
  let breaks: String
  /// The first seed that is tried: few schedules detect some mutations.
  let firstSeed: Int

  init(_ breaks: String, _ before: String, _ after: String, from firstSeed: Int = 0) {
    (self.breaks, self.before, self.after) = (breaks, before, after)
    self.firstSeed = firstSeed
  }

  var testDescription: String { breaks }

  /// The path of the mutated file, and its text with the change.
  func apply(to sources: [String]) throws -> (path: String, text: String) {
    var matches: [(path: String, text: String)] = []
    var count = 0
    for path in sources {
      let parts = try String(contentsOfFile: path, encoding: .utf8).components(separatedBy: before)
      if parts.count == 1 { continue }
      count += parts.count - 1
      matches.append((path, parts.joined(separator: after)))
    }
    guard count == 1, let match = matches.first else {
      throw NotUnique(mutation: self, count: count)
    }
    return match
  }

  /// The core has changed, and the mutation with it must.
  struct NotUnique: Error, CustomStringConvertible {
    let mutation: Mutation
    let count: Int
    var description: String { "\"\(mutation.before)\" occurs \(count) times in HubCore, not once" }
  }
}
