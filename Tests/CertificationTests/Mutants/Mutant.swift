import Certification
import Foundation
import TestKit
import Testing

/// The Full example with one fault: a few words of its source are others.
struct Mutant: Sendable, CustomTestStringConvertible {
  /// What it does wrong.
  let fault: String
  /// The check that must fail, and no other.
  let check: String
  let edits: [Edit]

  struct Edit: Sendable {
    let old: String
    let new: String

    init(_ old: String, _ new: String) {
      self.old = old
      self.new = new
    }
  }

  init(_ fault: String, _ check: String, _ edits: Edit...) {
    self.fault = fault
    self.check = check
    self.edits = edits
  }

  var testDescription: String { "\(check): \(fault)" }

  /// Writes its source and its manifest into a folder.
  func write(into folder: TemporaryFolder) throws {
    var source = try PackageRoot.text("Plugins/Examples/PythonFull/store.py")
    for edit in edits {
      guard source.components(separatedBy: edit.old).count == 2 else { throw Unfit(old: edit.old) }
      source = source.replacingOccurrences(of: edit.old, with: edit.new)
    }
    let path = "\(folder.path)/mutant.py"
    try source.write(toFile: path, atomically: true, encoding: .utf8)
    let manifest = """
      {"id": "store", "executable": "\(Program.python.path)", "arguments": ["\(path)"],
       "methods": ["artists.search", "artist.albums"]}
      """
    let place = "\(folder.path)/provider.json"
    try manifest.write(toFile: place, atomically: true, encoding: .utf8)
  }

  /// An edit whose words are not in the example, or more than once.
  struct Unfit: Error {
    let old: String
  }

  /// The suites that a mutant is certified by, its own among them.
  static func suites(with own: String) -> [String] {
    CheckTable.suites.filter { !["lifecycle", "soak"].contains($0) || $0 == own }
  }

  static let all = lifecycle + wire + tolerance + calls + answers + time + liveness + hostile
}
