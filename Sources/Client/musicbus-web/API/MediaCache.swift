import BusProtocol
import HTTPServer
import Synchronization

/// Pictures and previews that were served recently, so that ranges of one file need one call.
final class MediaCache: Sendable {
  struct File: Sendable {
    let bytes: [UInt8]
    let type: String
    let etag: String

    /// A file as the hub delivered it.
    init(_ bytes: [UInt8], type: String) {
      self.bytes = bytes
      self.type = MediaCache.safeType(type)
      etag = HTTPResponse.etag(of: bytes)
    }
  }

  /// The type of a file, unless a browser might execute it.
  static func safeType(_ type: String) -> String {
    let type = type.prefix { $0 != ";" }.lowercased()
    let isImage = ["png", "jpeg", "gif", "webp", "avif"].contains { type == "image/\($0)" }
    return isImage || type.hasPrefix("audio/") || type.hasPrefix("text/csv")
      || type == "application/json" ? type : "application/octet-stream"
  }

  private struct State {
    var files: [String: File] = [:]
    /// The least recently used first.
    var order: [String] = []
    var byteCount = 0
  }

  private static let maxBytes = 24 * 1024 * 1024

  private let state = Mutex(State())

  func file(_ key: String) -> File? {
    state.withLock { state in
      guard let file = state.files[key] else { return nil }
      state.order.removeAll { $0 == key }
      state.order.append(key)
      return file
    }
  }

  func store(_ file: File, _ key: String) {
    state.withLock { state in
      guard state.files[key] == nil else { return }
      state.files[key] = file
      state.order.append(key)
      state.byteCount += file.bytes.count
      while state.byteCount > MediaCache.maxBytes, let oldest = state.order.first {
        state.order.removeFirst()
        state.byteCount -= state.files.removeValue(forKey: oldest)?.bytes.count ?? 0
      }
    }
  }
}
