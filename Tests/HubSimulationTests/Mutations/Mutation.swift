import Foundation
import TestKit
import Testing

/// A change of the hub's core that breaks it. The simulator has to notice each of them: otherwise
/// its rules do not bite.
struct Mutation: Sendable, CustomTestStringConvertible {
  /// Below `Sources/HubCore`.
  let file: String
  /// Some text that stands in the file once.
  let before: String
  let after: String
  /// What it breaks, for a person.
  let breaks: String

  init(_ breaks: String, in file: String, _ before: String, _ after: String) {
    (self.breaks, self.file, self.before, self.after) = (breaks, file, before, after)
  }

  var testDescription: String { breaks }

  /// The file with the change.
  func text() throws -> String {
    let text = try PackageRoot.text("Sources/HubCore/\(file)")
    let pieces = text.components(separatedBy: before)
    guard pieces.count == 2 else {
      throw Misfit(mutation: self, count: pieces.count - 1)
    }
    return pieces.joined(separator: after)
  }

  /// The core has changed, and the mutation with it must.
  struct Misfit: Error, CustomStringConvertible {
    let mutation: Mutation
    let count: Int
    var description: String {
      "\"\(mutation.before)\" stands \(count) times in \(mutation.file), not once"
    }
  }
}
