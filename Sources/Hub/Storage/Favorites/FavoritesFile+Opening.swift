internal import BusProtocol
package import FavoritesModel
internal import Glibc
internal import HostKit

/// The result of opening a document.
package struct FavoritesOpening: Sendable {
  package var document: FavoritesDocument
  /// Whether it was made just now.
  package var isNew = false
  /// Lines that could not be used, and the file that they were put into.
  package var damaged: [CorruptLine] = []
  package var damagedFile: String?
  /// The format version that it had before it was brought up to date, and the copy of that.
  package var upgradedFrom: Int?
  package var backup: String?
  /// Favourites whose own lines are damaged, so that they cannot be shown.
  package var incompleteCount = 0
  /// The reason if it cannot be changed for now.
  package var refusal: FavoritesFailure?
}

extension FavoritesFile {
  /// Opens the document, or creates it.
  ///
  /// A document that cannot be written is opened, with the reason in `refusal`; every change tries
  /// again.
  package mutating func open(now: Timestamp) throws(FavoritesFailure) -> FavoritesOpening {
    try checkKind()
    var refusal: FavoritesFailure?
    do throws(FavoritesFailure) {
      try ensureLocked()
    } catch {
      refusal = error
    }
    guard let read = try readDocument() else {
      if let refusal { throw refusal }
      return try makeDocument(now: now)
    }
    let reading = try parse(read.bytes, now)
    var opening = FavoritesOpening(document: reading.document)
    opening.incompleteCount = reading.document.incompleteCount
    opening.refusal = refusal
    lastStatus = read.status
    do throws(FavoritesFailure) {
      if refusal == nil { try settle(reading, read, now, &opening) }
    } catch {
      opening.refusal = error
    }
    return opening
  }

  /// Checks that it is a regular file, before anything is written beside it.
  private func checkKind() throws(FavoritesFailure) {
    do throws(SystemError) {
      try files.checkKind(paths.path)
    } catch {
      throw .unreadable(paths.path, error)
    }
  }

  /// The bytes of the document with this status, taken before it was read.
  func readDocument() throws(FavoritesFailure) -> (bytes: [UInt8], status: FileStatus)? {
    let bytes: [UInt8]?
    let status: FileStatus
    do throws(SystemError) {
      guard try files.status(at: paths.path) != nil else { return nil }
      let file = try files.open(paths.path, .reading)
      defer { files.close(file) }
      status = try files.status(file)
      let fits = status.size <= maxBytes
      bytes = fits ? try files.read(file, from: 0, count: status.size) : nil
    } catch {
      throw .unreadable(paths.path, error)
    }
    guard let bytes else { throw .tooLarge(paths.path) }
    return (bytes, status)
  }

  func parse(_ bytes: [UInt8], _ now: Timestamp) throws(FavoritesFailure) -> ParsedDocument {
    do throws(DocumentError) {
      return try ParsedDocument(bytes, now: now, fold: fold)
    } catch {
      switch error {
      case .newerVersion(let version): throw .newerVersion(paths.path, version)
      case .notFavorites: throw .notFavorites(paths.path)
      case .tooLarge: throw .tooLarge(paths.path)
      }
    }
  }

  /// Reads the document from disk and reports its errors.
  package func check(now: Timestamp) throws(FavoritesFailure) -> DocumentCheck {
    guard let (bytes, _) = try readDocument() else { throw .directoryMissing(paths.path) }
    var check = DocumentCheck(try parse(bytes, now), of: paths.path)
    do throws(SystemError) {
      if try files.status(at: paths.damaged) != nil {
        let file = try files.open(paths.damaged, .reading)
        defer { files.close(file) }
        let lines = try files.readAll(file).split(separator: UInt8(ascii: "\n"))
        if !lines.isEmpty {
          check.report.movedAside = .init(path: paths.damaged, lines: lines.count)
        }
      }
    } catch {
      throw .unreadable(paths.damaged, error)
    }
    return check
  }

  private mutating func makeDocument(now: Timestamp) throws(FavoritesFailure) -> FavoritesOpening {
    let document = FavoritesDocument(fold: fold)
    // Another program may have made it just now.
    guard try rewrite(document, over: nil) else { return try open(now: now) }
    var opening = FavoritesOpening(document: document)
    opening.isNew = true
    return opening
  }

