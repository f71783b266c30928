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

/// LRC, the format of lyrics with times, and plain text.
extension Lyrics {
  /// Reads LRC, or a plain text; `nil` if it has no words.
  ///
  /// A line begins with its times, `[mm:ss.xx]`; one with several is sung several times. Lines such as
  /// `[ar:…]` describe the file, and `[offset:500]` lets all lines appear half a second earlier. Times of
  /// words, `<mm:ss.xx>`, are left out.
  public init?(text: String) {
    var (timed, plain): ([(ms: Int, text: String)], [String]) = ([], [])
    var offset = 0
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      var rest = line.drop { $0 == "\u{FEFF}" || $0 == " " || $0 == "\t" }
      var times: [Int] = []
      while let (inside, after) = rest.bracketed("[", "]", within: Lyrics.maxStampLength),
        let ms = Lyrics.milliseconds(inside)
      {
        times.append(ms)
        rest = after
      }
      if times.isEmpty, let (inside, after) = rest.bracketed("[", "]", within: Lyrics.maxTagLength),
        let tag = Lyrics.tag(inside),
        after.allSatisfy(\.isWhitespace)
      {
        let shift = tag.name == "offset" ? Int(tag.value) : nil
        if let shift, Lyrics.offsets.contains(shift) { offset = shift }
        continue
      }
      let words = Lyrics.withoutWordTimes(rest)
      if times.isEmpty { plain.append(words) } else { timed += times.map { ($0, words) } }
    }
    let lines: [Line] =
      if timed.isEmpty {
        plain.trimmingEmpty.map { Line($0) }
      } else {
        timed.enumerated()
          .sorted { ($0.element.ms, $0.offset) < ($1.element.ms, $1.offset) }
          .map { Line($0.element.text, atMs: max(0, $0.element.ms - offset)) }
      }
    guard lines.contains(where: { !$0.text.isEmpty }) else { return nil }
    self.init(lines: Array(lines.prefix(Lyrics.maxLines)))
  }

  /// A stamp is at most so long, and a tag.
  private static let (maxStampLength, maxTagLength) = (16, 500)
  /// A day; larger offsets are mistakes.
  private static let offsets = -86_400_000...86_400_000
  /// The tags of LRC; `[Chorus: Ann]` is text.
  private static let tags: Set = [
    "ti", "ar", "al", "au", "lr", "length", "by", "offset", "re", "tool", "ve", "la", "lang", "#",
  ]

  /// The time of a stamp: `mm:ss`, `mm:ss.xx` or `mm:ss:xx`, with two or three digits at the end.
  private static func milliseconds(_ stamp: Substring) -> Int? {
    let parts = stamp.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), let minutes = number(parts[0], 1...4) else { return nil }
    let end = parts[1].split(separator: ".", omittingEmptySubsequences: false)
    guard end.count == 1 || (end.count == 2 && parts.count == 2),
      let seconds = number(end[0], 1...2), seconds < 60
    else { return nil }
    let fraction = end.count == 2 ? end[1] : parts.count == 3 ? parts[2] : "0"
    guard let value = number(fraction, 1...3) else { return nil }
    let scale = [100, 10, 1][fraction.count - 1]
    return (minutes * 60 + seconds) * 1000 + value * scale
  }

  private static func number(_ digits: Substring, _ count: ClosedRange<Int>) -> Int? {
    count.contains(digits.count) && digits.allSatisfy(\.isASCIIDigit) ? Int(digits) : nil
  }

  /// A tag such as `ar:Nina Simone`; its name is a word.
  private static func tag(_ inside: Substring) -> (name: String, value: String)? {
    guard let colon = inside.firstIndex(of: ":") else { return nil }
    let name = inside[..<colon].lowercased()
    guard tags.contains(name) else { return nil }
    return (name, inside[inside.index(after: colon)...].filter { $0 != "+" && $0 != " " })
  }

  private static func withoutWordTimes(_ text: Substring) -> String {
    var (rest, words) = (text, "")
    while let start = rest.firstIndex(of: "<") {
      words += rest[..<start]
      rest = rest[start...]
      if let (inside, after) = rest.bracketed("<", ">", within: maxStampLength),
        milliseconds(inside) != nil
      {
        rest = after
      } else {
        words.append(rest.removeFirst())
      }
    }
    return (words + rest).split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}

extension Substring {
  /// What is between brackets at the beginning, if they are so close, and what follows them.
  fileprivate func bracketed(
    _ open: Character,
    _ close: Character,
    within length: Int
  ) -> (Substring, Substring)? {
    guard first == open, let end = prefix(length).firstIndex(of: close) else { return nil }
    return (self[index(after: startIndex)..<end], self[index(after: end)...])
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}

extension [String] {
  /// The lines without empty ones at the beginning and the end.
  fileprivate var trimmingEmpty: ArraySlice<String> {
    guard let first = firstIndex(where: { !$0.isEmpty }),
      let last = lastIndex(where: { !$0.isEmpty })
    else { return [] }
    return self[first...last]
  }
}
