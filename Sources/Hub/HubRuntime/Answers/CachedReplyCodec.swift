internal import BusProtocol
internal import HubCore
internal import MusicModel
internal import Storage

/// An answer as it lies in the file: its records as JSON, and behind them the bytes of a picture or
/// sound.
enum CachedReplyCodec {
  private struct Told: FastListBody {
    var records: [CachedReply.Record]
    var skipped: Int
    var media: Done.Media?

    static var listName: String { "records" }
    var list: [CachedReply.Record]? {
      get { records }
      set { records = newValue ?? [] }
    }
  }

  /// Four bytes tell the length of the JSON.
  private static let lengthBytes = 4

  static func snapshot(_ answer: CachedReply, _ text: ProviderQuery) throws -> StoredReply {
    let told = Told(records: answer.records, skipped: answer.skipped, media: answer.media)
    let json = try BusCodec.encode(told)
    let length = (0..<lengthBytes).map { UInt8(truncatingIfNeeded: json.count >> (8 * $0)) }
    return StoredReply(
      contents: length + json + (answer.attachment ?? []),
      fetchedMs: answer.askedMs,
      freshMs: answer.freshMs,
      subject: text.parameters.id.map { "\($0)" }
    )
  }

  /// - Returns: nothing where the bytes are not those of an answer.
  static func answer(_ snapshot: StoredReply) -> CachedReply? {
    let contents = snapshot.contents
    guard contents.count >= lengthBytes else { return nil }
    let length = (0..<lengthBytes).reduce(0) { $0 | Int(contents[$1]) << (8 * $1) }
    let rest = contents.dropFirst(lengthBytes)
    guard length <= rest.count,
      let told = try? BusCodec.decode(Told.self, from: Array(rest.prefix(length)))
    else { return nil }
    var answer = CachedReply(
      askedMs: snapshot.fetchedMs,
      freshMs: snapshot.freshMs,
      records: told.records,
      skipped: told.skipped
    )
    if let media = told.media {
      answer.media = media
      answer.attachment = Array(rest.dropFirst(length))
    }
    return answer
  }

  static func key(_ text: ProviderQuery) throws -> SnapshotKey {
    SnapshotKey(
      provider: text.provider.rawValue,
      method: text.method.rawValue,
      parameters: try BusCodec.encode(text.parameters)
    )
  }
}