  /// Makes the document one that lines can be appended to.
  private mutating func settle(
    _ reading: ParsedDocument,
    _ read: (bytes: [UInt8], status: FileStatus),
    _ now: Timestamp,
    _ opening: inout FavoritesOpening
  ) throws(FavoritesFailure) {
    opening.damaged = reading.damaged
    if !reading.damaged.isEmpty {
      try moveAside(reading.damaged, now)
      opening.damagedFile = paths.damaged
    }
    if reading.version < DocumentHeader.current.version {
      let backup = paths.backup(ofVersion: reading.version, now)
      try saveCopy(read.bytes, at: backup)
      opening.upgradedFrom = reading.version
      opening.backup = backup
    }
    let isCurrent = reading.version == DocumentHeader.current.version
    if reading.damaged.isEmpty, reading.isComplete, isCurrent {
      try adopt(reading, read.status)
    } else {
      // If another program has changed it meanwhile, the next call reads it again.
      let version = Version(status: read.status, unfinishedLine: read.bytes.unfinishedLine)
      _ = try rewrite(reading.document, over: version)
    }
  }

  /// Takes the file as it was read with this status. What was added since counts as an external change.
  mutating func adopt(
    _ reading: ParsedDocument,
    _ status: FileStatus
  ) throws(FavoritesFailure) {
    do throws(SystemError) {
      let file = try files.open(paths.path, .appending)
      closeCurrent()
      // What a killed hub has written without waiting for the disk counts from now on, and so does
      // the name of a file that has replaced another one.
      try files.syncData(file)
      try files.syncDirectory(paths.directory)
      current = OpenDocument(
        file: file,
        status: status,
        endsWithLineFeed: reading.endsWithLineFeed
      )
      lastStatus = status
    } catch {
      throw .writing(paths.path, error)
    }
    lineCount = reading.lineCount
    compactLineCount = reading.document.compactLineCount
  }
}

/// The result of merging the document with the hub's state.
package struct ExternalMerge: Sendable {
  /// The lines of the file, for the hub to apply.
  package var lines: [FavoriteLine] = []
  /// The path of the copy of the external version, if one was made.
  package var copy: String?
  /// Lines of it that could not be used, and the file that they were put into.
  package var damaged: [CorruptLine] = []
  package var damagedFile: String?
}

extension FavoritesFile {
  /// How often the file is read again because another program has changed it meanwhile.
  private static let maxReadings = 100

  /// Merges the externally changed file with the hub's state, and writes the result.
  ///
  /// `document` is the state of the hub with its pending changes, which are durable afterwards.
  package mutating func mergeExternalChanges(
    _ document: FavoritesDocument,
    now: Timestamp
  ) throws(FavoritesFailure) -> ExternalMerge {
    try ensureLocked()
    var merge = ExternalMerge()
    for _ in 0..<FavoritesFile.maxReadings where try mergeFile(into: document, now, &merge) {
      return merge
    }
    throw .unwritable(paths.path, SystemError("replace \(paths.path)", code: EBUSY))
  }

  /// - Returns: Whether the file is complete; otherwise it must be read again.
  private mutating func mergeFile(
    into document: FavoritesDocument,
    _ now: Timestamp,
    _ merge: inout ExternalMerge
  ) throws(FavoritesFailure) -> Bool {
    do throws(SystemError) {
      _ = try addLateLines()
    } catch {
      throw .writing(paths.path, error)
    }
    let read = try readDocument()
    let version = read.map { Version(status: $0.status, unfinishedLine: $0.bytes.unfinishedLine) }
    guard let read, !read.bytes.isEmpty else { return try rewrite(document, over: version) }
    let theirs = try parse(read.bytes, now)
    merge.lines = theirs.document.lines
    var merged = document
    merged.merge(merge.lines)
    let isCurrent =
      theirs.version == DocumentHeader.current.version
      && theirs.document.compacted() == merged.compacted()
    if isCurrent, theirs.damaged.isEmpty, theirs.isComplete {
      try adopt(theirs, read.status)
      return true
    }
    if isCurrent, document.lastPending == nil, mayBeUnfinished(theirs, read.status) { return true }
    if merge.copy == nil, read.status != lastStatus {
      let path = paths.other(now)
      try saveCopy(read.bytes, at: path)
      merge.copy = path
    }
    if !theirs.damaged.isEmpty {
      try moveAside(theirs.damaged, now)
      merge.damaged += theirs.damaged
      merge.damagedFile = paths.damaged
    }
    return try rewrite(merged, over: version)
  }

  /// Whether another program may still be writing the last line, which is the only corrupt one.
  ///
  /// If nothing must be written, the file is left alone until it is found unchanged.
  private mutating func mayBeUnfinished(_ theirs: ParsedDocument, _ status: FileStatus) -> Bool {
    guard theirs.damaged.count == 1, theirs.damaged.first?.number == theirs.lastLineNumber,
      !theirs.endsWithLineFeed, status != unfinishedStatus
    else { return false }
    unfinishedStatus = status
    lastStatus = status
    return true
  }
}
