internal import BusProtocol
package import MusicModel

extension FavoritesDocument {
  /// Adds entities at the end of the user's order.
  ///
  /// Ids that name a favourite which is evidently another entity stay with that one, except
  /// `wanted`: it moves to the new favourite if the other one has further ids.
  package mutating func add(
    _ entities: [Entity],
    as wanted: EntityID? = nil,
    by evidence: FavoriteEvidence = .trusting,
    now: Timestamp,
    using random: inout some RandomNumberGenerator
  ) -> FavoritesOutcome<ChangeResult> {
    change(now) { document, builder in
      entities.map { document.add($0, as: wanted, evidence, &builder, &random) }
    }
  }

  private mutating func add(
    _ entity: Entity,
    as wanted: EntityID?,
    _ evidence: FavoriteEvidence,
    _ builder: inout ChangeBuilder,
    _ random: inout some RandomNumberGenerator
  ) -> ChangeResult {
    guard entity.kind != .chart else { return .refused(.notAFavorite(.chart)) }
    let holders = holders(of: entity.ids, entity.kind)
    if let known = holders.first(where: { describes($0, entity, evidence) }) {
      return .done(.exists, known.fav)
    }
    guard count < FavoriteLimits.maxFavorites else { return .refused(.full) }
    if let wanted { release(wanted, entity.kind, &builder) }
    let ids = entity.ids.filter { table.lead(with: $0, of: entity.kind) == nil }
    guard !ids.isEmpty else { return .done(.exists, holders[0].fav) }
    guard let content = FavoriteContent(entity.with(ids: ids)) else { return .refused(.tooLarge) }
    let fav = FavoriteID(at: builder.at, using: &random)
    append(content, as: fav, added: builder.at, note: nil, &builder)
    return .done(.added, fav)
  }

  /// The shown favourites of a kind with one of these ids.
  func holders(of ids: [EntityID], _ kind: EntityKind) -> [FavoriteRecord] {
    var seen: Set<Int32> = []
    return ids.compactMap { table.lead(with: $0, of: kind) }
      .filter { seen.insert($0).inserted }.map { table.records[Int($0)] }
  }

  func describes(_ record: FavoriteRecord, _ entity: Entity, _ evidence: FavoriteEvidence) -> Bool {
    record.content?.entity.map { evidence.describes($0, entity) } ?? false
  }

  /// Removes an id from the favourites that have further ones.
  private mutating func release(
    _ id: EntityID,
    _ kind: EntityKind,
    _ builder: inout ChangeBuilder
  ) {
    guard let lead = table.lead(with: id, of: kind) else { return }
    for record in table.group(of: lead).map({ table.records[Int($0)] }) {
      let ids = record.content?.ids ?? []
      guard ids.contains(id), ids.count > 1,
        let content = record.content?.with(ids: ids.filter { $0 != id })
      else { continue }
      write(.refresh(content), of: record.fav, &builder)
    }
  }

  /// Writes a new favourite at the end.
  mutating func append(
    _ content: FavoriteContent,
    as fav: FavoriteID,
    added: Timestamp,
    note: String?,
    _ builder: inout ChangeBuilder
  ) {
    var record = FavoriteRecord(fav)
    record.content = content
    record.rank = .between(table.lastRank(fold), nil)
    record.note = note
    record.added = added
    record.hereAt = builder.at
    record.contentAt = builder.at
    record.rankAt = builder.at
    record.noteAt = note == nil ? .never : builder.at
    write(.add(record), of: fav, &builder)
  }

  var ownOrder: SortedRows {
    mutating get { table.rows(.own, fold) }
  }
}

extension FavoritesDocument {
  /// Removes favourites, together with those of the same entity, which are shown as one.
  package mutating func remove(
    _ keys: [FavoriteKey],
    now: Timestamp
  ) -> FavoritesOutcome<ChangeResult> {
    change(now) { document, builder in
      keys.map { key in
        guard let lead = document.lead(key) else { return .absent(key) }
        let favs = document.table.group(of: lead).map { document.table.records[Int($0)].fav }
        for fav in favs { document.write(.remove, of: fav, &builder) }
        return .done(.removed, favs[0])
      }
    }
  }
}

extension FavoritesDocument {
  /// Sets the note of a favourite; `nil` or an empty text removes it.
  ///
  /// If several favourites are shown as one, the new note replaces all of theirs.
  package mutating func note(
    _ key: FavoriteKey,
    _ text: String?,
    now: Timestamp
  ) -> FavoritesOutcome<ChangeResult> {
    let text = text?.isEmpty == true ? nil : text
    return change(now) { document, builder in
      guard let lead = document.lead(key) else { return [.absent(key)] }
      guard (text?.utf8.count ?? 0) <= FavoriteLimits.maxNoteBytes else {
        return [.refused(.noteTooLong)]
      }
      let members = document.table.group(of: lead).map { document.table.records[Int($0)] }
      let fav = document.table.records[Int(lead)].fav
      guard FavoriteRecord.sharedNote(members) != text else { return [.done(.unchanged, fav)] }
      for member in members {
        let note = member.fav == fav ? text : nil
        guard note != member.note else { continue }
        document.write(.note(note, was: member.note), of: member.fav, &builder)
      }
      return [.done(.noted, fav)]
    }
  }
}

