/// Scans the arguments one by one while it descends the command table.
///
/// Options may stand before, between and after the words. This needs no look-ahead, because options of
/// the same name either all take a value or none does; a test checks that of the table.
struct ArgumentScanner<Action: Sendable> {
  private let program: Program<Action>
  /// The program name and the words of the command so far.
  private(set) var path: [String]
  /// `nil` before the first command word.
  private(set) var command: Command<Action>?
  private(set) var arguments: [String] = []
  private(set) var options: [ParsedOption] = []
  private(set) var expects: Expectation = .anything
  /// Whether the word `help` stands in place of a command.
  private(set) var isHelpWanted = false
  /// The first word if another program has a command of that name; it may be text, too.
  private var otherName: String?

  /// An option as typed; `value` is `nil` for a flag.
  struct ParsedOption {
    let info: OptionInfo
    let spelling: String
    let value: String?
    /// Whether the value is an optional one in the next word, which might have been an argument.
    var isNextWord = false
  }

  /// The kinds of argument that may come next.
  enum Expectation {
    case anything
    case value(of: OptionInfo, spelling: String)
    /// The value of the last option, which may also be missing.
    case optionalValue(of: OptionInfo)
    /// After `--`.
    case onlyArguments
  }

  init(_ program: Program<Action>) {
    self.program = program
    path = [program.name]
    if program.isOneCommand { command = program.commands.first }
  }

  /// The commands that the next word may name; empty if arguments follow.
  var choices: [Command<Action>] { command.map { $0.subcommands } ?? program.commands }

  /// The options of the current command, or of the program before the first command word.
  var validOptions: [OptionInfo] { (command?.options ?? []) + program.sharedOptions }

  /// The options of all commands; built only if ``validOptions`` is not sufficient.
  private var allOptions: [OptionInfo] { program.allOptions }

  mutating func consume(_ argument: String) throws(UsageError) {
    switch expects {
    case .value(let info, let spelling):
      guard !looksLikeOption(argument) else { throw missingValue(info, spelling) }
      expects = .anything
      options.append(ParsedOption(info: info, spelling: spelling, value: argument))
    case .onlyArguments:
      try consumeWord(argument, isText: true)
    case .optionalValue(let info):
      expects = .anything
      try consume(argument, afterOptionalValueOf: info)
    case .anything where argument == "--":
      expects = .onlyArguments
    case .anything where argument.hasPrefix("--"):
      try consumeLongOption(argument)
    case .anything where argument.hasPrefix("-") && argument != "-":
      try consumeShortOptions(argument)
    case .anything:
      try consumeWord(argument)
    }
  }

  /// Consumes a word that may be the value of the last option.
  ///
  /// A word that was meant as the value must not become text because of a typo.
  private mutating func consume(
    _ word: String,
    afterOptionalValueOf info: OptionInfo
  ) throws(UsageError) {
    guard let value = info.value, let option = options.last,
      !choices.contains(where: { $0.isNamed(word) })
    else { return try consume(word) }
    let isLikely = value.words.isEmpty || value.suggests(word) || !acceptsText || isComplete
    if value.accepts(word), isLikely {
      options[options.count - 1] = ParsedOption(
        info: info,
        spelling: option.spelling,
        value: word,
        isNextWord: true
      )
    } else if !value.accepts(word), isMeant(word, as: value) {
      let error = value.error(for: word, subject: option.spelling, isMaybeText: acceptsText)
      throw UsageError(error, at: path)
    } else {
      try consume(word)
    }
  }

  /// Whether a word after an option is a mistaken value rather than an argument.
  private func isMeant(_ word: String, as value: ValueInfo) -> Bool {
    guard !value.words.isEmpty, word.allSatisfy({ $0.isLetter && $0.isASCII || $0 == "," }) else {
      return false
    }
    return isComplete
      || word.split(separator: ",").map(String.init).contains { part in
        value.words.contains(part) || similarName(to: part, among: value.words) != nil
      }
  }

  /// Whether no further words are required.
  private var isComplete: Bool {
    guard let command, command.subcommands.isEmpty else { return false }
    return arguments.count >= command.arguments.count
  }

  /// Whether any word may follow as text.
  private var acceptsText: Bool {
    guard let command, command.subcommands.isEmpty else { return textCommand != nil }
    return command.arguments.last?.count.takesAll == true
  }

  /// Checks that the command line is complete.
  func end() throws(UsageError) {
    if case .value(let info, let spelling) = expects { throw missingValue(info, spelling) }
    // "play 3" and "ls" are commands, "play that funky music" is text.
    if let otherName, arguments.count == 1 || arguments.count == 2 && !isWord(arguments[1]) {
      let nearest = program.otherNames[otherName].map { "\(program.name) \($0)" }
      throw UsageError(
        .unknownCommand(otherName, nearest: nearest, choices: [], acceptsText: true),
        at: [program.name]
      )
    }
  }

