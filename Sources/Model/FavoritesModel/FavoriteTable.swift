import BusProtocol
import MusicModel

/// The records of all favourites, indexed by favourite id, entity id, and each requested order.
///
/// Favourites that share an entity id are the same entity: they form a group, and only its lead, the oldest
/// one, appears in lists.
struct FavoriteTable: Sendable {
  /// The records by slot; free slots are blank.
  private(set) var records: [FavoriteRecord] = []
  private var slots: [FavoriteID: Int32] = [:]
  private var free: [Int32] = []
  /// The shown favourites by the text of each id; several if they share it.
  private var identifiers: [String: [Int32]] = [:]
  private var groups = FavoriteGroups()
  private var facts: [FavoriteFacts?] = []
  /// The requested orders, updated with each change.
  private var orders: [FavoriteOrder: SortedRows] = [:]
  /// The number of changes of each order since it was used. One that many changes make outdated is rather built anew: to insert a row
  /// moves all behind it.
  private var unusedChanges: [FavoriteOrder: Int] = [:]
  private static let maxUnusedChanges = 250
  /// The number of shown entities.
  private(set) var shownCount = 0
  /// Increases with every change, to invalidate derived lists.
  private(set) var revision = 0
}

extension FavoriteTable {
  mutating func reserve(_ count: Int) {
    records.reserveCapacity(count)
    slots.reserveCapacity(count)
    facts.reserveCapacity(count)
  }

  /// Merges a line, leaving all indexes to ``rebuild()``.
  mutating func merge(_ effect: FavoriteRecord) {
    // Most are new, and need a single lookup.
    if let slot = slots.updateValue(nextSlot, forKey: effect.fav) {
      slots[effect.fav] = slot
      records[Int(slot)].merge(effect)
    } else {
      // A new record equals the effect; there is nothing to merge.
      fillNextSlot(with: effect)
    }
  }

  /// Rebuilds all indexes.
  mutating func rebuild() {
    revision += 1
    identifiers = [:]
    groups = FavoriteGroups()
    (orders, unusedChanges) = ([:], [:])
    facts = Array(repeating: nil, count: records.count)
    shownCount = 0
    for slot in records.indices where records[slot].isShown {
      show(Int32(slot), { $0 })
    }
  }

  /// Changes a record and updates every index.
  ///
  /// - Returns: the previous record.
  @discardableResult
  mutating func change(
    _ fav: FavoriteID,
    _ fold: (String) -> String,
    _ body: (inout FavoriteRecord) -> Void
  ) -> FavoriteRecord {
    let old = slots[fav].map { records[Int($0)] } ?? FavoriteRecord(fav)
    var new = old
    body(&new)
    guard new != old else { return old }
    revision += 1
    let slot = slots[fav] ?? nextSlot
    if slots.updateValue(slot, forKey: fav) == nil { fillNextSlot(with: old) }
    if old.isShown { hide(slot, fold) }
    if new.content != old.content { facts[Int(slot)] = nil }
    records[Int(slot)] = new
    if new.isShown { show(slot, fold) }
    if new.isBlank { release(slot) }
    return old
  }

  /// The slot of the next new record.
  private var nextSlot: Int32 { free.last ?? Int32(records.count) }

  private mutating func fillNextSlot(with record: FavoriteRecord) {
    if let slot = free.popLast() {
      records[Int(slot)] = record
    } else {
      records.append(record)
      facts.append(nil)
    }
  }

  private mutating func release(_ slot: Int32) {
    slots[records[Int(slot)].fav] = nil
    free.append(slot)
  }
}

// Shown favourites
extension FavoriteTable {
  /// The number of records, removed ones included.
  var recordCount: Int { records.count - free.count }

  func slot(of fav: FavoriteID) -> Int32? { slots[fav] }

  /// The lead of the favourites with this id, of one kind if given.
  func lead(with id: EntityID, of kind: EntityKind? = nil) -> Int32? {
    identifiers[id.description]?
      .first { kind == nil || records[Int($0)].content?.kind == kind }
      .map(groups.lead)
  }

  /// The favourites of the same entity, the lead first.
  func group(of slot: Int32) -> [Int32] { groups.members(of: groups.lead(of: slot)) }

