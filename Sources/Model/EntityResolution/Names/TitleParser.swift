/// Parses titles.
struct TitleParser {
  private var scanner = NameTokenizer()
  private let words = TitleWords.all
  /// For each word its hash, and its number in ``words``.
  private var hashes: [UInt64] = []
  private var numbers: [UInt8] = []
  private var core: [UInt8] = []
  private var coreWords: UInt64 = 0
  private var version: [UInt8] = []
  private var versionWords: UInt64 = 0
  private var title = ParsedTitle()

  /// The title without version and edition, for comparison with other names.
  static func plain(_ text: String) -> FoldedName {
    var parser = TitleParser()
    var arena = NameArena()
    return parser.plain(text, by: &arena)
  }

  /// The plain title of one of many; the arena's names are discarded.
  mutating func plain(_ text: String, by arena: inout NameArena) -> FoldedName {
    arena.removeAll()
    let title = read(text, into: &arena)
    let core = String(decoding: arena.bytes[title.core.range], as: UTF8.self)
    return FoldedName(core, by: &scanner)
  }

  mutating func read(_ text: String, into arena: inout NameArena) -> ParsedTitle {
    title = ParsedTitle()
    core.removeAll(keepingCapacity: true)
    version.removeAll(keepingCapacity: true)
    coreWords = 0
    versionWords = 0
    scanner.scan(text)
    hashes.removeAll(keepingCapacity: true)
    numbers.removeAll(keepingCapacity: true)
    for word in scanner.words {
      let hash = scanner.hash(word)
      hashes.append(hash)
      numbers.append(words.number(hash))
    }
    var start = hasTrackNumber ? 1 : 0
    while start < scanner.words.count {
      var end = start + 1
      while end < scanner.words.count, scanner.words[end].part == scanner.words[start].part {
        end += 1
      }
      readRun(start..<end)
      start = end
    }
    if core.isEmpty { useWholeTitle() }
    finish(&arena)
    return title
  }

  /// Whether the title starts with a track number, as file names do: "01 - Title".
  private var hasTrackNumber: Bool {
    guard let first = scanner.words.first, scanner.words.count > 1, first.length > 1 else {
      return false
    }
    return scanner.bytes[first.start] == UInt8(ascii: "0") && isNumber(0)
  }

  private mutating func finish(_ arena: inout NameArena) {
    let name = arena.add(core, words: coreWords)
    if Placeholders.unknown.contains(name.hash) { return title = ParsedTitle() }
    if Placeholders.genericTitles.contains(name.hash) { title.marks.insert(.generic) }
    if scanner.isSymbols { title.marks.insert(.symbols) }
    title.core = name
    title.versioned = arena.addVersioned(name, by: version, words: versionWords)
  }

  /// Uses a title that consists of version words only: "Live", "Remix".
  private mutating func useWholeTitle() {
    title = ParsedTitle()
    version.removeAll(keepingCapacity: true)
    for index in scanner.words.indices { add(index) }
  }

  /// Reads the consecutive words of one part.
  private mutating func readRun(_ run: Range<Int>) {
    switch scanner.parts[scanner.words[run.lowerBound].part] {
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
    if let guest = run.dropFirst().first(where: { roles($0).contains(.featuring) }) {
      run = run.lowerBound..<guest
    }
    if run.count > 1, let last = run.last, run.upperBound == scanner.words.count {
      if roles(last).contains(.ep) { title.marks.insert(.ep) }
      if roles(last).contains(.ep) { run.removeLast() }
    }
    addAll(run)
  }

  /// Reads edition, version and guests in brackets or an ending. Returns `false` if the words are part of
  /// the title.
  private mutating func readAside(_ run: Range<Int>, isBracket: Bool) -> Bool {
    let first = roles(run.lowerBound)
    if first.contains(.featuring) || (isBracket && first.contains(.with)) { return true }
    let all = run.reduce(into: TitleWord.Roles()) { $0.formUnion(roles($1)) }
    if run.count == 1, !all.isDisjoint(with: [.ep, .single]) {
      title.marks.formUnion(all.contains(.ep) ? .ep : .single)
      return true
    }
    if all.contains(.soundtrack), run.count > 1 || first.contains(.soundtrack) {
      title.marks.insert(.soundtrack)
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
    let versions = run.reduce(into: VersionWords()) { $0.formUnion(version($1)) }
    let ends = version(run.lowerBound).union(version(run.upperBound - 1))
    guard !(isBracket ? versions : ends).isEmpty else { return false }
    // "original mix" is the song itself, "bonus video" an addition to an album.
    if versions == .remix, all.contains(.original) { return true }
    if versions == .video { return readEdition(run, isBracket: isBracket, all) }
    title.version.formUnion(versions)
    if all.contains(.explicit) { title.marks.insert(.explicit) }
    if all.contains(.clean) { title.marks.insert(.clean) }
    for index in run where !roles(index).contains(.editionPart) {
      version.append(contentsOf: scanner.bytes[range(index)])
      versionWords &+= hashes[index]
    }
    return true
  }

  private mutating func readEdition(
    _ run: Range<Int>,
    isBracket: Bool,
    _ all: TitleWord.Roles
  ) -> Bool {
    let isNamed = all.contains(.edition)
    let isMadeOfParts = run.allSatisfy { index in
      !roles(index).isDisjoint(with: [.edition, .editionPart, .explicit, .clean])
        || version(index) == .video || isNumber(index)
    }
    let onlyNumbers = run.allSatisfy(isNumber)
    guard isBracket ? isNamed || (isMadeOfParts && !onlyNumbers) : isNamed && isMadeOfParts else {
      return false
    }
    title.marks.insert(.edition)
    if all.contains(.explicit) { title.marks.insert(.explicit) }
    if all.contains(.clean) { title.marks.insert(.clean) }
    for index in run where isNumber(index) || TitleParser.namesEdition(roles(index)) {
      title.edition &+= hashes[index]
    }
    return true
  }

  /// Whether the words distinguish editions: "deluxe", but not "edition".
  private static func namesEdition(_ roles: TitleWord.Roles) -> Bool {
    roles.contains(.edition) && roles.isDisjoint(with: [.editionPart, .explicit, .clean])
  }

  private mutating func addAll(_ run: Range<Int>) {
    for index in run {
      title.echo.formUnion(version(index))
      add(index)
    }
  }

  /// Adds a word to the title, in its common spelling.
  private mutating func add(_ index: Int) {
    let isCounted = index > 0 && roles(index - 1).contains(.numbering)
    let isEnding = index == scanner.words.count - 1 && index > 0 && scanner.words[index].length > 1
    let word = words[numbers[index]]
    let isFigure = word.roles.contains(.number)
    if !word.spelling.isEmpty, !isFigure || isCounted || isEnding {
      let hash = StableHash.of(word.spelling)
      core.append(contentsOf: word.spelling)
      coreWords &+= hash
      if isFigure { title.numbers &+= hash | 1 }
    } else {
      core.append(contentsOf: scanner.bytes[range(index)])
      coreWords &+= hashes[index]
      if isNumber(index) { title.numbers &+= hashes[index] | 1 }
    }
  }

  private func roles(_ index: Int) -> TitleWord.Roles { words[numbers[index]].roles }

  private func version(_ index: Int) -> VersionWords { words[numbers[index]].version }

  private func isNumber(_ index: Int) -> Bool {
    scanner.bytes[range(index)].allSatisfy { (0x30...0x39).contains($0) }
  }

  private func range(_ index: Int) -> Range<Int> {
    scanner.words[index].start..<scanner.words[index].end
  }
}
