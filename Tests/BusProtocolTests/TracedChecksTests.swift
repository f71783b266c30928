import Foundation
import TestKit
import Testing

/// The tests of this repository that are the checks that the specification names with `hub:` and
/// `provider:`. Those with `certify:` are in the table of the certification tool.
struct TracedCheck: Sendable, CustomTestStringConvertible {
  let name: String
  /// The test file below `Tests`, without `Tests.swift` if it is in Swift.
  let file: String
  /// The name of the test.
  let sentence: String

  init(_ name: String, _ file: String, _ sentence: String) {
    self.name = name
    self.file = file
    self.sentence = sentence
  }

  var testDescription: String { name }
}

@Suite("The checks of hubs and of authors")
struct TracedChecksTests {
  @Test("are existing tests", arguments: TracedCheck.all)
  func exist(_ check: TracedCheck) throws {
    let path = check.file.hasSuffix("/run") ? check.file : "\(check.file)Tests.swift"
    let text = try PackageRoot.text("Tests/\(path)")
    #expect(text.contains("\"\(check.sentence)\""), "\(check.name)")
  }

  @Test("are those that the specification names, and no others")
  func whole() throws {
    let mentioned = Set(
      try Specification().mentions
        .filter { ["hub", "provider"].contains($0.kind) }
        .map { "\($0.kind):\($0.name)" }
    )
    let traced = Set(TracedCheck.all.map(\.name))
    #expect(traced.symmetricDifference(mentioned) == [])
  }
}
