internal import BusProtocol
internal import HubCore
internal import MusicModel

/// Cached replies as stored in the file: JSON with the records, then the attachment.
enum CachedReplyCodec {
  private struct Contents: Codable {
    var records: [CachedReply.Record]
    var skipped: Int
    var media: Done.Media?
    var next: Int?
    var total: Int?
    var notes: [String]?
  }

  /// Size of the prefix that holds the length of the JSON.
  private static let lengthBytes = 4

  static func encode(_ reply: CachedReply, _ query: ProviderQuery) throws -> StoredReply {
    let contents = Contents(
      records: reply.records,
      skipped: reply.skipped,
      media: reply.media,
      next: reply.next,
      total: reply.total,
      notes: reply.notes.isEmpty ? nil : reply.notes
    )
    let json = try JSONCodec.encode(contents)
    let length = (0..<lengthBytes).map { UInt8(truncatingIfNeeded: json.count >> (8 * $0)) }
    return StoredReply(
      contents: length + json + (reply.attachment ?? []),
      fetchedMs: reply.repliedMs,
      freshMs: reply.freshMs,
      subject: query.parameters.id.map { "\($0)" }
    )
  }

  /// - Returns: The reply, or `nil` if the bytes are not valid.
  static func decode(_ stored: StoredReply) -> CachedReply? {
    let bytes = stored.contents
    guard bytes.count >= lengthBytes else { return nil }
    let length = (0..<lengthBytes).reduce(0) { $0 | Int(bytes[$1]) << (8 * $1) }
    let rest = bytes.dropFirst(lengthBytes)
    guard length <= rest.count,
      let contents = try? JSONCodec.decode(Contents.self, from: Array(rest.prefix(length)))
    else { return nil }
    var reply = CachedReply(
      repliedMs: stored.fetchedMs,
      freshMs: stored.freshMs,
      records: contents.records,
      skipped: contents.skipped
    )
    (reply.next, reply.total) = (contents.next, contents.total)
    reply.notes = contents.notes ?? []
    if let media = contents.media {
      reply.media = media
      reply.attachment = Array(rest.dropFirst(length))
    }
    return reply
  }

  /// The records of a stored reply, for the library; `nil` if it has none.
  static func libraryEntry(
    _ provider: String,
    _ method: String,
    _ parameters: [UInt8],
    _ stored: StoredReply
  ) -> LibraryEntry? {
    guard let provider = ProviderID(rawValue: provider), let reply = decode(stored),
      let parameters = try? JSONCodec.decode(CallParameters.self, from: parameters)
    else { return nil }
    let query = ProviderQuery(
      provider: provider,
      method: Method(rawValue: method),
      parameters: parameters
    )
    let seenMs = reply.records.map(\.fetchedMs).max() ?? reply.repliedMs
    return LibraryEntry(query, records: reply.records.map(\.entity), seenMs: seenMs)
  }

  static func key(_ query: ProviderQuery) throws -> ReplyKey {
    ReplyKey(
      provider: query.provider.rawValue,
      method: query.method.rawValue,
      parameters: try JSONCodec.encode(query.parameters)
    )
  }
}
