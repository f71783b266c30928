internal import BusProtocol
internal import MusicModel

/// A long answer, cut so that each piece fits into one message.
struct ItemChunks: Hashable, Sendable {
  var slices: [[Entity]] = []
  /// Items that are too large for any message, or cannot be written at all.
  var left = 0

  /// Room for what stands around the items.
  private static let frameBytes = 1024

  init(_ items: [Entity], bytesMax: Int) {
    let room = bytesMax - ItemChunks.frameBytes
    var bytes = 0
    for item in items {
      guard let count = try? BusCodec.encode(item).count, count <= room else {
        left += 1
        continue
      }
      if slices.isEmpty || bytes + count + 1 > room {
        slices.append([])
        bytes = 0
      }
      slices[slices.count - 1].append(item)
      bytes += count + 1
    }
  }

  /// Whether the whole answer is one message.
  static func fit(_ done: Done, into bytesMax: Int) -> Bool {
    guard let items = done.items, !items.elements.isEmpty else { return true }
    return (try? BusCodec.encode(done).count + frameBytes <= bytesMax) ?? false
  }
}
