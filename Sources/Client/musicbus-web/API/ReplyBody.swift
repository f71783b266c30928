import BusProtocol
import JSON
import MusicModel

/// The JSON of a complete reply: the body of `done`, with the items of the parts before it.
struct ReplyBody: Sendable {
  private var items: [JSONValue] = []
  private var hasParts = false

  mutating func add(part: [UInt8]?) {
    hasParts = true
    guard let part, let value = try? JSONCodec.decode(JSONValue.self, from: part) else { return }
    items += value["items"]?.elements ?? []
  }

  /// The reply; without parts, exactly the bytes of the hub.
  func bytes(done: [UInt8]?) -> [UInt8] {
    guard let done else { return Array("{}".utf8) }
    guard hasParts, let value = try? JSONCodec.decode(JSONValue.self, from: done),
      var members = value.members
    else { return done }
    members["items"] = .array(items + (members["items"]?.elements ?? []))
    return (try? JSONCodec.encode(JSONValue.object(members))) ?? done
  }
}
