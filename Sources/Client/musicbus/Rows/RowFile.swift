import CommandKit
import FoundationEssentials
import Glibc
import HostKit
import MusicModel

/// The rows of the last list that was shown in one terminal, in a file for their owner.
struct RowFile {
  private let directory: String
  private let path: String

  /// A list as it was shown.
  struct List: Hashable, Sendable {
    /// The number of the first row.
    var first: Int
    var rows: [ListedRow]

    subscript(number: Int) -> ListedRow? {
      rows.indices.contains(number - first) ? rows[number - first] : nil
    }

    /// "1 to 10".
    var range: String { rows.count == 1 ? "\(first)" : "\(first) to \(first + rows.count - 1)" }
  }

  init(_ session: TerminalSession, in directory: String) {
    self.directory = directory
    let numbers = [String(session.terminal), String(session.leader), String(session.startTicks)]
    path = "\(directory)/\(RowFile.prefix)\(numbers.joined(separator: "-"))"
  }

  /// Replaces the list; the files of sessions that have ended are removed.
  func save(_ list: List) throws(SystemError) {
    try save(["\(RowFile.header)\(list.first)"] + list.rows.map(\.line))
  }

  /// A search of a list of searches.
  struct Search: Hashable, Sendable {
    /// What was searched; `nil` for all kinds.
    var kind: EntityKind?
    var text: String
  }

  /// Replaces the list by one of searches.
  func save(_ searches: [Search], first: Int) throws(SystemError) {
    let rows = searches.map { "\($0.kind?.rawValue ?? "all") \($0.text.neutralized)" }
    try save(["\(RowFile.searchesHeader)\(first)"] + rows)
  }

  private func save(_ lines: [String]) throws(SystemError) {
    removeOldFiles()
    try replaceFile(path, with: Array(lines.joined(separator: "\n").utf8), isDurable: false)
  }

  /// The list; `nil` if no list was shown, or if the file is corrupt.
  func list() -> List? {
    guard let lines, let header = lines.first, header.hasPrefix(RowFile.header),
      let first = Int(header.dropFirst(RowFile.header.count))
    else { return nil }
    let rows = lines.dropFirst().map(ListedRow.init(line:))
    return rows.contains(nil) ? nil : List(first: first, rows: rows.compactMap(\.self))
  }

  /// The searches of the list by their numbers, if it is one of searches.
  func searches() -> [Int: Search]? {
    guard let lines, let header = lines.first, header.hasPrefix(RowFile.searchesHeader),
      let first = Int(header.dropFirst(RowFile.searchesHeader.count))
    else { return nil }
    let rows = lines.dropFirst().map { line in
      let kind = line.prefix { $0 != " " }
      return Search(
        kind: EntityKind(rawValue: String(kind)),
        text: String(line.dropFirst(kind.count + 1))
      )
    }
    return Dictionary(uniqueKeysWithValues: zip(first..., rows))
  }

  private var lines: [Substring]? {
    guard let file = try? FileDescriptor(path, O_RDONLY),
      let bytes = try? file.readAll(atMost: RowFile.maxBytes)
    else { return nil }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
  }

  private func removeOldFiles() {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    for name in names where name.hasPrefix(RowFile.prefix) {
      let numbers = name.dropFirst(RowFile.prefix.count).split(separator: "-")
      guard numbers.count == 3, let leader = Int32(numbers[1]), let start = UInt64(numbers[2])
      else { continue }
      if TerminalSession.hasEnded(leader: leader, startTicks: start) {
        unlink("\(directory)/\(name)")
      }
    }
  }

  private static let prefix = "rows-"
  private static let header = "musicbus rows 2, from "
  private static let searchesHeader = "musicbus searches 2, from "
  private static let maxBytes = 8 * 1024 * 1024
}
