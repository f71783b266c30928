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

  /// A larger file is neither read nor written: about 100,000 verdicts.
  private let maxBytes: Int
  package static let overflowWarning = "The disk is slow; some verdicts were not saved."

  private let path: String
  private let files: any FileSystem
  /// The contents of the file; `nil` if it must be rewritten.
  private var written: [StoredVerdict]?

  package init(
    at path: String,
    files: (any FileSystem)? = nil,
    maxBytes: Int = 16 * 1024 * 1024
  ) {
    self.path = path
    self.files = files ?? PosixFileSystem(name: path)
    self.maxBytes = maxBytes
  }

  /// Reads the file. A missing file holds no verdicts.
  package mutating func open() -> [StorageEvent] {
    do throws(SystemError) {
      return try read(files.contents(of: path, maxBytes: maxBytes))
    } catch {
      if error.code == ENOENT { return [.hub(.verdictsLoaded([]))] }
      return unusable("\(error)")
    }
  }

  private mutating func read(_ bytes: [UInt8]) -> [StorageEvent] {
    do {
      let document = try VerdictDocument(bytes)
      let found = StorageEvent.hub(.verdictsLoaded(document.verdicts))
      guard !document.damaged.isEmpty else {
        if bytes.last == UInt8(ascii: "\n") { written = document.verdicts }
        return [found]
      }
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

  private mutating func moveAside(_ document: VerdictDocument) throws -> String {
    let lines = document.damaged
    let aside = "\(path).damaged"
    let file = try files.open(aside, .making)
    defer { files.close(file) }
    try files.appendAll(file, lines.flatMap { $0 + [UInt8(ascii: "\n")] })
    try files.sync(file)
    try write(document.verdicts)
    return "Moved \(lines.count.pluralized("corrupt line")) of \(path) to \(aside)."
  }

  /// Appends new verdicts, or rewrites the file.
  private mutating func write(_ verdicts: [StoredVerdict]) throws {
    let known = written
    written = nil
    if let known, verdicts.count > known.count, verdicts.starts(with: known),
      try files.status(at: path) != nil
    {
      try append(VerdictDocument.lines(of: verdicts[known.count...]))
    } else {
      let text = try VerdictDocument.text(of: verdicts)
      try checkSize(text.count)
      try files.makeDirectories(parentDirectory(of: path))
      try files.replace(path, with: text)
    }
    written = verdicts
  }

  private func append(_ lines: [UInt8]) throws {
    let file = try files.open(path, .appending)
    defer { files.close(file) }
    let size = try files.status(file).size
    try checkSize(size + lines.count)
    do throws(SystemError) {
      try files.appendAll(file, lines)
      try files.syncData(file)
    } catch {
      // What is left of them would be moved aside as corrupt.
      try? files.truncate(file, to: size)
      throw error
    }
  }

  private func checkSize(_ size: Int) throws(SystemError) {
    if size > maxBytes { throw SystemError.tooLarge(path, maxBytes: maxBytes, isWritten: true) }
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