  private func isWord(_ text: String) -> Bool { text.allSatisfy(\.isLetter) }

  /// The command that takes words which are not commands.
  private var textCommand: Command<Action>? {
    guard let command else { return program.commands.first { $0.name == program.textCommand } }
    return command.textCommand
  }

  private mutating func consumeWord(_ word: String, isText: Bool = false) throws(UsageError) {
    guard command.map({ !$0.subcommands.isEmpty }) ?? true else {
      arguments.append(word)
      return
    }
    let isText = isText && textCommand != nil
    if !isText, let chosen = choices.first(where: { $0.isNamed(word) }) {
      enter(chosen)
    } else if !isText, command == nil, word == "help" {
      isHelpWanted = true
    } else {
      let names = choices.map(\.name)
      let known = command == nil ? names + ["help"] : names
      let nearest = isText ? nil : nearestName(to: word, among: known)
      guard nearest == nil, let textCommand else {
        let acceptsText = textCommand != nil
        let full = (path.dropFirst() + [word]).joined(separator: " ")
        let nearest = nearest ?? program.otherNames[full].map { "\(program.name) \($0)" }
        throw UsageError(
          .unknownCommand(word, nearest: nearest, choices: names, acceptsText: acceptsText),
          at: path
        )
      }
      if command == nil, !isText, program.otherNames[word] != nil { otherName = word }
      enter(textCommand)
      try consumeWord(word, isText: isText)
    }
  }

  private mutating func enter(_ chosen: Command<Action>) {
    command = chosen
    path.append(chosen.name)
  }

  private mutating func consumeLongOption(_ argument: String) throws(UsageError) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let spelling = String(parts[0])
    guard let info = info(where: { $0.spelling == spelling }) else {
      throw unknownOption(spelling)
    }
    try consume(info, spelling: spelling, value: parts.count == 2 ? String(parts[1]) : nil)
  }

  /// `-o FILE`, `-oFILE`, `-o=FILE`, and flags in one word.
  private mutating func consumeShortOptions(_ argument: String) throws(UsageError) {
    var rest = argument.dropFirst()
    while let letter = rest.popFirst() {
      let spelling = "-\(letter)"
      guard let info = info(where: { $0.short == letter }) else {
        throw unknownOption(rest.count + 2 == argument.count ? argument : spelling)
      }
      let takesRest = info.value != nil && (!info.isValueOptional || rest.isEmpty)
      if takesRest || rest.first == "=" {
        let value = rest.first == "=" ? rest.dropFirst() : rest
        return try consume(info, spelling: spelling, value: rest.isEmpty ? nil : String(value))
      }
      try consume(info, spelling: spelling, value: nil)
    }
  }

  private mutating func consume(
    _ info: OptionInfo,
    spelling: String,
    value: String?
  ) throws(UsageError) {
    switch (info.value, value) {
    case (nil, let value?):
      throw UsageError(.unexpectedValue(option: spelling, value: value), at: path)
    case (.some, nil) where info.isValueOptional:
      options.append(ParsedOption(info: info, spelling: spelling, value: nil))
      expects = .optionalValue(of: info)
    case (.some, nil):
      expects = .value(of: info, spelling: spelling)
    case (nil, nil), (.some, .some):
      options.append(ParsedOption(info: info, spelling: spelling, value: value))
    }
  }

  /// Commands may have options of the same name with different values; those of the current command win.
  private func info(where matches: (OptionInfo) -> Bool) -> OptionInfo? {
    validOptions.first(where: matches) ?? allOptions.first(where: matches)
  }

  /// A single dash and a negative number can be values.
  private func looksLikeOption(_ argument: String) -> Bool {
    guard argument.hasPrefix("-"), let letter = argument.dropFirst().first else { return false }
    return letter == "-" || allOptions.contains { $0.short == letter }
  }

  private func missingValue(_ info: OptionInfo, _ spelling: String) -> UsageError {
    UsageError(.missingValue(option: spelling, name: info.value?.name ?? ""), at: path)
  }

  private func unknownOption(_ spelling: String) -> UsageError {
    // Before the command, options of any command may be meant.
    let candidates = command == nil ? allOptions : validOptions
    let nearest = nearestName(to: spelling, among: candidates.map(\.spelling))
    let isMaybeText = !(program.isOneCommand && command?.arguments.isEmpty == true)
    return UsageError(
      .unknownOption(spelling, nearest: nearest, isMaybeText: isMaybeText),
      at: path
    )
  }
}

extension Program {
  /// The options of all commands, without duplicates.
  var allOptions: [OptionInfo] {
    func options(of command: Command<Action>) -> [OptionInfo] {
      command.options + command.subcommands.flatMap(options)
    }
    var names: Set<String> = []
    return (sharedOptions + commands.flatMap(options)).filter { names.insert($0.name).inserted }
  }
}
