internal import Glibc
internal import HostKit
package import HubCore
internal import MusicModel

/// File of the user's verdicts, as readable text (`Protocol/verdicts-document.md`).
package struct VerdictFile: DiskFile {
  /// All verdicts, in place of those stored before.
  package struct Job: DiskJob {
    let verdicts: [StoredVerdict]
    let operation: Int

    package init(_ verdicts: [StoredVerdict], operation: Int) {
      self.verdicts = verdicts
      self.operation = operation
    }

    package var bytes: Int { 64 + verdicts.count * 256 }

    package func failed(_ reason: String) -> Event? {
      .verdictsSaved(operation: operation, problem: reason)
    }
  }

  private static let maxBytes = 16 * 1024 * 1024
  package static let overflowWarning = "The disk is slow; some verdicts were not saved."

  private let path: String
  private let files: any FileSystem

  package init(at path: String, files: (any FileSystem)? = nil) {
    self.path = path
    self.files = files ?? PosixFileSystem(name: path)
  }

  /// Reads the file. A missing file holds no verdicts.
  package mutating func open() -> [StorageEvent] {
    do throws(SystemError) {
      return try read(files.contents(of: path, maxBytes: VerdictFile.maxBytes))
    } catch {
      if error.code == ENOENT { return [.hub(.verdictsLoaded([]))] }
      return unusable("\(error)")
    }
  }

  private func read(_ bytes: [UInt8]) -> [StorageEvent] {
    do {
      let document = try VerdictDocument(bytes)
      let found = StorageEvent.hub(.verdictsLoaded(document.verdicts))
      guard !document.damaged.isEmpty else { return [found] }
      return [.log(.warning, try moveAside(document)), found]
    } catch let error as VerdictDocument.Unknown {
      return unusable("\(path) is \(error.what), which this hub does not know.")
    } catch {
      return unusable("\(path) has corrupt lines, and they could not be moved aside: \(error)")
    }
  }

  /// The hub must not replace a file that it cannot read.
  private func unusable(_ problem: String) -> [StorageEvent] {
    [.log(.error, problem), .hub(.verdictsLoaded([], problem: problem))]
  }

  private func moveAside(_ document: VerdictDocument) throws -> String {
    let lines = document.damaged
    let aside = "\(path).damaged"
    let file = try files.open(aside, .making)
    defer { files.close(file) }
    try files.appendAll(file, lines.flatMap { $0 + [UInt8(ascii: "\n")] })
    try files.sync(file)
    try write(document.verdicts)
    return "Moved \(lines.count.pluralized("corrupt line")) of \(path) to \(aside)."
  }

  private func write(_ verdicts: [StoredVerdict]) throws {
    try files.makeDirectories(parentDirectory(of: path))
    try files.replace(path, with: VerdictDocument.text(of: verdicts))
  }

  /// Writes the last list; each list holds the ones before.
  package mutating func run(_ batch: [Job]) -> [StorageEvent] {
    var problem: String?
    do {
      if let last = batch.last { try write(last.verdicts) }
    } catch {
      problem = "\(error)"
    }
    return batch.map { .hub(.verdictsSaved(operation: $0.operation, problem: problem)) }
  }

  package mutating func close() {}
}
