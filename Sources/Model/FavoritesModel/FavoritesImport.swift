internal import BusProtocol
internal import JSON
package import MusicModel

/// The rows of a file to import: JSON, JSON Lines or a favourites document.
package struct FavoritesImport: Sendable {
  package struct Item: Hashable, Sendable {
    /// Used if it is given and not taken.
    package var fav: FavoriteID?
    package var content: FavoriteContent
    package var added: Timestamp?
    package var note: String?

    package init(_ content: FavoriteContent, added: Timestamp?, note: String?) {
      (self.content, self.added, self.note) = (content, added, note)
    }
  }

  package struct Refused: Hashable, Sendable {
    /// The line, or the element of an array, counted from 1.
    package let number: Int
    package let reason: String
    package let bytes: [UInt8]
  }

  package private(set) var items: [Item] = []
  package private(set) var refused: [Refused] = []
  /// The lines that are not read yet; `nil` if everything is read.
  private var rest: Lines?

  private struct Lines {
    let bytes: [UInt8]
    var start = 0
    var number = 0
  }

  /// Reads a file in any of the formats.
  package init(_ bytes: [UInt8]) {
    self.init(beginning: bytes)
    readAll()
  }

  /// Begins to read a file in any of the formats; ``readMore()`` continues.
  package init(beginning bytes: [UInt8]) {
    let start = bytes.firstIndex { $0 > 0x20 && $0 < 0x80 } ?? bytes.count
    let cursor = JSONCursor(bytes, start..<bytes.count, dialect: .document)
    if cursor.isAt(.array) {
      readArray(bytes)
    } else {
      rest = Lines(bytes: bytes)
    }
  }

  /// Reads one row per line.
  init(jsonLines bytes: [UInt8]) {
    rest = Lines(bytes: bytes)
    readAll()
  }

  private mutating func readAll() {
    while !isComplete { readMore() }
  }

  /// Whether the whole file is read.
  package var isComplete: Bool { rest == nil }

  /// The number of lines that are not read yet.
  package var remainingLineCount: Int {
    rest.map { lines in lines.bytes[lines.start...].count { $0 == 0x0A } } ?? 0
  }

  /// Removes items that were read, up to a number and while a condition holds, but at least one.
  package mutating func takeItems(_ maxCount: Int, while isWanted: (Item) -> Bool) -> [Item] {
    let count = max(1, items.prefix(maxCount).prefix(while: isWanted).count)
    defer { items.removeFirst(min(count, items.count)) }
    return Array(items.prefix(count))
  }

  /// Reads some lines, one row in each; those of a favourites document are combined.
  package mutating func readMore() {
    guard var lines = rest else { return }
    // The only owner of the bytes, and of those that are left.
    rest = nil
    for _ in 0..<FavoritesImport.linesPerStep {
      guard lines.start < lines.bytes.count else { return }
      let end = lines.bytes[lines.start...].firstIndex(of: 0x0A) ?? lines.bytes.count
      let line = lines.bytes[lines.start..<end]
      lines.number += 1
      lines.start = end + 1
      guard line.contains(where: { $0 > 0x20 }) else { continue }
      if let header = DocumentHeader(recognizing: lines.bytes, line.startIndex..<line.endIndex) {
        if header.version > 0 { return readDocument(lines.bytes) }
        continue
      }
      take(line, lines.number)
    }
    rest = lines
  }

  private static let linesPerStep = 250

  private mutating func readArray(_ bytes: [UInt8]) {
    var cursor = JSONCursor(bytes, dialect: .document)
    var number = 0
    var start = 0
    do throws(JSONError) {
      try cursor.open(.array)
      while let element = try cursor.nextElement() {
        number += 1
        take(bytes[element], number)
        start = cursor.offset
      }
      try cursor.finish()
    } catch {
      refuse(number + 1, "invalid JSON: \(error)", Array(bytes[start...]))
    }
  }

  private mutating func readDocument(_ bytes: [UInt8]) {
    var lines: [FavoriteLine] = []
    var document = DocumentLines(bytes)
    _ = document.complete(addedAt: .never)
    for line in document.all {
      switch line.content {
      case .header(let header):
        guard header.version <= DocumentHeader.current.version else {
          refuse(1, "the document is of the newer version \(header.version)", [])
          return
        }
      case .change(let line): lines.append(line)
      // None is left.
      case .byHand: break
      case .damaged(let line): refuse(line.number, line.reason.description, line.bytes)
      }
    }
    let records = FavoritesDocument(lines).records
    for record in records.sorted(by: { ($0.rank, $0.fav) < ($1.rank, $1.fav) }) {
      guard let content = record.content else { continue }
      let added = record.added == .never ? nil : record.added
      var item = Item(content, added: added, note: record.note)
      item.fav = record.fav
      items.append(item)
    }
  }

  mutating func take(_ row: ArraySlice<UInt8>, _ number: Int) {
    do throws(ImportError) {
      items.append(try Item(row))
    } catch {
      refuse(number, error.reason, Array(row))
    }
  }

  mutating func refuse(_ number: Int, _ reason: String, _ bytes: [UInt8]) {
    refused.append(Refused(number: number, reason: reason, bytes: bytes))
  }
}

