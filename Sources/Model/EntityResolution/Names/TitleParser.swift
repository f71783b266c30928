/// Divides the words of a title into the title itself, its version and its edition.
struct TitleParser {
  /// The words of the title itself, in their common spelling.
  private(set) var core: [String] = []
  /// The numbers in catalogues of works: "op 27", "bwv 988".
  private(set) var catalogue: [String] = []
  /// The words of ``core``, by the parts that a colon or dash divides.
  private(set) var segments: [[String]] = []
  /// The words in brackets whose meaning is unknown.
  private(set) var aside: [String] = []
  /// The words that name the version.
  private(set) var ending: [String] = []
  /// The words that name guests.
  private(set) var guests: [String] = []
  private(set) var version: VersionWords = []
  private(set) var echo: VersionWords = []
  private(set) var numbers: [String] = []
  /// The year in brackets, which tells this album from others of its title: "Weezer (1994)".
  private(set) var year: Int?
  private(set) var edition: [String] = []
  private(set) var marks: ParsedTitle.Marks = []
  /// Whether the last part contains all words to the end.
  private var hasReadAll = false
  private let name: TokenizedName
  private let tokens: [TokenizedName.Word]
  private let words: [String]
  /// The meaning of each word.
  private let meanings: [TitleWord]

  init(_ text: String) {
    name = TokenizedName(text)
    tokens = name.words.flatMap(TitleParser.parts)
    words = tokens.map(\.text)
    meanings = words.indices.map { [words] index in
      // "en vivo", "ao vivo", "dal vivo", but not "Vivo per lei".
      let isAlone = index == 0 || !TitleWords.prepositions.contains(words[index - 1])
      return words[index] == "vivo" && isAlone ? TitleWord() : TitleWords.meaning(of: words[index])
    }
  }

  /// A word, or the two of one with a number: "No.5", "Op.10", "Vol.4".
  private static func parts(of word: TokenizedName.Word) -> [TokenizedName.Word] {
    let letters = word.text.prefix { $0.isLetter }
    let number = word.text.dropFirst(letters.count)
    guard !number.isEmpty, number.allSatisfy(\.isNumber),
      !TitleWords.meaning(of: String(letters)).roles.isDisjoint(with: [.silent, .catalogue])
    else { return [word] }
    return [letters, number].map { TokenizedName.Word(text: String($0), part: word.part) }
  }