  private mutating func show(_ slot: Int32, _ fold: (String) -> String) {
    let same = addIdentifiers(of: slot)
    guard !same.isEmpty else {
      showRow(slot, fold)
      return
    }
    let leads = Set(same.map { groups.lead(of: $0) })
    var members = [slot]
    for lead in leads {
      members += groups.members(of: lead)
      hideRow(lead, fold)
      groups.dissolve(lead)
    }
    members.sort { records[Int($0)].fav < records[Int($1)].fav }
    groups.form(members)
    showRow(members[0], fold)
  }

  /// Adds the ids of a favourite to the index.
  ///
  /// - Returns: the other favourites of its kind with one of them.
  private mutating func addIdentifiers(of slot: Int32) -> [Int32] {
    guard let content = records[Int(slot)].content else { return [] }
    var same: [Int32] = []
    for id in content.idTexts() {
      let known = identifiers[id] ?? []
      same += known.filter { $0 != slot && records[Int($0)].content?.kind == content.kind }
      if !known.contains(slot) { identifiers[id] = known + [slot] }
    }
    return same
  }

  private mutating func hide(_ slot: Int32, _ fold: (String) -> String) {
    let lead = groups.lead(of: slot)
    let rest = groups.members(of: lead).filter { $0 != slot }
    hideRow(lead, fold)
    groups.dissolve(lead)
    for member in [slot] + rest { removeIdentifiers(of: member) }
    // Without it the group may split.
    for member in rest { show(member, fold) }
  }

  private mutating func removeIdentifiers(of slot: Int32) {
    for id in records[Int(slot)].content?.idTexts() ?? [] {
      identifiers[id]?.removeAll { $0 == slot }
      if identifiers[id]?.isEmpty == true { identifiers[id] = nil }
    }
  }
}

// Orders
extension FavoriteTable {
  /// The rows of an order, built on first use.
  mutating func rows(_ order: FavoriteOrder, _ fold: (String) -> String) -> SortedRows {
    unusedChanges[order] = nil
    if let rows = orders[order] { return rows }
    var rows: [SortedRows.Row] = []
    for slot in records.indices where isLead(Int32(slot)) && order.includes(records[slot]) {
      rows.append(row(Int32(slot), order, fold))
    }
    let sorted = SortedRows(rows)
    orders[order] = sorted
    return sorted
  }

  /// The rank of the last favourite in the user's order.
  mutating func lastRank(_ fold: (String) -> String) -> FractionalIndex? {
    // The rows must not be held while a favourite is inserted into them, which would copy them all.
    rows(.own, fold).all.last.map { records[Int($0.slot)].rank }
  }

  /// The search and sort values of a favourite.
  mutating func facts(of slot: Int32, _ fold: (String) -> String) -> FavoriteFacts? {
    if let known = facts[Int(slot)] { return known }
    let found = records[Int(slot)].content.map { FavoriteFacts($0, fold: fold) }
    facts[Int(slot)] = found
    return found
  }

  mutating func row(
    _ slot: Int32,
    _ order: FavoriteOrder,
    _ fold: (String) -> String
  ) -> SortedRows.Row {
    let facts = order.needsFacts ? facts(of: slot, fold) : nil
    return SortedRows.Row(key: order.key(records[Int(slot)], facts), slot: slot)
  }

  private func isLead(_ slot: Int32) -> Bool {
    records[Int(slot)].isShown && groups.lead(of: slot) == slot
  }

  private mutating func showRow(_ slot: Int32, _ fold: (String) -> String) {
    shownCount += 1
    for order in ordersToChange(slot) {
      let row = row(slot, order, fold)
      orders[order]?.insert(row)
    }
  }

  private mutating func hideRow(_ slot: Int32, _ fold: (String) -> String) {
    shownCount -= 1
    for order in ordersToChange(slot) {
      let key = row(slot, order, fold).key
      orders[order]?.remove(key)
    }
  }

