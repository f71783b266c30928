internal import FavoritesModel
internal import HostKit

/// FavoritesStore: the favourites document on disk. What it says is saved is on the disk; what it
/// replaces is replaced as a whole; what it cannot use it sets aside. It decides nothing about
/// favourites.
///
/// This is the document itself: everything here happens one after the other, and waits for the disk.
/// ``FavoritesStore`` does it beside the hub's thread.
package struct FavoritesFile {
  let files: any FileSystem
  let place: DocumentPaths
  let fold: @Sendable (String) -> String
  let makesFolder: Bool
  var lock: OpenFileHandle?
  /// What changes are appended to; nothing while the file must first be united with what the hub
  /// knows.
  var current: OpenDocument?
  /// The file as we left it last.
  var lastStatus: FileStatus?
  var succession = CompactionPhase.none
  /// Grows whenever another file becomes the document.
  var generation = 0
  /// Lines in the file, and how many there would be if it were compacted.
  var lineCount = 0
  var compactLineCount = 0

  /// An open document, as we left it.
  struct OpenDocument {
    let file: OpenFileHandle
    var status: FileStatus
    var endsWithLineFeed: Bool
  }

  /// What became of lines that were to be written.
  package enum AppendResult: Hashable, Sendable {
    /// They are on the disk.
    case saved
    /// The document is not as we left it: call ``reunite(_:now:)``.
    case outOfStep
  }

  /// Names the document; nothing is opened yet. With `makesFolder` its folder is made where it is
  /// missing.
  package init(
    at path: String,
    makesFolder: Bool,
    files: any FileSystem = PosixFileSystem(),
    fold: @escaping @Sendable (String) -> String = { $0.lowercased() }
  ) {
    self.files = files
    self.makesFolder = makesFolder
    self.fold = fold
    place = DocumentPaths(path: files.resolved(path))
  }

  /// The same document, opened by nobody.
  var forReading: FavoritesFile {
    FavoritesFile(at: place.path, makesFolder: false, files: files, fold: fold)
  }

  /// Makes the next change write the document anew from what the hub knows.
  mutating func distrust() {
    abandonSuccession()
    closeCurrent()
  }

  /// Lets go of all files.
  package mutating func close() {
    abandonSuccession()
    closeCurrent()
    if let lock { files.close(lock) }
    lock = nil
  }

  mutating func closeCurrent() {
    if let current { files.close(current.file) }
    current = nil
  }
}

// Appending
extension FavoritesFile {
  /// Appends lines and brings them to the disk. Where that fails, the document is as before.
  package mutating func append(
    _ text: [UInt8],
    lineCount: Int
  ) throws(FavoritesFailure) -> AppendResult {
    try ensureLocked()
    guard var document = current, try isInStep(document) else {
      abandonSuccession()
      return .outOfStep
    }
    let bytes = document.endsWithLineFeed ? text : [UInt8(ascii: "\n")] + text
    do throws(SystemError) {
      try files.appendAll(document.file, bytes)
    } catch {
      takeBack(document, isTrusted: true)
      throw .writing(place.path, error)
    }
    do throws(SystemError) {
      try files.syncData(document.file)
      try writeToOther(bytes)
      // Whatever else was written meanwhile makes the next change find it out of step.
      let status = try files.status(document.file)
      document.status = status.with(size: document.status.size + bytes.count)
    } catch {
      // What a failed sync has left on the disk, nobody knows: the file must be written anew.
      takeBack(document, isTrusted: false)
      throw .writing(place.path, error)
    }
    document.endsWithLineFeed = true
    current = document
    lastStatus = document.status
    self.lineCount += lineCount
    return .saved
  }

  /// Whether somebody else has changed the document since we left it.
  package func isOutOfStep() throws(FavoritesFailure) -> Bool {
    guard let current else { return lastStatus != nil }
    return try !isInStep(current)
  }

  /// Whether the document is where we left it, and as we left it.
  func isInStep(_ document: OpenDocument) throws(FavoritesFailure) -> Bool {
    do throws(SystemError) {
      return try files.status(at: place.path) == document.status
    } catch {
      throw .writing(place.path, error)
    }
  }

  /// Cuts off what was just written.
  private mutating func takeBack(_ document: OpenDocument, isTrusted: Bool) {
    let status = shortened(document)
    abandonSuccession()
    lastStatus = status ?? lastStatus
    guard isTrusted, let status else {
      closeCurrent()
      return
    }
    current?.status = status
  }

  private func shortened(_ document: OpenDocument) -> FileStatus? {
    do throws(SystemError) {
      try files.truncate(document.file, to: document.status.size)
      return try files.status(document.file)
    } catch {
      return nil
    }
  }
}
