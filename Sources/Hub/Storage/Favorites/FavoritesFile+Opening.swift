package import FavoritesModel
internal import HostKit

/// What opening a document found.
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
  /// Why it cannot be changed, for now.
  package var refusal: FavoritesFailure?
}

extension FavoritesFile {
  /// Opens the document, or makes it where there is none.
  ///
  /// One that cannot be written is opened all the same, and tells why in `refusal`; every change
  /// tries again.
  package mutating func open(now: Timestamp) throws(FavoritesFailure) -> FavoritesOpening {
    var refusal: FavoritesFailure?
    do throws(FavoritesFailure) {
      try ensureLocked()
    } catch {
      refusal = error
    }
    guard let (bytes, status) = try readDocument() else {
      if let refusal { throw refusal }
      return try makeDocument()
    }
    let reading = try parse(bytes, now)
    var opening = FavoritesOpening(document: reading.document)
    opening.incompleteCount = reading.document.incompleteCount
    opening.refusal = refusal
    lastStatus = status
    do throws(FavoritesFailure) {
      if refusal == nil { try settle(reading, bytes, now, &opening) }
    } catch {
      opening.refusal = error
    }
    return opening
  }

  /// The bytes of the document, and its status before it was read.
  func readDocument() throws(FavoritesFailure) -> (bytes: [UInt8], status: FileStatus)? {
    let bytes: [UInt8]?
    let status: FileStatus
    do throws(SystemError) {
      guard try files.status(at: place.path) != nil else { return nil }
      let file = try files.open(place.path, .reading)
      defer { files.close(file) }
      status = try files.status(file)
      let fits = status.size <= FavoriteLimits.maxDocumentBytes
      bytes = fits ? try files.readAll(file) : nil
    } catch {
      throw .unreadable(place.path, error)
    }
    guard let bytes else { throw .tooLarge(place.path) }
    return (bytes, status)
  }

  func parse(_ bytes: [UInt8], _ now: Timestamp) throws(FavoritesFailure) -> ParsedDocument {
    do throws(DocumentError) {
      return try ParsedDocument(bytes, now: now, fold: fold, workers: DispatchWorkers())
    } catch {
      switch error {
      case .newerVersion(let version): throw .newerVersion(place.path, version)
      case .notFavorites: throw .notFavorites(place.path)
      case .tooLarge: throw .tooLarge(place.path)
      }
    }
  }

  /// Reads the document as it is on the disk, and says what is wrong with it.
  package func check(now: Timestamp) throws(FavoritesFailure) -> DocumentCheck {
    guard let (bytes, _) = try readDocument() else { throw .folderMissing(place.path) }
    return DocumentCheck(try parse(bytes, now))
  }

  private mutating func makeDocument() throws(FavoritesFailure) -> FavoritesOpening {
    let document = FavoritesDocument(fold: fold)
    try rewrite(document)
    var opening = FavoritesOpening(document: document)
    opening.isNew = true
    return opening
  }

  /// Makes the document one that lines can be appended to.
  private mutating func settle(
    _ reading: ParsedDocument,
    _ bytes: [UInt8],
    _ now: Timestamp,
    _ opening: inout FavoritesOpening
  ) throws(FavoritesFailure) {
    opening.damaged = reading.damaged
    if !reading.damaged.isEmpty {
      try setAside(reading.damaged, now)
      opening.damagedFile = place.damaged
    }
    if reading.version < DocumentHeader.current.version {
      let backup = place.backup(ofVersion: reading.version, now)
      try keep(bytes, at: backup)
      opening.upgradedFrom = reading.version
      opening.backup = backup
    }
    if reading.damaged.isEmpty && reading.version == DocumentHeader.current.version {
      try adopt(reading)
    } else {
      try rewrite(reading.document)
    }
  }

  /// Takes the file as it is.
  mutating func adopt(_ reading: ParsedDocument) throws(FavoritesFailure) {
    do throws(SystemError) {
      let file = try files.open(place.path, .appending)
      closeCurrent()
      // What a killed hub has written without waiting for the disk counts from now on.
      try files.syncData(file)
      let status = try files.status(file)
      current = OpenDocument(
        file: file,
        status: status,
        endsWithLineFeed: reading.endsWithLineFeed
      )
      lastStatus = status
    } catch {
      throw .writing(place.path, error)
    }
    lineCount = reading.lineCount
    compactLineCount = reading.document.compactLineCount
    generation += 1
  }
}
