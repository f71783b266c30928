internal import FavoritesModel
internal import HostKit

/// Writes the draft of a compacted document, beside the thread that appends.
struct Compaction {
  let files: any FileSystem
  let place: DocumentPaths
  /// The document, and how much of it is to be compacted.
  let source: FileStatus
  let generation: Int
  let sourceLineCount: Int
  let fold: @Sendable (String) -> String

  /// Nothing where the document must first be united with what the hub knows.
  init?(_ file: borrowing FavoritesFile) {
    guard let current = file.current, case .none = file.succession else { return nil }
    files = file.files
    place = file.place
    source = current.status
    generation = file.generation
    sourceLineCount = file.lineCount
    fold = file.fold
  }

  /// Reads the document up to where it was, and writes what it comes to.
  func draft(now: Timestamp) throws(CompactionFault) -> CompactedFile {
    let bytes = try read(from: 0, to: source.size)
    let reading: ParsedDocument
    do throws(DocumentError) {
      reading = try ParsedDocument(bytes, now: now, fold: fold)
    } catch {
      throw .superseded
    }
    guard reading.damaged.isEmpty else { throw .damaged }
    do throws(SystemError) {
      return CompactedFile(
        file: try files.make(place.draft, reading.document.compacted()),
        generation: generation,
        sourceSize: source.size,
        sourceLineCount: sourceLineCount,
        lineCount: reading.document.compactLineCount
      )
    } catch {
      throw .failed(.writing(place.path, error))
    }
  }

  /// Adds what was appended since, up to `size`.
  func catchUp(_ draft: inout CompactedFile, to size: Int) throws(CompactionFault) {
    let bytes = try read(from: draft.sourceSize, to: size)
    do throws(SystemError) {
      try files.appendAll(draft.file, bytes)
    } catch {
      throw .failed(.writing(place.path, error))
    }
    draft.sourceSize = size
  }

  /// Brings all that the draft holds to the disk.
  func sync(_ draft: CompactedFile) throws(CompactionFault) {
    do throws(SystemError) {
      try files.sync(draft.file)
    } catch {
      throw .failed(.writing(place.path, error))
    }
  }

  /// Brings the new name to the disk.
  func syncFolder() throws(CompactionFault) {
    do throws(SystemError) {
      try files.syncFolder(place.folder)
    } catch {
      throw .failed(.writing(place.path, error))
    }
  }

  /// Lets go of a draft that is not wanted.
  func discard(_ draft: CompactedFile) {
    files.close(draft.file)
    try? files.remove(place.draft)
  }

  private func read(from start: Int, to end: Int) throws(CompactionFault) -> [UInt8] {
    let bytes: [UInt8]?
    do throws(SystemError) {
      let file = try files.open(place.path, .reading)
      defer { files.close(file) }
      let status = try files.status(file)
      let isSame = status.inode == source.inode && status.device == source.device
      bytes = isSame ? try files.read(file, from: start, count: end - start) : nil
    } catch {
      throw .failed(.unreadable(place.path, error))
    }
    guard let bytes, bytes.count == end - start else { throw .superseded }
    return bytes
  }
}
