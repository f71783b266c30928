internal import MusicModel

/// What is sung in a recording, line by line: the attachment of a reply to `song.lyrics`.
public struct Lyrics: Hashable, Sendable, Codable {
  /// A line, which may be a pause.
  public struct Line: Hashable, Sendable, Codable {
    /// Empty for a pause.
    public var text: String
    /// When it is sung, in milliseconds from the beginning of the recording.
    public var atMs: Int?

    public init(_ text: String, atMs: Int? = nil) {
      self.text = text
      self.atMs = atMs
    }
  }

  /// In their order; all have times, or none.
  public var lines: [Line]?
  /// Whether nothing is sung.
  public var instrumental: Bool?

  public static let mediaType = "application/json"
  public static let maxLines = 5_000

  public init(lines: [Line]) { self.lines = lines }

  /// Those of a recording in which nothing is sung.
  public static var ofInstrumental: Lyrics {
    var lyrics = Lyrics(lines: [])
    (lyrics.lines, lyrics.instrumental) = (nil, true)
    return lyrics
  }

  /// Reads an attachment.
  ///
  /// - Throws: `UPSTREAM_BAD_DATA` (MB-178).
  public init(attachment bytes: [UInt8]) throws(Failure) {
    do {
      self = try JSONCodec.decode(Lyrics.self, from: bytes)
    } catch {
      throw Failure(.upstreamBadData, "The lyrics are not readable: \(JSONCodec.describe(error)).")
    }
    try check()
  }

  /// - Throws: `UPSTREAM_BAD_DATA` (MB-178).
  public func check() throws(Failure) {
    let times = lines?.compactMap(\.atMs) ?? []
    let problem: String? =
      if lines == nil, instrumental == nil {
        "have neither lines nor \"instrumental\""
      } else if let count = lines?.count, count > Lyrics.maxLines {
        "have \(count) lines, over \(Lyrics.maxLines)"
      } else if !times.isEmpty, times.count != lines?.count {
        "have times for some lines only"
      } else if zip(times, times.dropFirst()).contains(where: >) || (times.first ?? 0) < 0 {
        "have times that go back"
      } else {
        nil
      }
    if let problem { throw Failure(.upstreamBadData, "The lyrics \(problem).") }
  }
}
