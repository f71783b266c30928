package import FavoritesModel
internal import Glibc
internal import HostKit

/// Storage of favourites: the favourites file. Saved lines are durable, rewriting is atomic, and unusable
/// lines are moved aside. It contains no logic of favourites.
///
/// This is the file itself: its functions run one after another and wait for the disk. ``FavoritesStore`` says when.
package struct FavoritesFile {
  let files: any FileSystem
  let paths: DocumentPaths
  let fold: @Sendable (String) -> String
  let createsDirectory: Bool
  let maxBytes: Int
  var lock: OpenFileHandle?
  /// The document that lines are appended to; `nil` while it must be merged with the hub's state.
  var current: OpenDocument?
  /// The status of the file after our last write.
  var lastStatus: FileStatus?
  /// The version that the current one has replaced.
  var predecessor: Predecessor?
  /// The status of a file whose last line was not finished, when it was read.
  var unfinishedStatus: FileStatus?
  /// Lines in the file, and how many there would be if it were compacted.
  var lineCount = 0
  var compactLineCount = 0
  /// The number of lines from which compaction is worth another attempt.
  private var retryLineCount = 0

  /// An open document, as we left it.
  struct OpenDocument {
    let file: OpenFileHandle
    var status: FileStatus
    var endsWithLineFeed: Bool
  }

  /// A version of the document that was replaced. A program that had it open may still add lines to it.
  struct Predecessor {
    let file: OpenFileHandle
    /// How many of its bytes are in the document.
    var size: Int
    /// Its last line, if that has no line feed.
    var unfinishedLine: ArraySlice<UInt8>
  }

  /// The result of appending lines.
  package enum AppendResult: Hashable, Sendable {
    /// They are durable.
    case saved
    /// The document was changed externally: call ``mergeExternalChanges(_:now:)``.
    case externallyChanged
  }

  /// Refers to a document without opening it. `createsDirectory` creates a missing directory.
  package init(
    at path: String,
    createsDirectory: Bool,
    maxBytes: Int = FavoriteLimits.maxDocumentBytes,
    files: any FileSystem = PosixFileSystem(),
    fold: @escaping @Sendable (String) -> String = { $0.lowercased() }
  ) {
    self.files = files
    self.createsDirectory = createsDirectory
    self.maxBytes = maxBytes
    self.fold = fold
    paths = DocumentPaths(path: files.resolved(path))
  }

  /// Closes all files.
  package mutating func close() {
    _ = try? addLateLines()
    closeCurrent()
    if let predecessor { files.close(predecessor.file) }
    predecessor = nil
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
  /// Appends durable lines. If that fails, the document is unchanged.
  ///
  /// `newCount` of the lines are those of new favourites, which compaction leaves.
  package mutating func append(
    _ text: [UInt8],
    lineCount: Int,
    newCount: Int = 0
  ) throws(FavoritesFailure) -> AppendResult {
    try ensureLocked()
    guard var document = current, try isUnchanged(document) else { return .externallyChanged }
    let bytes = document.endsWithLineFeed ? text : [UInt8(ascii: "\n")] + text
    // New favourites leave room for lines that remove others.
    let room = (newCount > 0 ? maxBytes / 16 * 15 : maxBytes) - document.status.size
    guard bytes.count <= room else { throw .full(paths.path) }
    do throws(SystemError) {
      try files.appendAll(document.file, bytes)
    } catch {
      throw rollBack(document, isTrusted: true, after: error)
    }
    do throws(SystemError) {
      try files.syncData(document.file)
      // Whatever else was written meanwhile makes the next change find it out of step.
      let status = try files.status(document.file)
      document.status = status.with(size: document.status.size + bytes.count)
    } catch {
      // The result of a failed sync is unknown, so the file must be rewritten.
      throw rollBack(document, isTrusted: false, after: error)
    }
    document.endsWithLineFeed = true
    current = document
    lastStatus = document.status
    self.lineCount += lineCount
    compactLineCount += newCount
    return .saved
  }

  /// Whether another program has changed the document since our last write.
  package mutating func hasExternalChange() throws(FavoritesFailure) -> Bool {
    guard let current else { return lastStatus != nil }
    return try !isUnchanged(current)
  }

  /// Whether the file has the status of our last write, and the version before has no new lines. Such
  /// lines are added to the file first, which closes it.
  private mutating func isUnchanged(_ document: OpenDocument) throws(FavoritesFailure) -> Bool {
    do throws(SystemError) {
      guard try files.status(at: paths.path) == document.status else { return false }
      return try !addLateLines()
    } catch {
      throw .writing(paths.path, error)
    }
  }

  /// Truncates the lines that were just written.
  ///
  /// - Returns: The failure to report. If the lines remain, it does not say that nothing was changed.
  private mutating func rollBack(
    _ document: OpenDocument,
    isTrusted: Bool,
    after error: SystemError
  ) -> FavoritesFailure {
    let status = shortened(document)
    lastStatus = status ?? lastStatus
    if isTrusted, let status { current?.status = status } else { closeCurrent() }
    return status == nil ? .unwritable(paths.path, error) : .writing(paths.path, error)
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

// Compacting
extension FavoritesFile {
  /// Whether the file has more than twice the lines that it needs, or is half full and has some more.
  package var wantsCompaction: Bool {
    let isHalfFull = (lastStatus?.size ?? 0) > maxBytes / 2
    return lineCount > (isHalfFull ? 1 : 2) * compactLineCount + 1000 && lineCount >= retryLineCount
  }

  /// Replaces the file with the hub's state. If that fails, the file is unchanged.
  ///
  /// `document` is the state of the hub with its pending changes, which are durable afterwards.
  package mutating func compact(
    _ document: FavoritesDocument
  ) throws(FavoritesFailure) -> AppendResult {
    retryLineCount = lineCount + 1000
    try ensureLocked()
    guard let current, try isUnchanged(current),
      try rewrite(document, over: Version(status: current.status, unfinishedLine: []))
    else { return .externallyChanged }
    retryLineCount = 0
    return .saved
  }
}

/// The lock lies beside the document and not on it, because the document is replaced as a whole.
extension FavoritesFile {
  /// Makes sure that no other hub uses the document.
  mutating func ensureLocked() throws(FavoritesFailure) {
    if let lock, isOurs(lock) { return }
    if let lock { files.close(lock) }
    lock = nil
    let file: OpenFileHandle
    let isFree: Bool
    do throws(SystemError) {
      try ensureDirectory()
      file = try files.open(paths.lock, .making)
      isFree = try files.lock(file)
    } catch {
      throw .writing(paths.path, error)
    }
    guard isFree else {
      let holder = holder(file)
      files.close(file)
      throw .inUse(paths.path, by: holder)
    }
    lock = file
    // Only informs users: the lock works without it.
    try? files.truncate(file, to: 0)
    try? files.appendAll(file, Array("\(getpid())\n".utf8))
    // What a hub that was killed has left.
    try? files.remove(paths.temporary)
  }

  /// Whether the lock file still has its name: the directory may have been replaced.
  private func isOurs(_ lock: OpenFileHandle) -> Bool {
    guard let ours = try? files.status(lock), let theirs = try? files.status(at: paths.lock) else {
      return false
    }
    return ours.inode == theirs.inode && ours.device == theirs.device
  }

  private func ensureDirectory() throws(SystemError) {
    guard try files.status(at: paths.directory) == nil else { return }
    guard createsDirectory, lastStatus == nil else {
      throw SystemError("find \(paths.directory)", code: ENOENT)
    }
    try files.makeDirectories(paths.directory)
  }

  private func holder(_ lock: OpenFileHandle) -> Int32? {
    let text = (try? files.readAll(lock)).map { String(decoding: $0, as: UTF8.self) }
    return text.flatMap { Int32($0.prefix { $0.isNumber }) }
  }
}

/// The document's path, and the names of the files that lie beside it.
struct DocumentPaths: Hashable, Sendable {
  let path: String

  var directory: String { parentDirectory(of: path) }

  private var name: String { String(path.split(separator: "/").last ?? "") }

  /// Held by the hub that uses the document.
  var lock: String { "\(directory)/.\(name).lock" }

  /// The next version while it is written.
  var temporary: String { "\(directory)/.\(name).new" }

  /// Lines that could not be used, and why.
  var damaged: String { beside("damaged") }

  /// The document as an older version of MusicBus had written it.
  func backup(ofVersion version: Int, _ moment: Timestamp) -> String {
    beside("version-\(version)-\(DocumentPaths.stamp(moment))")
  }

  /// The copy of a version that another program has written.
  func other(_ moment: Timestamp) -> String { beside("other-\(DocumentPaths.stamp(moment))") }

  /// `Favorites.jsonl` becomes `Favorites.word.jsonl`.
  private func beside(_ word: String) -> String {
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else {
      return "\(directory)/\(name).\(word)"
    }
    return "\(directory)/\(name[..<dot]).\(word)\(name[dot...])"
  }

  /// `20261120T130701123456Z`: sorts by time, and has nothing that a file system refuses.
  private static func stamp(_ moment: Timestamp) -> String {
    moment.description.filter { !"-:.".contains($0) }
  }
}