/// The target position of a favourite in the user's order.
package enum FavoritePosition: Hashable, Sendable {
  case first
  case last
  case before(FavoriteKey)
  case after(FavoriteKey)
  /// The position in the order after the move, from 1; past the end means last.
  case number(Int)
}

extension FavoritesDocument {
  /// Moves a favourite within the user's order.
  package mutating func move(
    _ key: FavoriteKey,
    to destination: FavoritePosition,
    now: Timestamp
  ) -> FavoritesOutcome<ChangeResult> {
    change(now) { document, builder in
      guard let slot = document.lead(key) else { return [.absent(key)] }
      let fav = document.table.records[Int(slot)].fav
      let position: Int
      switch destination {
      case .first: position = 0
      case .last: position = document.count
      case .before(let target), .after(let target):
        guard let neighbour = document.lead(target) else { return [.absent(target)] }
        guard neighbour != slot else { return [.done(.unchanged, fav)] }
        let isAfter = destination == .after(target)
        position = document.ownPosition(of: neighbour) + (isAfter ? 1 : 0)
      case .number(let number):
        let index = min(max(number, 1), document.count) - 1
        // The favourite leaves a gap, which those after it close.
        position = index > document.ownPosition(of: slot) ? index + 1 : index
      }
      let gap = InsertionPoint(document.ownOrder, at: position, for: document.ownPosition(of: slot))
      guard !gap.isCurrentPosition else { return [.done(.unchanged, fav)] }
      document.put(slot, in: gap, &builder)
      return [.done(.moved, fav)]
    }
  }

  /// Gives the favourite a rank at the insertion point; without room, its neighbours get new ranks.
  private mutating func put(_ slot: Int32, in gap: InsertionPoint, _ builder: inout ChangeBuilder) {
    var reach = 0
    while true {
      let left = gap.left(reach + 1)
      let right = gap.right(reach + 1)
      let low = left.count > reach ? left.first.map { table.records[Int($0)].rank } : nil
      let high = right.count > reach ? right.last.map { table.records[Int($0)].rank } : nil
      let window = left.suffix(reach) + [slot] + right.prefix(reach)
      let ranks = hasRoom(low, high) ? FractionalIndex.spread(window.count, low, high) : []
      let isShort = ranks.allSatisfy { $0.text.utf8.count <= FavoriteLimits.maxRankLength }
      if (isShort && !ranks.isEmpty) || (low == nil && high == nil) {
        for (member, rank) in zip(window, ranks) { rerank(member, rank, &builder) }
        return
      }
      reach = max(8, reach * 2)
    }
  }

  private func hasRoom(_ low: FractionalIndex?, _ high: FractionalIndex?) -> Bool {
    guard let low, let high else { return true }
    return low < high
  }

  private mutating func rerank(
    _ slot: Int32,
    _ rank: FractionalIndex,
    _ builder: inout ChangeBuilder
  ) {
    let record = table.records[Int(slot)]
    guard record.rank != rank else { return }
    write(.move(to: rank, from: record.rank), of: record.fav, &builder)
  }

  private mutating func ownPosition(of slot: Int32) -> Int {
    let key = FavoriteOrder.own.key(table.records[Int(slot)], nil)
    return ownOrder.position(of: key)
  }
}

/// A position between two rows of the user's order, ignoring the moved favourite.
private struct InsertionPoint {
  private let rows: SortedRows
  private let position: Int
  private let own: Int

  /// The insertion point before the row at `position`, for the row at `own`.
  init(_ rows: SortedRows, at position: Int, for own: Int) {
    self.rows = rows
    self.position = position
    self.own = own
  }

  var isCurrentPosition: Bool { own == position || own + 1 == position }

  /// The last rows before the insertion point.
  func left(_ count: Int) -> [Int32] {
    let start = max(0, position - count - 1)
    return Array(others(from: start, position - start).suffix(count))
  }

  /// The first rows after the insertion point.
  func right(_ count: Int) -> [Int32] { Array(others(from: position, count + 1).prefix(count)) }

  private func others(from start: Int, _ count: Int) -> [Int32] {
    rows.rows(from: start, atMost: count).enumerated()
      .filter { start + $0.offset != own }
      .map(\.element.slot)
  }
}
