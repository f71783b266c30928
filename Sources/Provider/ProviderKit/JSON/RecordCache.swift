internal import MusicModel
internal import Synchronization

/// The last records of an upstream, by kind and id, for lists that do not repeat them.
///
/// Only texts, numbers and flags are cached, as lists inside a record may be long.
public final class RecordCache: Sendable {
  /// With more records, all are removed.
  private static let maxRecords = 500

  private let records = Mutex<[String: JSONRecord]>([:])
  /// The kinds of records that other records contain, and the members with them.
  private let contained: [String]

  public init(containing contained: [String] = []) { self.contained = contained }

  /// Returns a stored record, or one of only the id and a name that is known otherwise.
  public subscript(kind: String, id: String, named name: String?) -> JSONRecord? {
    records.withLock { $0["\(kind):\(id)"] }
      ?? name.map { JSONRecord(["id": .string(id), "name": .string($0)]) }
  }

  /// Stores a record of a kind, and those that it contains.
  ///
  /// - Returns: the record.
  public func store(_ record: JSONRecord, _ kind: String) -> JSONRecord {
    add(record, kind)
    for other in contained { record.record(other).map { add($0, other) } }
    return record
  }

  private func add(_ record: JSONRecord, _ kind: String) {
    guard let id = record.text("id") else { return }
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
}
