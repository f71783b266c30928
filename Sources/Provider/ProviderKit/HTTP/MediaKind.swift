internal import MusicModel

/// The kind of a media file.
///
/// The type is detected from the first bytes, not from the response header: services return HTML
/// pages as `image/jpeg`.
public enum MediaKind: Hashable, Sendable, CaseIterable {
  case image, audio

  /// Returns the MIME type of a file; `nil` if it is not of this kind.
  public func type(of bytes: [UInt8]) -> String? {
    let signatures = self == .image ? MediaKind.imageSignatures : MediaKind.audioSignatures
    return signatures.first { $0.matches(bytes) }?.type
  }

  var accept: String { self == .image ? "image/*" : "audio/*" }
  var description: String { self == .image ? "an image" : "audio" }

  /// Returns the format of any bytes, for error messages.
  static func describe(_ bytes: [UInt8]) -> String {
    if bytes.isEmpty { return "an empty body" }
    for kind in allCases {
      if let type = kind.type(of: bytes) { return type }
    }
    let start = String(decoding: bytes.prefix(500), as: UTF8.self).trimmed.lowercased()
    if start.hasPrefix("<") { return start.contains("html") ? "HTML" : "XML" }
    return start.hasPrefix("{") ? "JSON" : "unknown bytes"
  }

  /// Leading bytes that identify a format.
  private struct Signature: Sendable {
    let type: String
    /// `nil` matches any byte.
    let pattern: [UInt8?]

    init(_ type: String, _ pattern: [UInt8?]) {
      self.type = type
      self.pattern = pattern
    }

    init(_ type: String, _ text: String, at offset: Int = 0) {
      self.init(type, Array(repeating: nil, count: offset) + text.utf8.map { $0 })
    }

    func matches(_ bytes: [UInt8]) -> Bool {
      bytes.count >= pattern.count
        && zip(pattern, bytes).allSatisfy { expected, byte in expected.map { $0 == byte } ?? true }
    }
  }

  private static let imageSignatures = [
    Signature("image/jpeg", [0xFF, 0xD8, 0xFF]),
    Signature("image/png", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]),
    Signature("image/gif", "GIF8"),
    Signature("image/webp", Array("RIFF".utf8) + [nil, nil, nil, nil] + Array("WEBP".utf8)),
    Signature("image/avif", "ftypavif", at: 4),
  ]

  private static let audioSignatures = [
    Signature("audio/mp4", "ftypM4A", at: 4),
    Signature("audio/mp4", "ftypmp4", at: 4),
    Signature("audio/mp4", "ftypisom", at: 4),
    Signature("audio/mpeg", "ID3"),
    Signature("audio/mpeg", [0xFF, 0xFB]),
    Signature("audio/mpeg", [0xFF, 0xF3]),
    Signature("audio/mpeg", [0xFF, 0xFA]),
    Signature("audio/aac", [0xFF, 0xF1]),
    Signature("audio/aac", [0xFF, 0xF9]),
    Signature("audio/wav", Array("RIFF".utf8) + [nil, nil, nil, nil] + Array("WAVE".utf8)),
    Signature("audio/ogg", "OggS"),
    Signature("audio/flac", "fLaC"),
  ]
}