/// The reason why a row is rejected; completes the sentence "row 7: …".
package struct ImportError: Error {
  package let reason: String
}

extension FavoritesImport.Item {
  /// Reads a row: an entity, or an object with a member `entity`. An entity that the hub listed as a
  /// favourite has the other members itself.
  package init(_ row: ArraySlice<UInt8>) throws(ImportError) {
    let json = JSONReader(Array(row))
    guard let found = Found(json) else {
      throw ImportError(reason: "it is not a JSON object")
    }
    content = try Self.content(found.entity ?? json)
    guard found.entity != nil || found.hasFavorite else { return }
    fav = found.fav.flatMap { FavoriteID($0) }
    added = found.added.flatMap { Timestamp($0) }
    note = found.note
    guard (note?.utf8.count ?? 0) <= FavoriteLimits.maxNoteBytes else {
      throw ImportError(reason: "its note has more than \(FavoriteLimits.maxNoteBytes) bytes")
    }
  }

  /// The members of a row that are not those of an entity.
  private struct Found {
    var added, fav, note: String?
    var hasFavorite = false
    var entity: JSONReader?

    private static let names = JSONNames("added", "entity", "fav", "note")

    /// `nil` if it is not an object.
    init?(_ row: JSONReader) {
      var json = row
      guard var members = try? JSONMembers(&json, Found.names) else { return nil }
      do throws(JSONMismatch) {
        while let index = try members.next(&json) {
          var value = json
          try json.skip()
          take(index, &value)
        }
      } catch { return nil }
      guard json.isAtEnd else { return nil }
    }

    private mutating func take(_ index: Int, _ value: inout JSONReader) {
      switch index {
      case 0: added = try? value.text()
      case 1: entity = value
      case 2: (hasFavorite, fav) = (true, try? value.text())
      case 3: note = try? value.text()
      default: break
      }
    }
  }

  private static func content(_ json: JSONReader) throws(ImportError) -> FavoriteContent {
    let entity: Entity
    var json = json
    do throws(JSONMismatch) {
      entity = try Entity(json: &json)
    } catch {
      throw ImportError(reason: "it is not an artist, album or song: \(error)")
    }
    guard let content = FavoriteContent(entity) else {
      throw ImportError(reason: "a \(entity.kind.rawValue) of this size cannot be a favourite")
    }
    return content
  }
}

extension FavoritesImport.Item {
  /// A bound of the size of the row as JSON.
  package var maxByteCount: Int { content.entityText.count + 6 * (note?.utf8.count ?? 0) + 200 }

