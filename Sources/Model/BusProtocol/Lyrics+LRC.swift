/// LRC, the format of lyrics with times, and plain text.
extension Lyrics {
  /// Reads LRC, or a plain text; `nil` if it has no words.
  ///
  /// A line begins with its times, `[mm:ss.xx]` or `[h:mm:ss.xx]`; one with several is sung several times. Lines
  /// such as `[ar:…]` describe the file, and `[offset:500]` lets all lines appear half a second earlier. Times of
  /// words, `<mm:ss.xx>` or `[mm:ss.xx]`, and the number of a voice, `v1:`, are left out. What is sung in the
  /// background, `[bg:…]`, is a line of its own.
  public init?(text: String) {
    var (timed, plain): ([TimedWords], [String]) = ([], [])
    var offset = 0
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      let line = line.withoutBlanks
      if let tag = Lyrics.tag(line) {
        let shift = tag.name == "offset" ? Int(tag.value) : nil
        if let shift, Lyrics.offsets.contains(shift) { offset = shift }
        continue
      }
      let found = TimedWords.all(in: line, after: timed.last?.ms)
      timed += found
      if found.isEmpty { plain.append(WordTimes(line, isEnhanced: false).words) }
    }
    let lines: [Line] =
      if timed.isEmpty {
        plain.trimmingEmpty.map { Line($0) }
      } else {
        timed.enumerated()
          .sorted { ($0.element.ms, $0.offset) < ($1.element.ms, $1.offset) }
          .map { Line($0.element.words, atMs: max(0, $0.element.ms - offset)) }
      }
    guard lines.contains(where: { !$0.text.isEmpty }) else { return nil }
    self.init(lines: Array(lines.prefix(Lyrics.maxLines)))
  }

  private static let maxTagLength = 500
  /// A day; larger offsets are mistakes.
  private static let offsets = -86_400_000...86_400_000
  /// The tags of LRC; `[Chorus: Ann]` is text.
  private static let tags: Set = [
    "ti", "ar", "al", "au", "lr", "length", "by", "offset", "re", "tool", "ve", "la", "lang", "#",
  ]

  /// A line with a tag such as `[ar:Nina Simone]`.
  private static func tag(_ line: Substring) -> (name: String, value: String)? {
    guard let (inside, after) = line.bracketed("[", "]", within: maxTagLength),
      after.allSatisfy(\.isWhitespace), let colon = inside.firstIndex(of: ":")
    else { return nil }
    let name = inside[..<colon].lowercased()
    guard tags.contains(name) else { return nil }
    return (name, inside[inside.index(after: colon)...].filter { $0 != "+" && $0 != " " })
  }
}

/// Words, and when they are sung.
private struct TimedWords {
  let ms: Int
  let words: String

  /// What is sung in a line, for each of its times; empty if it has none.
  ///
  /// A line of the background may have the time of the one before it, `previousMs`.
  static func all(in line: Substring, after previousMs: Int?) -> [TimedWords] {
    var (rest, times): (Substring, [Int]) = (line, [])
    while let (ms, after) = rest.stamp("[", "]") {
      times.append(ms)
      rest = after.withoutBlanks
    }
    let (lead, background) = rest.partedBackground
    guard !times.isEmpty || lead.isEmpty, let ms = times.first ?? previousMs else { return [] }
    let sung = WordTimes(lead, isEnhanced: true)
    // Between words, the first stamp is the time of the line, and another one before the words that of the first word.
    if sung.areInSquareBrackets { times = Array(times.prefix(1)) }
    var found = times.map { TimedWords(ms: $0, words: sung.words.withoutVoice) }
    if let background {
      if lead.isEmpty { found = [] }
      let sung = WordTimes(background, isEnhanced: true)
      found.append(TimedWords(ms: sung.firstMs ?? ms, words: sung.words.withoutParentheses))
    }
    return found
  }
}

/// The words of a line without their times, `<mm:ss.xx>`, or `[mm:ss.xx]` if it is `isEnhanced`.
private struct WordTimes {
  private(set) var words = ""
  private(set) var firstMs: Int?
  private(set) var areInSquareBrackets = false

