package import BusProtocol
import EntityResolution
package import MusicModel

/// A provider's reply to a query, as cached on disk.
package struct CachedReply: Hashable, Sendable {
  /// A record and its fetch time; it stays valid when a later reply does not contain it.
  package struct Record: Hashable, Sendable, Codable {
    package var entity: Entity
    /// In milliseconds since 1970.
    package var fetchedMs: Int

    package init(_ entity: Entity, fetchedMs: Int) {
      self.entity = entity
      self.fetchedMs = fetchedMs
    }
  }

  /// The time of the last reply of the provider, in milliseconds since 1970.
  package var repliedMs: Int
  /// The freshness lifetime, in milliseconds.
  package var freshMs: Int
  package var records: [Record]
  package var skipped: Int
  /// The position of the following items at the source, if there are any.
  package var next: ListPosition?
  /// The number of all items, if the source reports it.
  package var total: Int?
  /// Notes for the user.
  package var notes: [String] = []
  package var media: Done.Media?
  package var attachment: [UInt8]?
  /// The version of the provider that replied, if it is known.
  package var version: String?

  package init(repliedMs: Int, freshMs: Int, records: [Record] = [], skipped: Int = 0) {
    self.repliedMs = repliedMs
    self.freshMs = freshMs
    self.records = records
    self.skipped = skipped
  }
}

extension CachedReply {
  /// The tolerance for a clock that was set back, in milliseconds.
  ///
  /// Replies that seem to be further in the future are not trusted.
  private static let clockSlackMs = 60_000

  /// Whether another version of the provider replied than the one that runs, if that is known.
  func isOutdated(by version: String?) -> Bool {
    guard let version, let own = self.version else { return false }
    return own != version
  }

  /// Whether the reply is fresh, so that the provider need not be queried.
  package func isFresh(at wallMs: Int) -> Bool {
    (-CachedReply.clockSlackMs..<max(freshMs, 0)).contains(wallMs - repliedMs)
  }

  /// Whether the reply may be served stale while it is revalidated in the background.
  func isWithinStaleWindow(at wallMs: Int) -> Bool {
    !isEmpty && (0..<2 * freshMs).contains(wallMs - repliedMs)
  }

  /// Whether it contains neither records nor a file.
  var isEmpty: Bool { records.isEmpty && attachment == nil }

  /// The age of the newest record, in milliseconds.
  func ageMs(at wallMs: Int) -> Int {
    max(0, wallMs - (records.map(\.fetchedMs).max() ?? repliedMs))
  }

  /// Whether the last reply of the provider contained none of the records.
  var isRetainedOnly: Bool { !records.isEmpty && records.allSatisfy { $0.fetchedMs < repliedMs } }

  /// Adds retained records of the previous reply.
  ///
  /// To a list that belongs to one entity it adds each missing record; to other replies it adds all
  /// records, but only if the new reply has none.
  mutating func addRetained(of old: CachedReply, method: Method) {
    guard records.isEmpty || Methods[method]?.retainsRecords == true else { return }
    let current = Set(records.flatMap(\.entity.ids))
    let oldestMs = repliedMs - Catalog.retentionMs
    let left = old.records.filter { record in
      record.fetchedMs >= oldestMs && current.isDisjoint(with: record.entity.ids)
    }
    records += left.prefix(max(0, CachedReply.maxRecords - records.count))
  }

  /// Retains the records and notes of a complete reply, if this one lacks a part.
  ///
  /// `freshMs` is the freshness lifetime of a complete reply.
  mutating func retainComplete(_ old: CachedReply, freshMs completeMs: Int) {
    let isComplete = old.freshMs >= completeMs || old.isRetainedOnly
    guard isComplete, old.ageMs(at: repliedMs) < Catalog.retentionMs, !old.records.isEmpty else {
      return
    }
    (records, notes, skipped) = (old.records, old.notes, old.skipped)
  }

  private static let maxRecords = 400
}