  /// The row as sent to the hub.
  package var row: EncodedJSON {
    var writer = JSONWriter(reserving: maxByteCount)
    writer.open(.object)
    if let added {
      writer.name("added")
      writer.add(text: added.description)
    }
    writer.name("entity")
    writer.add(json: content.entityText)
    if let fav {
      writer.name("fav")
      writer.add(text: fav.description)
    }
    if let note {
      writer.name("note")
      writer.add(text: note)
    }
    writer.close(.object)
    return EncodedJSON(json: writer.bytes)
  }
}

extension FavoritesDocument {
  /// Imports rows: new favourites go to the end, existing ones gain missing details and lose
  /// nothing. Importing twice changes nothing more. Rows with one `batch` are undone together.
  package mutating func importRows(
    _ items: [FavoritesImport.Item],
    by evidence: FavoriteEvidence = .trusting,
    batch: String? = nil,
    now: Timestamp,
    using random: inout some RandomNumberGenerator
  ) -> FavoritesOutcome<ChangeResult> {
    change(now, batch: batch) { document, builder in
      items.map { document.importRows($0, evidence, &builder, &random) }
    }
  }

  private mutating func importRows(
    _ item: FavoritesImport.Item,
    _ evidence: FavoriteEvidence,
    _ builder: inout ChangeBuilder,
    _ random: inout some RandomNumberGenerator
  ) -> ChangeResult {
    let known = item.content.ids
    let holders = holders(of: known, item.content.kind)
    if let record = favorite(of: item, among: holders, evidence) {
      return record.contains(item)
        ? .done(.unchanged, record.fav) : update(record, with: item, &builder)
    }
    guard count < FavoriteLimits.maxFavorites else { return .refused(.full) }
    let ids =
      holders.isEmpty
      ? known : known.filter { table.lead(with: $0, of: item.content.kind) == nil }
    guard !ids.isEmpty,
      let content = ids.count == known.count ? item.content : item.content.with(ids: ids)
    else { return .done(.unchanged, holders[0].fav) }
    let fav = item.fav ?? FavoriteID(at: builder.at, using: &random)
    append(content, as: fav, added: item.added ?? builder.at, note: item.note, &builder)
    return .done(.added, fav)
  }

  /// The existing favourite of a row; `holders` have its ids.
  private func favorite(
    of item: FavoritesImport.Item,
    among holders: [FavoriteRecord],
    _ evidence: FavoriteEvidence
  ) -> FavoriteRecord? {
    if let record = item.fav.flatMap({ record($0) }), record.isShown { return record }
    if let same = holders.first(where: { $0.content == item.content }) { return same }
    guard !holders.isEmpty, let entity = item.content.entity else { return nil }
    return holders.first { describes($0, entity, evidence) }
  }

  private mutating func update(
    _ record: FavoriteRecord,
    with item: FavoritesImport.Item,
    _ builder: inout ChangeBuilder
  ) -> ChangeResult {
    let lineCount = builder.lines.count
    let ids = item.content.ids.filter { !isHeld($0, byOtherThan: record.fav) }
    if let ours = record.content,
      let theirs = item.content.with(ids: ids.isEmpty ? ours.ids : ids),
      let content = EntityMerge.completed(ours, with: theirs)
    {
      write(.refresh(content), of: record.fav, &builder)
    }
    // A file may have other line ends than the note.
    let known = record.note?.split(whereSeparator: \.isNewline) ?? []
    let news = (item.note ?? "").split(whereSeparator: \.isNewline).filter { !known.contains($0) }
    if !news.isEmpty {
      let note = ((record.note.map { [$0[...]] } ?? []) + news).joined(separator: "\n")
      guard note.utf8.count <= FavoriteLimits.maxNoteBytes else { return .refused(.noteTooLong) }
      write(.note(note, was: record.note), of: record.fav, &builder)
    }
    return builder.lines.count > lineCount
      ? .done(.updated, record.fav) : .done(.unchanged, record.fav)
  }
}

extension FavoriteRecord {
  /// Whether the row is equal to the favourite, so that nothing needs to be merged.
  fileprivate func contains(_ item: FavoritesImport.Item) -> Bool {
    content == item.content && (item.note == nil || item.note == note)
  }
}
