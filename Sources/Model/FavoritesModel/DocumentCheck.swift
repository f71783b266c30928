package import BusProtocol
internal import JSON
package import MusicModel

/// The result of checking a whole document.
package struct DocumentCheck: Hashable, Sendable {
  /// What the document alone shows.
  package var report: FavoritesCheck
  /// Favourites that may combine two entities; the names decide.
  package let suspects: [Suspect]

  /// The maximum number of reported errors of each kind.
  package static let maxErrors = 1000

  /// A favourite that may combine two entities.
  package struct Suspect: Hashable, Sendable {
    package let fav: FavoriteID
    package let snapshot: Entity
    /// Earlier snapshots of it, and those of the favourites that are shown as one with it.
    package let others: [Entity]
    /// Several ids that one source gave it, though each names one artist only.
    package let rivals: [EntityID]
  }

  package init(_ reading: ParsedDocument, of path: String) {
    let records = reading.document.records
    func favs(where isWrong: (FavoriteRecord) -> Bool) -> [String] {
      records.filter(isWrong).prefix(DocumentCheck.maxErrors).map(\.fav.description)
    }
    report = FavoritesCheck(
      document: path,
      version: reading.version,
      lines: reading.lineCount,
      favorites: reading.document.count
    )
    report.damaged = reading.damaged.prefix(DocumentCheck.maxErrors).map { line in
      FavoritesCheck.Damage(line: line.number, reason: line.reason.description)
    }
    report.incomplete = favs { $0.content == nil }
    report.doubtful = favs { $0.content?.agrees == false }
    suspects = records.compactMap { Suspect($0, in: reading) }
  }
}

extension DocumentCheck.Suspect {
  fileprivate init?(_ record: FavoriteRecord, in reading: ParsedDocument) {
    guard let content = record.content, let snapshot = content.entity else { return nil }
    let twins = reading.document.twins(of: record.fav)
    let others = [reading.renamed[record.fav]] + twins.map(\.content)
    fav = record.fav
    self.snapshot = snapshot
    self.others = others.compactMap { other in
      other?.nameText == content.nameText ? nil : other?.entity
    }
    let artistIDs = Dictionary(
      grouping: snapshot.ids.filter { $0.type == "artist" },
      by: \.namespace
    )
    rivals = artistIDs.values.filter { $0.count > 1 }.flatMap(\.self).sorted()
    if self.others.isEmpty, rivals.isEmpty { return nil }
  }
}

extension FavoritesDocument {
  /// The other favourites that are shown as one with this one.
  fileprivate func twins(of fav: FavoriteID) -> [FavoriteRecord] {
    guard let slot = table.slot(of: fav), table.records[Int(slot)].isShown else { return [] }
    return table.group(of: slot).map { table.records[Int($0)] }.filter { $0.fav != fav }
  }
}

extension FavoriteContent {
  /// Whether kind, name and ids match the snapshot.
  fileprivate var agrees: Bool {
    guard let entity = try? JSONCodec.decode(Entity.self, from: Array(entityText)) else {
      return false
    }
    return entity.kind == kind && entity.displayName == name && Set(entity.ids) == Set(ids)
  }
}

/// A line that could not be used, with the reason. It is saved in a file next to the document.
package struct CorruptLine: Hashable, Sendable {
  /// The line number, counted from 1.
  package let number: Int
  package let reason: LineError
  /// The bytes of the line without its line feed.
  package let bytes: [UInt8]

  /// The entry in the file next to the document: time, line, reason and content. Bytes that are not text
  /// are written in hexadecimal.
  package func text(movedAsideAt moment: Timestamp) -> [UInt8] {
    var writer = LineWriter()
    writer.member("at", moment)
    writer.member("line", number)
    writer.member("reason", reason.description)
    writer.members(json: payload)
    return writer.finished()
  }

  /// The content as a member of the entry; it identifies lines that were moved aside before.
  package var payload: [UInt8] {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      return Array("\"hex\":\"\(bytes.hexadecimal)\"".utf8)
    }
    var writer = JSONWriter()
    writer.name("text")
    writer.add(text: text)
    return writer.bytes
  }

  /// The payloads of all entries in such a file.
  package static func payloads(_ file: [UInt8]) -> Set<[UInt8]> {
    var payloads: Set<[UInt8]> = []
    for line in file.split(separator: 0x0A) {
      var cursor = JSONCursor(file, line.startIndex..<line.endIndex, dialect: .document)
      do throws(JSONError) {
        try cursor.open(.object)
        while let (name, value) = try cursor.nextMember() {
          guard ["text", "hex"].contains(String(decoding: file[name], as: UTF8.self)) else {
            continue
          }
          payloads.insert(Array(file[name.lowerBound - 1..<value.upperBound]))
        }
      } catch {
        // A torn entry has no payload.
        continue
      }
    }
    return payloads
  }
}