  init(_ text: Substring, isEnhanced: Bool) {
    var rest = text
    while let start = rest.firstIndex(where: { $0 == "<" || isEnhanced && $0 == "[" }) {
      words += rest[..<start]
      rest = rest[start...]
      if let (ms, after) = rest.stamp("<", ">") {
        firstMs = firstMs ?? ms
        rest = after
      } else if isEnhanced, let (ms, after) = rest.stamp("[", "]") {
        firstMs = firstMs ?? ms
        areInSquareBrackets = true
        rest = after
      } else {
        words.append(rest.removeFirst())
      }
    }
    words = (words + rest).split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}

extension Substring {
  /// The maximum length of a stamp, with its brackets.
  private static let maxStampLength = 16

  /// The text without blanks, and a mark of the encoding, at its beginning.
  fileprivate var withoutBlanks: Substring {
    drop { $0 == "\u{FEFF}" || $0.isWhitespace }
  }

  /// What is between brackets at the beginning, if they are so close, and what follows them.
  fileprivate func bracketed(
    _ open: Character,
    _ close: Character,
    within length: Int
  ) -> (Substring, Substring)? {
    guard first == open, let end = prefix(length).firstIndex(of: close) else { return nil }
    return (self[index(after: startIndex)..<end], self[index(after: end)...])
  }

  /// The time of a stamp at the beginning, in milliseconds, and what follows it.
  ///
  /// It is `mm:ss`, `mm:ss.xx`, `mm:ss:xx` or `h:mm:ss.xx`, with up to three digits at the end.
  fileprivate func stamp(_ open: Character, _ close: Character) -> (ms: Int, after: Substring)? {
    guard let (inside, after) = bracketed(open, close, within: Substring.maxStampLength) else {
      return nil
    }
    var parts = inside.split(separator: ":", omittingEmptySubsequences: false)
    let fraction = parts.last?.split(separator: ".", omittingEmptySubsequences: false) ?? []
    if fraction.count > 1 { parts = parts.dropLast() + fraction }
    // Without a point, three parts are minutes, seconds and hundredths.
    let hasHours = parts.count == 4 && fraction.count == 2
    guard hasHours || (2...3).contains(parts.count) && fraction.count <= 2,
      let hours = hasHours ? parts.removeFirst().number(1...2) : 0,
      let minutes = parts[0].number(1...4), let seconds = parts[1].number(1...2), seconds < 60,
      !hasHours || minutes < 60
    else { return nil }
    let digits = parts.count == 3 ? parts[2] : "0"
    guard let value = digits.number(1...3) else { return nil }
    let ms =
      ((hours * 60 + minutes) * 60 + seconds) * 1000 + value * [100, 10, 1][digits.count - 1]
    return (ms, after)
  }

  private func number(_ count: ClosedRange<Int>) -> Int? {
    count.contains(self.count) && allSatisfy { ("0"..."9").contains($0) } ? Int(self) : nil
  }

  /// The text, and what stands in `[bg:…]` at its end.
  fileprivate var partedBackground: (lead: Substring, background: Substring?) {
    let start = indices.first { self[$0] == "[" && self[$0...].prefix(4).lowercased() == "[bg:" }
    guard let start, let end = lastIndex(of: "]"),
      let inside = index(start, offsetBy: 4, limitedBy: end)
    else { return (self, nil) }
    return (self[..<start], self[inside..<end])
  }
}

extension String {
  /// The words of a line without the number of the voice that sings them, as in `v2: La la`.
  fileprivate var withoutVoice: String {
    guard first == "v", let colon = prefix(4).firstIndex(of: ":") else { return self }
    let number = self[..<colon].dropFirst()
    guard !number.isEmpty, number.allSatisfy({ ("0"..."9").contains($0) }) else { return self }
    return String(self[index(after: colon)...].withoutBlanks)
  }

  /// The words without parentheses around all of them.
  fileprivate var withoutParentheses: String {
    guard first == "(", last == ")", !dropFirst().dropLast().contains(where: { "()".contains($0) })
    else { return self }
    return String(dropFirst().dropLast())
  }
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
