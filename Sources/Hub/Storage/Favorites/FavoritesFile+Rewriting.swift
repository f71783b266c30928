internal import FavoritesModel
internal import HostKit

extension FavoritesFile {
  /// A version of the file, as it was read.
  struct Version {
    let status: FileStatus
    /// Its last line, if that has no line feed.
    let unfinishedLine: ArraySlice<UInt8>
  }

  /// Replaces the version that was read, or none, with a compacted document: at every moment, one of
  /// the two is complete.
  ///
  /// - Returns: whether the document is complete. `false` after another program has replaced the file,
  ///   which is left as it is, or has added lines, which are in the file: it must be read again.
  mutating func rewrite(
    _ document: FavoritesDocument,
    over version: Version?
  ) throws(FavoritesFailure) -> Bool {
    let text = document.compacted()
    guard text.count <= maxBytes else { throw .full(paths.path) }
    let replacement = try replace(version, with: text)
    closeCurrent()
    guard let (file, status, old) = replacement else { return false }
    current = OpenDocument(file: file, status: status, endsWithLineFeed: true)
    lastStatus = status
    compactLineCount = document.compactLineCount
    lineCount = compactLineCount
    do throws(SystemError) {
      // Those of the version before the one that was replaced; it is not followed any more.
      defer { follow(old, version) }
      _ = try addLateLines()
      try files.syncDirectory(paths.directory)
    } catch {
      // The file has the document, but the change is reported as failed: the next one reads it.
      closeCurrent()
      throw .notDurable(paths.path, error)
    }
    do throws(SystemError) {
      _ = try addLateLines()
    } catch {
      closeCurrent()
      throw .notDurable(paths.path, error)
    }
    return current != nil
  }

  /// Replaces the version that was read, or leaves the file as it is. The new name may still get lost.
  ///
  /// - Returns: the new file, its status, and the old file; `nil` if it is another one by now.
  private func replace(
    _ version: Version?,
    with text: [UInt8]
  ) throws(FavoritesFailure) -> (file: OpenFileHandle, status: FileStatus, old: OpenFileHandle?)? {
    do throws(SystemError) {
      let file = try files.make(paths.temporary, text)
      var old: OpenFileHandle?
      do throws(SystemError) {
        old = try openVersion(version)
        let isMissing = try files.status(at: paths.path) == nil
        guard version == nil ? isMissing : old != nil else {
          files.close(file)
          try? files.remove(paths.temporary)
          return nil
        }
        // What another program adds as soon as the file has its name is an external change.
        let status = try files.status(file)
        try files.rename(paths.temporary, to: paths.path)
        return (file, status, old)
      } catch {
        files.close(file)
        if let old { files.close(old) }
        try? files.remove(paths.temporary)
        throw error
      }
    } catch {
      throw .writing(paths.path, error)
    }
  }

  /// The file, if it is still the one that was read; it may have more lines.
  private func openVersion(_ version: Version?) throws(SystemError) -> OpenFileHandle? {
    guard let version, try files.status(at: paths.path) != nil else { return nil }
    let file = try files.open(paths.path, .reading)
    do throws(SystemError) {
      let status = try files.status(file)
      if status.inode == version.status.inode, status.device == version.status.device {
        return file
      }
    } catch {
      files.close(file)
      throw error
    }
    files.close(file)
    return nil
  }

  private mutating func follow(_ old: OpenFileHandle?, _ version: Version?) {
    if let predecessor { files.close(predecessor.file) }
    predecessor = nil
    guard let old, let version else { return }
    predecessor = Predecessor(
      file: old,
      size: version.status.size,
      unfinishedLine: version.unfinishedLine
    )
  }

  /// Adds the lines to the document that another program has added to the version before it.
  ///
  /// - Returns: whether there were some: the document must be read again.
  mutating func addLateLines() throws(SystemError) -> Bool {
    guard let old = predecessor else { return false }
    let size = try files.status(old.file).size
    guard size > old.size else { return false }
    closeCurrent()
    let count = min(size - old.size, maxBytes)
    let text = try old.unfinishedLine + files.read(old.file, from: old.size, count: count)
    let file = try files.open(paths.path, .making)
    defer { files.close(file) }
    // The last line of the document may have no end; an empty line means nothing.
    try files.appendAll(file, [UInt8(ascii: "\n")] + text)
    try files.syncData(file)
    predecessor?.size = old.size + count
    predecessor?.unfinishedLine = text.unfinishedLine
    return true
  }

  /// Saves a copy of the document for the user.
  func saveCopy(_ bytes: [UInt8], at path: String) throws(FavoritesFailure) {
    do throws(SystemError) {
      files.close(try files.make(path, bytes))
      try files.syncDirectory(paths.directory)
    } catch {
      throw .writing(path, error)
    }
  }

  /// Adds corrupt lines to the file for them, unless it contains them.
  func moveAside(_ lines: [CorruptLine], _ now: Timestamp) throws(FavoritesFailure) {
    do throws(SystemError) {
      let file = try files.open(paths.damaged, .making)
      defer { files.close(file) }
      let known = CorruptLine.payloads(try files.readAll(file))
      let text = lines.filter { !known.contains($0.payload) }
        .flatMap { $0.text(movedAsideAt: now) }
      // The last one may be torn itself.
      try files.appendAll(file, known.isEmpty || text.isEmpty ? text : [0x0A] + text)
      try files.sync(file)
      try files.syncDirectory(paths.directory)
    } catch {
      throw .writing(paths.damaged, error)
    }
  }
}

extension FileSystem {
  /// Creates a file with durable contents; its name may still get lost.
  func make(_ path: String, _ bytes: [UInt8]) throws(SystemError) -> OpenFileHandle {
    let file = try open(path, .replacing)
    do throws(SystemError) {
      try appendAll(file, bytes)
      try sync(file)
    } catch {
      close(file)
      try? remove(path)
      throw error
    }
    return file
  }
}

extension Collection<UInt8> where SubSequence == ArraySlice<UInt8>, Self: BidirectionalCollection {
  /// The bytes after the last line feed.
  var unfinishedLine: ArraySlice<UInt8> {
    self[(lastIndex(of: UInt8(ascii: "\n")).map(index(after:)) ?? startIndex)...]
  }
}
