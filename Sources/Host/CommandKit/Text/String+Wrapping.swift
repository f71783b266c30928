extension StringProtocol {
  /// The text in lines of at most `width` columns, control characters neutralized.
  ///
  /// Lines break at spaces, next to wide characters (those scripts have no spaces) and, if a single word
  /// is too wide, anywhere. Line breaks in the text are preserved; runs of spaces collapse.
  ///
  /// Without `breakingWords`, a word that is too wide overflows its line, such as an id to copy.
  package func wrapped(to width: Int, breakingWords: Bool = true) -> [String] {
    guard breakingWords else { return wrappedAtSpaces(to: width) }
    guard !isPlainASCII else { return wrappedPlain(to: Swift.max(1, width)) }
    let lines = paragraphs.flatMap { paragraph in
      var filler = LineFiller(width: Swift.max(1, width))
      for word in paragraph.neutralized.split(separator: " ") {
        var startsWord = true
        for piece in word.breakable {
          filler.add(piece, afterSpace: startsWord)
          startsWord = false
        }
      }
      return filler.finished()
    }
    return Array(lines.prefix(upTo: lines.lastIndex { !$0.isEmpty }.map { $0 + 1 } ?? 0))
  }

  private func wrappedAtSpaces(to width: Int) -> [String] {
    var lines: [String] = []
    for word in neutralized.split(separator: " ") {
      if let line = lines.last, line.columnCount + 1 + word.columnCount <= width {
        lines[lines.count - 1] = "\(line) \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }

  /// The same for printable ASCII, as in help pages: a fast path that does not decode characters.
  private func wrappedPlain(to width: Int) -> [String] {
    if utf8.count <= width, isSinglySpaced { return [String(self)] }
    var lines: [String] = []
    var line: [UInt8] = []
    for word in utf8.split(separator: UInt8(ascii: " ")) {
      var rest = word[...]
      if !line.isEmpty, line.count + 1 + rest.count <= width {
        line.append(UInt8(ascii: " "))
      } else {
        if !line.isEmpty { lines.append(String(decoding: line, as: UTF8.self)) }
        line = []
        while rest.count > width {
          lines.append(String(decoding: rest.prefix(width), as: UTF8.self))
          rest = rest.dropFirst(width)
        }
      }
      line += rest
    }
    return line.isEmpty ? lines : lines + [String(decoding: line, as: UTF8.self)]
  }

  /// Whether single spaces separate all words.
  private var isSinglySpaced: Bool {
    let space = UInt8(ascii: " ")
    var previous = space
    for byte in utf8 {
      if byte == space, previous == space { return false }
      previous = byte
    }
    return previous != space
  }

  private var paragraphs: [SubSequence] {
    split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
  }
}

extension Substring {
  /// The parts of a word between which a line may break.
  fileprivate var breakable: [Substring] {
    guard !isPlainASCII else { return [self] }
    var parts: [Substring] = []
    var start = startIndex
    for (before, after) in zip(indices, indices.dropFirst())
    where canBreak(between: self[before], and: self[after]) {
      parts.append(self[start..<after])
      start = after
    }
    parts.append(self[start...])
    return parts
  }

  /// A line must not start with closing punctuation or end with opening punctuation.
  private func canBreak(between before: Character, and after: Character) -> Bool {
    (before.columnCount == 2 || after.columnCount == 2)
      && !"、。，．！？：；）」』】〉》〕］｝…・ー,.!?:;)]}\"'”’".contains(after)
      && !"（「『【〈《〔［｛([{\"'“‘".contains(before)
  }
}

/// Fills lines of at most `width` columns.
private struct LineFiller {
  let width: Int
  private var full: [String] = []
  private var line = ""
  private var lineWidth = 0

  init(width: Int) { self.width = width }

  mutating func add(_ piece: Substring, afterSpace: Bool) {
    let space = afterSpace && !line.isEmpty ? " " : ""
    let pieceWidth = piece.columnCount
    if lineWidth + space.count + pieceWidth <= width {
      append(space + piece, width: space.count + pieceWidth)
      return
    }
    if !line.isEmpty { endLine() }
    var rest = piece
    while rest.columnCount > width {
      let fitting = rest.prefix(columns: width)
      // A wide character must go somewhere even if there is only one column.
      let head = fitting.isEmpty ? rest.prefix(1) : fitting
      full.append(String(head))
      rest = rest[head.endIndex...]
    }
    append(String(rest), width: rest.columnCount)
  }

  /// The lines; an empty paragraph is one empty line.
  func finished() -> [String] { line.isEmpty && !full.isEmpty ? full : full + [line] }

  private mutating func append(_ text: String, width: Int) {
    line += text
    lineWidth += width
  }

  private mutating func endLine() {
    full.append(line)
    line = ""
    lineWidth = 0
  }
}
