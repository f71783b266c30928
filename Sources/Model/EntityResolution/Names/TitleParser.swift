/// Divides the words of a
struct TitleParser {
  /// The words of the title itself, in their common spelling.
  private(set) var core: [String] = []
  /// The words that name the version.
  private(set) var ending: [String] = []
  private(set) var version: VersionWords = []
  private(set) var echo: VersionWords = []
  private(set) var numbers: [String] = []
  private(set) var edition: [String] = []
  private(set) var marks: ParsedTitle.Marks = []
  private let name: TokenizedName
  private let words: [String]
  /// The meaning of each word.
  private let meanings: [TitleWord]

  init(_ text: String) {
    name = TokenizedName(text)
    words = name.words.map(\.text)
    meanings = words.map(TitleWords.meaning)
  }

  mutating func parse() {
    var start = hasTrackNumber ? 1 : 0
    while start < words.count {
      let part = name.words[start].part
      let end = name.words[start...].firstIndex { $0.part != part } ?? words.count
      readRun(start..<end)
      start = end
    }
    if core.isEmpty { useWholeTitle() }
    if name.isSymbols { marks.insert(.symbols) }
  }

  /// Whether the title starts with a track number, as file names do: "01 - Title".
  private var hasTrackNumber: Bool {
    guard words.count > 1, let first = words.first else { return false }
    return first.utf8.count > 1 && first.hasPrefix("0") && isNumber(0)
  }

  /// Uses a title that consists of version words only: "Live", "Remix".
  private mutating func useWholeTitle() {
    (ending, version, numbers, edition, marks) = ([], [], [], [], [])
    for index in words.indices { add(index) }
  }

  /// Reads the consecutive words of one part.
  private mutating func readRun(_ run: Range<Int>) {
    switch name.parts[name.words[run.lowerBound].part] {
    case .main, .item:
      readMain(run)
    case .bracket:
      if !readAside(run, isBracket: true) { addAll(run) }
    case .tail:
      if !readAside(run, isBracket: false) { readMain(run) }
    }
  }

  private mutating func readMain(_ run: Range<Int>) {
    var run = run
    if let guest = run.dropFirst().first(where: { meanings[$0].roles.contains(.featuring) }) {
      run = run.lowerBound..<guest
    }
    if run.count > 1, let last = run.last, run.upperBound == words.count,
      meanings[last].roles.contains(.ep)
    {
      marks.insert(.ep)
      run.removeLast()
    }
    addAll(run)
  }

  /// Reads edition, version and guests in brackets or an ending. Returns `false` if the words are part of
  /// the
  private mutating func readAside(_ run: Range<Int>, isBracket: Bool) -> Bool {
    let first = meanings[run.lowerBound].roles
    if first.contains(.featuring) || (isBracket && first.contains(.with)) { return true }
    let all = run.reduce(into: TitleWord.Roles()) { $0.formUnion(meanings[$1].roles) }
    if run.count == 1, !all.isDisjoint(with: [.ep, .single]) {
      marks.formUnion(all.contains(.ep) ? .ep : .single)
      return true
    }
    if all.contains(.soundtrack), run.count > 1 || first.contains(.soundtrack) {
      marks.insert(.soundtrack)
      return true
    }
    if readVersion(run, isBracket: isBracket, all) { return true }
    return readEdition(run, isBracket: isBracket, all)
  }

  private mutating func readVersion(
    _ run: Range<Int>,
    isBracket: Bool,
    _ all: TitleWord.Roles
  ) -> Bool {
    let versions = run.reduce(into: VersionWords()) { $0.formUnion(meanings[$1].version) }
    let ends = meanings[run.lowerBound].version.union(meanings[run.upperBound - 1].version)
    guard !(isBracket ? versions : ends).isEmpty else { return false }
    // "original mix" is the song itself, "bonus video" an addition to an album.
    if versions == .remix, all.contains(.original) { return true }
    if versions == .video { return readEdition(run, isBracket: isBracket, all) }
    version.formUnion(versions)
    markContent(all)
    ending += run.filter { !meanings[$0].roles.contains(.editionPart) }.map { words[$0] }
    return true
  }

  private mutating func readEdition(
    _ run: Range<Int>,
    isBracket: Bool,
    _ all: TitleWord.Roles
  ) -> Bool {
    let isNamed = all.contains(.edition)
    let isMadeOfParts = run.allSatisfy { index in
      !meanings[index].roles.isDisjoint(with: [.edition, .editionPart, .explicit, .clean])
        || meanings[index].version == .video || isNumber(index)
    }
    let onlyNumbers = run.allSatisfy(isNumber)
    guard isBracket ? isNamed || (isMadeOfParts && !onlyNumbers) : isNamed && isMadeOfParts else {
      return false
    }
    marks.insert(.edition)
    markContent(all)
    edition += run.filter { isNumber($0) || namesEdition($0) }.map { words[$0] }
    return true
  }

  private mutating func markContent(_ all: TitleWord.Roles) {
    if all.contains(.explicit) { marks.insert(.explicit) }
    if all.contains(.clean) { marks.insert(.clean) }
  }

  /// Whether the word distinguishes editions: "deluxe", but not "edition".
  private func namesEdition(_ index: Int) -> Bool {
    let roles = meanings[index].roles
    return roles.contains(.edition) && roles.isDisjoint(with: [.editionPart, .explicit, .clean])
  }

  private mutating func addAll(_ run: Range<Int>) {
    for index in run {
      echo.formUnion(meanings[index].version)
      add(index)
    }
  }

  /// Adds a word to the title, in its common spelling.
  private mutating func add(_ index: Int) {
    let isCounted = index > 0 && meanings[index - 1].roles.contains(.numbering)
    let isEnding = index == words.count - 1 && index > 0 && words[index].utf8.count > 1
    let isFigure = meanings[index].roles.contains(.number)
    if let spelling = meanings[index].spelling, !isFigure || isCounted || isEnding {
      core.append(spelling)
      if isFigure { numbers.append(spelling) }
    } else {
      core.append(words[index])
      if isNumber(index) { numbers.append(words[index]) }
    }
  }

  private func isNumber(_ index: Int) -> Bool {
    words[index].utf8.allSatisfy { (0x30...0x39).contains($0) }
  }
}
