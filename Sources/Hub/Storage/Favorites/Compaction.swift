internal import FavoritesModel
internal import HostKit

/// Writes the draft of a compacted document, beside the thread that appends.
struct Compaction {
  let files: any FileSystem
  let paths: DocumentPaths
  /// The document, and how much of it is to be compacted.
  let source: FileStatus
  let generation: Int
  let sourceLineCount: Int
  let fold: @Sendable (String) -> String

  /// Fails if the document must be merged with the hub's state first.
  init?(_ file: borrowing FavoritesFile) {
    guard let current = file.current, case .none = file.compaction else { return nil }
    files = file.files
    paths = file.paths
    source = current.status
    generation = file.generation
    sourceLineCount = file.lineCount
    fold = file.fold
  }

  /// Reads the document up to `source.size`, and writes it in compacted form.
  func draft(now: Timestamp) throws(CompactionError) -> CompactedFile {
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
        file: try files.make(paths.draft, reading.document.compacted()),
        generation: generation,
        sourceSize: source.size,
        sourceLineCount: sourceLineCount,
        lineCount: reading.document.compactLineCount
      )
    } catch {
      throw .failed(.writing(paths.path, error))
    }
  }

  /// Adds the lines that were appended since, up to `size`.
  func catchUp(_ draft: inout CompactedFile, to size: Int) throws(CompactionError) {
    let bytes = try read(from: draft.sourceSize, to: size)
    do throws(SystemError) {
      try files.appendAll(draft.file, bytes)
    } catch {
      throw .failed(.writing(paths.path, error))
    }
    draft.sourceSize = size
  }

  /// Makes the contents of the draft durable.
  func sync(_ draft: CompactedFile) throws(CompactionError) {
    do throws(SystemError) {
      try files.sync(draft.file)
    } catch {
      throw .failed(.writing(paths.path, error))
    }
  }

  /// Makes the new name durable.
  func syncDirectory() throws(CompactionError) {
    do throws(SystemError) {
      try files.syncDirectory(paths.directory)
    } catch {
      throw .failed(.writing(paths.path, error))
    }
  }

  /// Removes an unused draft.
  func discard(_ draft: CompactedFile) {
    files.close(draft.file)
    try? files.remove(paths.draft)
  }

  private func read(from start: Int, to end: Int) throws(CompactionError) -> [UInt8] {
    let bytes: [UInt8]?
    do throws(SystemError) {
      let file = try files.open(paths.path, .reading)
      defer { files.close(file) }
      let status = try files.status(file)
      let isSame = status.inode == source.inode && status.device == source.device
      bytes = isSame ? try files.read(file, from: start, count: end - start) : nil
    } catch {
      throw .failed(.unreadable(paths.path, error))
    }
    guard let bytes, bytes.count == end - start else { throw .superseded }
    return bytes
  }
}
