import Certification
import Foundation
import TestKit
import Testing

/// The Full example with one bug, made by editing its source.
struct Mutant: Sendable, CustomTestStringConvertible {
  /// The bug, in words that complete "The provider …".
  let fault: String
  /// The only check that must fail.
  let check: String
  /// Checks that fail as well on a busy machine: a call ends before its cancel arrives, or the bug
  /// costs a check its time.
  let checksIfLate: Set<String>
  /// The suite whose messages show the bug, if its own only looks at messages.
  let suite: String?
  let edits: [Edit]

  struct Edit: Sendable {
    let old: String
    let new: String

    init(_ old: String, _ new: String) {
      self.old = old
      self.new = new
    }
  }

  init(
    _ fault: String,
    _ check: String,
    checksIfLate: Set<String> = [],
    shownIn suite: String? = nil,
    _ edits: Edit...
  ) {
    self.fault = fault
    self.check = check
    self.checksIfLate = checksIfLate
    let isOfAnyMessage = ["wire", "tolerance"].contains(check.prefix { $0 != "." })
    self.suite = suite ?? (isOfAnyMessage ? "calls" : nil)
    self.edits = edits
  }

  var testDescription: String { "\(check): \(fault)" }

  /// Writes its source and manifest.
  func write(into directory: TestDirectory) throws {
    var source = try PackageRoot.text("Plugins/Examples/Python/store.py")
    for edit in edits {
      guard source.components(separatedBy: edit.old).count == 2 else {
        throw EditMismatch(old: edit.old)
      }
      source = source.replacingOccurrences(of: edit.old, with: edit.new)
    }
    let path = "\(directory.path)/mutant.py"
    try source.write(toFile: path, atomically: true, encoding: .utf8)
    let manifest = """
      {"id": "store", "executable": "\(Program.python.path)", "arguments": ["\(path)"],
       "methods": ["artists.search", "artist.albums"]}
      """
    let manifestPath = "\(directory.path)/provider.json"
    try manifest.write(toFile: manifestPath, atomically: true, encoding: .utf8)
  }

  /// The error for an edit whose text does not occur exactly once.
  struct EditMismatch: Error {
    let old: String
  }

  /// Returns the suites to run for a mutant.
  static func suites(with own: String) -> [String] {
    CheckTable.suites.filter { !["lifecycle", "soak"].contains($0) || $0 == own }
  }

  /// Those that are certified: in the regular run, the first one for each check.
  static let certified: [Mutant] = {
    var checks: Set<String> = []
    return all.filter { checks.insert($0.check).inserted || LongRun.isOn }
  }()

  static let all =
    lifecycle + wire + tolerance + calls + replies + answers + time + liveness + hostile
}
