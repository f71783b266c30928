internal import FavoritesModel
internal import HostKit

extension FavoritesFile {
  /// Puts a compacted document in the place of the file: at every moment one of both is there whole.
  mutating func rewrite(_ document: FavoritesDocument) throws(FavoritesFailure) {
    let text = document.compacted()
    closeCurrent()
    do throws(SystemError) {
      let file = try files.make(place.temporary, text)
      do throws(SystemError) {
        try files.rename(place.temporary, to: place.path)
        try files.syncFolder(place.folder)
        let status = try files.status(file)
        current = OpenDocument(file: file, status: status, endsWithLineFeed: true)
        lastStatus = status
      } catch {
        files.close(file)
        try? files.remove(place.temporary)
        throw error
      }
    } catch {
      throw .writing(place.path, error)
    }
    compactLineCount = document.compactLineCount
    lineCount = compactLineCount
    generation += 1
  }

  /// Keeps a copy of what the document was, for a person to look at.
  func keep(_ bytes: [UInt8], at path: String) throws(FavoritesFailure) {
    do throws(SystemError) {
      files.close(try files.make(path, bytes))
      try files.syncFolder(place.folder)
    } catch {
      throw .writing(path, error)
    }
  }

  /// Puts damaged lines into the file beside the document, those that are not there yet.
  func setAside(_ lines: [CorruptLine], _ now: Timestamp) throws(FavoritesFailure) {
    do throws(SystemError) {
      let file = try files.open(place.damaged, .making)
      defer { files.close(file) }
      let known = CorruptLine.payloads(try files.readAll(file))
      let text = lines.filter { !known.contains($0.payload) }
        .flatMap { $0.text(movedAsideAt: now) }
      // The last one may be torn itself.
      try files.appendAll(file, known.isEmpty || text.isEmpty ? text : [0x0A] + text)
      try files.sync(file)
      try files.syncFolder(place.folder)
    } catch {
      throw .writing(place.damaged, error)
    }
  }
}

extension FileSystem {
  /// Makes a file that holds these bytes, and brings it to the disk; its name may still get lost.
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
