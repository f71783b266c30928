package import BusProtocol
package import MusicModel

/// An import as the store keeps it, without its rows.
package struct StoredImport: Hashable, Sendable {
  package var batch: String
  package var file: ImportedFileInfo
  package var market: ImportMarket
  /// ``ImportReport/State/waiting`` is not a state of the store: such an import runs.
  package var state: ImportReport.State
  package var problem: String?
  /// The numbers of rows by state.
  package var counts: [ImportRowState: Int] = [:]
  /// The numbers of favourites by the outcome of adding them.
  package var results: [String: Int] = [:]

  package init(
    _ batch: String,
    _ file: ImportedFileInfo,
    _ market: ImportMarket,
    _ state: ImportReport.State
  ) {
    (self.batch, self.file, self.market, self.state) = (batch, file, market, state)
  }

  var report: ImportReport {
    var report = ImportReport(batch: batch, file: file, state: state)
    (report.found, report.notFound) = (counts[.found] ?? 0, counts[.notFound] ?? 0)
    (report.doubtful, report.open) = (counts[.doubtful] ?? 0, counts[.open] ?? 0)
    (report.results, report.problem) = (results, problem)
    return report
  }
}

/// The parameters of the searches of an import.
package struct ImportMarket: Hashable, Sendable, Codable {
  package var country: String?
  package var lang: String?
  package var providers: [ProviderID]?

  package init(country: String? = nil, lang: String? = nil, providers: [ProviderID]? = nil) {
    (self.country, self.lang, self.providers) = (country, lang, providers)
  }
}

/// A row of an import, and what is known of its meaning.
package struct StoredImportRow: Hashable, Sendable {
  package var batch: String
  /// The name of the file.
  package var file: String
  package var row: ImportRow
  package var meaning: ImportMeaning

  package init(_ row: ImportRow, of batch: String, file: String, _ meaning: ImportMeaning) {
    (self.batch, self.file, self.row, self.meaning) = (batch, file, row, meaning)
  }

  var report: ImportRowReport {
    var report = ImportRowReport(batch: batch, file: file, row: row, state: meaning.state)
    if case .doubtful(let choices) = meaning { report.choices = choices }
    return report
  }
}

/// What a row means.
package enum ImportMeaning: Hashable, Sendable {
  case open
  case found(Entity)
  case notFound
  case doubtful([ImportChoice])

  package var state: ImportRowState {
    switch self {
    case .open: .open
    case .found: .found
    case .notFound: .notFound
    case .doubtful: .doubtful
    }
  }
}

/// What the hub has the store of imports do; each completes with `importsReplied`, when it is durable.
package enum ImportAction: Hashable, Sendable {
  /// Keep rows, unless their numbers are known.
  case add([ImportRow], to: String)
  /// Note that an import runs, whose matches are to become favourites; without `file`, a known one.
  case start(String, ImportedFileInfo?, ImportMarket)
  /// Note that an import does not run any more; those that are unknown are not.
  case end(String, ImportReport.State, problem: String?)
  /// The first rows of an import after a number that are in a state; of those that are found, the ones that are not noted as favourites.
  case read(String, ImportRowState, after: Int, limit: Int)
  /// Keep what rows mean, by their numbers, and count results; what is found is a favourite.
  case note([Int: ImportMeaning], results: [String: Int], of: String)
  case list(String?)
  /// A page of rows in a state, of one import or of all.
  case page(ImportRowState, of: String?, offset: Int, limit: Int)
  /// One row of an import.
  case find(Int, of: String)
}

/// What the store replies.
package enum ImportStoreReply: Hashable, Sendable {
  case done
  case imports([StoredImport])
  /// Rows that were read; with the first ones of an import, the number of all open rows by kind.
  case rows([StoredImportRow], open: [EntityKind?: Int])
  /// A page of `total` rows.
  case page([StoredImportRow], total: Int)
  /// There is no such import, or no such row.
  case unknown
  /// For a reason that is a sentence.
  case failed(String)
}
