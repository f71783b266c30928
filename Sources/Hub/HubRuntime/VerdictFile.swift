internal import Glibc
internal import HostKit
internal import HubCore

/// The file of what persons said, as a text that they can read (`Protocol/verdicts-document.md`).
struct VerdictFile {
  /// More bytes no person has said.
  static let bytesMax = 16 * 1024 * 1024

  let path: String
  private(set) var verdicts: [StoredVerdict] = []
  /// What a person should know of how the file was read.
  private(set) var notes: [String] = []
  /// Why the file must not be written.
  private(set) var problem: String?

  /// Reads the file. One that is not there is an empty one.
  init(at path: String) {
    self.path = path
    do throws(SystemError) {
      let bytes = try FileDescriptor(path, O_RDONLY).readAll(atMost: VerdictFile.bytesMax)
      read(bytes)
    } catch {
      guard error.code != ENOENT else { return }
      problem = "\(path) could not be read. \(error.message)"
    }
  }

  private mutating func read(_ bytes: [UInt8]) {
    do throws(VerdictDocument.Unknown) {
      let document = try VerdictDocument(bytes)
      verdicts = document.verdicts
      if !document.damaged.isEmpty { setAside(document.damaged) }
    } catch {
      problem = "\(path) is \(error.what), which this hub does not know."
    }
  }

  private mutating func setAside(_ lines: [[UInt8]]) {
    let aside = "\(path).damaged"
    do {
      let file = try FileDescriptor(aside, O_WRONLY | O_CREAT | O_APPEND)
      try file.write(lines.flatMap { $0 + [UInt8(ascii: "\n")] })
      try write(verdicts)
      notes.append("\(lines.count) lines of \(path) cannot be read; they are kept in \(aside).")
    } catch {
      problem = "\(path) has lines that cannot be read, and they could not be kept: \(error)"
    }
  }

  /// Writes the verdicts in place of those before; they are on the disk when this returns.
  func write(_ verdicts: [StoredVerdict]) throws {
    let bytes = try VerdictDocument.text(of: verdicts)
    try HubPaths.makeDirectory(parentDirectory(of: path))
    try replaceFile(path, with: bytes)
  }
}
