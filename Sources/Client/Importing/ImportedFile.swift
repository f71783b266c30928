package import BusProtocol
internal import MusicModel

/// What a file to import contains.
package struct ImportedFile: Hashable, Sendable {
  /// The program or standard that it is of.
  package let format: String
  /// The rows to import.
  package private(set) var rows: [ImportedRow] = []
  /// The numbers of rows that are nothing to import, by reason.
  package private(set) var skipped: [String: Int] = [:]
  /// The number of rows that repeat an earlier one.
  package private(set) var repeated: Int
  /// The number of rows of which some letters could not be decoded.
  package let notDecoded: Int
  /// The files of an archive that could not be read, each with the reason as a sentence.
  package let problems: [String]
  /// The text of a file of MusicBus itself, a row a line, which is no row here.
  package let own: [UInt8]?
  private let all: [ImportedRow]

  /// The number of rows in the file.
  package let rowCount: Int

  /// Whether there are links that only providers can read.
  package var hasLinks: Bool { all.contains { !$0.links.isEmpty } }

  init(
    _ format: String,
    _ rows: [ImportedRow],
    repeated: Int,
    notDecoded: Int = 0,
    problems: [String] = [],
    own: [UInt8]? = nil
  ) {
    (self.format, all, self.repeated, self.own) = (format, rows, repeated, own)
    (self.notDecoded, self.problems) = (notDecoded, problems)
    rowCount = rows.count + repeated
    sort(rows)
  }

  /// The same file, with the ids that its links mean to providers.
  package func resolved(_ patterns: [URLPattern]) -> ImportedFile {
    let repeats = rowCount - all.count
    let rows = all.map { $0.resolved(patterns) }
    return ImportedFile(
      format,
      rows,
      repeated: repeats,
      notDecoded: notDecoded,
      problems: problems,
      own: own
    )
  }

  /// Tells apart what is to be imported. Links may turn out to be those of an earlier row.
  private mutating func sort(_ all: [ImportedRow]) {
    var known: Set<EntityID> = []
    for row in all {
      if let reason = row.skipped {
        skipped[reason, default: 0] += 1
      } else if row.ids.first.map({ known.insert($0).inserted }) == false {
        repeated += 1
      } else {
        rows.append(row)
      }
    }
  }
}

/// Why a file cannot be imported; the message is a sentence.
package struct ImportFailure: Error, Hashable {
  package let message: String

  package init(_ message: String) { self.message = message }
}
