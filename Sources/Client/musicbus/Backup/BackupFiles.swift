import CommandKit
import Glibc
import HostKit

/// The files of the user that a backup is made of, while no hub runs.
struct BackupFiles {
  private let paths: [BackupMember: String]

  init(_ paths: HubPaths, favorites: String) {
    self.paths = Dictionary(
      uniqueKeysWithValues: BackupMember.allCases.map { member in
        (member, member.path(in: paths, favorites: favorites))
      }
    )
  }

  /// Whether a path leads to one of them.
  func contains(_ path: String) -> Bool {
    guard let real = realPath(path) else { return false }
    return paths.values.contains { realPath($0) == real }
  }

  /// Reads those that there are.
  ///
  /// - Throws: ``SystemError``, also if one is larger than ``BackupMember/maxBytes``.
  func read() throws -> [BackupMember: ArraySlice<UInt8>] {
    var files: [BackupMember: ArraySlice<UInt8>] = [:]
    for (member, path) in paths {
      do throws(SystemError) {
        let bytes = try FileDescriptor(path, O_RDONLY).readAll(atMost: member.maxBytes)
        // SQLite leaves an empty log.
        if member != .stateLog || !bytes.isEmpty { files[member] = bytes[...] }
      } catch {
        guard error.code == ENOENT else { throw error }
      }
    }
    return files
  }

  /// Makes the files those of a backup: replaces them, and removes those that it has not.
  ///
  /// Favourites stay if it has none. The indexes of providers stay if there are some: older ones would lack what was revoked since.
  ///
  /// - Throws: ``CommandFailure`` if one fails; what was there before is there again then, unless it says so.
  func replace(with files: [BackupMember: ArraySlice<UInt8>]) throws {
    var steps: [ReplacementStep] = []
    defer { steps.forEach { $0.discard() } }
    do {
      for member in BackupMember.allCases {
        guard let path = paths[member] else { continue }
        if files[member] == nil, [.favorites, .indexes].contains(member) { continue }
        if member == .indexes, access(path, F_OK) == 0 { continue }
        steps.append(try ReplacementStep(path))
        if let bytes = files[member] { try steps[steps.count - 1].prepare(Array(bytes)) }
      }
      if let log = paths[.stateLog] {
        for index in steps.indices where steps[index].path == log { try steps[index].moveAway() }
      }
      for index in steps.indices { try steps[index].run() }
      for directory in Set(steps.map(\.directory)) { try syncDirectory(directory) }
    } catch {
      let lost = steps.indices.compactMap { steps[$0].takeBack() }
      let reason = (error as? any UserFacingError).map(\.description) ?? "\(error)"
      throw CommandFailure(
        "The backup was not restored. \(reason)",
        lost.isEmpty
          ? "What was there before is there again."
          : "These could not be put back; move them yourself: \(lost.joined(separator: ", "))."
      )
    }
  }
}

/// The replacement of one file, which can be taken back.
private struct ReplacementStep {
  let path: String
  /// The file itself, where the path is a link.
  private let target: String
  private var next: String { "\(target).restored" }
  private var before: String { "\(target).before-restore" }
  private var isPrepared = false
  private var isMoved = false
  private var isReplaced = false

  var directory: String { parentDirectory(of: target) }

  init(_ path: String) throws {
    try RegularFile.check(path)
    self.path = path
    target = try RegularFile.target(of: path)
    try HubPaths.makeDirectory(directory)
  }

  /// Writes the new contents beside the file, so that a full disk is noticed before anything is changed.
  mutating func prepare(_ bytes: [UInt8]) throws {
    var status = stat()
    let mode = stat(target, &status) == 0 ? status.st_mode & 0o777 : 0o600
    try replaceFile(next, with: bytes, mode: mode)
    isPrepared = true
  }

  /// Replaces the file, without a moment at which there is none, or removes it.
  mutating func run() throws {
    guard isPrepared else { return try moveAway() }
    if !isMoved {
      unlink(before)
      if Glibc.link(target, before) == 0 { isMoved = true } else { try moveAway() }
    }
    guard rename(next, target) == 0 else { throw SystemError("replace \(target)") }
    isReplaced = true
  }

  mutating func moveAway() throws {
    if isMoved { return }
    if rename(target, before) == 0 {
      isMoved = true
    } else if errno != ENOENT {
      throw SystemError("move \(target)")
    }
  }

  /// Puts the old file back.
  ///
  /// - Returns: where it is if that failed.
  mutating func takeBack() -> String? {
    if isMoved {
      guard rename(before, target) == 0 else {
        // It must not be discarded.
        isMoved = false
        return before
      }
      // Both may have been one file.
      unlink(before)
      isMoved = false
    } else if isReplaced {
      unlink(target)
    }
    isReplaced = false
    return nil
  }

  /// Removes what is not needed any more.
  func discard() {
    unlink(next)
    if isMoved { unlink(before) }
  }
}
