internal import FavoritesModel
internal import HostKit

extension FavoritesFile {
  /// Puts a compacted document in the place of the file: at every moment one of both is there whole.
  mutating func rewrite(_ document: FavoritesDocument) throws(FavoritesFailure) {
    let text = document.compacted()
    closeCurrent()
    do throws(SystemError) {
      let file = try files.make(paths.temporary, text)
      do throws(SystemError) {
        try files.rename(paths.temporary, to: paths.path)
        try files.syncDirectory(paths.directory)
        let status = try files.status(file)
        current = OpenDocument(file: file, status: status, endsWithLineFeed: true)
        lastStatus = status
      } catch {
        files.close(file)
        try? files.remove(paths.temporary)
        throw error
      }
    } catch {
      throw .writing(paths.path, error)
    }
    compactLineCount = document.compactLineCount
    lineCount = compactLineCount
    generation += 1
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
