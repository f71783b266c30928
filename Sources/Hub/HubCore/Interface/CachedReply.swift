package import BusProtocol
import EntityResolution
package import MusicModel

/// What a provider answered to a question, as it is kept on disk for the next time.
package struct CachedReply: Hashable, Sendable {
  /// What it told, and when; that it tells no more of something does not make it unknown.
  package struct Record: MemberVisitable {
    package var entity: Entity
    /// In milliseconds since 1970.
    package var fetchedMs: Int

    package init(_ entity: Entity, fetchedMs: Int) {
      self.entity = entity
      self.fetchedMs = fetchedMs
    }
  }

  /// When the provider was asked last, in milliseconds since 1970.
  package var askedMs: Int
  /// For how long it need not be asked again, in milliseconds.
  package var freshMs: Int
  package var records: [Record]
  package var skipped: Int
  package var media: Done.Media?
  package var attachment: [UInt8]?

  package init(askedMs: Int, freshMs: Int, records: [Record] = [], skipped: Int = 0) {
    self.askedMs = askedMs
    self.freshMs = freshMs
    self.records = records
    self.skipped = skipped
  }
}

extension CachedReply {
  /// A clock that was set back by more than this makes answers of the future, which are not trusted.
  private static let clockSlackMs = 60_000

  /// Whether the provider need not be asked.
  func isFresh(at wallMs: Int) -> Bool {
    (-CachedReply.clockSlackMs..<max(freshMs, 0)).contains(wallMs - askedMs)
  }

  /// Whether it is not long past its time, so that it is given at once and asked for anew behind
  /// the answer.
  func isWithinStaleWindow(at wallMs: Int) -> Bool {
    !isEmpty && (0..<2 * freshMs).contains(wallMs - askedMs)
  }

  /// Whether there is nothing in it to be shown.
  var isEmpty: Bool { records.isEmpty && attachment == nil }

  /// How old the newest of what it holds is, in milliseconds.
  func ageMs(at wallMs: Int) -> Int { max(0, wallMs - (records.map(\.fetchedMs).max() ?? askedMs)) }

  /// Whether all that it holds is what the provider no longer told when it was asked last.
  var isRetainedOnly: Bool { !records.isEmpty && records.allSatisfy { $0.fetchedMs < askedMs } }

  /// Adds what was told before and is told no more: of a list that belongs to one thing each entry,
  /// of other answers all where nothing is told any more.
  mutating func addRetained(of old: CachedReply, method: Method) {
    guard records.isEmpty || Methods[method]?.retainsRecords == true else { return }
    let current = Set(records.flatMap(\.entity.ids))
    let oldestMs = askedMs - Catalog.retentionDays * 86_400_000
    let left = old.records.filter { record in
      record.fetchedMs >= oldestMs && current.isDisjoint(with: record.entity.ids)
    }
    records += left.prefix(max(0, CachedReply.recordsMax - records.count))
  }

  private static let recordsMax = 400
}

extension CachedReply.Record {
  package static let blank = Chart.blank.map { CachedReply.Record(.chart($0), fetchedMs: 0) }

  package static func members(_ visit: inout some MemberVisitor<CachedReply.Record>) {
    visit.required("entity", .entity, { $0[$1].entity }, { $0.entity = $1 })
    visit.required("fetchedMs", .count, { $0[$1].fetchedMs }, { $0.fetchedMs = $1 })
  }
}