  mutating func parse() {
    var start = hasTrackNumber ? 1 : 0
    while start < words.count, !hasReadAll {
      let part = tokens[start].part
      let end = tokens[start...].firstIndex { $0.part != part } ?? tokens.count
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
    (aside, ending, version, numbers, edition, marks) = ([], [], [], [], [], [])
    (catalogue, segments, year) = ([], [], nil)
    addAll(words.indices)
  }

  /// Reads the consecutive words of one part.
  private mutating func readRun(_ run: Range<Int>) {
    switch name.parts[tokens[run.lowerBound].part] {
    case .main, .item:
      readMain(run)
    case .bracket:
      if !readAside(run, isBracket: true) { readUnknown(run) }
    case .tail:
      if !readPlace(run), !readAside(run, isBracket: false) { readMain(run) }
    }
  }

  /// Reads where a concert was, which may have commas: "- Live at Wembley Stadium, London, 1986". Returns `false` for other
  /// words.
  private mutating func readPlace(_ run: Range<Int>) -> Bool {
    guard meanings[run.lowerBound].version == .live, run.upperBound < words.count,
      tokens[run.upperBound...].allSatisfy({ name.parts[$0.part] == .item })
    else { return false }
    version.insert(.live)
    ending += words[run.lowerBound...]
    hasReadAll = true
    return true
  }

  private mutating func readMain(_ run: Range<Int>) {
    var run = run
    if let guest = run.dropFirst().first(where: { meanings[$0].roles.contains(.featuring) }) {
      guests += words[(guest + 1)..<run.upperBound]
      run = run.lowerBound..<guest
    }
    if run.count > 1, let last = run.last, run.upperBound == words.count,
      meanings[last].roles.contains(.ep)
    {
      marks.insert(.ep)
      run.removeLast()
    }
    let title = run.lowerBound..<startOfEdition(run)
    if title.count < run.count { readNamedEdition(title.upperBound..<run.upperBound) }
    addAll(title)
  }

  /// Where the words of an edition begin that a title ends with: "Rain Super Deluxe Edition". The end if there are none, or nothing
  /// else.
  private func startOfEdition(_ run: Range<Int>) -> Int {
    guard run.upperBound == words.count, let last = run.last,
      TitleWords.endings.contains(words[last])
    else { return run.upperBound }
    var start = last
    while start > run.lowerBound + 1,
      !meanings[start - 1].roles.isDisjoint(with: [.edition, .editionPart])
    {
      start -= 1
    }
    // "Gold Edition", "The Definitive Edition": any word tells which.
    if start == last, words[last] == "edition", start > run.lowerBound + 1 { start -= 1 }
    if start > run.lowerBound + 1, words[start - 1] == "the" { start -= 1 }
    return start > run.lowerBound ? start : run.upperBound
  }

  private mutating func readNamedEdition(_ run: Range<Int>) {
    marks.insert(.edition)
    edition += run.filter { isNumber($0) || namesEdition($0) }.map { words[$0] }
  }

  /// Reads words in brackets whose meaning is unknown: a subtitle, or a name of this version. Words in
  /// front and numbers belong to the title.
  private mutating func readUnknown(_ run: Range<Int>) {
    if run.count == 1, isYear(run.lowerBound), !core.isEmpty {
      year = Int(words[run.lowerBound])
      numbers.append(words[run.lowerBound])
      return
    }
    let isNumbered = run.contains { isNumber($0) || meanings[$0].roles.contains(.numbering) }
    if core.isEmpty || isNumbered { return addAll(run) }
    for index in run { echo.formUnion(meanings[index].version) }
    aside += words[run]
  }

  /// Reads edition, version and guests in brackets or an ending. Returns `false` if the words are part of
  /// the title.
  private mutating func readAside(_ run: Range<Int>, isBracket: Bool) -> Bool {
    let first = meanings[run.lowerBound].roles
    // "with the London Symphony Orchestra" is a version, not a guest.
    let isWith =
      isBracket && first.contains(.with) && versions(of: run).isDisjoint(with: .orchestral)
    if first.contains(.featuring) || isWith {
      if words[run.lowerBound] != "prod" { guests += words[run.dropFirst()] }
      return true
    }
    let all = run.reduce(into: TitleWord.Roles()) { $0.formUnion(meanings[$1].roles) }
    if run.count == 1, !all.isDisjoint(with: [.ep, .single]) {
      marks.formUnion(all.contains(.ep) ? .ep : .single)
      return true
    }
    if !all.isDisjoint(with: [.soundtrack, .score]), run.count > 1 || first.contains(.soundtrack) {
      marks.formUnion(all.contains(.score) ? [.soundtrack, .score] : .soundtrack)
      return true
    }
    if readVersion(run, isBracket: isBracket, all) || readEdition(run, isBracket: isBracket, all)
      || readNamedVersion(run, isBracket: isBracket, all)
    {
      return true
    }
    return first.contains(.from) && run.count > 1
  }

  /// The versions that words name. Languages and instruments count alone or before "version" only.
  private func versions(of run: Range<Int>) -> VersionWords {
    if TitleWords.edits.contains(Array(words[run])) { return .edit }
    let all = run.reduce(into: VersionWords()) { $0.formUnion(meanings[$1].version) }
    let isPhrase = run.allSatisfy { index in
      let roles = meanings[index].roles
      return !roles.isDisjoint(with: [.adjective, .naming, .joining, .editionPart])
        || words[index].utf8.count == 2
    }
    let namesVersion = run.contains { meanings[$0].roles.contains(.naming) }
    let isEdition = run.contains { meanings[$0].roles.contains(.edition) }
    return isPhrase && !isEdition || namesVersion ? all : all.subtracting(.adjectives)
  }

  private mutating func readVersion(
    _ run: Range<Int>,
    isBracket: Bool,
    _ all: TitleWord.Roles
  ) -> Bool {
    let versions = versions(of: run)
    let ends = [run.lowerBound, run.upperBound - 1].contains { index in
      !meanings[index].version.isDisjoint(with: versions) || meanings[index].roles.contains(.naming)
    }
    // "Awesome Mix, Vol. 1" continues.
    let isLast =
      run.upperBound == words.count || name.parts[tokens[run.upperBound].part] != .item
    guard !versions.isEmpty, isBracket || ends && isLast else { return false }
    // "original mix" is the song itself, "bonus video" an addition to an album.
    if versions == .remix, all.contains(.original) { return true }
    if versions == .remix, all.contains(.mixed) {
      marks.insert(.edition)
      return true
    }
    if versions == .video { return readEdition(run, isBracket: isBracket, all) }
    version.formUnion(versions)
    markContent(all)
    ending += run.filter { !meanings[$0].roles.contains(.editionPart) }.map { words[$0] }
    return true
  }

  /// Reads a version that has a name of its own, or a year: "Taylor's Version", "2018 Re-Recording".
  private mutating func readNamedVersion(
    _ run: Range<Int>,
    isBracket: Bool,
    _ all: TitleWord.Roles
  ) -> Bool {
    guard isBracket ? all.contains(.naming) : meanings[run.upperBound - 1].roles.contains(.naming)
    else { return false }
    version.insert(.named)
    markContent(all)
    ending += words[run]
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
    // "- The Definitive Edition"
    if !isBracket, run.count <= 4, words[run.upperBound - 1] == "edition" {
      readNamedEdition(run)
      return true
    }
    // "2018 Version", "New Version": recorded again.
    let isNew = run.contains { isYear($0) || words[$0] == "new" }
    if isNew, all.contains(.naming), !isNamed { return false }
    let namesAny = isNamed || all.contains(.naming)
    guard isBracket ? isNamed || (isMadeOfParts && !onlyNumbers) : namesAny && isMadeOfParts else {
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
    let start = core.count
    var index = run.lowerBound
    while index < run.upperBound {
      echo.formUnion(meanings[index].version)
      let end = endOfCatalogueNumber(index, in: run)
      if end == index { add(index) }
      index = max(end, index + 1)
    }
    if core.count > start { segments.append(Array(core[start...])) }
  }

  /// Reads a number in a catalogue of works: "Op. 27", "Opp. 10 & 25". Returns the index after it,
  /// or the same index if there is none.
  private mutating func endOfCatalogueNumber(_ index: Int, in run: Range<Int>) -> Int {
    guard meanings[index].roles.contains(.catalogue), index + 1 < run.upperBound,
      isNumber(index + 1), words[index].count > 1 || !core.isEmpty && words[index + 1].count > 1
    else { return index }
    var end = index + 1
    while end < run.upperBound,
      isNumber(end) || words[end] == "and" && end + 1 < run.upperBound && isNumber(end + 1)
    {
      if isNumber(end) {
        catalogue.append("\(meanings[index].spelling ?? words[index]) \(words[end])")
      }
      end += 1
    }
    return end
  }

  /// Adds a word to the title, in its common spelling.
  private mutating func add(_ index: Int) {
    if meanings[index].roles.contains(.silent), index + 1 < words.count,
      isNumber(index + 1) || meanings[index + 1].roles.contains(.number), !core.isEmpty
    {
      return
    }
    let isCounted = index > 0 && meanings[index - 1].roles.contains(.numbering)
    let isLast = index + 1 == words.count || tokens[index + 1].part != tokens[index].part
    let isRoman = words[index].allSatisfy("ivx".contains)
    let isEnding = (isLast || isRoman) && index > 0 && words[index].utf8.count > 1
    let isFigure = meanings[index].roles.contains(.number)
    // "Op. 67: II. Andante": a movement.
    let startsPart = index > 0 && tokens[index].part != tokens[index - 1].part
    let isMovement = isFigure && startsPart && !(catalogue.isEmpty && numbers.isEmpty)
    if let spelling = meanings[index].spelling, !isFigure || isCounted || isEnding || isMovement {
      core += spelling.split(separator: " ").map(String.init)
      if isFigure { numbers.append(spelling) }
    } else {
      core.append(words[index])
      if isNumber(index) { numbers.append(words[index]) }
    }
  }

  private func isYear(_ index: Int) -> Bool {
    isNumber(index) && words[index].utf8.count == 4
      && (words[index] >= "1900" && words[index] < "2100")
  }

  private func isNumber(_ index: Int) -> Bool {
    words[index].utf8.allSatisfy { (0x30...0x39).contains($0) }
  }
}