  /// The orders that a change of a row changes, without those that it makes too outdated.
  private mutating func ordersToChange(_ slot: Int32) -> [FavoriteOrder] {
    Array(orders.keys).filter { order in
      guard order.includes(records[Int(slot)]) else { return false }
      unusedChanges[order, default: 0] += 1
      guard unusedChanges[order, default: 0] > FavoriteTable.maxUnusedChanges else { return true }
      (orders[order], unusedChanges[order]) = (nil, nil)
      return false
    }
  }
}

/// The favourites that are the same entity. Most are alone and take no memory here.
struct FavoriteGroups: Sendable {
  private var leads: [Int32: Int32] = [:]
  private var members: [Int32: [Int32]] = [:]

  func lead(of slot: Int32) -> Int32 { leads[slot] ?? slot }

  /// The lead and the favourites that it stands for.
  func members(of lead: Int32) -> [Int32] { members[lead] ?? [lead] }

  /// Forms a group of several, the lead first.
  mutating func form(_ slots: [Int32]) {
    guard let lead = slots.first else { return }
    members[lead] = slots
    for slot in slots { leads[slot] = lead }
  }

  mutating func dissolve(_ lead: Int32) {
    for slot in members.removeValue(forKey: lead) ?? [] { leads[slot] = nil }
  }
}

/// An order of all favourites, or of all of one kind.
struct FavoriteOrder: Hashable, Sendable {
  let sort: CallParameters.Sort
  let kind: EntityKind?

  /// All in the user's order.
  static let own = FavoriteOrder(sort: .own, kind: nil)

  func includes(_ record: FavoriteRecord) -> Bool {
    kind == nil || record.content?.kind == kind
  }

  /// Whether the order needs values of the snapshot.
  var needsFacts: Bool {
    switch sort {
    case .own, .added, .recent, .date, .rank: false
    case .name, .year, .newest: true
    }
  }

  func key(_ record: FavoriteRecord, _ facts: FavoriteFacts?) -> SortKey {
    let name = facts?.name ?? ""
    let added = record.added.microseconds
    return switch sort {
    // Favourites have no order by date or chart rank.
    case .own, .date, .rank: SortKey(number: 0, text: record.rank.text, fav: record.fav)
    case .name: SortKey(number: 0, text: name, fav: record.fav)
    case .added: SortKey(number: added, text: "", fav: record.fav)
    case .recent: SortKey(number: -added, text: "", fav: record.fav)
    case .year: SortKey(number: facts?.date?.ordinal ?? .max, text: name, fav: record.fav)
    case .newest:
      SortKey(number: facts?.date.map { -$0.ordinal } ?? .max, text: name, fav: record.fav)
    }
  }
}

extension PartialDate {
  /// A number with the same order as the date.
  fileprivate var ordinal: Int64 {
    Int64(year * 10_000 + (month ?? 0) * 100 + (day ?? 0))
  }
}

/// The sort key of a row: a number, a text, and the favourite itself, so that keys are unique.
struct SortKey: Hashable, Sendable, Comparable {
  let number: Int64
  let text: String
  let fav: FavoriteID

  static func < (left: SortKey, right: SortKey) -> Bool {
    if left.number != right.number { return left.number < right.number }
    if left.text != right.text { return left.text < right.text }
    return left.fav < right.fav
  }
}

/// Rows in their order. A position is found by bisection; inserting and removing move the rows behind it.
struct SortedRows: Sendable {
  struct Row: Sendable {
    let key: SortKey
    let slot: Int32
  }

  private(set) var all: [Row]
  var count: Int { all.count }

  init(_ rows: [Row]) { all = rows.sorted { $0.key < $1.key } }

  mutating func insert(_ row: Row) { all.insert(row, at: position(of: row.key)) }

  mutating func remove(_ key: SortKey) {
    let index = position(of: key)
    if index < all.count, all[index].key == key { all.remove(at: index) }
  }

  /// The number of rows before this key.
  func position(of key: SortKey) -> Int {
    var low = 0
    var high = all.count
    while low < high {
      let middle = (low + high) / 2
      if all[middle].key < key { low = middle + 1 } else { high = middle }
    }
    return low
  }

  func rows(from position: Int, atMost limit: Int) -> ArraySlice<Row> {
    all.dropFirst(max(0, position)).prefix(max(0, limit))
  }
}
