internal import FoundationEssentials
internal import Glibc
package import HostKit
internal import MusicModel

/// The imports that are kept: a file for each, with one JSON object per line.
///
/// The first line is the header, then come the rows, then what was found for them; of several lines
/// about a row, the last one counts. Lines are only appended, so that the command and the page may both
/// answer at any time.
package struct ImportStore: Sendable {
  private let directory: String
  /// More are removed, the oldest first.
  private static let maxImports = 100
  private static let maxBytes = 1 << 30

  package init(_ paths: HubPaths) { directory = paths.data + "/imports" }

  /// The name of the import of a file with this content.
  package static func id(of bytes: [UInt8]) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  private func path(_ id: String) -> String { "\(directory)/\(id).jsonl" }

  /// Keeps a new import, or returns it as it was kept before.
  package func begin(_ new: StoredImport) throws -> StoredImport {
    if let known = try load(new.header.id) { return known }
    try HubPaths.makeDirectory(directory)
    removeOldest()
    var text = try JSONCodec.encode(new.header) + [0x0A]
    for row in new.rows { text += try JSONCodec.encode(row) + [0x0A] }
    try replaceFile(path(new.header.id), with: text)
    return new
  }

  /// An import as it was kept; `nil` if it was not.
  package func load(_ id: String) throws -> StoredImport? {
    guard id.utf8.count == 16, id.utf8.allSatisfy({ $0 != 0x2F && $0 != 0x2E }),
      access(path(id), F_OK) == 0
    else { return nil }
    let bytes = try FileDescriptor(path(id), O_RDONLY).readAll(atMost: ImportStore.maxBytes)
    var lines = bytes.split(separator: 0x0A)[...]
    guard let head = lines.popFirst(),
      let header: StoredImport.Header = try? JSONCodec.decode(from: Array(head))
    else { return nil }
    var rows: [StoredImport.Row] = []
    var answers: [Line] = []
    for line in lines {
      // The last line may be torn.
      if let answer: Line = try? JSONCodec.decode(from: Array(line)) {
        answers.append(answer)
      } else if let row: StoredImport.Row = try? JSONCodec.decode(from: Array(line)) {
        rows.append(row)
      }
    }
    var stored = StoredImport(header, rows)
    for answer in answers { stored.resolve(answer.row, answer.resolution) }
    return stored
  }

  /// Appends what was found for rows; on return, it is durable.
  package func append(
    _ resolutions: [(row: Int, StoredImport.Resolution)],
    to stored: inout StoredImport
  ) throws {
    guard !resolutions.isEmpty else { return }
    var text: [UInt8] = []
    for (row, resolution) in resolutions {
      text += try JSONCodec.encode(Line(row, resolution)) + [0x0A]
      stored.resolve(row, resolution)
    }
    let file = try FileDescriptor(path(stored.header.id), O_WRONLY | O_APPEND)
    // A line that was torn by a crash ends here.
    try file.write([0x0A] + text)
    guard fdatasync(file.descriptor) == 0 else {
      throw SystemError("write \(path(stored.header.id))")
    }
  }

  /// All imports in which a row was doubtful, the last one first.
  package func doubtful() throws -> [StoredImport] {
    let mark = "\"state\":\"\(Line.State.doubtful.rawValue)\""
    return try ids().reversed().compactMap { id in
      let text = try FileDescriptor(path(id), O_RDONLY).readAll(atMost: ImportStore.maxBytes)
      // Most have none, and reading all rows takes long.
      return text.contains(mark.utf8) ? try load(id) : nil
    }
  }

  /// The names of the imports, the oldest first.
  private func ids() -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    let files = names.filter { $0.hasSuffix(".jsonl") }.map { String($0.dropLast(6)) }
    func age(_ id: String) -> Int {
      var status = stat()
      return stat(path(id), &status) == 0 ? status.st_mtim.tv_sec : 0
    }
    return files.map { (age($0), $0) }.sorted { $0 < $1 }.map(\.1)
  }

  private func removeOldest() {
    for id in ids().dropLast(ImportStore.maxImports - 1) { unlink(path(id)) }
  }

  /// What was found for a row, as a line.
  private struct Line: Codable {
    enum State: String, Codable { case open, found, none, doubtful }
    let row: Int
    let state: State
    var found: Entity?
    var choices: [StoredImport.Choice]?

    init(_ row: Int, _ resolution: StoredImport.Resolution) {
      self.row = row
      switch resolution {
      case .open: state = .open
      case .found(let entity): (state, found) = (.found, entity)
      case .notFound: state = .none
      case .doubtful(let choices): (state, self.choices) = (.doubtful, choices)
      }
    }

    var resolution: StoredImport.Resolution {
      switch state {
      case .open: .open
      case .found: found.map(StoredImport.Resolution.found) ?? .open
      case .none: .notFound
      case .doubtful: .doubtful(choices ?? [])
      }
    }
  }
}
