internal import BusProtocol
internal import MusicModel

/// A long reply, split into chunks that each fit into one message.
struct ItemChunks: Hashable, Sendable {
  var chunks: [[Entity]] = []
  /// The number of items that are too large for any message or cannot be encoded.
  var skipped = 0

  /// Space reserved for the members around the items.
  private static let overheadBytes = 1024

  init(_ items: [Entity], maxBytes: Int) {
    let room = maxBytes - ItemChunks.overheadBytes
    var bytes = 0
    for item in items {
      guard let count = try? BusCodec.encode(item).count, count <= room else {
        skipped += 1
        continue
      }
      if chunks.isEmpty || bytes + count + 1 > room {
        chunks.append([])
        bytes = 0
      }
      chunks[chunks.count - 1].append(item)
      bytes += count + 1
    }
  }

  /// Whether the whole reply fits into one message.
  static func fits(_ done: Done, into maxBytes: Int) -> Bool {
    guard let items = done.items, !items.elements.isEmpty else { return true }
    return (try? BusCodec.encode(done).count + overheadBytes <= maxBytes) ?? false
  }
}
