internal import MusicModel
internal import Synchronization

/// The last records of an upstream, by kind and id, for lists that do not repeat them.
///
/// Only texts, numbers and flags are cached, as lists inside a record may be long.
public final class RecordCache: Sendable {
  /// With more records, all are removed.
  private static let maxRecords = 2_000

  private let records = Mutex<[String: JSONRecord]>([:])

  public init() {}

  public subscript(kind: String, id: String) -> JSONRecord? {
    records.withLock { $0["\(kind):\(id)"] }
  }

  /// Stores a record of a kind, and those of other kinds that it contains.
  public func store(_ record: JSONRecord, _ kind: String, containing others: [String] = []) {
    if let id = record.text("id") {
      let members = record.members.filter { _, value in
        switch value {
        case .object, .array: false
        default: true
        }
      }
      records.withLock { records in
        if records.count >= RecordCache.maxRecords { records = [:] }
        records["\(kind):\(id)"] = JSONRecord(members)
      }
    }
    for other in others { record.record(other).map { store($0, other) } }
  }
}
