package import BusProtocol
package import ClientKit
package import FavoritesModel
internal import MusicModel

/// Importing: reads the files of other programs, and hands their rows to the hub, which imports them.

/// Hands a file to the hub.
package struct ImportSender {
  /// What one call carries.
  private static let maxRows = 250
  private static let maxBytes = 512 * 1024
  private static let inFlight = 8
  private static let timeout = Duration.seconds(20)

  private let client: BusClient

  package init(_ client: BusClient) { self.client = client }

  /// The name of the import of a file with this content: with it, a file that is imported again is known.
  package static func batch(of bytes: [UInt8]) -> String {
    let digits = String(bytes.stableHash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// Starts the import of a file of another program, or goes on with it.
  ///
  /// `start` is the call without the file; paths in a playlist are from `directory`, if that is known.
  ///
  /// - Throws: ``ClientError``
  package func start(
    _ start: Call<ImportReport>,
    _ file: ImportedFile,
    name: String,
    directory: String?
  ) throws -> ImportReport {
    do throws(ClientError) {
      let report = try client.call(start, timeout: ImportSender.timeout)
      // Links may mean something to a provider that was not there when the file was imported first.
      if report.found + report.notFound + report.doubtful + report.open >= file.rows.count {
        return report
      }
    } catch {
      guard case .failed(let failure) = error, failure.code == .notFound else { throw error }
    }
    let batch = start.parameters.batch ?? ""
    var rows = try file.rows.map {
      try EncodedJSON(json: JSONCodec.encode($0.row(from: directory)))
    }[...]
    try client.pipeline(inFlight: ImportSender.inFlight, timeout: ImportSender.timeout) {
      rows.isEmpty ? nil : Call.importsAdd(ImportSender.take(&rows), to: batch)
    } receive: { _ in
    }
    let info = try EncodedJSON(json: JSONCodec.encode(file.info(name: name)))
    return try client.call(start.with { $0.file = info }, timeout: ImportSender.timeout)
  }

  /// Imports the favourites of a file of MusicBus itself, which is read meanwhile; no source is asked.
  ///
  /// `receive` gets the results of some rows.
  ///
  /// - Throws: ``ClientError``, and what `receive` throws.
  package func importOwn(
    _ file: inout FavoritesImport,
    batch: String,
    receive: ([FavoriteResult]) throws -> Void
  ) throws {
    try client.pipeline(inFlight: ImportSender.inFlight, timeout: ImportSender.timeout) {
      while file.items.count < ImportSender.maxRows, !file.isComplete { file.readMore() }
      guard !file.items.isEmpty else { return nil }
      var size = 0
      let rows = file.takeItems(ImportSender.maxRows) { item in
        size += item.maxByteCount
        return size <= ImportSender.maxBytes
      }
      return Call.favoritesImport(rows.map(\.row)).with { $0.batch = batch }.whole
    } receive: { reply in
      try receive(reply.done.results ?? [])
    }
  }

  private static func take(_ rows: inout ArraySlice<EncodedJSON>) -> [EncodedJSON] {
    var size = 0
    let fitting = rows.prefix(maxRows).prefix { row in
      size += row.bytes.count
      return size <= maxBytes
    }
    defer { rows.removeFirst(max(1, fitting.count)) }
    return Array(rows.prefix(max(1, fitting.count)))
  }
}

extension ImportReport {
  /// That of a file of MusicBus itself, whose rows are entities.
  package init(ownFile name: String, batch: String, _ counts: [FavoriteResult.Outcome: Int]) {
    let rows = counts.values.reduce(0, +)
    self.init(
      batch: batch,
      file: ImportedFileInfo(name: name, format: ExportReader.own, rows: rows),
      state: .done
    )
    found = rows - counts[.refused, default: 0]
    results = Dictionary(uniqueKeysWithValues: counts.map { ($0.rawValue, $1) })
  }
}

extension ImportedFile {
  /// What the hub gets to know of the file as a whole.
  func info(name: String) -> ImportedFileInfo {
    var info = ImportedFileInfo(name: name, format: format, rows: rowCount)
    info.added = rows.count
    info.skipped = skipped.isEmpty ? nil : skipped
    info.repeated = repeated == 0 ? nil : repeated
    info.notDecoded = notDecoded == 0 ? nil : notDecoded
    return info
  }
}

extension ImportedRow {
  /// The row as the hub gets it.
  func row(from directory: String?) -> ImportRow {
    var row = ImportRow(number: number, entity: entity, id: ids.first)
    (row.file, row.added, row.note, row.doubt) = (file(from: directory), added, note, doubt)
    return row
  }
}
