import BusProtocol
import EntityResolution
import HubCore
import MusicModel
import TestKit
import Testing

@testable import Storage

/// Queries and replies of a provider, as the hub stores them.
enum TestReply {
  static func query(
    _ method: Method = .artistsSearch,
    text: String? = nil,
    id: EntityID? = nil,
    country: String? = nil,
    provider: String = "a"
  ) throws -> ProviderQuery {
    var parameters = CallParameters()
    parameters.text = text
    parameters.id = id
    parameters.country = country
    let provider = try #require(ProviderID(rawValue: provider))
    return ProviderQuery(provider: provider, method: method, parameters: parameters)
  }

  static func reply(_ records: [Entity], fetchedMs: Int, freshMs: Int = 500) -> CachedReply {
    CachedReply(
      repliedMs: fetchedMs,
      freshMs: freshMs,
      records: records.map {
        SourceRecord(provider: ProviderID(rawValue: "a")!, entity: $0, fetchedMs: fetchedMs)
      }
    )
  }

  /// A reply with a picture of a size.
  static func picture(_ bytes: Int, fetchedMs: Int) -> CachedReply {
    var reply = reply([], fetchedMs: fetchedMs)
    reply.media = Done.Media(type: "image/jpeg")
    reply.attachment = [UInt8](repeating: 7, count: bytes)
    return reply
  }

  static func artist(_ name: String) throws -> Entity {
    let id = try #require(EntityID("a:artist:\(name.filter { !$0.isWhitespace })"))
    return .artist(Artist(id: id, name: name))
  }
}

extension RecordStore {
  /// Stores the reply to a query.
  func add(_ reply: CachedReply, to query: ProviderQuery) throws { try add([(reply, query)]) }

  /// Stores a reply with these records.
  func add(
    _ records: [Entity],
    _ method: BusProtocol.Method,
    id: EntityID? = nil,
    seenMs: Int
  ) throws {
    let text = id == nil ? "anything" : nil
    try add(
      TestReply.reply(records, fetchedMs: seenMs),
      to: TestReply.query(method, text: text, id: id)
    )
  }
}
