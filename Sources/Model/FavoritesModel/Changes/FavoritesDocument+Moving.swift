import BusProtocol

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
      guard !gap.isWhereItStands else { return [.done(.unchanged, fav)] }
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

  var isWhereItStands: Bool { own == position || own + 1 == position }

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
